"""Why a problem has no solution: the smallest set of facts and constraints that already clashes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hintwise.engine.arguments import check_problem, read_facts
from hintwise.engine.encode import encode
from hintwise.engine.search.correction import SearchSpace
from hintwise.engine.search.objective import LinearPieces, Size
from hintwise.engine.search.pool import Pool
from hintwise.engine.search.search import Search
from hintwise.engine.search.tree import SearchResult
from hintwise.engine.solvers.oracle import Oracle
from hintwise.engine.solvers.questions import Undecided
from hintwise.engine.solvers.second_solver import SecondSolver
from hintwise.errors import FailedCheck, OutOfTime, Unsatisfiable
from hintwise.limits import Clock, Limits, Stopped
from hintwise.problem import Constraint, Element, Fact, Problem

_HARD_QUESTIONS = 50
"""How many are asked to make a conflict minimal (some seconds)."""


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
    clock = Clock(limits)
    with _out_of_time():
        clash = _Clash(problem, facts, clock)
        core = clash.core(clock)
    if core is None:
        return None
    result = clash.smallest(core, clock)
    return clash.conflict(result.chosen, smallest=result.optimal)


def minimal_conflict(
    problem: Problem, facts: Iterable[Fact], *, limits: Limits = Limits()
) -> Conflict | None:
    """As `smallest_conflict`, without a long search: none of its elements can be left out.

    Constraints are left out rather than facts. Out of time, it may hold something superfluous.
    """
    return _minimal(problem, facts, Clock(limits))[0]


def no_solution(problem: Problem, clock: Clock) -> Unsatisfiable:
    """The error that a problem, which has no solution, has none, with what clashes."""
    conflict, minimal = _minimal(problem, problem.givens, clock)
    if conflict is not None and not len(conflict) and problem.hard:
        in_the_open = replace(problem, constraints=_as_constraints(problem.hard), hard=())
        conflict, minimal = _minimal(in_the_open, (), clock)
        problem = in_the_open
    if conflict is None:
        raise FailedCheck(f"{problem!r}: the solver finds no solution, and no conflict either")
    told = [_told(problem.constraint(name)) for name in conflict.constraints]
    return Unsatisfiable(map(str, conflict.facts), conflict.constraints, told=told, minimal=minimal)


def _minimal(problem: Problem, facts: Iterable[Fact], clock: Clock) -> tuple[Conflict | None, bool]:
    """A conflict, and whether none of its elements can be left out."""
    with _out_of_time():
        clash = _Clash(problem, facts, clock)
        core = clash.core(clock)
    if core is None:
        return None, True
    core, minimal = clash.shrunk(core, clock)
    return clash.conflict(sorted(core), smallest=False), minimal


def _as_constraints(expressions: Iterable[Any]) -> tuple[Constraint, ...]:
    """The expressions as constraints that are called what they say."""
    by_text = {str(expression): expression for expression in expressions}
    return tuple(Constraint(text, "hard", frozenset(), e, text) for text, e in by_text.items())


def _told(constraint: Constraint) -> str:
    """Its name, and what it says where that is not the same."""
    said = str(constraint)
    return said if said.startswith(constraint.name) else f"{constraint.name}: {said}"


@contextmanager
def _out_of_time() -> Iterator[None]:
    try:
        yield
    except Stopped:
        raise OutOfTime("stopped before a conflict was found; allow a longer deadline") from None


class _Clash:
    """Facts and constraints as elements of steps to a fact that nothing speaks about.

    Only what has no solution implies it, so a step to it is a conflict: what searches for steps,
    shrinks them and proves that none is smaller does so for conflicts.
    """

    def __init__(self, problem: Problem, facts: Iterable[Fact], clock: Clock) -> None:
        encoding = encode(check_problem(problem), clock)
        numbered = {encoding.literal(fact): fact for fact in read_facts(problem, facts)}
        self._elements: list[Element] = [*numbered.values(), *problem.constraints]
        self.nothing = len(self._elements)
        self.facts = range(len(numbered))
        self.constraints = range(len(numbered), self.nothing)
        nothing = encoding.new_variable()
        second = SecondSolver(problem, encoding)
        second.name_facts(numbered.values())
        second.pass_over(nothing)
        self.oracle = Oracle(encoding, second=second, clock=clock)
        literals = [*numbered, *encoding.selectors, nothing]
        self.oracle.name_elements(literals, solution=())

    def core(self, clock: Clock) -> list[int] | None:
        """Elements that clash, if all do. Raises `Stopped`."""
        self.oracle.watch(clock)
        try:
            return self.oracle.refuting_core(self.nothing, [*self.constraints, *self.facts])
        finally:
            self.oracle.watch(None)

    def shrunk(self, core: list[int], clock: Clock) -> tuple[list[int], bool]:
        """A subset of which no element can be left out, and whether there was time for that.

        After some hard questions we stop: that 738 constraints make a pigeon-hole problem, none of
        which can be left out, would take as many to find out.
        """
        patience = _HARD_QUESTIONS
        minimal = False
        with self.oracle.watched(clock):
            for element in (*self.constraints, *self.facts):
                if element not in core:
                    continue
                rest = [e for e in core if e != element]
                try:
                    smaller = self.oracle.refuting_core(self.nothing, rest, hard=False)
                except Undecided:
                    if not patience:
                        return core, False
                    patience -= 1
                    smaller = self.oracle.refuting_core(self.nothing, rest)
                core = core if smaller is None else smaller
            minimal = True
        return core, minimal

    def conflict(self, chosen: Iterable[int], *, smallest: bool) -> Conflict:
        elements = [self._elements[i] for i in chosen]
        return Conflict(
            facts=tuple(e for e in elements if isinstance(e, Fact)),
            constraints=tuple(e.name for e in elements if not isinstance(e, Fact)),
            smallest=smallest,
        )

    def smallest(self, core: list[int], clock: Clock) -> SearchResult:
        """The smallest set of elements that clash, given one that does."""
        oracle, nothing = self.oracle, self.nothing
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
        return Search(space, pieces, oracle=oracle, pool=pool).run(clock)
