"""The best step known so far, and what may become it."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.basis import Indices, Vector
from hintwise.engine.correction import SearchSpace
from hintwise.engine.objective import Limit, LinearPieces, Task
from hintwise.engine.pool import Pool


class Incumbent:
    """Keeps the best refuting set it is shown that meets the side constraints.

    A set is given as an indicator over the columns; `value` is infinite before the first.
    """

    def __init__(self, space: SearchSpace, pieces: LinearPieces) -> None:
        self._space = space
        self._pieces = pieces
        self.forbidden: dict[int, list[Vector]] = {}
        """Sets that, like all that contain them, are left out, by target."""
        self.value = math.inf
        self.target = -1
        self.chosen: Vector = np.zeros(len(space.columns))

    @property
    def known(self) -> bool:
        return math.isfinite(self.value)

    def forbid(self, target: int, columns: Indices) -> None:
        row = np.zeros(len(self._space.columns))
        row[columns] = 1.0
        self.forbidden.setdefault(target, []).append(row)

    def consider(self, target: int, chosen: Vector) -> None:
        """Take note of a refuting set."""
        counts = self._space.counts[target].T @ chosen
        value = float(self._pieces.values(counts))
        if value < self.value and self._allowed(target, chosen, counts):
            self.value, self.target, self.chosen = value, target, chosen.copy()

    def consider_padded(self, task: Task, chosen: Vector) -> None:
        """The same, with all elements that lower the objective and that the conditions admit."""
        gains = np.flatnonzero((task.costs < 0) & (chosen < 0.5))
        best_first = gains[np.argsort(task.costs[gains], kind="stable")]
        counts = self._space.counts[task.target]
        for limits in self._pieces.alternatives if len(gains) else [()]:
            self.consider(task.target, _padded(chosen, best_first, counts, limits))

    def recall(self, pool: Pool) -> None:
        """Take note of the refuting sets that earlier queries left and this state offers."""
        columns = self._space.columns
        outside = np.ones(pool.cores.shape[1], dtype=bool)
        outside[columns] = False
        usable = ~pool.cores[:, outside].any(axis=1)
        for target, element in enumerate(self._space.targets):
            (mine,) = (usable & (pool.core_targets == element)).nonzero()
            sets = pool.cores[np.ix_(mine, columns)].astype(float)
            values = self._pieces.values(sets @ self._space.counts[target])
            for index in np.argsort(values, kind="stable"):
                if values[index] >= self.value:
                    break
                self.consider(target, sets[index])

    def replace(self, chosen: Vector) -> None:
        """Put a subset that is at least as good, and allowed, in the place of the best set."""
        self.chosen = chosen
        self.value = float(self._pieces.values(self._space.counts[self.target].T @ chosen))

    def _allowed(self, target: int, chosen: Vector, counts: Vector) -> bool:
        contains_forbidden = any(
            row @ chosen >= row.sum() - 0.5 for row in self.forbidden.get(target, ())
        )
        return not contains_forbidden and self._pieces.admits(counts)


def _padded(
    chosen: Vector, gains: Indices, counts: NDArray[np.int16], limits: Iterable[Limit]
) -> Vector:
    """`chosen` with as many of the gains as the limits leave room for, the first ones first."""
    padded = chosen.copy()
    padded[gains] = 1.0
    for limit in limits:
        count = counts[:, limit.feature]
        for column in reversed(gains):
            if count @ padded <= limit.most:
                break
            if count[column]:
                padded[column] = 0.0
    return padded
