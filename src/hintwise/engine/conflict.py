"""Why a problem has no solution: the smallest set of facts and constraints that already clashes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from hintwise.engine.correction import Offer
from hintwise.engine.encode import encode
from hintwise.engine.limits import Clock, Limits, Stopped
from hintwise.engine.objective import Pieces, Size
from hintwise.engine.oracle import Oracle
from hintwise.engine.pool import Pool
from hintwise.engine.search import Found, Search
from hintwise.errors import OutOfTime
from hintwise.problem import Element, Fact, Problem

_POOL_LIMIT = 4000


@dataclass(frozen=True, slots=True)
class Conflict:
    """Facts and constraints that cannot all hold; both empty if the hard expressions clash.

    `smallest` says that no conflict has fewer elements, proven; if it is false the search was
    stopped, and the conflict may even hold something superfluous.
    """

    facts: tuple[Fact, ...]
    constraints: tuple[str, ...]
    smallest: bool

    def __len__(self) -> int:
        return len(self.facts) + len(self.constraints)


def smallest_conflict(
    problem: Problem, facts: Iterable[Fact], *, limits: Limits = Limits()
) -> Conflict | None:
    """The fewest of `facts` and the constraints that have no solution; None if all have one.

    The problem's own givens play no part: hand them over as facts. Raises `OutOfTime` if the limits
    end the search before it is known whether there is a conflict at all.

    >>> from hintwise.puzzles import sudoku
    >>> problem = sudoku("1..1............")
    >>> smallest_conflict(problem, problem.givens).constraints
    ('row 1',)
    """
    encoding = encode(problem)
    numbered = {encoding.literal(problem.check(fact)): fact for fact in facts}
    elements: list[Element] = [*numbered.values(), *problem.constraints]
    # A conflict is a step to a fact that nothing speaks about: only what has no solution implies
    # it. So the search for the smallest step finds it, and proves that none is smaller.
    nothing = encoding.size + 1
    oracle = Oracle(encoding)
    oracle.name_elements([*numbered, *encoding.selectors, nothing], solution=())
    found = _smallest_step_to_nothing(oracle, len(elements), Clock(limits))
    if found is None:
        return None
    chosen = [elements[i] for i in found.chosen.tolist()]
    return Conflict(
        facts=tuple(e for e in chosen if isinstance(e, Fact)),
        constraints=tuple(e.name for e in chosen if not isinstance(e, Fact)),
        smallest=found.optimal,
    )


def _smallest_step_to_nothing(oracle: Oracle, count: int, clock: Clock) -> Found | None:
    """The smallest of the elements 0 … `count` - 1 that imply element `count`, if all do."""
    oracle.watch(clock)
    try:
        core = oracle.refuting_core(count, range(count))
        if core is None:
            return None
    except Stopped:
        raise OutOfTime("stopped before a conflict was found; allow a longer deadline") from None
    finally:
        oracle.watch(None)
    with oracle.watched(clock):
        core = oracle.shrink(count, core, list(core), hard=False)
    pool = Pool(count + 1, _POOL_LIMIT)
    # With a conflict in the pool, the search has something to return at whatever moment it ends.
    known = np.zeros(count + 1, dtype=bool)
    known[core] = True
    pool.remember([], [(count, known)])
    offer = Offer(np.arange(count), np.array([count]), np.ones((1, count, 1), dtype=np.int16))
    pieces = Pieces((), Size(), ())
    return Search(offer, pieces, oracle=oracle, pool=pool, clock=clock).run()
