"""Which of equally cheap steps is the one: a criterion that depends on problem and state alone.

Every element costs a little more, by an amount that is drawn from the numbers of element and
target. So hardly ever are two steps equally good, the least one is the same whatever is known
already, and the simplex never cycles. All amounts together stay below `TOLERANCE`: the step found
costs as little as any, to that precision. What is left of ties is decided by element numbers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.linear.basis import Vector
from hintwise.engine.search.correction import SearchSpace

TOLERANCE = 1e-9
"""Two values that differ by less than this, relative to the larger, count as equal.

Where parts of an objective are negative, relative to what they add up to.
"""


def surcharges(space: SearchSpace, costs: Vector, least: float) -> Vector:
    """What each element (columns) costs more, for each target (rows), than `costs` say.

    In proportion to its cost and to `least`, which is no more than what any step costs: without the
    latter, elements that cost next to nothing beside others would still be tied.
    """
    share: Vector = np.abs(costs) + least / max(1, len(space.columns))
    return TOLERANCE / 4 * (0.5 + 0.5 * _drawn(space.targets, space.columns)) * share


def least_of(bounds: Vector, costs: Vector) -> float:
    """What every step costs at least, by bounds for each target; else the least cost above zero."""
    above_zero = costs[costs > 0]
    return float(bounds.min()) or (float(above_zero.min()) if len(above_zero) else 1.0)


def _drawn(targets: NDArray[np.intp], columns: NDArray[np.intp]) -> Vector:
    """A number from 0 to 1 for each target and element, always the same (after splitmix64)."""
    mixed = targets.astype(np.uint64)[:, None] << np.uint64(32) | columns.astype(np.uint64)
    mixed = (mixed + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (mixed ^ (mixed >> np.uint64(31))).astype(np.float64) / 2.0**64
