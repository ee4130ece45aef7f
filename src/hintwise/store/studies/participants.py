"""Who takes part in a study, how far they are, and the tokens that prove who they are.

Threat: a token of a participant that opens what belongs to a player, or the other way round. Both
are kept in one table, but what is hashed of a participant's begins with a word of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, delete, insert, select

from hintwise.store import people
from hintwise.store.events import now
from hintwise.store.studies.study import EXTERNAL, Participant, Study
from hintwise.store.tables import events, participants, streams, tokens

COMPLETED = "completed"
"""The id of the event with which a participation ends."""

CONSENTED = "consented"
"""The id of the event that somebody agreed to take part."""

_end = events.alias("end")
_last = events.alias("last")


def listed(connection: Connection, study: Study) -> list[Participant]:
    """All of them, in the order in which they came."""
    rows = connection.execute(_query().where(participants.c.study == study.name))
    return [_participant(row, study) for row in rows]


def find(connection: Connection, study: Study, **known: str) -> Participant | None:
    """The one of whom all these columns are known."""
    own = (participants.c[column] == value for column, value in known.items())
    query = _query().where(participants.c.study == study.name, *own)
    row = connection.execute(query).first()
    return None if row is None else _participant(row, study)


def of_token(connection: Connection, study: Study, token: str) -> Participant | None:
    known = select(tokens.c.person_id).where(tokens.c.hash == hash_of(token))
    person_id = connection.execute(known).scalar()
    return None if person_id is None else find(connection, study, person_id=person_id)


def counts(connection: Connection, study: Study) -> dict[str, int]:
    """How many of each cell have completed or are active."""
    found: dict[str, int] = {}
    for one in listed(connection, study):
        found[one.cell] = found.get(one.cell, 0) + (one.status != "stale")
    return found


def has_consented(connection: Connection, participant: Participant) -> bool:
    own = (events.c.stream_id == participant.stream_id, events.c.id == CONSENTED)
    return connection.execute(select(events.c.id).where(*own)).first() is not None


def add_token(connection: Connection, person_id: str, in_use: str | None = None) -> str:
    """One more token. Of many the oldest goes, but never the one that is `in_use`."""
    people.lock(connection, person_id)
    own = select(tokens.c.hash).where(tokens.c.person_id == person_id)
    kept = hash_of(in_use) if in_use is not None else None
    others = [
        known
        for known in connection.execute(own.order_by(tokens.c.made_at, tokens.c.hash)).scalars()
        if known != kept
    ]
    room = people.MOST_TOKENS - 1 - (kept is not None)
    gone = others[: max(len(others) - room, 0)]
    connection.execute(delete(tokens).where(tokens.c.hash.in_(gone)))
    token = secrets.token_urlsafe(32)
    row = {"hash": hash_of(token), "person_id": person_id, "made_at": now()}
    connection.execute(insert(tokens).values(row))
    return token


def hash_of(token: str) -> str:
    return people.hash_of(f"participant:{token}")


def external_columns(external: Mapping[str, str]) -> dict[str, str]:
    return {EXTERNAL[name]: value for name, value in external.items()}


def _query() -> Select[Any]:
    return (
        select(
            participants,
            streams.c.changed_at,
            streams.c.position,
            _end.c.id.label("end"),
            _last.c.id.label("last"),
        )
        .join(streams, streams.c.id == participants.c.stream_id)
        .outerjoin(_end, and_(_end.c.stream_id == streams.c.id, _end.c.id == COMPLETED))
        .outerjoin(
            _last, and_(_last.c.stream_id == streams.c.id, _last.c.position == streams.c.position)
        )
        .order_by(participants.c.number)
    )


def _participant(row: Row[Any], study: Study) -> Participant:
    is_stale = row.changed_at < study.stale_before
    return Participant(
        row.person_id,
        row.stream_id,
        row.study,
        row.number,
        row.cell,
        "completed" if row.end else "stale" if is_stale else "active",
        row.joined_at,
        row.changed_at,
        row.position,
        row.last or "",
        {
            name: value
            for name, column in EXTERNAL.items()
            if (value := getattr(row, column)) is not None
        },
    )
