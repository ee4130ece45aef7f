"""The linear relaxation of a hitting-set problem, solved from the dual side.

    minimise  c·x   subject to   A x ≥ b,  x ≥ 0

Rows are correction sets (0/1 coefficients, b = 1), side constraints and upper bounds. The dual
simplex basis is kept compact: only the elements whose reduced cost is zero (`_basic`) and the rows
that hold them there (`_tight`), typically ten or twenty of each, so one pivot is a handful of numpy
calls on tiny matrices. Every dual feasible point gives a valid lower bound: the search may stop at
any pivot. Rows may be added and elements fixed at any time; the basis stays dual feasible, so the
next solve starts where the last one ended.

A library call per refresh was measured at 0.8 ms (HiGHS, GLOP): as long as the whole solve here.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

_EPS = 1e-9
_PIVOT_LIMIT = 5000
"""Far beyond what is ever needed; reaching it costs tightness, not validity."""


def perturbed(costs: Vector) -> Vector:
    """`costs` lowered by up to one part in 10⁸, each by another amount.

    Equal costs make the simplex cycle; lowered ones keep every bound valid.
    """
    fractions = np.modf(np.arange(1, len(costs) + 1) * 0.6180339887498949)[0]
    lowered: Vector = costs - 1e-8 * np.abs(costs) * fractions
    return lowered


class Rows:
    """A growing matrix of rows `A x ≥ b`, shared by all relaxations of one task."""

    def __init__(self, width: int) -> None:
        self.count = 0
        self._matrix = np.zeros((64, width))
        self._bounds = np.zeros(64)

    def add(self, coefficients: Vector, bounds: Vector) -> None:
        needed = self.count + len(bounds)
        if needed > len(self._bounds):
            size = max(needed, 2 * len(self._bounds))
            self._matrix = np.resize(self._matrix, (size, self._matrix.shape[1]))
            self._bounds = np.resize(self._bounds, size)
        self._matrix[self.count : needed] = coefficients
        self._bounds[self.count : needed] = bounds
        self.count = needed

    @property
    def matrix(self) -> Vector:
        return self._matrix[: self.count]

    @property
    def bounds(self) -> Vector:
        return self._bounds[: self.count]


class Relaxation:
    """One node's linear programme: shared rows, own fixed elements, own basis."""

    def __init__(self, rows: Rows, costs: Vector) -> None:
        self._rows = rows
        self._costs = costs
        self._free = np.ones(len(costs), dtype=bool)
        self._ones = np.zeros(len(costs))
        self._basic: list[int] = []
        self._tight: list[int] = []
        self._inverse: Vector = np.zeros((0, 0))
        self._demand = rows.bounds.copy()
        self.infeasible = False
        self.pivots = 0

    def start_at_upper_bounds(self, elements: list[int], rows: list[int]) -> None:
        """Begin with `elements` (those of negative cost) held at 1 by their rows `-x ≥ -1`."""
        self._basic, self._tight = list(elements), list(rows)
        self._inverse = -np.eye(len(rows))

    def copy(self) -> Relaxation:
        twin = Relaxation.__new__(Relaxation)
        twin.__dict__.update(self.__dict__)
        twin._free, twin._ones = self._free.copy(), self._ones.copy()
        twin._basic, twin._tight = self._basic.copy(), self._tight.copy()
        return twin

    @property
    def chosen(self) -> Vector:
        """1 for the elements that are fixed to be in the step."""
        return self._ones

    @property
    def free(self) -> NDArray[np.bool_]:
        return self._free

    def sync(self) -> None:
        """Take rows into account that were added since."""
        if len(self._demand) != self._rows.count:
            self._demand = self._rows.bounds - self._rows.matrix @ self._ones

    def fix(self, element: int, value: int) -> None:
        """Require the element to be in (1) or out (0)."""
        self._free[element] = False
        if value:
            self._ones[element] = 1.0
            self._demand = self._rows.bounds - self._rows.matrix @ self._ones
        if element in self._basic:
            self._drop(self._basic.index(element))

    def exclude(self, elements: NDArray[np.intp]) -> None:
        """Fix non-basic elements at 0 (reduced-cost fixing)."""
        self._free[elements] = False

    def bound(self) -> float:
        if self.infeasible:
            return math.inf
        fixed = float(self._costs @ self._ones)
        return fixed + float(self._duals() @ self._demand[self._tight])

    def primal(self) -> Vector:
        """The primal point of the current basis; after `solve` it is feasible."""
        x = self._ones.copy()
        x[self._basic] = self._inverse @ self._demand[self._tight]
        return x

    def reduced_costs(self) -> Vector:
        return self._costs - self._duals() @ self._rows.matrix[self._tight]

    def solve(self, cutoff: float) -> float:
        """Pivot to the optimum, or until the bound reaches `cutoff`; return the bound."""
        matrix = self._rows.matrix
        free_point = np.zeros(len(self._costs))
        for iteration in range(_PIVOT_LIMIT):
            if self.infeasible:
                return math.inf
            demand = self._demand[self._tight]
            point = self._inverse @ demand
            free_point[:] = 0.0
            free_point[self._basic] = point
            violation = self._demand - matrix @ free_point
            if iteration and iteration % 8 == 0 and self.bound() >= cutoff:
                break
            entering = self._choose(violation, point)
            if entering is None:
                break
            self.pivots += 1
            row, slot = entering
            if row is not None:
                self._enter_row(row)
            else:
                self._raise_reduced_cost(slot, 1.0)
        return self.bound()

    def _choose(self, violation: Vector, point: Vector) -> tuple[int | None, int] | None:
        row = int(violation.argmax()) if len(violation) else -1
        worst = violation[row] if row >= 0 else 0.0
        if len(point):
            slot = int(point.argmin())
            if -point[slot] > max(worst, _EPS):
                return None, slot
        return (row, -1) if worst > _EPS else None

    def _duals(self) -> Vector:
        return self._costs[self._basic] @ self._inverse

    def _enter_row(self, row: int) -> None:
        """Raise the dual price of `row` until a price or a reduced cost reaches zero."""
        matrix = self._rows.matrix
        line = matrix[row]
        held = matrix[self._tight]
        prices = self._duals()
        price_drop = line[self._basic] @ self._inverse
        slack = self._costs - prices @ held
        slack_drop = line - price_drop @ held
        slack_drop[self._basic] = 0.0
        slack_drop[~self._free] = 0.0
        leaving_price, price_step = _ratio(prices, price_drop)
        leaving_element, slack_step = _ratio(slack, slack_drop)
        if leaving_price < 0 and leaving_element < 0:
            self.infeasible = True
        elif slack_step <= price_step:
            self._basic.append(leaving_element)
            self._tight.append(row)
            self._refactor()
        else:
            self._tight[leaving_price] = row
            self._refactor()

    def _raise_reduced_cost(self, slot: int, sign: float) -> bool:
        """Move the reduced cost of a basic element off zero; false if nothing stops the move."""
        held = self._rows.matrix[self._tight]
        prices = self._duals()
        price_drop = sign * self._inverse[slot]
        slack = self._costs - prices @ held
        slack_drop = -price_drop @ held
        slack_drop[self._basic] = 0.0
        slack_drop[~self._free] = 0.0
        leaving_price, price_step = _ratio(prices, price_drop)
        leaving_element, slack_step = _ratio(slack, slack_drop)
        if leaving_price < 0 and leaving_element < 0:
            self.infeasible = True
            return False
        if slack_step < price_step:
            self._basic[slot] = leaving_element
        else:
            del self._basic[slot]
            del self._tight[leaving_price]
        self._refactor()
        return True

    def _drop(self, slot: int) -> None:
        """Take a newly fixed element out of the basis: its reduced cost is now free.

        Either direction keeps the prices feasible; the one that improves the bound goes first, and
        only if that one never ends is the programme infeasible.
        """
        value = float(self._inverse[slot] @ self._demand[self._tight])
        sign = 1.0 if value <= 0 else -1.0
        if not self._raise_reduced_cost(slot, sign) and abs(value) <= _EPS:
            self.infeasible = False
            self._raise_reduced_cost(slot, -sign)

    def _refactor(self) -> None:
        basis = self._rows.matrix[np.ix_(self._tight, self._basic)]
        self._inverse = np.asarray(np.linalg.inv(basis), dtype=np.float64)


def _ratio(values: Vector, drops: Vector) -> tuple[int, float]:
    """The first index to reach zero and when; (-1, inf) if none does."""
    falling = np.flatnonzero(drops > _EPS)
    if not len(falling):
        return -1, math.inf
    steps = values[falling] / drops[falling]
    first = int(steps.argmin())
    return int(falling[first]), float(steps[first])
