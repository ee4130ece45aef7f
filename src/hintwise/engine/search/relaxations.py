"""The linear relaxations of a search's tasks, and the rows that those for one target share.

A correction set becomes a row when a point misses it. Late in a 6 x 6 logic grid the pool has 150
to 1 640 sets for each of 200 targets, over 440 columns, and most targets need ten of them to be out
of the question: with rows for all, twelve easy steps took 2.0 s of CPU instead of 1.0 s, most of it
to write down rows, and the explanation 1.2 GB of memory. Where a proof is long, pivots are
cheaper, but there are a sixth more of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.linear.basis import Indices, Rows, Vector
from hintwise.engine.linear.compiled import Compiled
from hintwise.engine.linear.simplex import Relaxation
from hintwise.engine.search.correction import CorrectionSets, SearchSpace
from hintwise.engine.search.objective import Limit, Task

_MISSED = 1e-6
"""By how much a point must miss a set, for the set to become a row."""

_AT_ONCE = 32
"""How many of the sets that a point misses become rows, before there is another point."""


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
        rows.demand_packing(self._correction, task.costs)
        relaxation = Relaxation(rows.rows, task.costs, self._compiled)
        relaxation.pack(rows.correcting())
        return relaxation

    def solve(
        self,
        relaxation: Relaxation,
        task: Task,
        cutoff: float,
        hopeless: Callable[[float], bool],
    ) -> float:
        """The bound over all correction sets, or one of about `cutoff` that is `hopeless`.

        Whoever goes on with the point must not meet a set that it misses: the model found for it
        would be one that is known, and the search would go round in circles.
        """
        rows = self.rows(task)
        bound = relaxation.solve(cutoff)
        while relaxation.solved and not hopeless(bound):
            if not rows.demand_missed(self._correction, relaxation.primal()):
                break
            bound = relaxation.solve(cutoff)
        return bound

    def tight(self, relaxation: Relaxation, task: Task) -> list[int]:
        """The correction sets that hold up its bound."""
        return self.rows(task).origins(relaxation.tight)

    def restrict(self, relaxation: Relaxation, task: Task, limits: Iterable[Limit]) -> None:
        """Let a relaxation of the task respect limits as well."""
        rows = self.rows(task)
        demands = [demand for limit in limits for demand in rows.limit(limit)]
        for row, bound in demands:
            relaxation.restrict(row, bound)

    def forbid(self, target: int, chosen: Vector) -> None:
        """Leave out one more set, also in the relaxations that there are."""
        if target in self._rows:
            self._rows[target].forbid(chosen)

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
        self._waiting: Indices = np.zeros(0, dtype=np.intp)
        """Correction sets that are no rows yet."""
        self._origin: list[int] = []
        """The correction set that each row stands for, -1 for rows of other kinds."""
        self._limits: dict[tuple[int, int], int] = {}
        self.rows = Rows(len(counts))

    def cover(self, correction: CorrectionSets) -> None:
        """Take note of the correction sets that were found since."""
        if self._covered < len(correction):
            fresh = correction.violates[self._covered :, self._target].nonzero()[0] + self._covered
            self._waiting = np.concatenate([self._waiting, fresh])
            self._covered = len(correction)

    def demand_packing(self, correction: CorrectionSets, costs: Vector) -> None:
        """Make rows of sets that a basis can begin with: see `Relaxation.pack`."""
        sets = correction.sets[self._waiting]
        unpaid = sets.any(axis=1) & ~sets[:, costs < 0].any(axis=1)
        left, chosen = costs.copy(), []
        while unpaid.any():
            first = int(unpaid.argmax())
            (members,) = sets[first].nonzero()
            element = int(members[left[members].argmin()])
            left[members] -= left[element]
            unpaid &= ~sets[:, element]
            chosen.append(first)
        self._demand(correction, np.array(chosen, dtype=np.intp))

    def demand_missed(self, correction: CorrectionSets, point: Vector) -> bool:
        """Make rows of sets that the point does not hit, those it misses by far; if any."""
        (support,) = point.nonzero()
        share = point[support] @ correction.hits[support][:, self._waiting]
        missed = (share < 1.0 - _MISSED).nonzero()[0]
        if len(missed) > _AT_ONCE:
            size = correction.sets[self._waiting[missed]].sum(axis=1)
            depth = (1.0 - share[missed]) / np.sqrt(1.0 + size)
            missed = missed[np.argsort(-depth, kind="stable")[:_AT_ONCE]]
        self._demand(correction, missed)
        return bool(len(missed))

    def _demand(self, correction: CorrectionSets, waiting: Indices) -> None:
        chosen = self._waiting[waiting]
        still = np.ones(len(self._waiting), dtype=bool)
        still[waiting] = False
        self._waiting = self._waiting[still]
        self._origin += chosen.tolist()
        self.rows.add_sets(correction.sets[chosen])

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
