"""The linear relaxations of a search's tasks, and the rows that those for one target share."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.linear.basis import Indices, Rows, Vector
from hintwise.engine.linear.compiled import Compiled
from hintwise.engine.linear.simplex import Relaxation
from hintwise.engine.search.correction import CorrectionSets, SearchSpace
from hintwise.engine.search.objective import Limit, Task


class Relaxations:
    """Makes relaxations over the correction sets known so far.

    `forbidden` are sets that, like all that contain them, are left out, by target.
    """

    def __init__(
        self,
        space: SearchSpace,
        correction: CorrectionSets,
        forbidden: Mapping[int, Sequence[Vector]],
        compiled: Compiled,
    ) -> None:
        self._compiled = compiled
        self._space = space
        self._correction = correction
        self._forbidden = forbidden
        self._rows: dict[int, TargetRows] = {}

    def of(self, task: Task, parent: Relaxation | None = None) -> Relaxation:
        """The relaxation of a task, with all that a parent, of other costs, had decided."""
        if parent is not None:
            return parent.with_costs(task.costs)
        rows = self.rows(task)
        relaxation = Relaxation(rows.rows, task.costs, self._compiled)
        relaxation.pack(rows.correcting())
        return relaxation

    def restrict(self, relaxation: Relaxation, task: Task, limits: Iterable[Limit]) -> None:
        """Let a relaxation of the task respect limits as well."""
        rows = self.rows(task)
        demands = [demand for limit in limits for demand in rows.limit(limit)]
        for row, bound in demands:
            relaxation.restrict(row, bound)

    def rows(self, task: Task) -> TargetRows:
        """The rows for a task's target, up to date."""
        if task.target not in self._rows:
            fresh = TargetRows(task.target, self._space.counts[task.target])
            for chosen in self._forbidden.get(task.target, ()):
                fresh.forbid(chosen)
            self._rows[task.target] = fresh
        rows = self._rows[task.target]
        rows.cover(self._correction)
        return rows


class TargetRows:
    """The rows of all relaxations for one target: correction sets, limits and sets left out.

    A limit's row demands nothing until a relaxation is restricted by it.
    """

    def __init__(self, target: int, counts: NDArray[np.int16]) -> None:
        self._target = target
        self._counts = counts
        self._covered = 0
        self._origin: list[int] = []
        """The correction set that each row stands for, -1 for rows of other kinds."""
        self._limits: dict[tuple[int, int], int] = {}
        self.rows = Rows(len(counts))

    def cover(self, correction: CorrectionSets) -> None:
        """Take in the correction sets that were found since."""
        if self._covered == len(correction.sets):
            return
        fresh = correction.violates[self._covered :, self._target].nonzero()[0] + self._covered
        self._covered = len(correction.sets)
        self._origin += fresh.tolist()
        self.rows.add_sets(correction.sets[fresh])

    def forbid(self, chosen: Vector) -> None:
        """Keep one of the chosen elements out."""
        self._add(-chosen, 1.0 - float(chosen.sum()))

    def limit(self, limit: Limit) -> list[tuple[int, float]]:
        """The rows that a limit restricts, and what it demands of each."""
        demands = []
        if limit.most < math.inf:
            demands.append((self._row(limit.feature, -1), -limit.most))
        if limit.least > -math.inf:
            demands.append((self._row(limit.feature, 1), limit.least))
        return demands

    def correcting(self) -> Indices:
        """The rows that stand for correction sets."""
        return (np.array(self._origin, dtype=np.intp) >= 0).nonzero()[0]

    def origins(self, rows: Indices) -> list[int]:
        """The correction sets that these rows stand for; rows of other kinds are passed over."""
        return [origin for row in rows.tolist() if (origin := self._origin[row]) >= 0]

    def _row(self, feature: int, sign: int) -> int:
        if (feature, sign) not in self._limits:
            self._limits[feature, sign] = self.rows.count
            self._add(sign * self._counts[:, feature].astype(float), -math.inf)
        return self._limits[feature, sign]

    def _add(self, row: Vector, bound: float) -> None:
        self.rows.add(row[None], np.array([bound]))
        self._origin.append(-1)
