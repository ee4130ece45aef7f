"""Streams of events: the truth, only ever appended to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from hintwise.errors import InvalidValue, Outdated, UnknownStream
from hintwise.store import people
from hintwise.store.events import (
    Appended,
    Event,
    NewEvent,
    Stream,
    checked_name,
    checked_position,
    is_name,
    now,
    written,
)
from hintwise.store.tables import events, streams
from hintwise.store.versions import UPGRADES, Upgrades, up_to_date

MOST_AT_ONCE = 1000
"""How many events one call may append."""

_OF_STREAM = (
    streams.c.id,
    streams.c.kind,
    streams.c.label,
    streams.c.position,
    streams.c.begun_at,
    streams.c.changed_at,
)
_OF_EVENT = (
    events.c.position,
    events.c.id,
    events.c.kind,
    events.c.version,
    events.c.body,
    events.c.at,
)


def begin(
    connection: Connection,
    person_id: str,
    kind: str,
    given: Sequence[NewEvent],
    label: str | None = None,
    *,
    in_place: bool = False,
) -> Stream:
    """A new stream with these events, or the one that has the label already, as it is.

    If it is to be in place of that one, that one is removed.
    """
    checked_name(kind, "kind of stream")
    _check_ids(given)
    people.lock(connection, person_id)
    if label is not None and (found := labelled(connection, person_id, label)):
        if not in_place:
            return found
        remove(connection, found.id, person_id)
    people.check_streams(connection, person_id, kind)
    people.check_events(len(given))
    moment = now()
    stream = Stream(people.new_id(), kind, label, len(given), moment, moment)
    connection.execute(insert(streams).values(person_id=person_id, **stream.as_json()))
    _insert(connection, stream.id, 0, given, moment)
    return stream


def append(
    connection: Connection,
    stream_id: str,
    person_id: str,
    expected: int,
    given: Sequence[NewEvent],
    upgrades: Upgrades = UPGRADES,
) -> Appended:
    """Store the events that are not yet stored, after position `expected`.

    Those stored already must come first, in the order in which they are stored: then this is a
    call that was made before, and perhaps more. Otherwise `Outdated`.
    """
    if len(given) > MOST_AT_ONCE:
        raise InvalidValue(f"{len(given)} events are too many at once; {MOST_AT_ONCE} may be")
    _check_ids(given)
    checked_position(expected)
    stream = find(connection, stream_id, person_id, lock=True)
    before = _positions(connection, stream_id, given)
    known = [before[new.id] for new in given if new.id in before]
    fresh = [new for new in given if new.id not in before]
    known_first = all(new.id in before for new in given[: len(known)])
    in_order = known_first and known == sorted(known)
    reached = max([expected, *known])
    if not in_order or ((fresh or not given) and reached != stream.position):
        since = read(connection, stream, expected, upgrades)
        raise Outdated(expected, stream.position, since)
    if not fresh:
        return Appended(known[-1] if known else expected, 0)
    people.check_events(stream.position + len(fresh))
    moment = now()
    _insert(connection, stream_id, stream.position, fresh, moment)
    position = stream.position + len(fresh)
    moved = update(streams).where(streams.c.id == stream_id)
    connection.execute(moved.values(position=position, changed_at=moment))
    return Appended(position, len(fresh))


def find(connection: Connection, stream_id: str, person_id: str, lock: bool = False) -> Stream:
    """The stream, if it is this person's; with `lock` others wait until we are done with it."""
    if not is_name(stream_id):
        raise UnknownStream(stream_id)
    own = (streams.c.id == stream_id, streams.c.person_id == person_id)
    query = select(*_OF_STREAM).where(*own)
    row = connection.execute(query.with_for_update(key_share=True) if lock else query).first()
    if row is None:
        raise UnknownStream(stream_id)
    return Stream(*row)


def labelled(connection: Connection, person_id: str, label: str) -> Stream | None:
    checked_name(label, "label of a stream")
    own = (streams.c.person_id == person_id, streams.c.label == label)
    row = connection.execute(select(*_OF_STREAM).where(*own)).first()
    return None if row is None else Stream(*row)


def listed(connection: Connection, person_id: str, kind: str | None) -> list[Stream]:
    """The person's streams (of a kind), last changed first."""
    query = select(*_OF_STREAM).where(streams.c.person_id == person_id)
    if kind is not None:
        query = query.where(streams.c.kind == kind)
    rows = connection.execute(query.order_by(streams.c.changed_at.desc(), streams.c.id))
    return [Stream(*row) for row in rows]


def read(
    connection: Connection, stream: Stream, after: int = 0, upgrades: Upgrades = UPGRADES
) -> list[Event]:
    """The events after a position, in order, each brought up to date."""
    own = (events.c.stream_id == stream.id, events.c.position > checked_position(after))
    rows = connection.execute(select(*_OF_EVENT).where(*own).order_by(events.c.position))
    return [_event(row, stream.kind, upgrades) for row in rows]


def remove(connection: Connection, stream_id: str, person_id: str) -> None:
    """Delete a stream and all that hangs on it."""
    stream = find(connection, stream_id, person_id, lock=True)
    connection.execute(delete(streams).where(streams.c.id == stream.id))


def _event(row: Any, stream_kind: str, upgrades: Upgrades) -> Event:
    document = json.loads(row.body)
    version, body = up_to_date(stream_kind, row.kind, row.version, document, upgrades)
    return Event(row.position, row.id, row.kind, version, body, row.at)


def _insert(
    connection: Connection, stream_id: str, after: int, given: Sequence[NewEvent], moment: str
) -> None:
    rows = [
        {
            "stream_id": stream_id,
            "position": position,
            "id": new.id,
            "kind": new.kind,
            "version": new.version,
            "body": written(new.body),
            "at": moment,
        }
        for position, new in enumerate(given, start=after + 1)
    ]
    if rows:
        connection.execute(insert(events), rows)


def _positions(connection: Connection, stream_id: str, given: Sequence[NewEvent]) -> dict[str, int]:
    """Where those of the events are that are stored already."""
    stored = (events.c.stream_id == stream_id, events.c.id.in_([new.id for new in given]))
    rows = connection.execute(select(events.c.id, events.c.position).where(*stored))
    return {row.id: row.position for row in rows}


def _check_ids(given: Sequence[NewEvent]) -> None:
    if len({new.id for new in given}) != len(given):
        raise InvalidValue("two of the events have the same id; give each its own")
