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
    derived fact and of the elements.
    """

    space: SearchSpace
    pieces: LinearPieces
    without: Sequence[tuple[int, Sequence[int]]] = ()


def find_best(question: Question, *, oracle: Oracle, pool: Pool, clock: Clock) -> SearchResult:
    """The best step, always the same one unless the clock stops the search."""
    result = _search(question, 0.0, oracle=oracle, pool=pool, clock=clock)
    if not (result.optimal and result.blurred):
        return result
    try:
        clearer = _search(question, _rounded(result.value), oracle=oracle, pool=pool, clock=clock)
    except OutOfTime:
        return result
    return clearer if clearer.optimal else result


def _search(
    question: Question, least: float, *, oracle: Oracle, pool: Pool, clock: Clock
) -> SearchResult:
    space = question.space
    search = Search(space, question.pieces, oracle=oracle, pool=pool, clock=clock, least=least)
    for derived, elements in question.without:
        target = int(np.searchsorted(space.targets, derived))
        search.forbid(target, np.flatnonzero(np.isin(space.columns, elements)))
    return search.run()


def _rounded(value: float) -> float:
    """A power of two somewhat below: the same for all values that count as equal.

    Almost all: what is rounded up and down lies apart at odd numbers, which sums of round weights
    do not meet.
    """
    return math.ldexp(0.5, math.frexp(abs(value) / 1.0371)[1])
