"""The course of a participant: from the plan and what has happened so far to what comes next."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from hintwise.elicit.stopping import AtStake, is_enough
from hintwise.errors import InvalidValue
from hintwise.study.events import SAME, Event
from hintwise.study.items import LEARNED_FROM, Consent, End, FormPage, Item, Question, Text
from hintwise.study.plan import StudyPlan
from hintwise.study.schedule import Part, parts_of


@dataclass(frozen=True, slots=True)
class Progress:
    """How many questions somebody has answered, of all and of those in this part of so many parts.

    Pairs that nobody is asked about are not counted, so that numbers do not tell where they were;
    all are those that there are at most, until a part is over.
    """

    done: int
    of: int
    part: int
    parts: int
    part_done: int
    part_of: int

    def as_json(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in self.__slots__}


class Course:
    """All that a participant goes through, and how far they are.

    A function of the plan and the events alone, the first of which says that they `joined`: which
    arms in which order, and the seed. Nothing is checked here but that it is there.
    """

    def __init__(self, plan: StudyPlan, events: Iterable[Event]) -> None:
        self.plan = plan
        self.events = tuple(events)
        self._by_id = {event["id"]: event for event in self.events}
        if "joined" not in self._by_id:
            raise InvalidValue("no event says that the participant joined; it must be the first")
        self.joined: Event = self._by_id["joined"]["body"]
        """The number, the cell, the order of the arms, the seed."""

    @property
    def seed(self) -> int:
        return int(self.joined["seed"])

    @property
    def order(self) -> tuple[str, ...]:
        """The arms that the participant goes through."""
        return tuple(self.joined["order"])

    @functools.cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts that have questions; an arm that has ended early has no more of them."""
        trained = tuple(map(self._trained, self.order))
        return parts_of(self.plan, self.order, self.seed, trained)

    @functools.cached_property
    def items(self) -> tuple[Item, ...]:
        """Everything in order, as far as is known: the end is last."""
        return tuple(self._items())

    @functools.cached_property
    def next(self) -> Item:
        """What waits to be done; the end once there is nothing."""
        return next((item for item in self.items if item.done not in self._by_id), self.items[-1])

    @property
    def open(self) -> Event | None:
        """The event by which the question that waits for an answer was asked, if one does."""
        coming = self.next
        return self._by_id.get(f"asked:{coming.key}") if isinstance(coming, Question) else None

    @property
    def is_complete(self) -> bool:
        return "completed" in self._by_id

    @functools.cached_property
    def progress(self) -> Progress:
        done = [self._done(part) for part in self.parts]
        of = [
            len(part.questions) if self._is_ahead(part) else shown
            for part, shown in zip(self.parts, done, strict=True)
        ]
        now = next((place for place, part in enumerate(self.parts) if self._is_ahead(part)), None)
        place = len(self.parts) - 1 if now is None else now
        return Progress(sum(done), sum(of), place + 1, len(self.parts), done[place], of[place])

    def entries(self, part: str) -> list[dict[str, Any]]:
        """What has happened in the session of a part, as the journal of a session has it.

        Checks and evaluations are no part of it.
        """
        return list(self._entries(part))

    def begun(self, part: str) -> Event | None:
        """The record of the session of a part, if it has begun."""
        event = self._by_id.get(f"begun:{part}")
        return None if event is None else event["body"]

    def asked(self, key: str) -> Event | None:
        """How a question was asked, if it was."""
        event = self._by_id.get(f"asked:{key}")
        return None if event is None else event["body"]

    def answered(self, key: str) -> Event | None:
        """How a question was answered, if it was."""
        event = self._by_id.get(f"answered:{key}")
        return None if event is None else event["body"]

    def called(self, code: str) -> Question | None:
        """The question that participants' pages call so (see `Question.code`)."""
        return self._by_code.get(code)

    @functools.cached_property
    def _by_code(self) -> dict[str, Question]:
        return {each.code: each for part in self.parts for each in part.questions}

    def _items(self) -> Iterator[Item]:
        yield Consent()
        if self.plan.demographics:
            yield FormPage("demographics")
        yield Text("instructions")
        for part in self.parts:
            if part.text is not None:
                yield part.text
            yield from part.questions
        if self.plan.closing:
            yield FormPage("closing")
        yield End()

    def _done(self, part: Part) -> int:
        answers = (self.answered(question.key) for question in part.questions)
        return sum(answer is not None and answer["answer"] != SAME for answer in answers)

    def _is_ahead(self, part: Part) -> bool:
        return any(question.done not in self._by_id for question in part.questions)

    def _entries(self, part: str) -> Iterator[dict[str, Any]]:
        keys = set()
        for event in self.events:
            body = event["body"]
            if event["kind"] == "asked" and body["part"] == part:
                if body["purpose"] in LEARNED_FROM:
                    keys.add(body["key"])
                    yield {"event": "asked", "query": body["query"]}
            elif event["kind"] == "answered" and body["key"] in keys:
                yield {"event": "answered", "answer": body["answer"]}

    def _trained(self, arm: str) -> int:
        """How many training questions an arm has: all, or those until the learner had enough."""
        questions = self.plan.questions
        if questions.stop == "fixed":
            return questions.train
        at_stake: list[AtStake] = []
        for number in range(1, questions.train):
            key = f"{arm}:train:{number}"
            asked = self.asked(key)
            if asked is None or self.answered(key) is None:
                break
            query = asked["query"]
            if query.get("check") is None:
                at_stake.append(AtStake(query["stake"], query.get("risk")))
            if number >= questions.of_everybody and is_enough(at_stake):
                return number
        return questions.train
