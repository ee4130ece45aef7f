"""All that is stored of a person as one document, and taking such a document in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from hintwise.errors import InvalidValue, shown
from hintwise.store import documents, people
from hintwise.store import streams as streams_
from hintwise.store.events import Event, NewEvent, Stream, as_utc, checked_name, now, written
from hintwise.store.game_events import check_game
from hintwise.store.tables import events, shared, streams
from hintwise.store.versions import UPGRADES, Upgrades

FORMAT = "hintwise-person"
VERSION = 1

MOST_STREAMS = 10_000
"""In one document."""


Checks = Mapping[str, Callable[[Sequence[Event]], None]]
"""Kind of stream -> what raises `InvalidValue` for events from which it cannot be rebuilt."""

CHECKS: Checks = {"game": check_game}


LABELS = {"lesson": ("main:",), "person": ("person",)}
"""Kind of stream -> how its labels begin, where it has any."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A stream as a document has it, checked."""

    kind: str
    label: str | None
    begun_at: str
    events: tuple[Event, ...]


def export(connection: Connection, person_id: str, upgrades: Upgrades = UPGRADES) -> dict[str, Any]:
    """Every stream with its events, and every shared page. Tokens are not in it."""
    pages = select(shared).where(shared.c.person_id == person_id).order_by(shared.c.made_at)
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": now(),
        "streams": [
            _stream_as_json(stream, streams_.read(connection, stream, upgrades=upgrades))
            for stream in streams_.listed(connection, person_id, None)
        ],
        "shared": [
            {
                "id": row.id,
                "made_at": row.made_at,
                "document": documents.up_to_date_page(row, upgrades),
            }
            for row in connection.execute(pages)
        ],
    }


def take_in(connection: Connection, person_id: str, taken: Sequence[Taken]) -> int:
    """Add streams to this person; how many were new or had more.

    A stream that the person has already (it begins with the same event) only gets the events that
    follow on its own; if both went on differently, it stays as it is. Of two different streams
    with one label the longer keeps it, and the other stays without.
    """
    people.lock(connection, person_id)
    known = _known(connection, person_id)
    # Of two in one document that begin alike, the first counts.
    given = {(stream.kind, stream.events[0].id): stream for stream in reversed(taken)}
    new = [stream for key, stream in given.items() if key not in known]
    _add_new(connection, person_id, new)
    return len(new) + sum(
        _went_on(connection, known[key], stream) for key, stream in given.items() if key in known
    )


def read_export(document: object, checks: Checks = CHECKS) -> list[Taken]:
    """The streams in a document; `InvalidValue` says what is wrong with it."""
    taken = list(_streams(document))
    for stream in taken:
        if check := checks.get(stream.kind):
            check(stream.events)
    return taken


def _streams(document: object) -> Iterator[Taken]:
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise InvalidValue(f"{shown(document)} is not what hintwise exports")
    if document.get("version") != VERSION:
        raise InvalidValue(
            f"version {shown(document.get('version'))} cannot be read; version {VERSION} can"
        )
    records = _list(document, "streams")
    if len(records) > MOST_STREAMS:
        raise InvalidValue(f"{len(records)} streams are too many; {MOST_STREAMS} may be")
    for record in records:
        if not isinstance(record, Mapping):
            raise InvalidValue(f"{shown(record)} is no stream")
        taken = tuple(
            _read_event(event, position)
            for position, event in enumerate(_list(record, "events"), start=1)
        )
        if not taken:
            continue
        people.check_events(len(taken))
        if len({event.id for event in taken}) != len(taken):
            raise InvalidValue("two events of a stream have the same id; each needs its own")
        yield Taken(
            checked_name(record.get("kind"), "kind of stream"),
            _label(record["kind"], record.get("label")),
            _moment(record.get("begun_at", taken[0].at)),
            taken,
        )


def _stream_as_json(stream: Stream, read: Sequence[Event]) -> dict[str, Any]:
    return {
        "id": stream.id,
        "kind": stream.kind,
        "label": stream.label,
        "begun_at": stream.begun_at,
        "changed_at": stream.changed_at,
        "events": [event.as_json() for event in read],
    }


