"""The rows of a linear programme, and a compact basis of it with its inverse.

A basis is a set of elements and as many rows, those that hold the elements where they are: ten or
twenty of each, typically. Its inverse follows every change by a rank-one update and is computed
anew now and then; inverting at each pivot tripled the time of a pivot.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Indices = NDArray[np.intp]

CLOSE = 1e-12
"""What reaches zero later by less than this share does so at the same time."""

SLOW = 1e-4
"""What drops so slowly is not divided by, if there is anything else."""

_REFRESH = 40
"""Changes after which the inverse is computed anew, against rounding errors."""

_SINGULAR = 1e11
"""An inverse with larger entries than this, of rows whose largest coefficient is about 1, is none.

Counts up to 10⁵ beside ones give entries of that size, and two such rows of their product.
"""


class Rows:
    """A growing matrix of rows `A x ≥ b`, shared by all relaxations for one target.

    Each row is multiplied by a power of two, so that its largest coefficient lies between 1 and 2
    and whole numbers stay exact.
    """

    def __init__(self, width: int) -> None:
        self.count = 0
        self._make_room(width, 0)

    def add(self, coefficients: Vector, bounds: Vector) -> None:
        largest = np.abs(coefficients).max(axis=1, initial=0.0)
        # Times a power of two, a number is exact.
        scales = np.ldexp(2.0, -np.frexp(np.where(largest > 0, largest, 1.0))[1])
        rows = coefficients * scales[:, None]
        self._append(rows, bounds * scales, scales, (rows * rows).sum(axis=1))

    def add_sets(self, sets: NDArray[np.bool_]) -> None:
        """Add rows that demand one element of each set: as `add`, in half the time."""
        self._append(sets, 1.0, 1.0, sets.sum(axis=1))

    def _append(
        self,
        rows: Vector | NDArray[np.bool_],
        bounds: Vector | float,
        scales: Vector | float,
        squares: Vector,
    ) -> None:
        needed = self.count + len(rows)
        if needed > len(self._bounds):
            old = self._matrix, self._columns, self._bounds, self._scales, self._importance
            self._make_room(len(self._columns), max(needed + 16, 2 * len(self._bounds)))
            new = self._matrix, self._columns, self._bounds, self._scales, self._importance
            for before, after in zip(old, new, strict=True):
                after[tuple(map(slice, before.shape))] = before
        added = slice(self.count, needed)
        self._matrix[added] = rows
        self._columns[:, added] = rows.T
        self._bounds[added] = bounds
        self._scales[added] = scales
        self._importance[added] = 1.0 / np.sqrt(1.0 + squares)
        self.count = needed

    def _make_room(self, width: int, size: int) -> None:
        self._matrix = np.zeros((size, width))
        self._columns = np.zeros((width, size))
        self._bounds = np.zeros(size)
        self._scales = np.zeros(size)
        self._importance = np.zeros(size)

    @property
    def matrix(self) -> Vector:
        return self._matrix[: self.count]

    @property
    def columns(self) -> Vector:
        """The same, one line for each element."""
        return self._columns[:, : self.count]

    @property
    def stored(self) -> tuple[Vector, Vector, Vector]:
        """Matrix, columns and importance with the room for rows to come: always contiguous."""
        return self._matrix, self._columns, self._importance

    @property
    def bounds(self) -> Vector:
        return self._bounds[: self.count]

    @property
    def scales(self) -> Vector:
        """What each row was multiplied by."""
        return self._scales[: self.count]

    @property
    def importance(self) -> Vector:
        """One over the length of each row: how far a violation is from the feasible side."""
        return self._importance[: self.count]


class Basis:
    """Elements, the rows that hold them, and the inverse of the matrix where they meet."""

    def __init__(self) -> None:
        self.elements: Indices = np.zeros(0, dtype=np.intp)
        self.rows: Indices = np.zeros(0, dtype=np.intp)
        self.inverse: Vector = np.zeros((0, 0))
        self.age = 0
        """Changes since the inverse was last computed anew."""
        self._least_pivot = 1.0
        """The smallest number divided by since then."""

    @classmethod
    def of(cls, rows: Sequence[int], elements: Sequence[int]) -> Basis:
        """A basis whose inverse is yet to be computed."""
        basis = cls()
        basis.rows, basis.elements = np.array(rows, dtype=np.intp), np.array(elements, np.intp)
        return basis

    def copy(self) -> Basis:
        twin = Basis.__new__(Basis)
        twin.elements, twin.rows = self.elements.copy(), self.rows.copy()
        twin.inverse = self.inverse.copy()
        twin.age, twin._least_pivot = self.age, self._least_pivot
        return twin

    @property
    def changes_left(self) -> int:
        """Until the inverse should be computed anew."""
        return max(_REFRESH - self.age, 0)

    @property
    def doubtful(self) -> bool:
        """Whether the inverse may have lost more than a few digits since it was computed."""
        return self._least_pivot < 1e-2

    def refresh(self, matrix: Vector) -> bool:
        """Compute the inverse anew; false if there is none that can be relied on."""
        self.age, self._least_pivot = 0, 1.0
        if not len(self.elements):
            return True
        try:
            inverse = np.linalg.inv(matrix[self.rows[:, None], self.elements])
        except np.linalg.LinAlgError:
            return False
        self.inverse = np.asarray(inverse, dtype=np.float64)
        return bool(np.abs(inverse).max() < _SINGULAR)

    def fits(self, matrix: Vector, values: Vector, demand: Vector) -> bool:
        """Whether the values of the elements do meet what is demanded of the rows."""
        if not len(values):
            return True
        error = matrix[self.rows[:, None], self.elements] @ values - demand
        return bool(np.abs(error).max() <= 1e-10 * (1.0 + np.abs(values).max()))

    # The four changes. `line` is a new row of the matrix times the inverse, `column` the inverse
    # times a new element's coefficients.

    def grow(self, row: int, element: int, line: Vector, column: Vector, pivot: float) -> None:
        """`row` and `element` come in."""
        size = len(self.elements)
        shift = column / pivot
        inverse = np.empty((size + 1, size + 1))
        inverse[:size, :size] = self.inverse + shift[:, None] * line
        inverse[:size, size] = -shift
        inverse[size, :size] = line / -pivot
        inverse[size, size] = 1.0 / pivot
        self.inverse = inverse
        self.elements = _with(self.elements, element)
        self.rows = _with(self.rows, row)
        self.count_changes(1, abs(pivot))

    def exchange_row(self, leaving: int, row: int, line: Vector) -> None:
        """`row` takes the place of the row at `leaving`."""
        pivot = line[leaving]
        change = line / pivot
        change[leaving] = 1.0 - 1.0 / pivot
        self.inverse = self.inverse - self.inverse[:, leaving, None] * change
        self.rows[leaving] = row
        self.count_changes(1, abs(pivot))

    def exchange_element(self, slot: int, element: int, column: Vector) -> None:
        """`element` takes the place of the element at `slot`."""
        pivot = column[slot]
        column[slot] -= 1.0
        self.inverse = self.inverse - column[:, None] * (self.inverse[slot] / pivot)
        self.elements[slot] = element
        self.count_changes(1, abs(pivot))

    def shrink(self, slot: int, leaving: int) -> None:
        """The element at `slot` and the row at `leaving` go; the last ones take their places."""
        pivot = self.inverse[slot, leaving]
        inverse = self.inverse - self.inverse[:, leaving, None] * (self.inverse[slot] / pivot)
        last = len(self.elements) - 1
        inverse[slot] = inverse[last]
        inverse[:, leaving] = inverse[:, last]
        self.inverse = inverse[:last, :last].copy()
        self.elements[slot] = self.elements[last]
        self.rows[leaving] = self.rows[last]
        self.elements, self.rows = self.elements[:last], self.rows[:last]
        self.count_changes(1, abs(pivot))

    def count_changes(self, changes: int, least_pivot: float) -> None:
        """Take note of so many changes, and of the smallest number that was divided by."""
        self.age += changes
        self._least_pivot = min(self._least_pivot, least_pivot)


def _with(indices: Indices, last: int) -> Indices:
    """`np.append` for a single index; that itself took a twentieth of a search."""
    longer = np.empty(len(indices) + 1, dtype=np.intp)
    longer[:-1] = indices
    longer[-1] = last
    return longer


def first_to_zero(values: Vector, drops: Vector, least: float) -> tuple[int, float]:
    """The first of the values that drop by more than `least` to reach zero, and when.

    (-1, infinity) if there is none. Values below zero, by rounding, count as zero. If the first
    one drops so slowly that dividing by it would magnify errors, the fastest of those that reach
    zero at about the same time takes its place.
    """
    (falling,) = (drops > least).nonzero()
    if not len(falling):
        return -1, math.inf
    speeds = drops[falling]
    steps = np.maximum(values[falling], 0.0) / speeds
    step = float(steps[steps.argmin()])
    close = steps <= step * (1 + CLOSE)
    first = int(close.argmax())
    if speeds[first] < SLOW:
        first = int(np.where(close, speeds, 0.0).argmax())
    return int(falling[first]), step
