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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.simplex import Vector
from hintwise.errors import (
    InvalidValue,
    UnknownName,
    expect,
    is_finite_number,
    is_whole_number,
    shown,
)
from hintwise.features import Weights, check_weights
from hintwise.problem import Brief, Step

_LARGEST_COUNT = 10**9


@dataclass(frozen=True, repr=False)
class Cost(Brief):
    """f_w(φ) = Σ w_i φ_i, with every weight above zero."""

    weights: Weights

    def value(self, features: Mapping[str, float]) -> float:
        return math.fsum(self.weights[name] * n for name, n in features.items())


@dataclass(frozen=True, repr=False)
class Contrast(Brief):
    """(1-γ) f_w(φ) - γ Σ u_i |φ_i - a_i|: cheap, and far from the feature values `a`.

    `distance_weights` is u, zero or more for each feature; `share` is γ, from 0 to 1.
    """

    weights: Weights
    away_from: Mapping[str, int]
    distance_weights: Mapping[str, float]
    share: float

    def value(self, features: Mapping[str, float]) -> float:
        cost = Cost(self.weights).value(features)
        distance = math.fsum(
            self.distance_weights[name] * abs(n - self.away_from[name])
            for name, n in features.items()
        )
        return (1 - self.share) * cost - self.share * distance


@dataclass(frozen=True)
class Size:
    """The number of elements: the smallest step."""


Objective = Cost | Contrast | Size


@dataclass(frozen=True)
class AtMost:
    """The step's count of `feature` is at most `count`."""

    feature: str
    count: int

    def __post_init__(self) -> None:
        _check_bound(self)

    def holds(self, features: Mapping[str, int]) -> bool:
        return features[self.feature] <= self.count


@dataclass(frozen=True)
class AtLeast:
    """The step's count of `feature` is at least `count` (with useless elements, if need be)."""

    feature: str
    count: int

    def __post_init__(self) -> None:
        _check_bound(self)

    def holds(self, features: Mapping[str, int]) -> bool:
        return features[self.feature] >= self.count


@dataclass(frozen=True, repr=False)
class AnyOf(Brief):
    """At least one of the bounds holds; among them may be others of this kind."""

    bounds: tuple[AtMost | AtLeast, ...]

    def __post_init__(self) -> None:
        flat: list[AtMost | AtLeast] = []
        for bound in conditions(self.bounds):
            flat += bound.bounds if isinstance(bound, AnyOf) else (bound,)
        object.__setattr__(self, "bounds", tuple(flat))

    def holds(self, features: Mapping[str, int]) -> bool:
        return any(bound.holds(features) for bound in self.bounds)


Condition = AtMost | AtLeast | AnyOf


def conditions(where: Any) -> tuple[Condition, ...]:
    """One condition or several, each checked to be one."""
    if isinstance(where, Condition):
        return (where,)
    accepted = "AtMost(feature, count), AtLeast(feature, count) or AnyOf((…)), or a list of them"
    several = expect(where, Iterable, accepted)
    return tuple(expect(condition, Condition, accepted) for condition in several)


def _check_bound(bound: AtMost | AtLeast) -> None:
    expect(bound.feature, str, "the name of a feature")
    if not (is_whole_number(bound.count) and abs(bound.count) <= _LARGEST_COUNT):
        raise InvalidValue(
            f"the bound on {bound.feature} is {shown(bound.count)}; it must be a whole number "
            f"between -{_LARGEST_COUNT} and {_LARGEST_COUNT}"
        )


def _counts(features: Mapping[str, int] | Step) -> Mapping[str, int]:
    """The feature values of a step, or those given, which must be counts."""
    counts = features.features if isinstance(features, Step) else features
    for name, count in expect(counts, Mapping, "a Step, or its features").items():
        if not is_whole_number(count):
            raise InvalidValue(f"{name} is {shown(count)}; a count is a whole number")
    return counts


def not_dominated_by(features: Mapping[str, int] | Step) -> AnyOf:
    """Some count is smaller: then it is not a foregone conclusion which of two steps is better."""
    features = _counts(features)
    return AnyOf(tuple(AtMost(name, n - 1) for name, n in features.items() if n > 0))


def differs_from(features: Mapping[str, int] | Step) -> AnyOf:
    """Some count is another one."""
    features = _counts(features)
    smaller = not_dominated_by(features).bounds
    return AnyOf((*smaller, *(AtLeast(name, n + 1) for name, n in features.items())))


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
    a last column of ones: the size.
    """

    def __init__(
        self, names: Sequence[str], objective: Objective, where: Sequence[Condition]
    ) -> None:
        self._names = list(names)
        self._away = self._distance_weights = np.zeros(len(names) + 1)
        expect(objective, Objective, "a Cost or a Contrast")
        if isinstance(objective, Size):
            self._weights = np.eye(len(names) + 1)[-1]
        else:
            self._weights = self._vector(check_weights(objective.weights, names))
        if isinstance(objective, Contrast):
            self._away, self._distance_weights = self._contrast(objective)
            self._weights = (1 - objective.share) * self._weights
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

    def values(self, counts: Vector) -> Vector:
        """The objective at given feature values, one value for each row of them."""
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
        if unknown := [str(name) for name in values if name not in self._names]:
            raise InvalidValue(f"{what}: {UnknownName('feature', unknown[0], self._names)}")
        if missing := [name for name in self._names if name not in values]:
            raise InvalidValue(f"{what}: no value for {', '.join(missing)}; each feature needs one")
        if bad := [f"{n}={shown(v)}" for n, v in values.items() if not is_finite_number(v)]:
            raise InvalidValue(f"{what} must be finite numbers, not {', '.join(bad)}")
        return self._vector(values)

    def _limits_of(self, condition: Condition) -> list[Limit]:
        bounds = condition.bounds if isinstance(condition, AnyOf) else (condition,)
        for bound in bounds:
            if bound.feature not in self._names:
                raise UnknownName("feature", bound.feature, self._names)
        return [
            Limit(self._names.index(b.feature), most=b.count)
            if isinstance(b, AtMost)
            else Limit(self._names.index(b.feature), least=b.count)
            for b in bounds
        ]

    def _vector(self, values: Mapping[str, float]) -> Vector:
        return np.array([*(float(values[name]) for name in self._names), 0.0])