def _known(connection: Connection, person_id: str) -> dict[tuple[str, str], str]:
    """The person's streams, by their kind and the event that each begins with."""
    first = select(streams.c.kind, events.c.id, streams.c.id.label("stream_id")).join(events)
    own = (streams.c.person_id == person_id, events.c.position == 1)
    return {(row.kind, row.id): row.stream_id for row in connection.execute(first.where(*own))}


def _went_on(connection: Connection, stream_id: str, taken: Taken) -> bool:
    """Add what follows on the events of a stream that is there; whether anything does."""
    locked = select(streams.c.id).where(streams.c.id == stream_id)
    connection.execute(locked.with_for_update(key_share=True))
    query = select(events.c.id).where(events.c.stream_id == stream_id).order_by(events.c.position)
    ids = list(connection.execute(query).scalars())
    more = taken.events[len(ids) :]
    if not more or [event.id for event in taken.events[: len(ids)]] != ids:
        return False
    connection.execute(insert(events), _rows(stream_id, more))
    moved = update(streams).where(streams.c.id == stream_id)
    connection.execute(moved.values(position=more[-1].position, changed_at=more[-1].at))
    return True


def _add_new(connection: Connection, person_id: str, new: Sequence[Taken]) -> None:
    """In few statements, for others wait meanwhile."""
    if not new:
        return
    for kind, count in Counter(stream.kind for stream in new).items():
        people.check_streams(connection, person_id, kind, count)
    winners = _winners(connection, person_id, new)
    ids = [people.new_id() for _ in new]
    rows = [
        {
            "id": stream_id,
            "person_id": person_id,
            "kind": stream.kind,
            "label": stream.label if winners.get(stream.label) is stream else None,
            "position": len(stream.events),
            "begun_at": stream.begun_at,
            "changed_at": stream.events[-1].at,
        }
        for stream_id, stream in zip(ids, new, strict=True)
    ]
    connection.execute(insert(streams), rows)
    pairs = zip(ids, new, strict=True)
    their = [row for stream_id, stream in pairs for row in _rows(stream_id, stream.events)]
    connection.execute(insert(events), their)


def _winners(
    connection: Connection, person_id: str, new: Sequence[Taken]
) -> dict[str | None, Taken]:
    """Who gets each label: the longest, and only if it is longer than the one that has it."""
    winners: dict[str | None, Taken] = {}
    for stream in new:
        best = winners.get(stream.label)
        if stream.label and (best is None or len(best.events) < len(stream.events)):
            winners[stream.label] = stream
    for label, stream in list(winners.items()):
        other = streams_.labelled(connection, person_id, str(label))
        if other and other.position >= len(stream.events):
            del winners[label]
        elif other:
            connection.execute(update(streams).where(streams.c.id == other.id).values(label=None))
    return winners


def _rows(stream_id: str, more: Sequence[Event]) -> list[dict[str, Any]]:
    return [{**e.as_json(), "stream_id": stream_id, "body": written(e.body)} for e in more]


def _read_event(record: object, position: int) -> Event:
    new = NewEvent.from_json(record)
    at = record.get("at", now()) if isinstance(record, Mapping) else now()
    written(new.body)
    return Event(position, new.id, new.kind, new.version, dict(new.body), _moment(at))


def _list(record: Mapping[str, Any], name: str) -> list[Any]:
    found = record.get(name)
    if not isinstance(found, list):
        raise InvalidValue(f"{name} are {shown(found)}, not a list")
    return found


def _label(kind: str, label: object) -> str | None:
    """The label, if streams of that kind have such ones; else it would stand in another's way."""
    if label is None or not checked_name(label, "label of a stream").startswith(
        LABELS.get(kind, ())
    ):
        return None
    return str(label)


def _moment(text: object) -> str:
    try:
        return as_utc(datetime.fromisoformat(str(text)))
    except (ValueError, OverflowError):
        raise InvalidValue(
            f"{shown(text)} is no time; give one such as 2026-01-31T09:30:00Z"
        ) from None
