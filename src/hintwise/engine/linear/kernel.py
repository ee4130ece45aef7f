"""The pivots of a relaxation in compiled code: what `Relaxation.solve` does while all goes well.

It takes the same pivots in the same order as the code in `simplex`, up to rounding. Whatever is out
of the ordinary (nothing stops a move, a pivot too small, a basis that outgrows its space) it leaves
alone, before any change, for the careful code there to deal with.

Measured: 0.015 ms a pivot instead of 0.08, which makes searches of thousands of nodes three times
as fast (see `Compiled` for when it is used).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from hintwise.engine.linear.basis import Basis, Indices, Vector

ODD, OPTIMAL, BEYOND = 0, 1, 2
"""How it ends: see to it yourself, nothing is violated, the bound has passed the cutoff."""

_ROOM = 40
"""By how much a basis may grow before the careful code has to make room."""


_compiled = njit(cache=True, error_model="numpy")


class Programme(NamedTuple):
    """What a linear programme is made of; pivots change the last three in place."""

    matrix: Vector
    columns: Vector
    importance: Vector
    costs: Vector
    bounds: Vector
    low: Vector
    high: Vector
    side: Vector
    resting: Vector
    demand: Vector


class Tolerances(NamedTuple):
    """The numbers that decide about pivots: see `pricing` and `basis`."""

    eps: float
    near: float
    close: float
    slow: float


class Space(NamedTuple):
    """A basis with room to grow, and what is computed from it."""

    elements: Indices
    rows: Indices
    inverse: Vector
    values: Vector
    prices: Vector
    drop: Vector
    column: Vector
    reduced: Vector
    fall: Vector
    off: Vector


class End(NamedTuple):
    """How it ended, after how many pivots, the least number divided by, the bound if it is known,
    and the size of the basis."""

    how: int
    pivots: int
    least_pivot: float
    bound: float
    size: int


def space_for(basis: Basis, programme: Programme) -> Space:
    """Work space that begins with this basis."""
    size, width = len(basis.elements), len(programme.costs)
    capacity = size + _ROOM
    space = Space(
        elements=np.empty(capacity, dtype=np.intp),
        rows=np.empty(capacity, dtype=np.intp),
        inverse=np.empty((capacity, capacity)),
        values=np.empty(capacity),
        prices=np.empty(capacity),
        drop=np.empty(capacity),
        column=np.empty(capacity),
        reduced=np.empty(width),
        fall=np.empty(width),
        off=np.empty(len(programme.demand)),
    )
    space.elements[:size] = basis.elements
    space.rows[:size] = basis.rows
    space.inverse[:size, :size] = basis.inverse
    return space


@_compiled
def run_pivots(
    programme: Programme,
    space: Space,
    size: int,
    cutoff: float,
    allowance: int,
    tolerances: Tolerances,
) -> End:
    """Pivot from the basis in `space` until one of the three ends, at most `allowance` times."""
    how, pivots, least, bound = ODD, 0, 1.0, -math.inf
    while True:
        _price(programme, space, size)
        if pivots % 4 == 3:
            bound = _bound(programme, space, size)
            if bound >= cutoff:
                how = BEYOND
                break
        most = _measure(programme, space, size)
        if most <= tolerances.eps:
            bound = _bound(programme, space, size)
            how = OPTIMAL
            break
        if pivots == allowance or size + 1 == len(space.elements) or not most < math.inf:
            break
        row, slot, side = _worst(programme, space, size, most, tolerances)
        _direct(programme, space, size, row, slot, side)
        entering, leaving = _first_to_zero(programme, space, size, tolerances)
        if entering < 0 and leaving < 0:
            break
        if entering >= 0 and not _agrees(programme, space, size, entering, slot, side):
            break
        pivot, size = _change(programme, space, size, row, slot, side, entering, leaving)
        least = min(least, abs(pivot))
        pivots += 1
    return End(how, pivots, least, bound, size)


@_compiled
def _price(programme: Programme, space: Space, size: int) -> None:
    """The prices of the rows in the basis, and the reduced costs that they leave."""
    costs, matrix = programme.costs, programme.matrix
    prices, reduced = space.prices, space.reduced
    for j in range(size):
        prices[j] = 0.0
    for i in range(size):
        cost = costs[space.elements[i]]
        for j in range(size):
            prices[j] += cost * space.inverse[i, j]
    for x in range(len(costs)):
        reduced[x] = costs[x]
    for j in range(size):
        price, row = prices[j], space.rows[j]
        if price != 0.0:
            for x in range(len(costs)):
                reduced[x] -= price * matrix[row, x]


@_compiled
def _bound(programme: Programme, space: Space, size: int) -> float:
    """`Relaxation.bound`: valid for any prices, those below zero left out."""
    prices, left, total = space.prices, space.fall, 0.0
    for x in range(len(left)):
        left[x] = space.reduced[x]
    for j in range(size):
        row = space.rows[j]
        if prices[j] >= 0.0:
            total += prices[j] * programme.bounds[row]
        else:
            for x in range(len(left)):
                left[x] += prices[j] * programme.matrix[row, x]
    for x in range(len(left)):
        total += left[x] * (programme.low[x] if left[x] > 0 else programme.high[x])
    return total


@_compiled
def _measure(programme: Programme, space: Space, size: int) -> float:
    """How far off rows and elements of the basis are, and the most of it."""
    values, off, most = space.values, space.off, 0.0
    for r in range(len(off)):
        off[r] = programme.demand[r]
    for i in range(size):
        element, value = space.elements[i], 0.0
        for j in range(size):
            value += space.inverse[i, j] * programme.demand[space.rows[j]]
        values[i] = value
        most = max(most, programme.low[element] - value, value - programme.high[element])
        if value != 0.0:
            for r in range(len(off)):
                off[r] -= value * programme.columns[element, r]
    for r in range(len(off)):
        off[r] *= programme.importance[r]
        most = max(most, off[r])
    return most


@_compiled
def _worst(
    programme: Programme, space: Space, size: int, most: float, tolerances: Tolerances
) -> tuple[int, int, float]:
    """A row, or a slot and its side, where the dual moves farthest for its length."""
    row, slot, side, best = -1, -1, 0.0, 0.0
    least = max(tolerances.near * most, tolerances.eps)
    for r in range(len(space.off)):
        if space.off[r] > least:
            violation = space.off[r] / programme.importance[r]
            if violation * violation > best:
                _aim(programme, space, size, r)
                length = 1.0
                for j in range(size):
                    length += space.drop[j] * space.drop[j]
                score = violation * violation / length
                if score > best * (1 + tolerances.eps):
                    row, best = r, score
    for i in range(size):
        element = space.elements[i]
        below = programme.low[element] - space.values[i]
        above = space.values[i] - programme.high[element]
        violation = max(below, above)
        if violation > least:
            length = 0.0
            for j in range(size):
                length += space.inverse[i, j] * space.inverse[i, j]
            score = violation * violation / length
            if score > best * (1 + tolerances.eps):
                row, slot, best = -1, i, score
                side = 1.0 if below > above else -1.0
    return row, slot, side


@_compiled
def _aim(programme: Programme, space: Space, size: int, row: int) -> None:
    """How fast prices fall when the row's price rises."""
    drop = space.drop
    for j in range(size):
        drop[j] = 0.0
    for i in range(size):
        share = programme.matrix[row, space.elements[i]]
        if share != 0.0:
            for j in range(size):
                drop[j] += share * space.inverse[i, j]


