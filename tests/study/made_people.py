"""Simulated people whose events are made up: no puzzle is solved, but all else is as it is stored.

Everybody has weights of their own. Arms learn them little by little, `machop` faster than others,
so that what an arm shows comes to be preferred.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hintwise.features import feature_names
from hintwise.study import events
from hintwise.study.course import Course
from hintwise.study.export import Participation
from hintwise.study.items import Consent, End, FormPage, Item, Question, Text
from hintwise.study.plan import StudyPlan
from tests.study.made_plans import joined

Record = dict[str, Any]
Features = dict[str, int]

FAST = {"machop": 0.95}
"""How far an arm gets, in the end, from knowing nothing to knowing all; others get half way."""


@dataclass(frozen=True)
class Character:
    """How somebody answers."""

    careless: float = 0.05
    """The share of answers that are given at random."""
    seconds: float = 6.0
    """For a typical answer."""
    stops_after: int | None = None
    """So many events, if they do not come to the end."""
    remark: str = "fine"


def made_participations(
    plan: StudyPlan,
    people: int,
    characters: Mapping[int, Character] | None = None,
    seed: int = 1,
    seconds: float = 1.0,
) -> list[Participation]:
    """As many people, one after the other; `seconds` stretches all times."""
    some = characters or {}
    return [
        Participation(
            number,
            _events(plan, number, some.get(number, Character()), seed, seconds),
            {"PROLIFIC_PID": f"secret-{number}", "SESSION_ID": f"session-{number}"},
        )
        for number in range(1, people + 1)
    ]


def _events(
    plan: StudyPlan, number: int, character: Character, seed: int, seconds: float
) -> list[Record]:
    rng = random.Random(f"{seed}:{number}")
    person = _Person(plan, rng, character, seconds)
    found: list[Record] = [joined(plan, number)]
    while not (course := Course(plan, found)).is_complete:
        new = person.does(course.next)
        if character.stops_after is not None and len(found) + len(new) > character.stops_after:
            break
        found += new
    return [{**event, "at": f"2026-03-{1 + number % 9:02d}T09:30:00.000Z"} for event in found]


class _Person:
    def __init__(
        self, plan: StudyPlan, rng: random.Random, character: Character, seconds: float
    ) -> None:
        self.rng, self.character, self.seconds = rng, character, seconds
        self.plan = plan
        self.features = feature_names(plan.puzzles.train[0].problem())
        self.weights = {name: rng.lognormvariate(0, 1.5) for name in self.features}
        self.queries: dict[str, Record] = {}

    def does(self, item: Item) -> list[Record]:
        match item:
            case Consent():
                return [events.consented()]
            case FormPage(name):
                answers = {"age": 18 + self.rng.randrange(50), "remarks": self.character.remark}
                fields = [field.name for field in self.plan.form(name).fields]
                return [events.filled(name, {field: answers.get(field) for field in fields})]
            case Text(name=name):
                return [events.read(name)]
            case End():
                return [events.completed()]
            case Question():
                return self._answers(item)
        raise AssertionError(item)

    def _answers(self, question: Question) -> list[Record]:
        a, b, roles = self._steps(question)
        query = self.queries[question.repeats] if question.repeats else self._query(question, a, b)
        self.queries[question.key] = query
        asked = events.asked(
            key=question.key,
            part=question.part,
            purpose=question.purpose,
            number=question.number,
            query=query,
            swapped=question.swapped,
            repeats=question.repeats,
            evaluates=None if question.evaluates is None else question.evaluates.as_json(),
            roles=roles,
            seconds=self.seconds * (0.1 + self.rng.random()),
        )
        if question.purpose == "evaluate" and a == b:
            return [asked, events.same(question.key)]
        side = self._side(question, query)
        answer = events.answer_of(side, swapped=question.swapped)
        took = self.seconds * self.character.seconds * self.rng.uniform(0.5, 2)
        away = int(self.rng.random() < 0.1)
        answered = events.answered(
            key=question.key,
            answer=answer,
            side=side,
            seconds=took,
            away=away,
            away_s=away * self.seconds,
        )
        return [asked, answered]

    def _steps(self, question: Question) -> tuple[Features, Features, Record | None]:
        one, other = self._step(), self._step()
        if question.purpose == "dominated":
            worse = {name: count + 1 for name, count in one.items()}
            return one, worse, {"a": "better", "b": "dominated"}
        better, worse = sorted((one, other), key=self._cost)
        if question.evaluates is not None:
            found = question.evaluates
            if self.rng.random() < 0.1:
                return one, dict(one), {"a": "learned", "b": found.against}
            knows = self._known(found.arm, found.after)
            first = "learned" if found.against not in self._arms else found.arm
            a, b = (better, worse) if self.rng.random() < knows else (worse, better)
            return a, b, {"a": first, "b": found.against}
        knows = self._known(question.part, question.number)
        return (better, worse, None) if self.rng.random() < knows else (worse, better, None)

    @property
    def _arms(self) -> list[str]:
        return [arm.name for arm in self.plan.arms]

    def _known(self, arm: str, answers: int) -> float:
        """How likely an arm holds the better step for the better one."""
        most = FAST.get(arm, 0.6)
        return 0.3 + (most - 0.3) * min(1.0, answers / self.plan.questions.train)

    def _step(self) -> Features:
        return {name: self.rng.randrange(4) for name in self.features}

    def _cost(self, features: Features) -> float:
        return sum(self.weights[name] * count for name, count in features.items())

    def _query(self, question: Question, a: Features, b: Features) -> Record:
        steps = {
            name: {
                "derived": f"r1c1={place}",
                "facts": ["r1c2=2", "r2c1=3"],
                "constraints": ["row 1"],
                "features": features,
            }
            for place, (name, features) in enumerate((("a", a), ("b", b)), 1)
        }
        rest = {"known": ["r1c2=2", "r2c1=3"], "fallback": "nothing", "proven": True, "stake": None}
        return {"number": question.number, "puzzle": 0, **rest, **steps}

    def _side(self, question: Question, query: Record) -> str:
        if self.rng.random() < self.character.careless:
            return self.rng.choice(events.SIDES)
        a, b = (self._cost(query[step]["features"]) for step in "ab")
        if abs(a - b) < 0.05 * (a + b):
            return "none"
        return "left" if (a < b) != question.swapped else "right"
