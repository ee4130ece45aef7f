"""People: a random id, the hashes of the tokens that prove it, and how much each may store.

Threat: a program that fills the disk for everybody. Nobody who plays comes near the bounds, and
whoever does is told what to delete.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping

from sqlalchemy import ColumnElement, Connection, Table, delete, func, insert, select

from hintwise.errors import NoRoom, UnknownPerson
from hintwise.store.events import is_name, now
from hintwise.store.tables import people, shared, streams, tokens

MOST_STREAMS: Mapping[str, int] = {"game": 2000, "lesson": 100}
"""Kind of stream -> how many of them."""

MOST_OTHERS = 100
"""Streams of any other kind."""

MOST_EVENTS = 20_000
"""In one stream."""

MOST_TOKENS = 10
MOST_PAGES = 200

_WORDS = {"game": "games", "lesson": "sessions"}


def new_id() -> str:
    """22 letters that nobody guesses."""
    return secrets.token_urlsafe(16)


def add(connection: Connection) -> str:
    person_id = new_id()
    connection.execute(insert(people).values(id=person_id, made_at=now()))
    return person_id


def add_token(connection: Connection, person_id: str) -> str:
    """One more token of the person; earlier ones stay valid. Only its hash is stored."""
    lock(connection, person_id)
    check_tokens(connection, person_id)
    token = secrets.token_urlsafe(32)
    row = {"hash": hash_of(token), "person_id": person_id, "made_at": now()}
    connection.execute(insert(tokens).values(row))
    return token


def find(connection: Connection, token: str) -> str | None:
    found = select(tokens.c.person_id).where(tokens.c.hash == hash_of(token))
    return connection.execute(found).scalar()


def remove_other_tokens(connection: Connection, person_id: str, token: str) -> int:
    """Delete all tokens of the person but this one; how many there were."""
    others = (tokens.c.person_id == person_id, tokens.c.hash != hash_of(token))
    return connection.execute(delete(tokens).where(*others)).rowcount


def lock(connection: Connection, person_id: str) -> None:
    """Make whoever else adds to this person wait; `UnknownPerson` if there is none."""
    if not is_name(person_id):
        raise UnknownPerson(person_id)
    row = select(people.c.id).where(people.c.id == person_id).with_for_update(key_share=True)
    if connection.execute(row).scalar() is None:
        raise UnknownPerson(person_id)


def remove(connection: Connection, person_id: str) -> bool:
    """Delete the person and all that is theirs; whether there was one."""
    gone = delete(people).where(people.c.id == person_id)
    return bool(connection.execute(gone).rowcount)


# Room


def check_streams(connection: Connection, person_id: str, kind: str, more: int = 1) -> None:
    """Raise `NoRoom` unless the person may have so many more streams of a kind."""
    most = MOST_STREAMS.get(kind, MOST_OTHERS)
    there = _count(connection, streams, streams.c.person_id == person_id, streams.c.kind == kind)
    if there + more > most:
        raise NoRoom(_WORDS.get(kind, "streams"), there + more, most)


def check_events(count: int) -> None:
    """Raise `NoRoom` unless a stream may have so many events."""
    if count > MOST_EVENTS:
        raise NoRoom("events of one game or session", count, MOST_EVENTS)


def check_tokens(connection: Connection, person_id: str) -> None:
    """Raise `NoRoom` unless the person may have one more token."""
    there = _count(connection, tokens, tokens.c.person_id == person_id)
    if there >= MOST_TOKENS:
        raise NoRoom("devices and links for them", there + 1, MOST_TOKENS)


def check_pages(connection: Connection, person_id: str) -> None:
    """Raise `NoRoom` unless the person may share one more page."""
    there = _count(connection, shared, shared.c.person_id == person_id)
    if there >= MOST_PAGES:
        raise NoRoom("shared pages", there + 1, MOST_PAGES)


def _count(connection: Connection, table: Table, *own: ColumnElement[bool]) -> int:
    found = connection.execute(select(func.count()).select_from(table).where(*own)).scalar()
    return found or 0


def hash_of(token: str) -> str:
    """What is stored of a token. It has 256 random bits, so the hash needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
