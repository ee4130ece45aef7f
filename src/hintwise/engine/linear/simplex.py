"""The linear relaxation of a hitting-set problem, solved from the dual side.

    minimise  c·x   subject to   A x ≥ b,  0 ≤ x ≤ 1

Rows are correction sets (0/1 coefficients, b = 1) and side constraints. Elements outside the basis
rest at one of their bounds, those of negative reduced cost at 1, so every basis whose rows have
prices of zero or more is dual feasible: rows may be added, more demanded of them and elements fixed
at any time, and the next solve starts where the last one ended. If costs change, the rows whose
prices became negative are let go (measured on 30 MACHOP queries: half of all pivots were spent on
tasks that differ from another one in a slope, and had started from nothing).

Rounding. What `solve` returns is not the value of the last basis but a bound that any prices y ≥ 0
give, Σ y b + Σ min(0, c - y A): it is valid whatever became of the inverse. A programme is only
called infeasible if prices prove it in the same way. Where the numbers are too bad for the simplex
to end, the relaxation is not `solved` and the bound is just weaker (Neumaier and Shcherbina, "Safe
bounds in linear and mixed-integer linear programming", 2004, for the idea).

Measured: a library call per refresh costs 0.8 ms (HiGHS, GLOP), a pivot here 0.03 ms, and most
refreshes need one to three.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.linear.basis import Basis, Indices, Rows, Vector, first_to_zero
from hintwise.engine.linear.compiled import Compiled
from hintwise.engine.linear.pricing import EPS, find_worst

_SMALL_PIVOT = 1e-6
"""Not divided by before the inverse was computed anew."""
_PIVOT_LIMIT = 5000
"""Far beyond what is ever needed; a relaxation that reaches it is not `solved`."""
_PATIENCE = 30
"""Pivots in a row that may leave the bound as it is, before costs are changed against cycling."""
_NOISE = 1e-14
"""What rounding does to a number, relative to the largest that it was computed from."""
_MENDS = 4
"""How often one solve may start again from a mended basis."""


class Relaxation:
    """One node's linear programme: shared rows, own fixed elements, own basis.

    Invariant: the prices of the basis are zero or more, and so are the reduced costs of the
    elements that rest at their lower bound; zero or less at the upper one (up to rounding).
    """

    def __init__(self, rows: Rows, costs: Vector, compiled: Compiled | None = None) -> None:
        self._rows = rows
        self._compiled = compiled
        self._costs = self._working = costs
        """The costs, and the ones that pivots see: changed a little while these get nowhere."""
        self.low: Vector = np.zeros(len(costs))
        self.high: Vector = np.ones(len(costs))
        self._basis = Basis()
        self._resting: Vector = np.zeros(len(costs))
        """Where the elements outside the basis are."""
        self._side: Vector = np.zeros(len(costs))
        """1 for those that may leave their lower bound, -1 for their upper one, 0 for others."""
        self._bounds = self._demand = rows.bounds
        """What the rows demand, with restrictions, and what is left of that by what rests at 1."""
        self.infeasible = False
        self.solved = False
        """Whether the point is optimal, or the bound beyond the cutoff asked for."""
        self.pivots = 0
        self._optimum: float | None = None
        """The bound, where the basis is optimal for the programme as it is."""
        self._become_dual_feasible()

    def copy(self) -> Relaxation:
        twin = Relaxation.__new__(Relaxation)
        twin.__dict__.update(self.__dict__)
        twin.low, twin.high = self.low.copy(), self.high.copy()
        twin._resting, twin._side = self._resting.copy(), self._side.copy()
        twin._demand = self._demand.copy()
        twin._basis = self._basis.copy()
        return twin

    def pack(self, order: Indices) -> None:
        """Before the first solve, find a basis quickly: rows are paid for one after the other.

        Each of the rows in `order` (0/1 coefficients) that is not hit yet is paid for by its
        cheapest open element, in full: no element of an earlier row's choice is in a later row, so
        the basis is triangular. That saves most pivots of a start from nothing.
        """
        order = order[self._demand[order] > 0.5]
        members = (self._rows.matrix[order] > 0.5) & (self._side > 0)
        unpaid = members.any(axis=1)
        left = self._costs.copy()
        rows, elements = [], []
        while unpaid.any():
            row = int(unpaid.argmax())
            (mine,) = members[row].nonzero()
            element = int(mine[left[mine].argmin()])
            left[mine] -= left[element]
            unpaid &= ~members[:, element]
            rows.append(int(order[row]))
            elements.append(element)
        self._basis = Basis.of(rows, elements)
        if self._basis.refresh(self._rows.matrix):
            self._side[elements] = 0.0
        else:
            self._basis = Basis()

    def with_costs(self, costs: Vector) -> Relaxation:
        """The same programme with other costs, starting from what is left of this basis."""
        twin = self.copy()
        twin._costs = twin._working = costs
        twin._become_dual_feasible()
        return twin

    def sync(self) -> None:
        """Take rows into account that were added since."""
        known = len(self._demand)
        if known != self._rows.count:
            self._optimum = None
            fresh = self._rows.bounds[known:]
            self._bounds = np.concatenate([self._bounds, fresh])
            left = fresh - self._rows.matrix[known:] @ self._resting
            self._demand = np.concatenate([self._demand, left])

    def restrict(self, row: int, bound: float) -> None:
        """Demand more of a row."""
        self.sync()
        self._optimum = None
        self._bounds = self._bounds.copy()
        self._bounds[row] = max(self._bounds[row], bound * self._rows.scales[row])
        self._demand[row] = self._bounds[row] - self._rows.matrix[row] @ self._resting

    def fix(self, element: int, value: int) -> None:
        """Decide that the element is in (1) or out (0)."""
        self.sync()
        self._optimum = None
        self.low[element] = self.high[element] = value
        if self._side[element]:
            self._rest(element, value)

    def exclude_above(self, room: float) -> None:
        """Fix every element that would lift the bound by more than `room` at its other end."""
        _, reduced = self._duals()
        hopeless = self._side * reduced > room
        self.low[hopeless] = self.high[hopeless] = self._resting[hopeless]
        self._side[hopeless] = 0.0

    def undecided(self, room: float) -> int | None:
        """An element in which another whole point may differ whose value is at most `room` more.

        None if there is no such point: it would have to pay a reduced cost, or a tight row's price.
        """
        prices, reduced = self._duals()
        (near,) = ((self._side != 0) & (self._side * reduced <= room)).nonzero()
        if not len(near) and (prices <= room).any():
            near = self._basis.elements[self.free[self._basis.elements]]
        return int(near[0]) if len(near) else None

    @property
    def tight(self) -> Indices:
        """The rows that hold up the bound."""
        return self._basis.rows

    @property
    def free(self) -> NDArray[np.bool_]:
        """The elements that are not fixed."""
        return self.low < self.high

    def bound(self) -> float:
        """A lower bound on every point of the programme that is right whatever the basis is."""
        if self.infeasible:
            return math.inf
        prices, reduced = self._duals()
        value = prices @ self._bounds[self._basis.rows]
        return float(value + reduced @ np.where(reduced > 0, self.low, self.high))

    def primal(self) -> Vector:
        """The primal point of the current basis; after `solve` it is feasible."""
        point = self._resting.copy()
        point[self._basis.elements] = self._basis.inverse @ self._demand[self._basis.rows]
        return np.minimum(np.maximum(point, self.low), self.high)

    def admits(self, chosen: Vector) -> bool:
        """Whether the chosen elements, all 0 or 1, meet every row."""
        self.sync()
        return bool((self._rows.matrix @ chosen >= self._bounds).all())

    def solve(self, cutoff: float) -> float:
        """Pivot to the optimum, or until the bound reaches `cutoff`; return the bound."""
        self.sync()
        if self._optimum is not None:  # two in five: nodes that had been put off
            return self._optimum
        self.solved = True
        mends = idle = 0
        nothing = _NOISE * float(np.abs(self._costs).max(initial=0.0))
        for iteration in range(_PIVOT_LIMIT):
            if self._compiled is not None and self._compiled.ready:
                bound = self._run(self._compiled, cutoff)
                if bound is not None:
                    return bound
            if iteration % 4 == 3 and self.bound() >= cutoff:
                return self.bound()
            values = self._basis.inverse @ self._demand[self._basis.rows]
            elements = self._basis.elements
            lack = self._demand - values @ self._rows.columns[elements]
            low, high = self.low[elements] - values, values - self.high[elements]
            row, slot, side = find_worst(self._rows, lack, self._basis, low, high)
            if row < 0 and slot < 0:
                if self._sound(values):
                    self._optimum = self.bound()
                    return self._optimum
                step: float | None = None
            else:
                step = self._advance(row, slot, side)
            if self.infeasible:
                return math.inf
            if step is None:
                mends += 1
                if mends > _MENDS:
                    break
                self._mend()
                continue
            idle = idle + 1 if step <= nothing else 0
            if idle == _PATIENCE:
                self._perturb()
                idle = 0
        self.solved = False
        self.infeasible = self._some_row_is_out_of_reach()
        return self.bound()

    def _run(self, compiled: Compiled, cutoff: float) -> float | None:
        """Let compiled code take as many pivots as it can; the bound, if that was all.

        The inverse is computed anew where that is due: the careful code would take a slow pivot.
        """
        if self._working is not self._costs or not len(self._demand):
            return None
        basis = self._basis
        while True:
            outcome = compiled.pivot(
                self._rows,
                basis,
                cutoff,
                costs=self._costs,
                bounds=self._bounds,
                low=self.low,
                high=self.high,
                side=self._side,
                resting=self._resting,
                demand=self._demand,
            )
            self.pivots += outcome.pivots
            due = outcome.bound is None and outcome.pivots and not basis.changes_left
            if not due or basis.doubtful or not basis.refresh(self._rows.matrix):
                break
        if outcome.bound is None or basis.doubtful:
            return None
        if outcome.optimal:
            self._optimum = outcome.bound
        return outcome.bound

    def _advance(self, row: int, slot: int, side: float) -> float | None:
        """Raise the price of `row`, or move the reduced cost of the element at `slot` off zero.

        The change of basis happens where the first price or reduced cost reaches zero; returns how
        far that was, or None if nothing can be relied on. If nothing stops the move, the rows
        involved prove that the programme is infeasible.
        """
        basis, matrix = self._basis, self._rows.matrix
        width, held = len(self._side), matrix[basis.rows]
        # Reduced costs, then prices, and how fast they fall.
        now, fall = moves = np.empty((2, width + len(held)))
        np.matmul(self._working[basis.elements], basis.inverse, out=now[width:])
        if slot < 0:
            np.matmul(matrix[row, basis.elements], basis.inverse, out=fall[width:])
        else:
            np.multiply(basis.inverse[slot], side, out=fall[width:])
        drop = fall[width:]
        np.matmul(moves[:, width:], held, out=moves[:, :width])
        np.subtract(self._working, now[:width], out=now[:width])
        np.subtract(matrix[row] if slot < 0 else 0.0, fall[:width], out=fall[:width])
        moves[:, :width] *= self._side
        first, step = first_to_zero(now, fall, EPS)
        if first < 0:
            self.infeasible = self._proves_infeasible(row, drop)
            return None
        if fall[first] < _SMALL_PIVOT and basis.age:
            return None
        if first < width:
            pivot = float(fall[first] * self._side[first])
            column = basis.inverse @ held[:, first]
            if slot >= 0 and abs(pivot + side * column[slot]) > 1e-6 * abs(pivot):
                return None  # the same number, computed in another way
            self._take_in(first)
            if slot < 0:
                basis.grow(row, first, drop, column, pivot)
            else:
                self._let_go(slot, side)
                basis.exchange_element(slot, first, column)
        elif slot < 0:
            basis.exchange_row(first - width, row, drop)
        else:
            self._let_go(slot, side)
            basis.shrink(slot, first - width)
        self.pivots += 1
        if not basis.changes_left and not basis.refresh(matrix):
            return None
        return step

    def _take_in(self, element: int) -> None:
        """An element that rests outside the basis is about to enter it."""
        if self._resting[element]:
            self._demand += self._resting[element] * self._rows.columns[element]
            self._resting[element] = 0.0
        self._side[element] = 0.0

    def _let_go(self, slot: int, side: float) -> None:
        """The element at `slot` is about to leave the basis, for its lower or its upper bound."""
        element = int(self._basis.elements[slot])
        end = self.low if side > 0 else self.high
        self._side[element] = side if self.low[element] < self.high[element] else 0.0
        if end[element]:
            self._demand -= end[element] * self._rows.columns[element]
            self._resting[element] = end[element]

    def _rest(self, element: int, value: float) -> None:
        """Fix an element outside the basis."""
        self._side[element] = 0.0
        if self._resting[element] != value:
            self._demand -= (value - self._resting[element]) * self._rows.columns[element]
            self._resting[element] = value

    # Against rounding errors, and against going round in circles

    def _sound(self, values: Vector) -> bool:
        """Whether the basis can be relied on, and its costs are the true ones."""
        basis = self._basis
        return bool(self._working is self._costs and math.isfinite(values @ values)) and (
            not basis.doubtful or basis.fits(self._rows.matrix, values, self._demand[basis.rows])
        )

    def _mend(self) -> None:
        """Invert the basis anew, or start from nothing where that fails; use the true costs."""
        if not self._basis.refresh(self._rows.matrix):
            self._basis = Basis()
        self._working = self._costs
        self._become_dual_feasible()

    def _become_dual_feasible(self) -> None:
        """Let rows go until no price is negative, and elements rest where that costs least."""
        self._optimum = None
        basis = self._basis
        while len(basis.rows):
            prices = self._working[basis.elements] @ basis.inverse
            leaving = int(prices.argmin())
            if prices[leaving] >= -_NOISE * prices.max():
                break
            basis.shrink(int(np.abs(basis.inverse[:, leaving]).argmax()), leaving)
        prices = self._working[basis.elements] @ basis.inverse
        held = self._rows.matrix[basis.rows]
        reduced = self._working - prices @ held
        noise = _NOISE * (np.abs(self._working) + np.abs(prices) @ np.abs(held))
        at_high = np.where(self._side < 0, reduced <= noise, reduced < -noise)
        self._side = np.where(self.free, np.where(at_high, -1.0, 1.0), 0.0)
        self._resting = np.where(at_high, self.high, self.low)
        self._side[basis.elements] = self._resting[basis.elements] = 0.0
        self.sync()
        self._demand = self._bounds - self._rows.matrix @ self._resting

    def _perturb(self) -> None:
        """Move reduced costs away from zero, each by another amount, so that prices can move."""
        fractions = np.modf(np.arange(1, len(self._costs) + 1) * 0.6180339887498949)[0]
        size = np.abs(self._costs)
        size = 1e-9 * np.maximum(size, 1e-3 * (size.max() or 1.0))
        self._working = self._working + self._side * size * (1.0 + fractions)

    def _proves_infeasible(self, row: int, drop: Vector) -> bool:
        """Whether rows, added up, demand more than all elements together can give."""
        rows, prices = self._basis.rows, np.maximum(-drop, 0.0)
        if row >= 0:
            rows, prices = np.append(rows, row), np.append(prices, 1.0)
        total = prices @ self._rows.matrix[rows]
        most = total @ np.where(total > 0, self.high, self.low)
        demanded = prices * self._bounds[rows]
        return bool(demanded.sum() - most > EPS * (np.abs(demanded).sum() + np.abs(total).sum()))

    def _some_row_is_out_of_reach(self) -> bool:
        matrix = self._rows.matrix
        most = np.where(matrix > 0, matrix * self.high, matrix * self.low).sum(axis=1)
        return bool((most < self._bounds).any())

    def _duals(self) -> tuple[Vector, Vector]:
        """Prices of zero or more for the rows of the basis, and the reduced costs they leave."""
        basis = self._basis
        prices = np.maximum(self._costs[basis.elements] @ basis.inverse, 0.0)
        if not math.isfinite(prices.sum()):
            prices = np.zeros(len(prices))
        return prices, self._costs - prices @ self._rows.matrix[basis.rows]
