"""Instance selection: which state of which puzzle the next query is about.

The paper's ways go through a puzzle by adding one derived fact after each query. When every fact is
explained, another puzzle follows. Or a question rule is offered several states, and chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from hintwise.elicit.learners.belief import Belief
from hintwise.elicit.practice import practised
from hintwise.elicit.query import Query
from hintwise.engine import Cost, Explainer, Limits
from hintwise.errors import known_name
from hintwise.problem import Fact, Problem, State

OFFERED = 5
"""How many states a question rule may choose from, where it may."""
NEARBY = 2
"""How many more with `active`, in each of which a fact that comes up soon is to be explained.

Where every fact may be, an easy step is always at hand, and only what is in easy steps is weighed.
In another puzzle somebody may have to choose among others.
"""
SOON = 6
"""Of so many facts that come next on the way. The cheapest steps to these have two to seven
elements on a 4x5 logic grid, and 8 to 29 on a 9x9 Sudoku, as where every fact may be explained."""
NARROWED = 2
"""How many more with `active_facts`, in each of which any single fact is to be explained.

People are spared these: two steps with 25 facts each are hard to compare.
"""
MANY = 2
"""How many times as many of either sort with `active_many`.

What the rule `least_regret` gains is counted over all states offered. On recorded Sudoku steps it
left a mean regret of 0.18 after 20 questions so, and of 0.50 with as many as usual (50 users).
"""


class Instances(Protocol):
    """A frozen place in a course of puzzles and states."""

    @property
    def puzzle(self) -> int:
        """Which puzzle the next query is about."""

    def states(self, explainer: Explainer, limits: Limits) -> tuple[State, ...]:
        """The states the next query may be about; `explainer` is that puzzle's."""

    def after(self, query: Query, belief: Belief) -> Instances:
        """The place after a query, given what is believed since."""

    def as_json(self) -> dict[str, Any]:
        """What tells this place from others of the same course."""

    def at(self, record: Mapping[str, Any], problems: Sequence[Problem]) -> Instances:
        """The place of the same course that `as_json` described."""


@dataclass(frozen=True, slots=True)
class Course:
    """In which order the puzzles come.

    In their own order, again and again; or, with a `seed`, each a random one other than the last.
    """

    count: int
    seed: int | None = None

    def puzzle(self, turn: int) -> int:
        """The puzzle of a turn, counted from 0."""
        if self.seed is None or self.count == 1:
            return turn % self.count
        rng = np.random.default_rng([self.seed, 0])
        puzzle = int(rng.integers(self.count))
        for _ in range(turn):
            puzzle = (puzzle + 1 + int(rng.integers(self.count - 1))) % self.count
        return puzzle


@dataclass(frozen=True, slots=True)
class RandomFact:
    """Targets in a random order, drawn for each turn of a puzzle."""

    seed: int

    def target(self, explainer: Explainer, state: State, turn: int, limits: Limits) -> Fact:
        facts = sorted(explainer.start.targets)
        order = np.random.default_rng([self.seed, 1 + turn]).permutation(len(facts))
        return next(fact for i in order if (fact := facts[int(i)]) in state.targets)


@dataclass(frozen=True, slots=True)
class SmallestStepFact:
    """Targets in the order of the sequence of smallest steps."""

    def target(self, explainer: Explainer, state: State, turn: int, limits: Limits) -> Fact:
        return explainer.smallest_step(state, limits=limits).derived


@dataclass(frozen=True, slots=True)
class FactByFact:
    """Goes through puzzle after puzzle, one fact at a time.

    Without an `offline` order all facts that are not known yet are targets (the paper's online
    selection), and of the two steps shown, the one that the updated weights rank better gives the
    fact that is added. With one, the target is set beforehand, and added whatever the answer was.
    """

    course: Course
    offline: RandomFact | SmallestStepFact | None = None
    turn: int = 0
    found: tuple[Fact, ...] = ()

    @property
    def puzzle(self) -> int:
        return self.course.puzzle(self.turn)

    def states(self, explainer: Explainer, limits: Limits) -> tuple[State, ...]:
        state = explainer.state(self.found)
        if self.offline is not None and state.targets:
            state = state.only([self.offline.target(explainer, state, self.turn, limits)])
        return (state,)

    def after(self, query: Query, belief: Belief) -> FactByFact:
        fact = self._fact_to_add(query, belief)
        if not query.state.learn([fact]).targets:
            return replace(self, turn=self.turn + 1, found=())
        return replace(self, found=(*self.found, fact))

    def as_json(self) -> dict[str, Any]:
        return {"turn": self.turn, "found": [str(fact) for fact in self.found]}

    def at(self, record: Mapping[str, Any], problems: Sequence[Problem]) -> FactByFact:
        turn = int(record["turn"])
        problem = problems[self.course.puzzle(turn)]
        return replace(self, turn=turn, found=tuple(map(problem.parse_fact, record["found"])))

    def _fact_to_add(self, query: Query, belief: Belief) -> Fact:
        if self.offline is not None:
            return query.a.derived
        cost = Cost(belief.weights)
        a_is_better = cost.value(query.a.features) < cost.value(query.b.features)
        return query.a.derived if a_is_better else query.b.derived