@_compiled
def _direct(
    programme: Programme, space: Space, size: int, row: int, slot: int, side: float
) -> None:
    """How fast prices (`drop`) and reduced costs (`fall`) fall."""
    drop, fall, matrix = space.drop, space.fall, programme.matrix
    if slot < 0:
        _aim(programme, space, size, row)
    else:
        for j in range(size):
            drop[j] = side * space.inverse[slot, j]
    for x in range(len(fall)):
        fall[x] = matrix[row, x] if slot < 0 else 0.0
    for j in range(size):
        share, held = drop[j], space.rows[j]
        if share != 0.0:
            for x in range(len(fall)):
                fall[x] -= share * matrix[held, x]
    for x in range(len(fall)):
        fall[x] *= programme.side[x]


@_compiled
def _first_to_zero(
    programme: Programme, space: Space, size: int, tolerances: Tolerances
) -> tuple[int, int]:
    """The element whose reduced cost, or else the slot of the row whose price, ends the move.

    -1 and -1 if nothing does, or only what falls so slowly that the careful code must see to it.
    """
    drop, fall, side = space.drop, space.fall, programme.side
    step = math.inf
    for x in range(len(fall)):
        if fall[x] > tolerances.eps:
            step = min(step, max(space.reduced[x] * side[x], 0.0) / fall[x])
    for j in range(size):
        if drop[j] > tolerances.eps:
            step = min(step, max(space.prices[j], 0.0) / drop[j])
    latest = step * (1 + tolerances.close)
    for x in range(len(fall)):
        if fall[x] > tolerances.eps and max(space.reduced[x] * side[x], 0.0) / fall[x] <= latest:
            return (x, -1) if fall[x] >= tolerances.slow else (-1, -1)
    for j in range(size):
        if drop[j] > tolerances.eps and max(space.prices[j], 0.0) / drop[j] <= latest:
            return (-1, j) if drop[j] >= tolerances.slow else (-1, -1)
    return -1, -1


