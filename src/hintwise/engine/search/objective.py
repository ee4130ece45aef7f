"""What a step is optimised for, and what it must satisfy besides.

An objective is a function of a step's features that is linear (`Cost`) or linear minus a weighted
distance to given feature values (`Contrast`, the second step of the paper's query). The distance is
concave in each count, so over an interval its chord lies below it, and at either end of a split at
the given value it is linear: a `Task` is one such linear piece, and the search splits a chord where
it decides. Conditions become limits on counts, of which a step must meet one combination.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from functools import lru_cache
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.linear.basis import Vector
from hintwise.engine.search.conditions import AnyOf, AtMost, Condition, conditions
from hintwise.errors import (
    InvalidValue,
    InvalidWeights,
    UnknownName,
    expect,
    is_finite_number,
    shown,
)
from hintwise.features import Weights, check_weights
from hintwise.problem import Brief, Step


@dataclass(frozen=True, repr=False)
class Cost(Brief):
    """f_w(φ) = Σ w_i φ_i, with every weight above zero."""

    weights: Weights

    def __post_init__(self) -> None:
        expect(self.weights, Mapping, "a number for each feature")

    def value(self, features: Mapping[str, float]) -> float:
        """What a step with these features costs."""
        return float(weighted(self.weights, features))

    def price(self, step: Step) -> float:
        """What a step costs."""
        return self.value(step.features)


@dataclass(frozen=True, repr=False)
class Contrast(Brief):
    """`(1-γ) f_w(φ) - γ Σ u_i |φ_i - a_i|`: cheap, and far from the feature values `a`.

    `distance_weights` is u, zero or more for each feature; `share` is γ, from 0 to 1.
    """

    weights: Weights
    away_from: Mapping[str, int]
    distance_weights: Mapping[str, float]
    share: float

    def value(self, features: Mapping[str, float]) -> float:
        """The objective of a step with these features, exactly, as the nearest float."""
        cost = weighted(self.weights, features)
        far = {
            name: _EXACT.abs(_EXACT.subtract(_decimal(n), _decimal(self.away_from[name])))
            for name, n in features.items()
        }
        share = _decimal(self.share)
        near = _EXACT.multiply(_EXACT.subtract(Decimal(1), share), cost)
        distance = _EXACT.multiply(share, weighted(self.distance_weights, far))
        return float(_EXACT.subtract(near, distance))


@dataclass(frozen=True)
class Size:
    """The number of elements: the smallest step."""

    def price(self, step: Step) -> float:
        return float(len(step))


_EXACT = Context(prec=1500, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])
"""Enough digits for any two numbers; what is not finite stays so, as in floating point."""


def _decimal(number: float | Decimal) -> Decimal:
    """A number as it is written: 0.1 is a tenth."""
    if isinstance(number, Decimal):
        return number
    if type(number) not in (int, float):  # to ask that of each takes longer than all the rest
        expect(number, Real, "a number for each feature")
    return Decimal(number) if isinstance(number, int) else _written(float(number))


@lru_cache(maxsize=1024)
def _written(number: float) -> Decimal:
    """Kept, since the same weights are read for step after step."""
    return Decimal(repr(number))


def weighted(weights: Mapping[str, float], values: Mapping[str, float | Decimal]) -> Decimal:
    """Σ w_i v_i exactly, each number read as it is written: 1.42 and never 1.4200000000000002."""
    total = Decimal(0)
    for name, value in values.items():
        if value:  # most are zero
            if name not in weights:
                raise InvalidWeights(f"no weight for {name}; each feature needs one")
            total = _EXACT.fma(_decimal(weights[name]), _decimal(value), total)
    return total


Objective = Cost | Contrast | Size


@dataclass(frozen=True, eq=False)
class Task:
    """One linear piece of an objective for one target, over the elements that a state offers.

    minimise constant + costs·x over refuting sets x. `chords` are the features whose distance is
    still bounded from below by its chord.
    """

    target: int
    costs: Vector
    constant: float
    slopes: tuple[float, ...]
    chords: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Limit:
    """The count of a feature, by its number, is at most `most`, or at least `least`."""

    feature: int
    most: float = math.inf
    least: float = -math.inf

    def holds(self, counts: Vector) -> bool:
        return bool(self.least <= counts[self.feature] <= self.most)


Piece = tuple[Task, tuple[Limit, ...]]
"""A task, and the limits that a step must meet for it to be the one that counts."""


@dataclass(frozen=True, eq=False)
class Roots:
    """The first task of every target (rows): over elements, as one number, and over features."""

    costs: Vector
    constants: Vector
    slopes: Vector
    chords: NDArray[np.bool_]

    def charged(self, extra: Vector) -> Roots:
        """The same with costs that are higher."""
        return replace(self, costs=self.costs + extra)

    def task(self, target: int) -> Task:
        chords = tuple(self.chords[target].nonzero()[0].tolist())
        slopes = tuple(self.slopes[target].tolist())
        return Task(target, self.costs[target], float(self.constants[target]), slopes, chords)


class LinearPieces:
    """Turns an objective into tasks, and its conditions into alternative limits.

    `counts` is what each element (rows) adds to each feature (columns), one matrix per target, with
    a last column of ones: the size. All values are multiples of `unit`, a power of two that brings
    the largest weight to about 1: so weights near the largest or smallest number there is do not
    overflow, and nothing is rounded.
    """

    def __init__(
        self, names: Sequence[str], objective: Objective, where: Sequence[Condition]
    ) -> None:
        self.names = list(names)
        self.objective = objective
        self._away = self._distance_weights = np.zeros(len(names) + 1)
        expect(objective, Objective, "a Cost or a Contrast")
        if isinstance(objective, Size):
            self._weights = np.eye(len(names) + 1)[-1]
        else:
            self._weights = self._vector(check_weights(objective.weights, names))
        if isinstance(objective, Contrast):
            self._away, self._distance_weights = self._contrast(objective)
            self._weights = (1 - objective.share) * self._weights
        self.unit = _unit_of(self._weights, self._distance_weights)
        """What the values are multiples of."""
        self._weights = self._weights / self.unit
        self._distance_weights = self._distance_weights / self.unit
        self.alternatives: list[tuple[Limit, ...]] = list(
            itertools.product(*(self._limits_of(condition) for condition in conditions(where)))
        )
        """A step must meet all limits of one of these; with no conditions, of the empty one."""

    @property
    def conditional(self) -> bool:
        return self.alternatives != [()]

    @property
    def monotone(self) -> bool:
        """Whether a step without some of its elements is at least as good and still allowed."""
        upper_only = all(
            limit.least == -math.inf for limits in self.alternatives for limit in limits
        )
        return not self._distance_weights.any() and upper_only

    def admits(self, counts: Vector) -> bool:
        """Whether a step with these feature values meets the conditions."""
        return any(all(limit.holds(counts) for limit in limits) for limits in self.alternatives)

    def cost(self, features: Mapping[str, int], size: int) -> float:
        """The objective as it is reported: computed exactly, and rounded once."""
        objective = self.objective
        cost = float(size) if isinstance(objective, Size) else objective.value(features)
        if not math.isfinite(cost):
            raise InvalidValue(
                f"the step costs more than {sys.float_info.max}, the largest number there is; "
                "smaller weights in the same proportion give the same step"
            )
        return cost

    def values(self, counts: Vector) -> Vector:
        """The objective at given feature values, one value for each row of them.

        In units, and rounded in every operation: for comparing, not for telling.
        """
        value: Vector = (
            counts @ self._weights - np.abs(counts - self._away) @ self._distance_weights
        )
        return value

    def roots(self, counts: NDArray[np.int16]) -> Roots:
        """The pieces, one for each target, that bound the objective from below."""
        u, a = self._distance_weights, self._away
        if not u.any():
            slopes = np.zeros((len(counts), counts.shape[2]))
            return Roots(counts @ self._weights, np.zeros(len(counts)), slopes, slopes > 0)
        highest = counts.sum(axis=1)
        below, above = (u > 0) & (a >= highest) & (a > 0), (u > 0) & (a <= 0)
        chords = (u > 0) & ~below & ~above
        line = -u * (highest - 2 * a) / np.maximum(highest, 1)
        slopes = np.select([below, above, chords], [u, -u, line], 0.0)
        constants = -np.where(below | chords, u * a, 0.0).sum(axis=1)
        costs = (counts @ (self._weights + slopes)[:, :, None])[:, :, 0]
        return Roots(costs, constants, slopes, chords)

    def root(self, target: int, counts: NDArray[np.int16]) -> Task:
        """The piece for one target that bounds the objective from below."""
        return replace(self.roots(counts[None]).task(0), target=target)

    def division(
        self, task: Task, at: Vector, counts: NDArray[np.int16], worth: float
    ) -> list[Piece]:
        """What a task stands for, if its bound is off by more than `worth` at these counts.

        The least of the objectives of these pieces is the task's own, for every step that meets the
        task's limits; none if the task is as good as exact there.
        """
        if not task.chords:
            return []
        gaps = self.chord_gaps(task, at)
        loosest = int(gaps.argmax())
        if gaps[loosest] <= worth:
            return []
        return [(piece, ()) for piece in self.split(task, loosest, counts)]

    def split(self, task: Task, feature: int, counts: NDArray[np.int16]) -> tuple[Task, Task]:
        """Replace a chord by the two lines whose minimum the distance is."""
        chords = tuple(i for i in task.chords if i != feature)
        u, a = self._distance_weights[feature], self._away[feature]
        highest = float(counts[:, feature].sum())
        chord = -u * (highest - 2 * a) / highest
        base = task.constant + u * a
        task = replace(task, chords=chords)
        below = self._sloped(task, feature, u - chord, base - u * a, counts)
        above = self._sloped(task, feature, -u - chord, base + u * a, counts)
        return below, above

    def chord_gaps(self, task: Task, counts: Vector) -> Vector:
        """How far each chord lies below the distance it stands for, at given feature values."""
        gaps = np.zeros(len(counts))
        for i in task.chords:
            line = task.slopes[i] * counts[i] - self._distance_weights[i] * self._away[i]
            gaps[i] = -self._distance_weights[i] * abs(counts[i] - self._away[i]) - line
        return gaps

    def _sloped(
        self, task: Task, feature: int, change: float, constant: float, counts: NDArray[np.int16]
    ) -> Task:
        slopes = list(task.slopes)
        slopes[feature] += change
        costs = task.costs + change * counts[:, feature]
        return replace(task, costs=costs, constant=constant, slopes=tuple(slopes))

    def _contrast(self, objective: Contrast) -> tuple[Vector, Vector]:
        if not (is_finite_number(objective.share) and 0 <= objective.share <= 1):
            raise InvalidValue(f"share is {shown(objective.share)}; it must lie between 0 and 1")
        away_from = self._value_of_each(objective.away_from, "away_from")
        weights = self._value_of_each(objective.distance_weights, "distance_weights")
        if (weights < 0).any():
            raise InvalidValue(
                f"distance_weights must be zero or more, not {dict(objective.distance_weights)}"
            )
        return away_from, objective.share * weights

    def _value_of_each(self, values: Mapping[str, float], what: str) -> Vector:
        """A finite value for each feature, and for nothing else."""
        expect(values, Mapping, f"a number for each feature as {what}")
        if unknown := [str(name) for name in values if name not in self.names]:
            raise InvalidValue(f"{what}: {UnknownName('feature', unknown[0], self.names)}")
        if missing := [name for name in self.names if name not in values]:
            raise InvalidValue(f"{what}: no value for {', '.join(missing)}; each feature needs one")
        if bad := [f"{n}={shown(v)}" for n, v in values.items() if not is_finite_number(v)]:
            raise InvalidValue(f"{what} must be finite numbers, not {', '.join(bad)}")
        return self._vector(values)

    def _limits_of(self, condition: Condition) -> list[Limit]:
        bounds = condition.bounds if isinstance(condition, AnyOf) else (condition,)
        for bound in bounds:
            if bound.feature not in self.names:
                raise UnknownName("feature", bound.feature, self.names)
        return [
            Limit(self.names.index(b.feature), most=b.count)
            if isinstance(b, AtMost)
            else Limit(self.names.index(b.feature), least=b.count)
            for b in bounds
        ]

    def _vector(self, values: Mapping[str, float]) -> Vector:
        return np.array([*(float(values[name]) for name in self.names), 0.0])


def _unit_of(*weights: Vector) -> float:
    """The largest power of two that is not above the largest weight."""
    largest = max(float(np.abs(w).max(initial=0.0)) for w in weights)
    return math.ldexp(0.5, math.frexp(largest)[1]) if largest else 1.0
