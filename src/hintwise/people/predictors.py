"""Who predicts a person's choices: learners, and rules that learn nothing, to compare them with.

A new learner needs a line in `PREDICTORS` to be replayed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, Protocol

import numpy as np

from hintwise.elicit.learners.belief import Belief, Circumstances, Probabilistic
from hintwise.elicit.learners.curved import SHAPES, CurvedBelief, Powers, Shape, by_terms
from hintwise.elicit.learners.perceptron import Perceptron
from hintwise.elicit.learners.population import fit_prior
from hintwise.elicit.learners.prior import Prior, structural_prior
from hintwise.elicit.learners.response import RESPONSES, LogisticWithTies, Response
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.elicit.settings import PRESETS, preset
from hintwise.engine import Cost
from hintwise.errors import InvalidValue, known_name
from hintwise.people.choices import Person
from hintwise.problem import Kind

__all__ = [
    "PREDICTORS",
    "PRESETS",
    "SHAPES",
    "Assumptions",
    "BeliefPredictor",
    "Guess",
    "Predictor",
    "Start",
    "assume",
]

TOLERANCE = 1e-9
"""Costs that differ by less than this share count as the same."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What a person is expected to say; `NONE` is a tie between the two steps."""

    answer: Answer
    probability: float | None = None
    """That they prefer a if they prefer one; None from those who cannot say."""


class Predictor(Protocol):
    """A frozen state of knowledge about one person."""

    def guess(self, pair: FeaturePair) -> Guess: ...

    def told(self, pair: FeaturePair, answer: Answer) -> Predictor:
        """The knowledge after this answer."""


@dataclass(frozen=True, slots=True)
class BeliefPredictor:
    """Expects the step that is cheaper under the weights, or the likelier one if it knows."""

    belief: Belief | CurvedBelief

    def guess(self, pair: FeaturePair) -> Guess:
        if isinstance(self.belief, Probabilistic):
            probability = self.belief.preference(pair)
            return Guess(_lesser(1 - probability, probability), probability)
        cost = Cost(self.belief.weights)
        return Guess(_lesser(cost.value(pair.a), cost.value(pair.b)))

    def told(self, pair: FeaturePair, answer: Answer) -> BeliefPredictor:
        return BeliefPredictor(self.belief.told(pair, answer))


@dataclass(frozen=True, slots=True)
class FixedRule:
    """Expects the same of everybody, whatever they answer."""

    rule: Callable[[FeaturePair], Answer]

    def guess(self, pair: FeaturePair) -> Guess:
        return Guess(self.rule(pair))

    def told(self, pair: FeaturePair, answer: Answer) -> FixedRule:
        return self


def first_step(pair: FeaturePair) -> Answer:
    """Always a, the step that the method itself held for the best."""
    return Answer.A


def least_sum(pair: FeaturePair) -> Answer:
    """The step that is cheaper when all weights are 1."""
    return _lesser(sum(pair.a.values()), sum(pair.b.values()))


def fewest_constraints(pair: FeaturePair) -> Answer:
    """The step with fewer constraints; of as many, that with fewer facts."""
    a, b = _constraints_and_facts(pair.a), _constraints_and_facts(pair.b)
    return Answer.NONE if a == b else Answer.A if a < b else Answer.B


def _constraints_and_facts(features: Mapping[str, int]) -> tuple[int, int]:
    """How many of each a step has, going by the names that features have.

    Facts "from" a group of constraints are left out, as they are counted elsewhere as well. (In
    logic grids not all of them are.)
    """
    constraints = sum(n for name, n in features.items() if "facts" not in name)
    facts = sum(n for name, n in features.items() if "facts" in name and "facts_from" not in name)
    return constraints, facts


def _lesser(a: float, b: float) -> Answer:
    if math.isclose(a, b, rel_tol=TOLERANCE):
        return Answer.NONE
    return Answer.A if a < b else Answer.B


