"""Query generators: which two steps of a state to show next.

A generator is one class here and one entry in `METHODS`; it sees the state, what has been learned,
and an explainer, and gives back a pair.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from hintwise.elicit.learners.perceptron import Learner
from hintwise.elicit.query import Fallback, Query
from hintwise.elicit.questions.confidence import Confidence, Tally
from hintwise.engine import AnyOf, Contrast, Explainer, Limits, differs_from, not_dominated_by
from hintwise.errors import NoSuchStep, OutOfTime
from hintwise.problem import State, Step


class Pair(NamedTuple):
    """Two steps, and what was given up to find the second one.

    `proven` says that each is what its method asks for; if it is false, a limit ended a search.
    `place` says which of the states offered they belong to, `stake` what their `Query` says.
    """

    a: Step
    b: Step
    fallback: Fallback
    proven: bool
    place: int = 0
    stake: float | None = None

    def asked(self, number: int, puzzle: int, state: State) -> Query:
        """The query about this pair."""
        return Query(number, puzzle, state, self.a, self.b, self.fallback, self.proven, self.stake)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the answers so far have taught."""

    learner: Learner
    tally: Tally

    @property
    def number(self) -> int:
        """The number t of the query that comes next, from 1."""
        return self.tally.asked + 1


class QueryGenerator(Protocol):
    """Chooses two steps of a state, and, if several are offered, which one.

    The same arguments always give the same pair.
    """

    def pair(
        self, explainer: Explainer, states: Sequence[State], knowledge: Knowledge, limits: Limits
    ) -> Pair: ...


Condition = Callable[[Mapping[str, int]], AnyOf]
Emphasis = Callable[[Knowledge], Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class ContrastQueries:
    """The paper's queries, whose second step is cheap as well as far from the first.

    y1 minimises f_w; y2 minimises (1-γ) f_w(φ) - γ Σ u_i |φ_i - φ_i(y1)| among the steps that meet
    `condition`, with γ = 1/t for query t and u by `emphasis`. Where no step meets it, y2 may derive
    any other fact that is not known yet, and failing that need only differ in some feature; the
    pair says so. As optimised y2 may hold elements it does not need: it is shown so, or, if
    `minimal`, without those that the condition does not ask for. Of several states it takes the
    first.
    """

    condition: Condition
    emphasis: Emphasis
    minimal: bool

    def pair(
        self, explainer: Explainer, states: Sequence[State], knowledge: Knowledge, limits: Limits
    ) -> Pair:
        state = states[0]
        weights = knowledge.learner.weights
        first = explainer.optimal_step(state, weights, limits=limits)
        proven = first.optimal
        if self.minimal and not first.optimal:
            first = explainer.minimise(first, weights, limits=limits)
        objective = Contrast(
            weights,
            away_from=first.features,
            distance_weights=self._finite_emphasis(explainer, knowledge),
            share=1 / knowledge.number,
        )
        stopped: OutOfTime | None = None
        for fallback, wider, condition in self._attempts(explainer, state, first):
            try:
                second = explainer.contrasting_step(
                    wider, objective, where=[condition], limits=limits
                )
            except NoSuchStep:
                continue
            except OutOfTime as error:
                stopped = error
                continue
            proven = proven and second.optimal and stopped is None
            if self.minimal:
                second = explainer.minimise(second, weights, where=[condition], limits=limits)
            return Pair(first, second, fallback, proven)
        raise stopped or NoSuchStep(
            f"no step of this state differs in its features from that for {first.derived}"
        )

    def _attempts(
        self, explainer: Explainer, state: State, first: Step
    ) -> Iterator[tuple[Fallback, State, AnyOf]]:
        condition = self.condition(first.features)
        yield Fallback.NOTHING, state, condition
        whole = explainer.state(state.facts)
        if whole.targets != state.targets:
            yield Fallback.TARGET, whole, condition
        yield Fallback.CONDITION, whole, differs_from(first.features)

    def _finite_emphasis(self, explainer: Explainer, knowledge: Knowledge) -> dict[str, float]:
        """The emphasis for the engine, in which infinite means: more than all the rest together."""
        learner, share = knowledge.learner, 1 / knowledge.number
        emphasis = learner.scaled(self.emphasis(knowledge))
        if not any(map(math.isinf, emphasis.values())):
            return emphasis
        weights, largest = learner.weights, explainer.largest_counts()
        rest = math.fsum(
            ((1 - share) * weights[name] + share * (0.0 if math.isinf(u) else u)) * largest[name]
            for name, u in emphasis.items()
        )
        first = 2 * (1 + rest / share)
        return {name: first if math.isinf(u) else u for name, u in emphasis.items()}


def even(knowledge: Knowledge) -> Mapping[str, float]:
    """Every feature counts alike: the L1 distance."""
    return dict.fromkeys(knowledge.tally.differed, 1.0)


def learned(knowledge: Knowledge) -> Mapping[str, float]:
    """Features count as they cost."""
    return knowledge.learner.plain


def upper_confidence(confidence: Confidence) -> Emphasis:
    """Features count that seem to matter or have hardly been explored."""
    return lambda knowledge: confidence(knowledge.tally)


PAPER_METHODS: Mapping[str, Callable[[Confidence, bool], QueryGenerator]] = {
    "choice_perceptron": lambda _, minimal: ContrastQueries(differs_from, even, minimal),
    "non_dominated": lambda _, minimal: ContrastQueries(not_dominated_by, even, minimal),
    "learned_weights": lambda _, minimal: ContrastQueries(not_dominated_by, learned, minimal),
    "machop": lambda confidence, minimal: ContrastQueries(
        not_dominated_by, upper_confidence(confidence), minimal
    ),
}
"""The generator of each method, for a confidence rule and whether to show minimal steps."""
