"""Why a problem has no solution: the smallest set of facts and constraints that already clashes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from hintwise.engine.correction import SearchSpace
from hintwise.engine.encode import encode
from hintwise.engine.limits import Clock, Limits, Stopped
from hintwise.engine.objective import LinearPieces, Size
from hintwise.engine.oracle import Oracle
from hintwise.engine.pool import Pool
from hintwise.engine.search import Search, SearchResult
from hintwise.errors import OutOfTime
from hintwise.problem import Element, Fact, Problem


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
    clash = _Clash(problem, facts)
    result = clash.smallest(Clock(limits))
    return None if result is None else clash.conflict(result.chosen, smallest=result.optimal)


def minimal_conflict(problem: Problem, facts: Iterable[Fact]) -> Conflict | None:
    """As `smallest_conflict`, without a long search: none of its elements can be left out.

    Constraints are left out rather than facts.
    """
    clash = _Clash(problem, facts)
    constraints_first = [*clash.constraints, *clash.facts]
    core = clash.oracle.refuting_core(clash.nothing, constraints_first)
    if core is None:
        return None
    core = clash.oracle.shrink(clash.nothing, core, constraints_first)
    return clash.conflict(sorted(core), smallest=False)


class _Clash:
    """Facts and constraints as elements of steps to a fact that nothing speaks about.

    Only what has no solution implies it, so a step to it is a conflict: what searches for steps,
    shrinks them and proves that none is smaller does so for conflicts.
    """

    def __init__(self, problem: Problem, facts: Iterable[Fact]) -> None:
        encoding = encode(problem)
        numbered = {encoding.literal(problem.check(fact)): fact for fact in facts}
        self._elements: list[Element] = [*numbered.values(), *problem.constraints]
        self.nothing = len(self._elements)
        self.facts = range(len(numbered))
        self.constraints = range(len(numbered), self.nothing)
        self.oracle = Oracle(encoding)
        literals = [*numbered, *encoding.selectors, encoding.new_variable()]
        self.oracle.name_elements(literals, solution=())

    def conflict(self, chosen: Iterable[int], *, smallest: bool) -> Conflict:
        elements = [self._elements[i] for i in chosen]
        return Conflict(
            facts=tuple(e for e in elements if isinstance(e, Fact)),
            constraints=tuple(e.name for e in elements if not isinstance(e, Fact)),
            smallest=smallest,
        )

    def smallest(self, clock: Clock) -> SearchResult | None:
        """The smallest set of elements that clash, if all do."""
        oracle, nothing = self.oracle, self.nothing
        oracle.watch(clock)
        try:
            core = oracle.refuting_core(nothing, range(nothing))
            if core is None:
                return None
        except Stopped:
            raise OutOfTime(
                "stopped before a conflict was found; allow a longer deadline"
            ) from None
        finally:
            oracle.watch(None)
        with oracle.watched(clock):
            core = oracle.shrink(nothing, core, list(core), hard=False)
        pool = Pool(nothing + 1)
        # With a conflict in the pool, the search has something to return whenever it ends.
        known = np.zeros(nothing + 1, dtype=bool)
        known[core] = True
        pool.remember([], [(nothing, known)])
        counts = np.ones((1, nothing, 1), dtype=np.int16)
        space = SearchSpace(np.arange(nothing), np.array([nothing]), counts)
        pieces = LinearPieces((), Size(), ())
        return Search(space, pieces, oracle=oracle, pool=pool, clock=clock).run()