Start = Callable[[Sequence[Person]], Predictor]
"""What is known before a person's first answer, given the choices of all the *other* people."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What learners assume about people."""

    perceptron: Perceptron = field(default_factory=Perceptron)
    response: Response = field(default_factory=LogisticWithTies)
    """How `bayes` takes people to answer."""
    prior: Prior | None = None
    """Of weights, before the first answer; None: fitted on the choices of the other people."""
    seed: int = 0
    costs: str = "sums"
    """The shape of the costs that `bayes` learns, one of `SHAPES`."""
    exponent: float = 1.0
    """Of the counts in these, if they are sums."""
    own_lapse: bool = False
    """Whether `bayes` learns in what way each person answers, and how often at random."""

    def __post_init__(self) -> None:
        known_name("shape of costs", self.costs, SHAPES)
        Powers((), self.exponent)  # refuses an exponent that is none
        if self.costs != "sums" and self.exponent != 1:
            raise InvalidValue(
                f"the exponent is {self.exponent:g} and costs are {self.costs!r}; leave the "
                "exponent at 1, or take the costs 'sums'"
            )

    def shape(self, features: Sequence[str]) -> Shape:
        """The shape of costs over these features."""
        if self.exponent != 1:
            return Powers(tuple(features), self.exponent)
        return SHAPES[self.costs](features)

    def as_json(self) -> dict[str, Any]:
        prior = None if self.prior is None else self.prior.as_json()
        bayes = {**self.response.as_json(), "prior": prior}
        # Left out as long as they are the usual ones.
        if self.exponent != 1:
            bayes["exponent"] = self.exponent
        if self.costs != "sums":
            bayes["costs"] = self.costs
        if self.own_lapse:
            bayes["own_lapse"] = True
        return {"perceptron": self.perceptron.as_json(), "bayes": bayes, "seed": self.seed}


def assume(
    preset_name: str,
    *,
    response: str,
    lapse: float,
    prior: str | None = None,
    source: str = "the prior",
    costs: str = "sums",
    exponent: float = 1.0,
    own_lapse: bool = False,
    **options: Any,
) -> Assumptions:
    """The perceptron of a preset with other options, and how `bayes` takes people to answer.

    `prior` is the text of a prior's file, which messages call `source`.
    """
    model = RESPONSES[response](lapse)
    read = None if prior is None else Prior.read(prior, source)
    perceptron = preset(preset_name, **options).learner
    assert isinstance(perceptron, Perceptron)  # the learner of the preset's method
    return Assumptions(perceptron, model, read, costs=costs, exponent=exponent, own_lapse=own_lapse)


def _perceptron(features: Sequence[str], assumptions: Assumptions) -> Start:
    perceptron = assumptions.perceptron

    def no_puzzles() -> NoReturn:
        raise InvalidValue(
            f"normalisation {perceptron.normalisation!r} needs the puzzles, and choices come "
            "without them; take another one"
        )

    # The rates of both problems of the paper are the same for MACHOP with local norms.
    circumstances = Circumstances(Kind("choices"), features, no_puzzles, "machop")
    start = BeliefPredictor(perceptron.start(circumstances))
    return lambda others: start


def _bayes(features: Sequence[str], assumptions: Assumptions) -> Start:
    response, seed, shape = assumptions.response, assumptions.seed, assumptions.shape(features)
    given = None if assumptions.prior is None else assumptions.prior.over(features)

    def start(others: Sequence[Person]) -> Predictor:
        prior = _prior_of(others, shape, assumptions) if given is None else shape.prior(given)
        belief = CurvedBelief.starting(shape, prior, response, seed)
        return BeliefPredictor(belief.learning_noise() if assumptions.own_lapse else belief)

    return start


def _prior_of(others: Sequence[Person], shape: Shape, assumptions: Assumptions) -> Prior:
    """Fitted on what some people chose; the structural one if they chose nothing."""
    answered = [
        [(by_terms(shape, pair), answer) for pair, answer in person.answered] for person in others
    ]
    if all(answer is Answer.NONE for person in answered for _, answer in person):
        return structural_prior(shape.names)
    rng = np.random.default_rng(assumptions.seed)
    return fit_prior(answered, shape.names, assumptions.response, rng)


def _rule(rule: Callable[[FeaturePair], Answer]) -> Callable[[Sequence[str], Assumptions], Start]:
    return lambda features, assumptions: lambda others: FixedRule(rule)


PREDICTORS: Mapping[str, Callable[[Sequence[str], Assumptions], Start]] = {
    "bayes": _bayes,
    "perceptron": _perceptron,
    "ones": _rule(least_sum),
    "fewest": _rule(fewest_constraints),
    "first": _rule(first_step),
}
"""How each predictor starts, for the features of the choices and what learners assume."""
