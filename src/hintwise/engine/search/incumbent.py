"""The best step known so far, and what may become it."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.linear.basis import Indices, Vector
from hintwise.engine.search.correction import SearchSpace
from hintwise.engine.search.objective import Limit, LinearPieces, Roots, Task
from hintwise.engine.search.pool import Pool


class Incumbent:
    """Keeps the best refuting set it is shown that meets the side constraints.

    A set is given as an indicator over the columns. Before the first, `value` is what it may be at
    most: infinity unless told otherwise.
    """

    def __init__(self, space: SearchSpace, pieces: LinearPieces) -> None:
        self._space = space
        self._pieces = pieces
        self.forbidden: dict[int, list[Vector]] = {}
        """Sets that, like all that contain them, are left out, by target."""
        self.value = math.inf
        """With the surcharges: by these values steps are told apart."""
        self.most = math.inf
        """The largest value that counts."""
        self.true_value = math.inf
        self.target = -1
        self.chosen: Vector = np.zeros(len(space.columns))
        self._refuting: list[list[int]] = [[] for _ in space.targets]
        """Sets that are known to refute, as bits, by target."""
        self._extra: Vector = np.zeros((len(space.targets), len(space.columns)))
        self.handicaps: Vector = np.zeros(len(space.targets))
        """What each target costs besides: see `attainable`."""

    @property
    def known(self) -> bool:
        return self.target >= 0

    def forbid(self, target: int, columns: Indices) -> None:
        row = np.zeros(len(self._space.columns))
        row[columns] = 1.0
        self.forbidden.setdefault(target, []).append(row)

    def charge(self, extra: Vector, handicaps: Vector) -> None:
        """Let each element (columns) cost more, for each target (rows), and each target as well.

        See `ties` and `attainable`.
        """
        self._extra, self.handicaps = extra, handicaps

    def allow_at_most(self, value: float) -> None:
        """Take no set that is worse; before the first."""
        self.value = self.most = value

    def begin_anew(self, most: float) -> None:
        """Know of no set, and take none that is worse; what refutes, and is forbidden, stays."""
        self.allow_at_most(most)
        self.true_value, self.target = math.inf, -1

    def note_refuting(self, target: int, chosen: NDArray[np.bool_]) -> None:
        """Remember that these columns imply the target, whatever they cost."""
        self._refuting[target].append(_bits(chosen))

    def is_known_to_refute(self, target: int, chosen: NDArray[np.bool_]) -> bool:
        """Whether these columns hold a set that is known to imply the target."""
        missing = ~_bits(chosen)
        return any(not core & missing for core in self._refuting[target])

    def consider(self, target: int, chosen: Vector) -> None:
        """Take note of a refuting set."""
        counts = self._space.counts[target].T @ chosen
        true_value = float(self._pieces.values(counts))
        extra = self._extra[target][chosen > 0.5].tolist()
        value = math.fsum([true_value, self.handicaps[target], *extra])
        if value <= self.value and self._allowed(target, chosen, counts):
            if value == self.value and self._rank(target, chosen) >= self._rank(
                self.target, self.chosen
            ):
                return
            self.value, self.true_value = value, true_value
            self.target, self.chosen = target, chosen.copy()

    def consider_padded(self, task: Task, chosen: Vector) -> None:
        """The same, with all elements that lower the objective and that the conditions admit."""
        gains = np.flatnonzero((task.costs < 0) & (chosen < 0.5))
        best_first = gains[np.argsort(task.costs[gains], kind="stable")]
        counts = self._space.counts[task.target]
        for limits in self._pieces.alternatives if len(gains) else [()]:
            self.consider(task.target, _padded(chosen, best_first, counts, limits))

    def recall(self, pool: Pool, roots: Roots) -> None:
        """Take note of the refuting sets that earlier queries left and this state offers."""
        place, sets = pool.refuting_sets(self._space)
        for target, chosen in zip(place.tolist(), sets, strict=True):
            self.note_refuting(target, chosen)
        costs = roots.costs[place]
        least = np.where(sets | (costs < 0), costs, 0.0).sum(axis=1)
        least += roots.constants[place] + self.handicaps[place]
        for index in np.argsort(least, kind="stable").tolist():
            if least[index] >= self.value:
                break
            task = roots.task(int(place[index]))
            self.consider_padded(task, sets[index].astype(float))

    @staticmethod
    def _rank(target: int, chosen: Vector) -> tuple[int, list[int]]:
        return target, np.flatnonzero(chosen > 0.5).tolist()

    def _allowed(self, target: int, chosen: Vector, counts: Vector) -> bool:
        contains_forbidden = any(
            row @ chosen >= row.sum() - 0.5 for row in self.forbidden.get(target, ())
        )
        return not contains_forbidden and self._pieces.admits(counts)


def _bits(chosen: NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(chosen).tobytes())


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
