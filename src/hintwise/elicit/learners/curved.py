"""Costs beyond sums, learned: a curve for each feature, and what is dearer together.

A curve in straight pieces is a sum of its slopes, and what features cost more together is one
number. So a curved cost is a plain sum over more features, called terms here, and the Bayesian
learner learns it as it learns any sum. What it has learned becomes a `CurvedCost` for the engine.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, cast

import numpy as np

from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.elicit.learners.prior import Prior
from hintwise.elicit.learners.response import Response
from hintwise.elicit.learners.structure import Sort, sort_of
from hintwise.elicit.query import Answer, FeaturePair
from hintwise.engine import Curve, CurvedCost, Together
from hintwise.errors import InvalidValue, is_finite_number, is_whole_number, shown
from hintwise.features import Weights

BENDS = (1, 3)
"""Where a curve may bend: one slope for the first of a count, one for the next two, one beyond."""
TOGETHER = 0.25
"""How much two features in one step count: at the weight of either, a quarter more is paid."""
TERM_SD = 0.5
"""How far a slope may be off a straight line, and such a weight off those of its features."""
EXPONENTS = (0.1, 3.0)
"""Above, a large count is too dear beside a small one for the engine; below, all cost the same."""


class Shape(Protocol):
    """What costs may look like: which terms they are sums of."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of all terms."""

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
        least, most = EXPONENTS
        if not (is_finite_number(self.exponent) and least <= self.exponent <= most):
            raise InvalidValue(
                f"the exponent is {shown(self.exponent)}; it must be from {least:g} to {most:g}"
            )

    @property
    def names(self) -> tuple[str, ...]:
        """The features themselves."""
        return self.features

    @property
    def _curve(self) -> Curve:
        return Curve.power(self.exponent)

    def of(self, counts: Mapping[str, float]) -> dict[str, float]:
        """Each count to the power."""
        curve = self._curve
        return {name: curve.value(counts[name]) for name in self.features}

    def cost(self, weights: Weights) -> CurvedCost:
        """The cost with these weights."""
        return CurvedCost(weights, dict.fromkeys(self.features, self._curve))

    def prior(self, prior: Prior) -> Prior:
        """The same: a count of one costs the weight."""
        return prior.over(self.features)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a cost is a sum of: pieces of features between `bends`, and features in one step."""

    features: tuple[str, ...]
    bends: tuple[int, ...] = ()
    together: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        edges = (0, *self.bends)
        whole = all(map(is_whole_number, edges))
        if not whole or any(high <= low for low, high in itertools.pairwise(edges)):
            raise InvalidValue(
                f"curves bend at ascending whole numbers from 1 on, not at {shown(self.bends)}"
            )
        for pair in self.together:
            if not (isinstance(pair, tuple) and len(pair) == len({*pair} & {*self.features}) == 2):
                raise InvalidValue(
                    f"{shown(pair)} cannot cost more together; it must be two of the features "
                    f"{', '.join(self.features)}"
                )
        names = [*self.names, *(_joined(pair[::-1]) for pair in self.together)]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise InvalidValue(
                f"{', '.join(twice)} is there twice; each feature and each pair must be there "
                "once, and no feature be called as a term"
            )

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
        """The slopes of each feature, the first one called as itself, then what is together."""
        slopes = (slope for name in self.features for slope in self._slopes(name))
        return (*slopes, *map(_joined, self.together))

    def _slopes(self, feature: str) -> tuple[str, ...]:
        return (feature, *(f"{feature}_beyond_{bend}" for bend in self.bends))

    def _pieces(self, count: float) -> list[float]:
        """How much of a count lies between each bend and the next."""
        edges = (0, *self.bends, math.inf)
        return [float(min(max(count - a, 0), b - a)) for a, b in itertools.pairwise(edges)]

    def of(self, counts: Mapping[str, float]) -> dict[str, float]:
        """The terms of a step with these counts.

        >>> Terms(("rules",), (1, 3)).of({"rules": 5})
        {'rules': 1.0, 'rules_beyond_1': 2.0, 'rules_beyond_3': 2.0}
        """
        pieces = (piece for name in self.features for piece in self._pieces(counts[name]))
        met = (counts[one] >= 1 and counts[other] >= 1 for one, other in self.together)
        return dict(zip(self.names, (*pieces, *(TOGETHER * m for m in met)), strict=True))

    def cost(self, weights: Weights) -> CurvedCost:
        """The cost whose terms have these weights."""
        curves = {name: self._curve(name, weights) for name in self.features if self.bends}
        together = [
            Together(dict.fromkeys(pair, 1), TOGETHER * float(weights[_joined(pair)]))
            for pair in self.together
        ]
        first = {name: weights[name] for name in self.features}
        return CurvedCost(first, curves, tuple(together))

    def _curve(self, feature: str, weights: Weights) -> Curve:
        """Beyond the last bend a curve goes on as it gets to the count after it."""
        slopes = np.array([float(weights[name]) for name in self._slopes(feature)])
        counts = range(1, self.bends[-1] + 2)
        return Curve(tuple(float(self._pieces(n) @ slopes / slopes[0]) for n in counts))

    def prior(self, prior: Prior) -> Prior:
        """Straight lines are expected, and any curve is possible.

        Levels become a Gaussian of the same mean and covariance, unless terms are features.
        """
        prior = prior.over(self.features)
        if self.names == self.features:
            return prior
        parents = [(name,) for name in self.features for _ in self._slopes(name)]
        shares = np.array(
            [
                [(name in of) / len(of) for name in self.features]
                for of in (*parents, *self.together)
            ]
        )
        own = np.array([0.0 if name in self.features else TERM_SD**2 for name in self.names])
        return replace(
            prior,
            features=self.names,
            # The mean of a weight lies above its median, and it is the means that are compared.
            mean=shares @ prior.mean - own / 2,
            covariance=shares @ prior.covariance @ shares.T + np.diag(own),
            levels=None,
            provenance={**prior.provenance, "terms": list(self.names)},
        )


def _joined(pair: tuple[str, str]) -> str:
    return "_with_".join(pair)


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


@dataclass(frozen=True, slots=True)
class CurvedBelief:
    """What is known about the curves of a person's costs: a belief about the weights of terms."""

    shape: Shape
    inner: BayesBelief

    @classmethod
    def starting(cls, shape: Shape, prior: Prior, response: Response, seed: int) -> CurvedBelief:
        """What is known before the first answer; `prior` is over the names of the terms."""
        return cls(shape, BayesBelief.starting(prior.over(shape.names), response, seed))

    def learning_noise(self) -> CurvedBelief:
        """The same, but in what way the person answers, and how often at random, is learned."""
        return replace(self, inner=self.inner.learning_noise())

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
