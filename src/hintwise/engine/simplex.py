"""The linear relaxation of a hitting-set problem, solved from the dual side.

    minimise  c·x   subject to   A x ≥ b,  x ≥ 0

Rows are correction sets (0/1 coefficients, b = 1), side constraints and upper bounds. The dual
simplex basis is kept compact: only the elements whose reduced cost is zero (`_basic`) and the rows
that hold them there (`_tight`), typically ten or twenty of each, so one pivot is a handful of numpy
calls on tiny matrices. Every dual feasible point gives a valid lower bound: the search may stop at
any pivot. Rows may be added and elements fixed at any time; the basis stays dual feasible, so the
next solve starts where the last one ended.

Measured: a library call per refresh costs 0.8 ms (HiGHS, GLOP), a pivot here 0.03 ms, and most
refreshes need one to three. Inverting the basis anew at each pivot tripled the time of a pivot.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Indices = NDArray[np.intp]

_EPS = 1e-9
_PIVOT_LIMIT = 5000
"""Far beyond what is ever needed; a relaxation that reaches it is not `solved`."""
_REFRESH = 40
"""Pivots after which the updated inverse is computed anew, against rounding errors."""


class Rows:
    """A growing matrix of rows `A x ≥ b`, shared by all relaxations for one target."""

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
    """One node's linear programme: shared rows, own fixed elements, own basis.

    Invariant: the prices of the tight rows and the reduced costs of the free elements are zero or
    more (up to rounding), so `bound` is a lower bound at any time.
    """

    def __init__(self, rows: Rows, costs: Vector) -> None:
        self._rows = rows
        self._costs = costs
        self.free: NDArray[np.bool_] = np.ones(len(costs), dtype=bool)
        self.chosen: Vector = np.zeros(len(costs))
        """1 for the elements that are fixed to be in the step."""
        self._open = self.free.copy()
        """Free and not basic: the elements whose reduced cost can reach zero."""
        self._basic: Indices = np.zeros(0, dtype=np.intp)
        self._tight: Indices = np.zeros(0, dtype=np.intp)
        self._inverse: Vector = np.zeros((0, 0))
        self._taken: NDArray[np.bool_] = np.zeros(len(costs), dtype=bool)
        """Chosen because the cost is negative and no row in force speaks against it."""
        self.restricted: dict[int, float] = {}
        """Rows of which more is demanded than their bound says."""
        self._demand = rows.bounds.copy()
        self._since_refresh = 0
        self.decided: NDArray[np.bool_] = np.zeros(len(costs), dtype=bool)
        """Fixed by a decision or for good, and not just because its cost is negative."""
        self.infeasible = False
        self.solved = False
        """Whether the point is optimal, or the bound beyond the cutoff asked for."""
        self.pivots = 0

    def copy(self) -> Relaxation:
        twin = Relaxation.__new__(Relaxation)
        twin.__dict__.update(self.__dict__)
        twin.free, twin.chosen, twin._open = (
            self.free.copy(),
            self.chosen.copy(),
            self._open.copy(),
        )
        twin.decided, twin._taken = self.decided.copy(), self._taken.copy()
        twin.restricted = self.restricted.copy()
        twin._basic, twin._tight = self._basic.copy(), self._tight.copy()
        twin._inverse = self._inverse.copy()
        return twin

    def sync(self) -> None:
        """Take rows into account that were added since."""
        if len(self._demand) != self._rows.count:
            self._update_demand()

    def start_from(self, parent: Relaxation | None) -> None:
        """Before the first solve, take what has a negative cost and keep a parent's decisions."""
        self._taken = self._costs < 0
        if parent is not None:
            self._taken &= ~parent.decided
            self.decided = parent.decided.copy()
            self.chosen[self.decided] = parent.chosen[self.decided]
        self.chosen[self._taken] = 1.0
        self.free = ~(self._taken | self.decided)
        self._open = self.free.copy()
        self._update_demand()

    def pack(self, order: Indices) -> None:
        """Before the first solve, find a basis quickly: rows are paid for one after the other.

        Each of the rows in `order` (0/1 coefficients) that is not hit yet is paid for by its
        cheapest open element, in full: no element of an earlier row's choice is in a later row, so
        the basis is triangular. That saves most pivots of a start from nothing.
        """
        order = order[self._demand[order] > 0.5]
        members = (self._rows.matrix[order] > 0.5) & self._open
        unpaid = members.any(axis=1)
        left = self._costs.copy()
        tight, basic = [], []
        while unpaid.any():
            row = int(unpaid.argmax())
            (mine,) = members[row].nonzero()
            element = int(mine[left[mine].argmin()])
            left[mine] -= left[element]
            unpaid &= ~members[:, element]
            tight.append(row)
            basic.append(element)
        if tight:
            self._tight, self._basic = order[tight], np.array(basic, dtype=np.intp)
            self._open[self._basic] = False
            self._invert()

    def restrict(self, row: int, bound: float, upper: Indices) -> None:
        """Demand more of a row; what was taken and counts in it is held by its row in `upper`.

        Such an element becomes basic together with its upper bound, which then has a price above
        zero: the reduced cost was below.
        """
        self.restricted[row] = max(bound, self.restricted.get(row, bound))
        elements = (self._taken & (self._rows.matrix[row] != 0)).nonzero()[0]
        size, more = len(self._basic), len(elements)
        columns = self._rows.matrix[self._tight][:, elements]
        inverse = np.zeros((size + more, size + more))
        inverse[:size, :size] = self._inverse
        inverse[:size, size:] = self._inverse @ columns
        inverse[size:, size:] = -np.eye(more)
        self._inverse = inverse
        self._basic = np.concatenate([self._basic, elements])
        self._tight = np.concatenate([self._tight, upper[elements]])
        self._taken[elements] = False
        self.free[elements] = True
        self.chosen[elements] = 0.0
        self._update_demand()

    def fix(self, element: int, value: int) -> None:
        """Decide that the element is in (1) or out (0)."""
        self.free[element] = self._open[element] = False
        self.decided[element] = True
        if value:
            self.chosen[element] = 1.0
            self._update_demand()
        (slots,) = (self._basic == element).nonzero()
        if len(slots):
            self._drop(int(slots[0]))

    def exclude_above(self, reduced_cost: float) -> None:
        """Fix out every open element whose reduced cost is above the given one."""
        hopeless = self._open & (self._reduced_costs(self._prices()) > reduced_cost)
        self.free[hopeless] = self._open[hopeless] = False
        self.decided |= hopeless

    def undecided(self, room: float) -> int | None:
        """An element in which another whole point may differ whose value is at most `room` more.

        None if there is no such point: it would have to pay a reduced cost, or a tight row's price.
        """
        prices = self._prices()
        (near,) = (self._open & (self._reduced_costs(prices) <= room)).nonzero()
        if not len(near) and (prices <= room).any():
            near = self._basic
        return int(near[0]) if len(near) else None

    @property
    def tight(self) -> Indices:
        """The rows that hold up the bound."""
        return self._tight

    def bound(self) -> float:
        if self.infeasible:
            return math.inf
        fixed = float(self._costs @ self.chosen)
        return fixed + float(self._prices() @ self._demand[self._tight])

    def primal(self) -> Vector:
        """The primal point of the current basis; after `solve` it is feasible."""
        point = self.chosen.copy()
        point[self._basic] = self._inverse @ self._demand[self._tight]
        return point

    def solve(self, cutoff: float) -> float:
        """Pivot to the optimum, or until the bound reaches `cutoff`; return the bound."""
        matrix = self._rows.matrix
        demand = self._demand
        point = np.zeros(len(self._costs))
        self.solved = True
        for iteration in range(_PIVOT_LIMIT):
            if self.infeasible:
                return math.inf
            values = self._inverse @ demand[self._tight]
            point[:] = 0.0
            point[self._basic] = values
            violation = demand - matrix @ point
            if iteration % 8 == 7 and self.bound() >= cutoff:
                break
            row = int(violation.argmax()) if len(violation) else -1
            worst = violation[row] if row >= 0 else 0.0
            slot = int(values.argmin()) if len(values) else -1
            if slot >= 0 and -values[slot] > max(worst, _EPS):
                self._raise_reduced_cost(slot, 1.0)
            elif worst > _EPS:
                self._enter_row(row)
            else:
                break
        else:
            self.solved = False
        return self.bound()

    def _update_demand(self) -> None:
        bounds = self._rows.bounds.copy()
        for row, bound in self.restricted.items():
            bounds[row] = bound
        self._demand = bounds - self._rows.matrix @ self.chosen

    def _prices(self) -> Vector:
        prices: Vector = self._costs[self._basic] @ self._inverse
        return prices

    def _reduced_costs(self, prices: Vector) -> Vector:
        reduced: Vector = self._costs - prices @ self._rows.matrix[self._tight]
        return reduced

    def _enter_row(self, row: int) -> None:
        """Raise the price of `row` until a price or a reduced cost reaches zero."""
        line = self._rows.matrix[row]
        held = self._rows.matrix[self._tight]
        prices = self._prices()
        price_drop = line[self._basic] @ self._inverse
        cost_drop = line - price_drop @ held
        leaving, price_step = _first_to_zero(prices, price_drop, price_drop > _EPS)
        falling = (cost_drop > _EPS) & self._open
        element, cost_step = _first_to_zero(self._costs - prices @ held, cost_drop, falling)
        if leaving < 0 and element < 0:
            self.infeasible = True
        elif cost_step <= price_step:
            self._grow(row, element, price_drop, held[:, element], float(cost_drop[element]))
        else:
            self._tight[leaving] = row
            price_drop[leaving] -= 1.0
            pivot = price_drop[leaving] + 1.0
            self._inverse -= (self._inverse[:, leaving] / pivot)[:, None] * price_drop
            self._settle()

    def _raise_reduced_cost(self, slot: int, sign: float) -> bool:
        """Move the reduced cost of a basic element off zero; false if nothing stops the move."""
        held = self._rows.matrix[self._tight]
        prices = self._prices()
        price_drop = sign * self._inverse[slot]
        cost_drop = -(price_drop @ held)
        leaving, price_step = _first_to_zero(prices, price_drop, price_drop > _EPS)
        falling = (cost_drop > _EPS) & self._open
        element, cost_step = _first_to_zero(self._costs - prices @ held, cost_drop, falling)
        if leaving < 0 and element < 0:
            self.infeasible = True
            return False
        old = self._basic[slot]
        self._open[old] = self.free[old]
        if cost_step < price_step:
            self._swap(slot, element, held[:, element])
        else:
            self._shed(slot, leaving)
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

    # The four changes of basis, each an update of the inverse

    def _grow(
        self, row: int, element: int, price_drop: Vector, column: Vector, pivot: float
    ) -> None:
        """`row` becomes tight and `element` basic."""
        size = len(self._basic)
        shift = self._inverse @ column / pivot
        inverse = np.empty((size + 1, size + 1))
        inverse[:size, :size] = self._inverse + shift[:, None] * price_drop
        inverse[:size, size] = -shift
        inverse[size, :size] = price_drop / -pivot
        inverse[size, size] = 1.0 / pivot
        self._inverse = inverse
        self._basic = _with(self._basic, element)
        self._tight = _with(self._tight, row)
        self._open[element] = False
        self._settle()

    def _swap(self, slot: int, element: int, column: Vector) -> None:
        """`element` takes the place of the basic element in `slot`."""
        shift = self._inverse @ column
        pivot = shift[slot]
        shift[slot] -= 1.0
        self._inverse = self._inverse - shift[:, None] * (self._inverse[slot] / pivot)
        self._basic[slot] = element
        self._open[element] = False
        self._settle()

    def _shed(self, slot: int, leaving: int) -> None:
        """The basic element in `slot` and the tight row `leaving` go."""
        inverse = self._inverse
        reduced = inverse - (inverse[:, leaving] / inverse[slot, leaving])[:, None] * inverse[slot]
        self._inverse = np.delete(np.delete(reduced, slot, axis=0), leaving, axis=1)
        self._basic = np.delete(self._basic, slot)
        self._tight = np.delete(self._tight, leaving)
        self._settle()

    def _settle(self) -> None:
        self.pivots += 1
        self._since_refresh += 1
        if self._since_refresh >= _REFRESH:
            self._invert()

    def _invert(self) -> None:
        basis = self._rows.matrix[self._tight][:, self._basic]
        self._inverse = np.asarray(np.linalg.inv(basis), dtype=np.float64)
        self._since_refresh = 0


def _with(indices: Indices, last: int) -> Indices:
    """`np.append` for a single index; that itself took a twentieth of a search."""
    longer = np.empty(len(indices) + 1, dtype=np.intp)
    longer[:-1] = indices
    longer[-1] = last
    return longer


def _first_to_zero(values: Vector, drops: Vector, falls: NDArray[np.bool_]) -> tuple[int, float]:
    """The first of the values that fall to reach zero, and when; (-1, inf) if none does."""
    (falling,) = falls.nonzero()
    if not len(falling):
        return -1, math.inf
    steps = values[falling] / drops[falling]
    first = steps.argmin()
    return int(falling[first]), float(steps[first])
