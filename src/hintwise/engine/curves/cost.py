"""Costs that are no plain sums: a curve for a feature, and what is dearer together.

A third fact may weigh less than the first (concave), a second far rule more (convex), and a row and
a block in one step more than each of them alone.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from hintwise.engine.linear.basis import Vector
from hintwise.engine.search.objective import Cost, weighted
from hintwise.errors import (
    InvalidValue,
    InvalidWeights,
    expect,
    is_finite_number,
    is_whole_number,
    shown,
)
from hintwise.problem import Brief

_FARTHEST = 1e12
"""How many times as dear as another anything may be: lines are sums, in which less would vanish."""

_FAR = 128
"""Up to this count a curve made from a formula is exact; then it goes on in a straight line."""


@dataclass(frozen=True, repr=False)
class Curve(Brief):
    """What a feature costs when it counts 1, 2, 3, … (`values`), as multiples of its weight.

    A count of 0 costs nothing, and from the last value on the curve goes on as steeply as it got
    there. It may have any shape, as long as it never falls and does rise somewhere.

    >>> curve = Curve((1.0, 1.5))
    >>> [curve.value(count) for count in range(5)]
    [0.0, 1.0, 1.5, 2.0, 2.5]
    """

    values: tuple[float, ...]

    def __post_init__(self) -> None:
        values = tuple(expect(self.values, Sequence, "what counts of 1, 2, 3, … cost"))
        if not values or not all(map(is_finite_number, values)):
            raise InvalidValue(f"the values of a curve must be finite numbers, not {shown(values)}")
        exact = tuple(map(float, values))
        if any(after < before for before, after in itertools.pairwise((0.0, *exact))):
            raise InvalidValue(f"a curve starts from 0 and must never fall, unlike {shown(values)}")
        if exact[-1] == 0.0:
            raise InvalidValue("a curve must rise somewhere; this one is zero throughout")
        object.__setattr__(self, "values", exact)

    @classmethod
    def power(cls, exponent: float) -> Curve:
        """count^exponent: below 1 each further one costs less, above 1 more.

        >>> Curve.power(0.5).value(9)
        3.0
        """
        if not (is_finite_number(exponent) and 0 < exponent <= 8):
            raise InvalidValue(
                f"the exponent is {shown(exponent)}; it must be above 0 and at most 8"
            )
        return cls(tuple(float(count**exponent) for count in range(1, _FAR + 1)))

    @classmethod
    def capped(cls, most: int) -> Curve:
        """min(count, most): whatever comes on top costs nothing.

        >>> [Curve.capped(2).value(count) for count in range(4)]
        [0.0, 1.0, 2.0, 2.0]
        """
        if not (is_whole_number(most) and 1 <= most <= _FAR):
            raise InvalidValue(f"most is {shown(most)}; it must be a whole number from 1 to {_FAR}")
        return cls((*map(float, range(1, most + 1)), float(most)))

    @property
    def rises(self) -> list[float]:
        """By how much it rises from one count to the next, where it does."""
        steps = itertools.pairwise((0.0, *self.values))
        return [after - before for before, after in steps if after > before]

    def value(self, count: float) -> float:
        """What a count costs; between whole counts on a straight line."""
        return float(self.at(np.array(float(count))))

    def at(self, counts: Vector) -> Vector:
        """The same for many counts at once."""
        known = np.array([0.0, *self.values])
        beyond = np.maximum(counts - (len(known) - 1), 0.0)
        values: Vector = np.interp(counts, np.arange(len(known)), known)
        values = values + beyond * (known[-1] - known[-2])
        return values


@dataclass(frozen=True, repr=False)
class Together(Brief):
    """A step with at least so many of each of these features costs so much more.

    >>> Together({"adjacent_row": 1, "adjacent_block": 1}, 3.0).value({"adjacent_row": 2})
    0.0
    """

    least: Mapping[str, int]
    cost: float

    def __post_init__(self) -> None:
        expect(self.least, Mapping, "the least count of each feature")
        bad = [f"{n}={shown(v)}" for n, v in self.least.items() if not (is_whole_number(v) and v)]
        if bad or not self.least or min(self.least.values()) < 1:
            raise InvalidValue(
                f"what costs more together is features with counts from 1 on, not "
                f"{', '.join(bad) or shown(self.least)}"
            )
        if not (is_finite_number(self.cost) and self.cost > 0):
            raise InvalidValue(
                f"together they cost {shown(self.cost)} more; it must be a number above 0"
            )

    def value(self, features: Mapping[str, float]) -> float:
        """What a step with these features costs more."""
        met = all(features.get(name, 0) >= least for name, least in self.least.items())
        return float(self.cost) if met else 0.0


@dataclass(frozen=True, repr=False)
class CurvedCost(Cost):
    """Σ w_i g_i(φ_i) + Σ v_k [a step has all of k]: a `Cost` with curves and interactions.

    Features without a curve count as they do in `Cost`. More of anything never costs less, so the
    best step is minimal, and it is found and proven as any other. Nothing may be more than a
    million million times as dear as anything else.

    >>> cost = CurvedCost({"facts": 2.0, "rules": 3.0}, {"facts": Curve.power(0.5)})
    >>> cost.value({"facts": 4, "rules": 1})
    7.0
    """

    curves: Mapping[str, Curve] = field(default_factory=dict)
    together: tuple[Together, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        accepted = "a Curve for each feature that has one"
        for curve in expect(self.curves, Mapping, accepted).values():
            expect(curve, Curve, accepted)
        together = tuple(expect(self.together, Sequence, "a list of Together"))
        for one in together:
            expect(one, Together, "a list of Together")
        object.__setattr__(self, "together", together)
        amounts = [amount for amount in self._amounts() if amount > 0]
        least, most = min(amounts, default=0.0), max(amounts, default=0.0)
        if most > _FARTHEST * least:
            raise InvalidWeights(
                f"with curves, what steps differ in may cost {least:g} to {most:g}; the largest "
                f"must be at most {_FARTHEST:g} times the least"
            )

    def _amounts(self) -> list[float]:
        """By how much the cost may rise when a single feature does."""
        amounts = [one.cost for one in self.together]
        for name, weight in self.weights.items():
            curve = self.curves.get(name)
            rises = [1.0] if curve is None else curve.rises
            amounts += [float(weight) * rise for rise in rises]
        return amounts

    def value(self, features: Mapping[str, float]) -> float:
        """What a step with these features costs."""
        curved = {
            name: self.curves[name].value(count) if name in self.curves else count
            for name, count in features.items()
        }
        sum_of_features = float(weighted(self.weights, curved))
        return math.fsum([sum_of_features, *(one.value(features) for one in self.together)])
