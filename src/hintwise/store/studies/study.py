"""What the store says of a study and of those who take part in it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from hintwise.errors import InvalidValue, NotAdmitted, is_finite_number, is_whole_number, shown
from hintwise.store.events import NewEvent, as_utc, checked_name

STREAM = "participation"
"""The kind of the stream of a participant."""

EXTERNAL = {
    "PROLIFIC_PID": "prolific_pid",
    "STUDY_ID": "prolific_study",
    "SESSION_ID": "prolific_session",
}
"""What a panel such as Prolific calls a person, and the column that it is kept in."""

PERSON = "PROLIFIC_PID"
"""Which of them is the person's own: there is one participation by it in a study."""

MOST_PEOPLE = 100_000
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,59}")
_EXTERNAL = re.compile(r"[!-~]{1,200}")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def label_of(name: str) -> str:
    """The label of a participant's stream."""
    return f"study:{name}"


def checked_people(number: object) -> int:
    """The number, if so many people can be wanted; else `InvalidValue`."""
    if is_whole_number(number) and 1 <= number <= MOST_PEOPLE:
        return int(number)
    raise InvalidValue(
        f"people is {shown(number)}; it must be a whole number from 1 to {MOST_PEOPLE}"
    )


def checked_day(day: object) -> str | None:
    """The day as it is stored, if it is one, or None for never; else `InvalidValue`."""
    if day is None:
        return None
    if isinstance(day, str) and _DAY.fullmatch(day):
        try:
            return datetime.fromisoformat(day).date().isoformat()
        except ValueError:
            pass
    raise InvalidValue(f"closes is {shown(day)}; give a day such as '2027-03-31', or nothing")


@dataclass(frozen=True, slots=True)
class NewStudy:
    """A study to be opened: its plan, and what may be changed while it runs."""

    name: str
    plan: Mapping[str, Any] = field(repr=False)
    hash: str
    people: int
    closes: str | None = None
    release_after_h: float = 24.0
    rehearsal: bool = False

    def __post_init__(self) -> None:
        if not (isinstance(self.name, str) and _NAME.fullmatch(self.name)):
            raise InvalidValue(
                f"{shown(self.name)} is no name of a study; give 1 to 60 letters, digits, hyphens"
            )
        checked_name(self.hash, "hash of a plan")
        checked_people(self.people)
        checked_day(self.closes)
        if not (is_finite_number(self.release_after_h) and self.release_after_h > 0):
            raise InvalidValue(
                f"release_after_h is {shown(self.release_after_h)}; it must be a number above 0"
            )


_DOCUMENTS = ("plan", "withdrawn", "declined")


@dataclass(frozen=True, slots=True)
class Study:
    """A study as it is now: `arrivals` people ever joined.

    Of those who left, `withdrawn` counts by cell who had agreed to take part, `declined` who had
    not.
    """

    name: str
    plan: dict[str, Any] = field(repr=False)
    hash: str
    people: int
    closes: str | None
    release_after_h: float
    closed: bool
    closed_arms: tuple[str, ...]
    by_invitation: bool
    rehearsal: bool
    arrivals: int
    withdrawn: dict[str, int]
    declined: dict[str, int]
    opened_at: str

    @classmethod
    def of(cls, row: Any) -> Study:
        read = {name: json.loads(getattr(row, name)) for name in _DOCUMENTS}
        given = {**row._mapping, **read, "closed_arms": tuple(json.loads(row.closed_arms))}
        return cls(**given)

    @property
    def stale_before(self) -> str:
        """Who was last active before this moment does not count any more."""
        return as_utc(datetime.now(UTC) - timedelta(hours=self.release_after_h))


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody who takes part: what they do is in their stream, whose last event is `last`.

    `status` is `completed`, `active`, or `stale` if they have done nothing for so long that the
    study does not count on them; they may still come back.
    """

    person_id: str = field(repr=False)
    stream_id: str = field(repr=False)
    study: str
    number: int
    cell: str
    status: str
    joined_at: str
    changed_at: str
    position: int
    last: str
    external: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who wants to join, and by what they can be recognised if they come again."""

    request: str | None = None
    invitation: str | None = field(default=None, repr=False)
    external: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.request is not None:
            checked_name(self.request, "id of a request")
        for name, value in self.external.items():
            if name not in EXTERNAL:
                raise InvalidValue(f"{shown(name)} is not known; known are {', '.join(EXTERNAL)}")
            if not (isinstance(value, str) and _EXTERNAL.fullmatch(value)):
                raise InvalidValue(f"{name} must be 1 to 200 characters without spaces")


@dataclass(frozen=True, slots=True)
class Joined:
    """Who joined, or had joined before, and a new token for them, which is not stored."""

    participant: Participant
    token: str = field(repr=False)
    returned: bool


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What a newcomer is given: a cell, and the first events of their stream."""

    cell: str
    events: Sequence[NewEvent]


@dataclass(frozen=True, slots=True)
class Admission:
    """Whether somebody new may come, and how many there are in each cell.

    `status` is `open`, `full` or `closed`; `reason` says why it is not open: `closed` by a
    researcher, by `date`, all `arms` closed, or the `quota` reached.
    """

    status: str
    reason: str | None
    counts: Mapping[str, int]
    """Completed and active people by cell."""

    def check(self) -> None:
        """Raise `NotAdmitted` unless it is open."""
        if self.reason is not None:
            raise NotAdmitted(self.reason)
