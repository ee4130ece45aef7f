"""The one step that answers a question, also where weights are far apart.

A search tells equally cheap steps apart by surcharges in proportion to what every step costs at
least, as far as it knows before it starts (see `ties`). Where the best step turns out to cost many
times that, as it does with weights of 1e-300 beside 1, surcharges are lost in the rounding: steps
would hold elements that they do not need, and depend on what was asked before. Then it is looked
for once more, with surcharges in proportion to its cost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hintwise.engine.search.correction import SearchSpace
from hintwise.engine.search.objective import LinearPieces
from hintwise.engine.search.pool import Pool
from hintwise.engine.search.search import Search
from hintwise.engine.search.tree import SearchResult
from hintwise.engine.solvers.oracle import Oracle
from hintwise.errors import OutOfTime
from hintwise.limits import Clock


@dataclass(frozen=True, eq=False)
class Question:
    """What is looked for: the best step of a state.

    `without` are steps to leave out, with every step that contains one of them: the numbers of the
    derived fact and of the elements. Steps that cost more than `most` do not count. If ties are to
    be kept, steps that are as cheap as the best may be asked for when that is known.
    """

    space: SearchSpace
    pieces: LinearPieces
    without: Sequence[tuple[int, Sequence[int]]] = ()
    most: float = math.inf
    keep_ties: bool = False


class Pursuit:
    """Looks for the best step; where limits stopped it, it can be taken up again.

    It then has the refuting sets that others have left in the pool since.
    """

    def __init__(self, question: Question, *, oracle: Oracle, pool: Pool) -> None:
        self._question = question
        self._oracle = oracle
        self._pool = pool
        self._search: Search | None = None  # begins with what is in the pool by then
        self._left_out: list[SearchResult] = []

    def best(self, clock: Clock) -> SearchResult:
        """The best step, always the same one unless the clock stops the search."""
        if self._search is None:
            self._search = self._make()
        result = self._search.run(clock)
        if not (result.optimal and result.blurred):
            return result
        try:
            clearer = self._make(_rounded(result.value)).run(clock)
        except OutOfTime:
            return result
        return clearer if clearer.optimal else result

    def leave_out(self, result: SearchResult) -> None:
        """Look for the best of the others from now on, if the question says what they may cost."""
        assert self._search is not None
        self._search.leave_out(result)
        self._left_out.append(result)

    def _make(self, least: float = 0.0) -> Search:
        space, pieces = self._question.space, self._question.pieces
        search = Search(
            space,
            pieces,
            oracle=self._oracle,
            pool=self._pool,
            least=least,
            keep_ties=self._question.keep_ties,
        )
        search.allow_at_most(self._question.most)
        for derived, elements in self._question.without:
            target = int(np.searchsorted(space.targets, derived))
            search.forbid(target, np.flatnonzero(np.isin(space.columns, elements)))
        for result in self._left_out:
            search.forbid(result.target, result.chosen)
        return search


def _rounded(value: float) -> float:
    """A power of two somewhat below: the same for all values that count as equal.

    Almost all: what is rounded up and down lies apart at odd numbers, which sums of round weights
    do not meet.
    """
    return math.ldexp(0.5, math.frexp(abs(value) / 1.0371)[1])
