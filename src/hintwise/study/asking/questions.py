"""How the questions of a course are computed, each by its purpose.

Everything follows from the plan, the participant's seed and the answers: no search has a deadline,
and none depends on what was computed before.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hintwise.elicit.query import Query
from hintwise.features import Weights
from hintwise.guide.lessons import problem_of
from hintwise.limits import Cancel
from hintwise.problem import Fact, Problem, Step
from hintwise.study import events as happened
from hintwise.study.allocation import draw
from hintwise.study.asking.domination import dominated_pair
from hintwise.study.asking.evaluation import (
    LEAST_NODES,
    are_same,
    cheapest,
    learned_step,
    place,
    prior_weights,
)
from hintwise.study.asking.training import Taught
from hintwise.study.course import Course
from hintwise.study.items import Evaluated, Question
from hintwise.study.plan.values import ARMS

Record = Mapping[str, Any]
Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Memory:
    """What makes the next visit faster; all of it may be lost.

    `lesson` is the cache of one part's session, `weights` what was learned by a moment that pairs
    are computed for, with the digest of what it was learned from.
    """

    lesson: dict[str, Any] = field(default_factory=dict)
    weights: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, cache: Record | None) -> Memory:
        match cache:
            case {"lesson": Mapping() as lesson, "weights": Mapping() as weights}:
                return cls(dict(lesson), dict(weights))
        return cls()

    def lesson_of(self, part: str) -> Record | None:
        return self.lesson.get("cache") if self.lesson.get("part") == part else None

    def keep_lesson(self, part: str, cache: Record) -> None:
        self.lesson.update(part=part, cache=cache)

    def as_json(self) -> dict[str, Any]:
        return {"lesson": self.lesson, "weights": self.weights}


@dataclass(frozen=True, slots=True)
class _Pair:
    """A query as it is recorded, and what its two steps stand for."""

    query: Record
    roles: Record | None = None
    is_same: bool = False


@dataclass(frozen=True, slots=True)
class Asker:
    """Computes the question that a course comes to."""

    memory: Memory
    cancel: Cancel | None = None

    def ask(self, course: Course, question: Question) -> list[Event]:
        """The event by which it is asked, and the answer if both steps say the same.

        Raises `OutOfTime` when it is cancelled.
        """
        started = time.perf_counter()
        pair = self._pair(course, question)
        asked = happened.asked(
            key=question.key,
            part=question.part,
            purpose=question.purpose,
            number=question.number,
            query=pair.query,
            swapped=question.swapped,
            seconds=round(time.perf_counter() - started, 4),
            repeats=question.repeats,
            evaluates=None if question.evaluates is None else question.evaluates.as_json(),
            roles=pair.roles,
        )
        return [asked, happened.same(question.key)] if pair.is_same else [asked]

    def _pair(self, course: Course, question: Question) -> _Pair:
        match question:
            case Question(repeats=str(original)):
                return _Pair(_asked(course, original)["query"])
            case Question(evaluates=Evaluated() as evaluated):
                return self._evaluating(course, question, evaluated)
            case Question(purpose="dominated"):
                return self._dominated(course, question)
        cache = self.memory.lesson_of(question.part)
        query, cache = taught(course, question.part).ask(cache, self.cancel)
        self.memory.keep_lesson(question.part, cache)
        return _Pair(_recorded(query))

    def _dominated(self, course: Course, question: Question) -> _Pair:
        """In the state of the last training question, of which somebody has a picture.

        Where nothing is clearly worse, the check is left out.
        """
        puzzle, problem, known = self._last_state(course, question.part)
        seed = draw(course.seed, question.key)
        nodes = course.plan.questions.node_limit
        state, better, worse = dominated_pair(problem, known, seed, nodes, self.cancel)
        query = Query(question.number, puzzle, state, better, worse, proven=False)
        roles = {"a": "better", "b": "dominated"}
        return _Pair(_recorded(query), roles, are_same(better, worse))

    def _last_state(self, course: Course, part: str) -> tuple[int, Problem, list[Fact]]:
        asked = [entry["query"] for entry in course.entries(part) if entry["event"] == "asked"]
        puzzle, known = (asked[-1]["puzzle"], asked[-1]["known"]) if asked else (0, ())
        problem = problem_of(course.plan.puzzles_of(part)[puzzle])
        return puzzle, problem, [problem.parse_fact(text) for text in known]

    def _evaluating(self, course: Course, question: Question, evaluated: Evaluated) -> _Pair:
        at = place(course.plan.puzzles.evaluate, evaluated.state - 1, evaluated.pairs, self.cancel)
        nodes = max(course.plan.questions.node_limit, LEAST_NODES)

        def found(weights: Weights) -> Step:
            return learned_step(at, weights, nodes, self.cancel)

        own = self._weights(course, evaluated.arm, evaluated.after)
        if question.part == ARMS:
            others = self._weights(course, evaluated.against, evaluated.after)
            roles = {"a": evaluated.arm, "b": evaluated.against}
            b = cheapest([found(others), found(own)], others)
        else:
            roles = {"a": "learned", "b": evaluated.against}
            is_prior = evaluated.against == "prior"
            b = found(prior_weights(at.state.problem)) if is_prior else at.smallest
        a = cheapest([found(own), b], own)
        proven = a.optimal and b.optimal
        query = Query(question.number, at.puzzle, at.state, a, b, proven=proven)
        return _Pair(_recorded(query), roles, are_same(a, b))

    def _weights(self, course: Course, arm: str, after: int) -> Weights:
        """What the arm had learned after so many answers."""
        learned = taught(course, arm).up_to(after)
        digest, moment = learned.digest(), f"{arm}:{after}"
        match self.memory.weights.get(moment):
            case {"digest": known, "weights": Mapping() as weights} if known == digest:
                return dict(weights)
        weights = dict(learned.weights(self.memory.lesson_of(arm)))
        self.memory.weights[moment] = {"digest": digest, "weights": weights}
        return weights


def taught(course: Course, part: str) -> Taught:
    """The lesson of a part that has begun."""
    record = course.begun(part)
    assert record is not None  # the first thing that happens in a part
    return Taught(record, course.entries(part))


def _asked(course: Course, key: str) -> Record:
    asked = course.asked(key)
    assert asked is not None  # a question is repeated later than it is asked
    return asked


def _recorded(query: Query) -> dict[str, Any]:
    """The same whenever it is computed, so without times."""
    a, b = (dataclasses.replace(step, seconds=0.0) for step in (query.a, query.b))
    return dataclasses.replace(query, a=a, b=b).as_json()
