"""What is stored: events in streams, and documents beside them.

Every text that becomes a key is short and plain, every body is a JSON object of bounded size: what
a stranger sends is checked here, before it gets near a database.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeGuard
from uuid import uuid4

from hintwise.errors import InvalidValue, expect, is_whole_number, shown

MOST_BYTES = 512 * 1024
"""How large the JSON of one event, or of one shared or kept document, may be."""

MOST_VERSION = 2**31 - 1
"""The largest whole number that the column takes."""

_NAME = re.compile(r"[A-Za-z0-9_.:/-]{1,80}")


def is_name(text: object) -> TypeGuard[str]:
    """Whether it can be the kind, label or id of something.

    Nothing else is looked up: there are texts, as in an address, that a database does not take.
    """
    return isinstance(text, str) and _NAME.fullmatch(text) is not None


def checked_name(text: object, what: str) -> str:
    """The text, if it is a name; else `InvalidValue`."""
    if is_name(text):
        return text
    raise InvalidValue(
        f"{shown(text)} is no {what}; give 1 to 80 letters, digits or any of _ . : / -"
    )


def checked_position(number: object, what: str = "position", most: int = 2**53) -> int:
    if is_whole_number(number) and 0 <= number <= most:
        return int(number)
    raise InvalidValue(f"{shown(number)} is no {what}; give a whole number from 0")


def written(document: object, most_bytes: int = MOST_BYTES) -> str:
    """A JSON object of at most so many bytes as the text that is stored."""
    text = as_text(document)
    if len(text) > most_bytes:
        raise InvalidValue(f"a document of {len(text)} bytes is too large; {most_bytes} may be")
    return text


def as_text(document: object) -> str:
    """A JSON object in ASCII: no character that a database refuses, and its size is known."""
    expect(document, Mapping, "a JSON object")
    try:
        return json.dumps(document, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidValue(f"{shown(document)} is no JSON object: {error}") from None


def now() -> str:
    """The time in UTC as it is stored: `2026-01-31T09:30:00.000Z`."""
    return as_utc(datetime.now(UTC))


def as_utc(moment: datetime) -> str:
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event to be stored.

    Its id is chosen by whoever sends it, so that sending it once more after a lost reply does not
    store it twice.
    """

    kind: str
    body: Mapping[str, Any] = field(default_factory=dict)
    id: str = field(default_factory=lambda: uuid4().hex)
    version: int = 1

    def __post_init__(self) -> None:
        checked_name(self.kind, "kind of event")
        checked_name(self.id, "id of an event")
        checked_position(self.version, "version", MOST_VERSION)
        expect(self.body, Mapping, "a JSON object")

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "kind": self.kind,
            "version": self.version,
            "body": dict(self.body),
        }

    @classmethod
    def from_json(cls, record: object) -> NewEvent:
        """Read what `as_json` wrote; only the kind is needed."""
        if not isinstance(record, Mapping) or "kind" not in record:
            raise InvalidValue(
                f"{shown(record)} is no event; give an object with kind, body and id"
            )
        known = {name: record[name] for name in ("kind", "body", "id", "version") if name in record}
        return cls(**known)


@dataclass(frozen=True, slots=True)
class Event:
    """An event as it is stored: the `position`th of its stream, counted from 1."""

    position: int
    id: str
    kind: str
    version: int
    body: dict[str, Any]
    at: str

    def as_json(self) -> dict[str, Any]:
        return {
            "position": self.position,
            "id": self.id,
            "kind": self.kind,
            "version": self.version,
            "body": self.body,
            "at": self.at,
        }


@dataclass(frozen=True, slots=True)
class Stream:
    """Events of one person about one thing, such as a game. It is at the position of its last."""

    id: str
    kind: str
    label: str | None
    position: int
    begun_at: str
    changed_at: str

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "kind": self.kind,
            "label": self.label,
            "position": self.position,
            "begun_at": self.begun_at,
            "changed_at": self.changed_at,
        }


@dataclass(frozen=True, slots=True)
class Appended:
    """All given events are stored, `stored` of them now, the others before.

    `position` is that of the last one given. The stream may have grown since by another's events,
    which whoever expects this position for the next append is then told.
    """

    position: int
    stored: int

    def as_json(self) -> dict[str, Any]:
        return {"position": self.position, "stored": self.stored}


@dataclass(frozen=True, slots=True)
class Kept:
    """A document that was derived from the events of a stream up to `position`."""

    position: int
    document: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        return {"position": self.position, "document": self.document}
