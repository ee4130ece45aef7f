"""What a dual simplex mends next."""

from __future__ import annotations

import numpy as np

from hintwise.engine.linear.basis import Basis, Indices, Rows, Vector

EPS = 1e-9
"""What is violated by less counts as met."""

NEAR = 0.5
"""The share of the worst violation that others must have to be looked at more closely."""


def find_worst(
    rows: Rows, demand: Vector, basis: Basis, low: Vector, high: Vector
) -> tuple[int, int, float]:
    """A row, or a slot of the basis and 1 if its element is too low, -1 if too high.

    `low` and `high` say by how much the elements of the basis are below and above their bounds,
    `demand` what the rows lack. -1 and -1 if all is well.

    Of what is about as far off as anything, what the dual moves farthest for, given its length
    (dual steepest edge: a third fewer pivots than by taking what is farthest off). Ties go to the
    first, with a margin for rounding: so all kinds of arithmetic agree.
    """
    count = len(demand)
    off = np.empty(count + len(low))
    np.multiply(demand, rows.importance, out=off[:count])
    np.maximum(low, high, out=off[count:])
    most = off.max(initial=0.0)
    if not most > EPS:
        return -1, -1, 0.0
    (near,) = (off > max(NEAR * most, EPS)).nonzero()
    first = int(near[0] if len(near) == 1 else near[_steepest(rows, count, basis, near, off[near])])
    if first < count:
        return first, -1, 0.0
    return -1, first - count, 1.0 if low[first - count] > high[first - count] else -1.0


def _steepest(rows: Rows, count: int, basis: Basis, near: Indices, off: Vector) -> int:
    """Which of these rows, and after them slots, is farthest off for its length in the dual."""
    in_rows = near.searchsorted(count)
    lines = np.empty((len(near), len(basis.elements)))
    shares = rows.matrix[near[:in_rows, None], basis.elements]
    np.matmul(shares, basis.inverse, out=lines[:in_rows])
    lines[in_rows:] = basis.inverse[near[in_rows:] - count]
    lengths = np.einsum("ij,ij->i", lines, lines)
    lengths[:in_rows] += 1.0
    off[:in_rows] /= rows.importance[near[:in_rows]]
    scores = off * off / lengths
    return int((scores >= (1 - EPS) * scores.max()).argmax())