@dataclass(frozen=True, slots=True)
class SeveralStates:
    """Offers some states of a puzzle, drawn anew for each query, and then another puzzle.

    In each, somebody who takes one easy step after another has come so far; at least one fact is
    left. In so many more as `narrowed` says, a fact that is drawn is the only one to be explained,
    and in so many as `nearby` says, one that comes up soon.
    """

    course: Course
    seed: int
    turn: int = 0
    offered: int = OFFERED
    narrowed: int = 0
    nearby: int = 0

    @property
    def puzzle(self) -> int:
        return self.course.puzzle(self.turn)

    def states(self, explainer: Explainer, limits: Limits) -> tuple[State, ...]:
        order = practised(explainer, limits.cancel).order
        if not order:
            return (explainer.start,)
        rng = np.random.default_rng([self.seed, 1 + self.turn])
        known = rng.integers(len(order), size=self.offered + self.narrowed).tolist()
        states = [explainer.state(order[:count]) for count in known]
        narrowed = [narrowed_state(state, rng) for state in states[self.offered :]]
        places = rng.integers(len(order), size=self.nearby).tolist()
        nearby = [nearby_state(explainer, order, place, rng) for place in places]
        return (*states[: self.offered], *narrowed, *nearby)

    def after(self, query: Query, belief: Belief) -> SeveralStates:
        return replace(self, turn=self.turn + 1)

    def as_json(self) -> dict[str, Any]:
        return {"turn": self.turn}

    def at(self, record: Mapping[str, Any], problems: Sequence[Problem]) -> SeveralStates:
        return replace(self, turn=int(record["turn"]))


def narrowed_state(state: State, rng: np.random.Generator) -> State:
    """With one of its targets only."""
    return state.only([sorted(state.targets)[rng.integers(len(state.targets))]])


def nearby_state(
    explainer: Explainer, order: Sequence[Fact], place: int, rng: np.random.Generator
) -> State:
    """With the facts up to a place on the way known, and one of the next as the only target."""
    soon = order[place : place + SOON]
    return explainer.state(order[:place]).only([soon[int(rng.integers(len(soon)))]])


class Selection(Protocol):
    """A way to select instances."""

    def start(self, course: Course, seed: int) -> Instances:
        """The first place, for an order of puzzles and a seed."""

    def as_json(self) -> Any:
        """What tells it from others; for those of `SELECTIONS`, their name."""


@dataclass(frozen=True, slots=True)
class _Named:
    name: str
    make: Callable[[Course, int], Instances] = field(compare=False, repr=False)

    def start(self, course: Course, seed: int) -> Instances:
        return self.make(course, seed)

    def as_json(self) -> str:
        return self.name


def _online(course: Course, seed: int) -> Instances:
    return FactByFact(course)


def _offline_random(course: Course, seed: int) -> Instances:
    return FactByFact(course, RandomFact(seed))


def _offline_ses(course: Course, seed: int) -> Instances:
    return FactByFact(course, SmallestStepFact())


def _active(course: Course, seed: int) -> Instances:
    return SeveralStates(course, seed, nearby=NEARBY)


def _active_facts(course: Course, seed: int) -> Instances:
    return SeveralStates(course, seed, narrowed=NARROWED)


def _active_many(course: Course, seed: int) -> Instances:
    return SeveralStates(course, seed, offered=MANY * OFFERED, narrowed=MANY * NARROWED)


SELECTIONS: Mapping[str, Selection] = {
    selection.name: selection
    for selection in (
        _Named("online", _online),
        _Named("offline_random", _offline_random),
        _Named("offline_ses", _offline_ses),
        _Named("active", _active),
        _Named("active_facts", _active_facts),
        _Named("active_many", _active_many),
    )
}
"""The ways to select instances by name."""


def selection_called(selection: str | Selection) -> Selection:
    """The selection of that name; one that is an object already stays as it is."""
    if not isinstance(selection, str) and hasattr(selection, "start"):
        return selection
    return SELECTIONS[known_name("selection of instances", selection, SELECTIONS)]
