"""Taking out of a refuting set what it does not need, with as few questions as possible.

A model that violates the target and, of a set, one element alone shows that the set needs that
element. Nine in ten questions that shrinking asked the solver before had such a model among the
masks known already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.search.correction import CorrectionSets, SearchSpace
from hintwise.engine.search.objective import LinearPieces
from hintwise.engine.search.pool import Pool
from hintwise.engine.search.tree import SearchResult
from hintwise.engine.solvers.oracle import Mask, Oracle
from hintwise.engine.solvers.questions import Undecided
from hintwise.limits import Clock

Chosen = NDArray[np.bool_]


def minimal_result(
    space: SearchSpace, pieces: LinearPieces, *, oracle: Oracle, pool: Pool, clock: Clock
) -> SearchResult | None:
    """What is left of all columns without those that the one target does not need.

    Dearer ones go first, and none without which the conditions would not hold; out of time, more is
    left. None if all columns together do not imply the target.
    """
    counts = space.counts[0]
    witnesses = Witnesses(oracle, space, 0)
    witnesses.cover(CorrectionSets(pool.masks, space))
    dearest_first = np.argsort(-pieces.root(0, counts).costs, kind="stable").tolist()
    with oracle.watched(clock):
        if not witnesses.refutes(witnesses.held):
            return None
        witnesses.drop(dearest_first, lambda held: pieces.admits(counts[held].sum(axis=0)))
    chosen = np.flatnonzero(witnesses.held)
    cost = float(pieces.values(counts[chosen].sum(axis=0)))
    return SearchResult(0, chosen, cost, lower_bound=0.0, optimal=False)


class Witnesses:
    """Models that violate one target: what each of them violates of a state's columns."""

    def __init__(self, oracle: Oracle, space: SearchSpace, target: int) -> None:
        self._oracle = oracle
        self._columns = space.columns
        self._target = target
        self._element = int(space.targets[target])
        self.held: Chosen = np.ones(len(space.columns), dtype=bool)
        """What columns are taken out of: stopped, it is as far as it has come."""
        self._refuting: list[Chosen] = []
        self._covered = 0
        self._sets: NDArray[np.bool_] = np.zeros((0, len(space.columns)), dtype=bool)

    def cover(self, correction: CorrectionSets) -> None:
        """Take in the correction sets that were found since."""
        fresh = correction.violates[self._covered :, self._target].nonzero()[0] + self._covered
        self._covered = len(correction.sets)
        self._sets = np.vstack([self._sets, correction.sets[fresh]])

    def shrink(self, held: Chosen, removable: Iterable[int], *, hard: bool = False) -> Chosen:
        """What is left of a refuting set when columns that it does not need go, in that order.

        Where it is a hard question whether one is needed, and `hard` ones are not meant, it stays.
        """
        self.held = held
        needed = self._needed(held)
        for column in removable:
            if needed[column] or not self.held[column]:
                continue
            rest = self.held.copy()
            rest[column] = False
            try:
                core = self._oracle.refuting_core(
                    self._element, self._columns[rest].tolist(), hard=hard
                )
            except Undecided:
                continue
            if core is None:
                self._add(self._oracle.violated(self._oracle.model()))
                needed[column] = True
            else:
                self.held = np.isin(self._columns, core)
                needed = self._needed(self.held)
        return self.held

    def drop(self, order: Sequence[int], admits: Callable[[Chosen], bool]) -> None:
        """Leave what is `held` with columns that it needs, if it refutes.

        A column goes, in that order, if the rest refutes and is admitted: what comes out does not
        depend on what is known already.
        """
        smaller, needed = True, self._needed(self.held)
        while smaller:
            smaller = False
            for column in order:
                if needed[column] or not self.held[column]:
                    continue
                rest = self.held.copy()
                rest[column] = False
                if not admits(rest):
                    continue
                if self.refutes(rest):
                    self.held, smaller = rest, True
                needed = self._needed(self.held)  # there is a model more, or a column less

    def refutes(self, held: Chosen) -> bool:
        """Whether these columns imply the target."""
        if any(not (core & ~held).any() for core in self._refuting):
            return True
        core = self._oracle.refuting_core(self._element, self._columns[held].tolist())
        if core is None:
            self._add(self._oracle.violated(self._oracle.model()))
            return False
        self._refuting.append(np.isin(self._columns, core))
        return True

    def _add(self, model: Mask) -> None:
        self._sets = np.vstack([self._sets, model[None, self._columns]])

    def _needed(self, held: Chosen) -> Chosen:
        """The columns that some model alone violates of those held."""
        violated = self._sets & held
        alone: Chosen = violated[violated.sum(axis=1) == 1].any(axis=0)
        return alone