@_compiled
def _agrees(
    programme: Programme, space: Space, size: int, entering: int, slot: int, side: float
) -> bool:
    """Compute the entering element's column, and the pivot in another way."""
    for i in range(size):
        value = 0.0
        for j in range(size):
            value += space.inverse[i, j] * programme.matrix[space.rows[j], entering]
        space.column[i] = value
    if slot < 0:
        return True
    pivot = space.fall[entering] * programme.side[entering]
    return bool(abs(pivot + side * space.column[slot]) <= 1e-6 * abs(pivot))


@_compiled
def _change(
    programme: Programme,
    space: Space,
    size: int,
    row: int,
    slot: int,
    side: float,
    entering: int,
    leaving: int,
) -> tuple[float, int]:
    """One of the four changes of `Basis`; the number divided by, and the size afterwards."""
    elements, rows, inverse = space.elements, space.rows, space.inverse
    pivot = 0.0
    if entering >= 0:
        pivot = space.fall[entering] * programme.side[entering]
        _move(programme, entering, 0.0, 0.0)
    if slot >= 0:
        element = elements[slot]
        end = programme.low[element] if side > 0 else programme.high[element]
        free = programme.low[element] < programme.high[element]
        _move(programme, element, end, side if free else 0.0)
    line, column = space.drop, space.column
    if slot < 0 and entering >= 0:
        for i in range(size):
            shift = column[i] / pivot
            for j in range(size):
                inverse[i, j] += shift * line[j]
            inverse[i, size] = -shift
        for j in range(size):
            inverse[size, j] = line[j] / -pivot
        inverse[size, size] = 1.0 / pivot
        elements[size], rows[size] = entering, row
        return pivot, size + 1
    if slot < 0:
        pivot = line[leaving]
        for j in range(size):
            line[j] /= pivot
        line[leaving] = 1.0 - 1.0 / pivot
        for i in range(size):
            column[i] = inverse[i, leaving]
    else:
        if entering >= 0:
            pivot = column[slot]
            column[slot] -= 1.0
        else:
            pivot = inverse[slot, leaving]
            for i in range(size):
                column[i] = inverse[i, leaving]
        for j in range(size):
            line[j] = inverse[slot, j] / pivot
    for i in range(size):
        for j in range(size):
            inverse[i, j] -= column[i] * line[j]
    if slot < 0:
        rows[leaving] = row
    elif entering >= 0:
        elements[slot] = entering
    else:
        size -= 1
        for j in range(size + 1):
            inverse[slot, j] = inverse[size, j]
        for i in range(size + 1):
            inverse[i, leaving] = inverse[i, size]
        elements[slot], rows[leaving] = elements[size], rows[size]
    return pivot, size


@_compiled
def _move(programme: Programme, element: int, end: float, side: float) -> None:
    """Let an element outside the basis rest at `end`, and leave it to `side`."""
    far = end - programme.resting[element]
    if far != 0.0:
        for r in range(len(programme.demand)):
            programme.demand[r] -= far * programme.columns[element, r]
        programme.resting[element] = end
    programme.side[element] = side
