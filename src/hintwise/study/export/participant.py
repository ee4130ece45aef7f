"""What the events of a participation tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from hintwise.errors import InvalidValue
from hintwise.study.export.names import person_name

Record = Mapping[str, Any]

SAME = "same"
"""The answer to a pair of steps that are the same; nobody was asked."""


@dataclass(frozen=True, slots=True)
class Participation:
    """A participant by number, with their events in order: `{"kind", "id", "body"}`.

    An event may say when it was stored, `at`; only the day is looked at. `external` are the ids by
    which somebody else knows them; only `payments` has these.
    """

    number: int
    events: Sequence[Record]
    external: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Posed:
    """A question as it was asked, and what was answered; None while it is open."""

    participant: Participant
    position: int
    """Among all questions of the participant, from 1."""
    asked: Record
    answered: Record | None

    @property
    def person(self) -> str:
        return self.participant.person

    @property
    def key(self) -> str:
        return str(self.asked["key"])

    @property
    def purpose(self) -> str:
        return str(self.asked["purpose"])

    @property
    def answer(self) -> str | None:
        """a, b, none or same."""
        return None if self.answered is None else str(self.answered["answer"])

    @property
    def picked(self) -> str | None:
        """The role of the step that was preferred; None without roles or preference."""
        roles = self.asked["roles"] or {}
        return roles.get(self.answer)

    def features(self, step: str) -> Mapping[str, int]:
        found: Mapping[str, int] = self.asked["query"][step]["features"]
        return found

    def side_of(self, step: str) -> str:
        """Where step a or b was shown."""
        return "right" if (step == "a") == bool(self.asked["swapped"]) else "left"


@dataclass(frozen=True)
class Participant:
    """Who took part, by the name that they have in the export."""

    person: str
    participation: Participation

    @classmethod
    def of(cls, participation: Participation, plan_hash: str) -> Participant:
        return cls(person_name(plan_hash, participation.number), participation)

    @property
    def events(self) -> Sequence[Record]:
        return self.participation.events

    @cached_property
    def joined(self) -> Record:
        for event in self.events:
            if event["kind"] == "joined":
                body: Record = event["body"]
                return body
        raise InvalidValue(
            f"the events of participant {self.participation.number} do not begin with `joined`"
        )

    @property
    def order(self) -> tuple[str, ...]:
        """The arms, in the order of this person."""
        return tuple(self.joined["order"])

    @property
    def has_consented(self) -> bool:
        return self._has("consented")

    @property
    def has_completed(self) -> bool:
        return self._has("completed")

    @cached_property
    def posed(self) -> tuple[Posed, ...]:
        answers = {
            event["body"]["key"]: event["body"]
            for event in self.events
            if event["kind"] == "answered"
        }
        asked = [event["body"] for event in self.events if event["kind"] == "asked"]
        return tuple(
            Posed(self, position, body, answers.get(body["key"]))
            for position, body in enumerate(asked, 1)
        )

    @cached_property
    def versions(self) -> Mapping[str, Record]:
        """What computed each question, by its key."""
        found: dict[str, Record] = {}
        for event in self.events:
            if event["kind"] in ("joined", "upgraded"):
                now: Record = event["body"]["versions"]
            elif event["kind"] == "asked":
                found[event["body"]["key"]] = now
        return found

    @property
    def given(self) -> list[Posed]:
        """The questions that this person answered."""
        return [p for p in self.posed if p.answer not in (None, SAME)]

    @cached_property
    def by_key(self) -> Mapping[str, Posed]:
        return {posed.key: posed for posed in self.posed}

    def filled(self, form: str) -> Record:
        """What was answered in a form, by name of the field."""
        for event in self.events:
            if event["kind"] == "filled" and event["id"] == f"form:{form}":
                answers: Record = event["body"]["answers"]
                return answers
        return {}

    @property
    def days(self) -> list[date]:
        """On which something was stored, in order; none if the events do not say."""
        return sorted({date.fromisoformat(e["at"][:10]) for e in self.events if e.get("at")})

    def _has(self, kind: str) -> bool:
        return any(event["kind"] == kind for event in self.events)
