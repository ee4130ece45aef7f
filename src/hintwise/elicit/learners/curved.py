"""Costs beyond sums, learned: a curve for each feature, and what is dearer together.

A curve in straight pieces is a sum of its slopes, and what features cost more together is one
number. So a curved cost is a plain sum over more features, called terms here, and the Bayesian
learner learns it as it learns any sum. What it has learned becomes a `CurvedCost` for the engine.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.learners.prior import Prior
from hintwise.elicit.learners.response import Response
from hintwise.elicit.learners.structure import Sort, sort_of
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.engine import Curve, CurvedCost, Together
from hintwise.errors import InvalidValue, is_finite_number
from hintwise.features import Weights

BENDS = (1, 3)
"""Counts at which a curve may bend: the first, the next two and all others cost what they cost."""
TOGETHER = 0.25
"""What two features cost more together, as a share of what one of them costs, is expected to be."""
TERM_SD = 0.5
"""How far a slope may be off the straight line, or that share off `TOGETHER`, in logarithms."""


class Shape(Protocol):
    """What costs may look like: which terms they are sums of."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of all terms, each the name of a feature of the same sort."""

    def of(self, counts: Mapping[str, float]) -> dict[str, float]:
        """The terms of a step with these counts."""

    def cost(self, weights: Weights) -> CurvedCost:
        """The cost whose terms have these weights."""

    def prior(self, prior: Prior) -> Prior:
        """Of the weights of terms, given one of those of features."""


@dataclass(frozen=True, slots=True)
class Powers:
    """Costs grow with the same power of every count."""

    features: tuple[str, ...]
    exponent: float

    def __post_init__(self) -> None:
        if not (is_finite_number(self.exponent) and 0 < self.exponent <= 4):
            raise InvalidValue(
                f"the exponent is {self.exponent!r}; it must be above 0 and at most 4"
            )

    @property
    def names(self) -> tuple[str, ...]:
        """The features themselves."""
        return self.features

    def of(self, counts: Mapping[str, float]) -> dict[str, float]:
        """Each count to the power."""
        return {name: float(counts[name] ** self.exponent) for name in self.features}

    def cost(self, weights: Weights) -> CurvedCost:
        """The cost with these weights."""
        return CurvedCost(weights, dict.fromkeys(self.features, Curve.power(self.exponent)))

    def prior(self, prior: Prior) -> Prior:
        """The same: a count of one costs the weight."""
        return prior.over(self.features)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a cost is a sum of: pieces of features between `bends`, and features in one step."""

    features: tuple[str, ...]
    bends: tuple[int, ...] = ()
    together: tuple[tuple[str, str], ...] = ()

    @classmethod
    def sums(cls, features: Sequence[str]) -> Terms:
        """The features themselves."""
        return cls(tuple(features))

    @classmethod
    def curves(cls, features: Sequence[str]) -> Terms:
        """A curve for each feature, concave, convex or neither."""
        return cls(tuple(features), BENDS)

    @classmethod
    def interactions(cls, features: Sequence[str]) -> Terms:
        """Every two features that count near rules may cost more together."""
        rules = [name for name in features if sort_of(name) is Sort.NEAR_RULE]
        return cls(tuple(features), together=tuple(itertools.combinations(rules, 2)))

    @property
    def names(self) -> tuple[str, ...]:
        """Of all terms, each the name of a feature of the same sort."""
        return (*self._parents,)

    @property
    def _parents(self) -> dict[str, tuple[str, ...]]:
        """Of each term the features that it comes from."""
        pieces = {piece: (name,) for name in self.features for piece in self._pieces(name)}
        return pieces | {f"{one}_with_{other}": (one, other) for one, other in self.together}

    def _pieces(self, feature: str) -> dict[str, tuple[int, float]]:
        """Between which counts the cost of a feature rises by each of its slopes."""
        edges = [0, *self.bends, np.inf]
        names = [feature, *(f"{feature}_beyond_{bend}" for bend in self.bends)]
        return {
            name: (int(low), high)
            for name, (low, high) in zip(names, itertools.pairwise(edges), strict=True)
        }

    def of(self, counts: Mapping[str, float]) -> dict[str, float]:
        """The terms of a step with these counts.

        >>> Terms(("rules",), (1, 3)).of({"rules": 5})
        {'rules': 1.0, 'rules_beyond_1': 2.0, 'rules_beyond_3': 2.0}
        """
        pieces = {
            piece: float(np.clip(counts[name] - low, 0, high - low))
            for name in self.features
            for piece, (low, high) in self._pieces(name).items()
        }
        met = {
            f"{one}_with_{other}": TOGETHER * (counts[one] >= 1 and counts[other] >= 1)
            for one, other in self.together
        }
        return pieces | met

    def cost(self, weights: Weights) -> CurvedCost:
        """The cost whose terms have these weights."""
        curves = {}
        for name in self.features:
            slopes = [
                float(weights[piece] / weights[name])
                for piece, (low, high) in self._pieces(name).items()
                for _ in range(int(high - low) if high < np.inf else 1)
            ]
            if self.bends:
                curves[name] = Curve(tuple(itertools.accumulate(slopes)))
        together = tuple(
            Together({one: 1, other: 1}, TOGETHER * float(weights[f"{one}_with_{other}"]))
            for one, other in self.together
        )
        return CurvedCost({name: weights[name] for name in self.features}, curves, together)

    def prior(self, prior: Prior) -> Prior:
        """Straight lines are expected, and any curve is possible."""
        prior = prior.over(self.features)
        parents = self._parents
        share: NDArray[np.float64] = np.array(
            [[(name in of) / len(of) for name in self.features] for of in parents.values()]
        )
        own = np.array([0.0 if term in self.features else TERM_SD**2 for term in parents])
        return replace(
            prior,
            features=self.names,
            mean=share @ prior.mean,
            covariance=share @ prior.covariance @ share.T + np.diag(own),
            levels=None,
        )


SHAPES: Mapping[str, Callable[[Sequence[str]], Shape]] = {
    "sums": Terms.sums,
    "curves": Terms.curves,
    "interactions": Terms.interactions,
}
"""The shapes of costs by name, for the features that they are over."""


def by_terms(shape: Shape, pair: FeaturePair) -> FeaturePair:
    """The same two steps by their terms; the Bayesian learner needs no whole numbers."""
    a, b = (cast("Mapping[str, int]", shape.of(step)) for step in (pair.a, pair.b))
    return replace(pair, a=a, b=b)


@dataclass(frozen=True)
class CurvedBelief:
    """What is known about the curves of a person's costs: a belief about the weights of terms."""

    shape: Shape
    inner: BayesBelief

    @classmethod
    def starting(cls, shape: Shape, prior: Prior, response: Response, seed: int) -> CurvedBelief:
        """What is known before the first answer; `prior` is over the names of the terms."""
        return cls(shape, BayesBelief.starting(prior.over(shape.names), response, seed))

    @property
    def cost(self) -> CurvedCost:
        """What steps are expected to cost the person, for the engine in place of weights."""
        return self.shape.cost(self.inner.weights)

    def preference(self, pair: FeaturePair) -> float:
        """The probability that a is preferred, if one of the two is."""
        return self.inner.preference(by_terms(self.shape, pair))

    def told(self, pair: FeaturePair, answer: Answer) -> CurvedBelief:
        """The belief after this answer."""
        return replace(self, inner=self.inner.told(by_terms(self.shape, pair), answer))
