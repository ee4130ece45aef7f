"""The paper's question rules: a cheapest step, and one that is cheap as well as far from it."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hintwise.elicit.query import Fallback
from hintwise.elicit.questions.confidence import CONFIDENCES
from hintwise.elicit.questions.rule import Knowledge, Pair
from hintwise.engine import AnyOf, Contrast, Explainer, Limits, differs_from, not_dominated_by
from hintwise.errors import InvalidValue, NoSuchStep, OutOfTime, known_name
from hintwise.limits import Clock
from hintwise.problem import State, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastQuestions:
    """The paper's queries, whose second step is cheap as well as far from the first.

    y1 minimises f_w; y2 minimises (1-γ) f_w(φ) - γ Σ u_i |φ_i - φ_i(y1)| among the steps that meet
    `condition`, with γ = 1/t for query t and the distance weights u. Where no step meets it, y2 may
    derive any other fact that is not known yet, and failing that need only differ in some feature;
    the pair says so. As optimised y2 may hold elements it does not need: it is shown so, or, if
    `minimal`, without those that the condition does not ask for. Of several states it takes the
    first.

    A rule of this family says what its condition and its distance weights are.
    """

    rule: ClassVar[str]

    minimal: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.minimal, bool):
            raise InvalidValue(f"minimal is {self.minimal!r}; it must be true or false")

    def condition(self, first: Mapping[str, int]) -> AnyOf:
        """What the second step must meet, given the features of the first: it is not dominated."""
        return not_dominated_by(first)

    def distance_weights(self, knowledge: Knowledge) -> Mapping[str, float]:
        """How much each feature counts in the distance, here all alike: the L1 distance."""
        return dict.fromkeys(knowledge.tally.differed, 1.0)

    def pair(
        self, explainer: Explainer, states: Sequence[State], knowledge: Knowledge, limits: Limits
    ) -> Pair:
        """The cheapest step of the first state, and the one that contrasts with it."""
        state = states[0]
        weights = knowledge.belief.weights
        clock = Clock(limits)  # for each of the two steps, whatever it takes to find it
        first = explainer.optimal_step(state, weights, limits=limits)
        proven = first.optimal
        if self.minimal and not first.optimal:
            first = explainer.minimise(first, weights, limits=clock.left())
        clock = Clock(limits)
        objective = Contrast(
            weights,
            away_from=first.features,
            distance_weights=self._finite_distance_weights(explainer, knowledge, clock.left()),
            share=1 / knowledge.number,
        )
        stopped: OutOfTime | None = None
        for fallback, wider, condition in self._attempts(explainer, state, first):
            try:
                second = explainer.contrasting_step(
                    wider, objective, where=[condition], limits=clock.left()
                )
            except NoSuchStep:
                continue
            except OutOfTime as error:
                stopped = error
                continue
            proven = proven and second.optimal and stopped is None
            if self.minimal:
                second = explainer.minimise(second, weights, where=[condition], limits=clock.left())
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

    def _finite_distance_weights(
        self, explainer: Explainer, knowledge: Knowledge, limits: Limits
    ) -> dict[str, float]:
        """Those for the engine, in which infinite means: more than all the rest together."""
        belief, share = knowledge.belief, 1 / knowledge.number
        distance_weights = belief.scaled(self.distance_weights(knowledge))
        if not any(map(math.isinf, distance_weights.values())):
            return distance_weights
        weights, largest = belief.weights, explainer.largest_counts(limits=limits.for_start())
        rest = math.fsum(
            ((1 - share) * weights[name] + share * (0.0 if math.isinf(u) else u)) * largest[name]
            for name, u in distance_weights.items()
        )
        first = 2 * (1 + rest / share)
        return {name: first if math.isinf(u) else u for name, u in distance_weights.items()}

    def as_json(self) -> dict[str, Any]:
        """As JSON, as in the settings of a session."""
        return {"rule": self.rule, **dataclasses.asdict(self)}


class ChoicePerceptron(ContrastQuestions):
    """Far from the first step in the L1 distance; it need only differ from it."""

    __slots__ = ()
    rule: ClassVar[str] = "choice_perceptron"

    def condition(self, first: Mapping[str, int]) -> AnyOf:
        """What the second step must meet: it differs."""
        return differs_from(first)


class NonDominated(ContrastQuestions):
    """Far from the first step in the L1 distance, and better than it in some feature."""

    __slots__ = ()
    rule: ClassVar[str] = "non_dominated"


class LearnedWeights(ContrastQuestions):
    """As `NonDominated`, but features count in the distance as they cost."""

    __slots__ = ()
    rule: ClassVar[str] = "learned_weights"

    def distance_weights(self, knowledge: Knowledge) -> Mapping[str, float]:
        """What each feature counts in the distance: its learned weight."""
        return knowledge.belief.plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Machop(ContrastQuestions):
    """As `NonDominated`, but features count that seem to matter or have hardly been explored.

    By which upper confidence bound, `confidence` says: a name of `CONFIDENCES`.
    """

    rule: ClassVar[str] = "machop"

    confidence: str = "paper"

    def __post_init__(self) -> None:
        ContrastQuestions.__post_init__(self)
        known_name("confidence rule", self.confidence, CONFIDENCES)

    def distance_weights(self, knowledge: Knowledge) -> Mapping[str, float]:
        """What each feature counts in the distance: its upper confidence bound."""
        return CONFIDENCES[self.confidence](knowledge.tally)
