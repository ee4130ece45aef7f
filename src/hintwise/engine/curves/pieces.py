"""The linear pieces of a cost with curves and interactions.

Over an interval of counts a curve lies above the lower convex hull of its points, so each facet of
that hull, as a straight line, bounds it from below. A task has one such line for each curve, and
with its interval the limits that go with it. Where the line is too low at the point that decides,
the interval is cut in two, each with a line that fits there: at the count where the curve is
farthest above the facet (its sharpest bend, if it is concave), or at the count of the point (if it
is convex). Intervals shrink down to single counts, at which a line is exact. What is dearer
together has three ways out: too little of one, too little of the other, or it is paid.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.curves.cost import Curve, CurvedCost
from hintwise.engine.linear.basis import Vector
from hintwise.engine.search.conditions import Condition
from hintwise.engine.search.objective import Limit, LinearPieces, Objective, Piece, Roots, Task
from hintwise.errors import InvalidValue, UnknownName


def pieces_of(
    names: Sequence[str], objective: Objective, where: Sequence[Condition]
) -> LinearPieces:
    """The linear pieces of an objective, whatever it is."""
    if isinstance(objective, CurvedCost):
        return CurvedPieces(names, objective, where)
    return LinearPieces(names, objective, where)


@dataclass(frozen=True, slots=True)
class Line:
    """Bounds a feature's curve from below where its count is from `low` to `high`.

    It meets the curve at `first` and `last`, two neighbours on the hull.
    """

    feature: int
    low: int
    high: int
    first: int
    last: int
    slope: float
    constant: float

    def at(self, count: float) -> float:
        return self.slope * count + self.constant


@dataclass(frozen=True, eq=False)
class CurvedTask(Task):
    """A task with a line for each curve, and the interactions about which nothing is said yet."""

    lines: tuple[Line, ...] = ()
    pending: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class CurvedRoots(Roots):
    """The first task of every target, with its lines."""

    lines: tuple[tuple[Line, ...], ...] = ()
    pending: tuple[int, ...] = ()

    def task(self, target: int) -> CurvedTask:
        plain = super().task(target)
        return CurvedTask(
            target,
            plain.costs,
            plain.constant,
            plain.slopes,
            lines=self.lines[target],
            pending=self.pending,
        )


Divide = Callable[[CurvedTask, int, Vector, NDArray[np.int16]], list[Piece]]
"""How a task is divided at one of its lines or interactions, at counts, where elements count so."""


class CurvedPieces(LinearPieces):
    """Turns a cost with curves and interactions into tasks; see `LinearPieces`."""

    def __init__(
        self, names: Sequence[str], objective: CurvedCost, where: Sequence[Condition]
    ) -> None:
        super().__init__(names, objective, where)
        self._curves: dict[int, tuple[float, Curve]] = {}
        for name, curve in objective.curves.items():
            number = self._number(name)
            self._curves[number] = float(self._weights[number]), curve
            self._weights[number] = 0.0
        self._together = [
            ({self._number(name): least for name, least in one.least.items()}, one.cost / self.unit)
            for one in objective.together
        ]
        self._hulls: dict[tuple[int, int, int], list[int]] = {}

    def values(self, counts: Vector) -> Vector:
        value = super().values(counts)
        for number, (weight, curve) in self._curves.items():
            value = value + weight * curve.at(counts[..., number])
        for least, cost in self._together:
            met = np.all([counts[..., i] >= n for i, n in least.items()], axis=0)
            value = value + cost * met
        return value

    def roots(self, counts: NDArray[np.int16]) -> Roots:
        plain = super().roots(counts)
        highest = counts.sum(axis=1, dtype=np.int64)
        lines = tuple(
            tuple(self._line(number, 0, int(most[number]), near=1) for number in self._curves)
            for most in highest
        )
        slopes = plain.slopes.copy()
        for target, own in enumerate(lines):
            for line in own:
                slopes[target, line.feature] = line.slope
        costs = plain.costs + (counts @ slopes[:, :, None])[:, :, 0]
        constants = np.array([math.fsum(line.constant for line in own) for own in lines])
        pending = tuple(range(len(self._together)))
        return CurvedRoots(costs, constants, slopes, plain.chords, lines, pending)

    def division(
        self, task: Task, at: Vector, counts: NDArray[np.int16], worth: float
    ) -> list[Piece]:
        assert isinstance(task, CurvedTask)  # all tasks come from these roots
        worst = worth
        divide: tuple[Divide, int] | None = None
        for place, line in enumerate(task.lines):
            weight, curve = self._curves[line.feature]
            gap = weight * curve.value(at[line.feature]) - line.at(at[line.feature])
            if gap > worst and line.low < line.high:
                worst, divide = gap, (self._cut, place)
        for number in task.pending:
            least, cost = self._together[number]
            gap = cost * min(1.0, max(0.0, min(at[i] - n + 1 for i, n in least.items())))
            if gap > worst:
                worst, divide = gap, (self._decide, number)
        return [] if divide is None else divide[0](task, divide[1], at, counts)

    def _cut(
        self, task: CurvedTask, place: int, at: Vector, counts: NDArray[np.int16]
    ) -> list[Piece]:
        """Two tasks in place of one, whose line lies too low."""
        line = task.lines[place]
        count = float(at[line.feature])
        cut = min(max(self._where_to_cut(line, count), line.low), line.high - 1)
        halves = (
            self._line(line.feature, line.low, cut, near=min(count, cut)),
            self._line(line.feature, cut + 1, line.high, near=max(count, cut + 1)),
        )
        limits = Limit(line.feature, most=cut), Limit(line.feature, least=cut + 1)
        return [
            (self._with_line(task, place, half, counts), (limit,))
            for half, limit in zip(halves, limits, strict=True)
        ]

    def _where_to_cut(self, line: Line, count: float) -> int:
        """The last count of the lower half."""
        if line.first < count < line.last:
            between = np.arange(line.first + 1, line.last, dtype=np.float64)
            weight, curve = self._curves[line.feature]
            above = weight * curve.at(between) - (line.slope * between + line.constant)
            return int(between[above.argmax()])
        return math.floor(count) if count >= line.last else math.ceil(count) - 1

    def _decide(
        self, task: CurvedTask, number: int, at: Vector, counts: NDArray[np.int16]
    ) -> list[Piece]:
        """An interaction does not arise, for any of its features, or it is paid for."""
        least, cost = self._together[number]
        rest = tuple(other for other in task.pending if other != number)
        avoided = replace(task, pending=rest)
        paid = replace(task, pending=rest, constant=task.constant + cost)
        return [*((avoided, (Limit(i, most=n - 1),)) for i, n in least.items()), (paid, ())]

    def _with_line(
        self, task: CurvedTask, place: int, line: Line, counts: NDArray[np.int16]
    ) -> CurvedTask:
        before = task.lines[place]
        return replace(
            task,
            costs=task.costs + (line.slope - before.slope) * counts[:, line.feature],
            constant=task.constant + (line.constant - before.constant),
            lines=(*task.lines[:place], line, *task.lines[place + 1 :]),
        )

    def _line(self, feature: int, low: int, high: int, *, near: float) -> Line:
        """The facet of the hull over an interval that is nearest to a count."""
        weight, curve = self._curves[feature]
        if low == high:
            return Line(feature, low, high, low, high, 0.0, weight * curve.value(low))
        corners = self._hull(feature, low, high)
        place = int(np.searchsorted(corners, near, side="right"))
        place = min(max(place, 1), len(corners) - 1)
        first, last = corners[place - 1], corners[place]
        slope = weight * (curve.value(last) - curve.value(first)) / (last - first)
        constant = weight * curve.value(first) - slope * first
        return Line(feature, low, high, first, last, slope, constant)

    def _hull(self, feature: int, low: int, high: int) -> list[int]:
        """The corners of the lower convex hull of the curve's points, from left to right."""
        key = feature, low, high
        if key not in self._hulls:
            curve = self._curves[feature][1]
            values = curve.at(np.arange(low, high + 1, dtype=np.float64)).tolist()
            corners: list[int] = []
            for here in range(len(values)):
                while len(corners) > 1:
                    before, last = corners[-2:]
                    rise = (values[here] - values[before]) * (last - before)
                    if (values[last] - values[before]) * (here - before) < rise:
                        break
                    corners.pop()
                corners.append(here)
            self._hulls[key] = [low + corner for corner in corners]
        return self._hulls[key]

    def _number(self, name: str) -> int:
        if name not in self.names:
            unknown = UnknownName("feature", name, self.names)
            raise InvalidValue(f"curves and interactions: {unknown}")
        return self.names.index(name)
