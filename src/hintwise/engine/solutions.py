"""The solutions of a problem, one after the other, and what they have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from hintwise.engine.encode import encode
from hintwise.engine.limits import Clock, Limits, Stopped
from hintwise.engine.oracle import Oracle
from hintwise.errors import OutOfTime
from hintwise.problem import Assignment, Fact, Problem


class Solutions:
    """Finds solutions under the rules of one problem, for any facts and any of its constraints.

    The problem's own givens play no part: hand them over as facts. What earlier searches ruled out
    never changes what a later one finds.

    >>> from hintwise.puzzles import sudoku
    >>> problem = sudoku("12343412214.432.")
    >>> [solution["r4c4"] for solution in Solutions(problem).find(problem.givens)]
    [1]
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._encoding = encode(problem)
        self._oracle = Oracle(self._encoding)
        names = (constraint.name for constraint in problem.constraints)
        self._selectors = dict(zip(names, self._encoding.selectors, strict=True))

    def find(
        self, facts: Iterable[Fact], *, without: Collection[str] = (), limits: Limits = Limits()
    ) -> Iterator[Assignment]:
        """Yield the solutions in which `facts` and all constraints but `without` hold.

        No two agree in all fact variables. Raises `OutOfTime` when the limits end the search: then
        there may be more.
        """
        held = self._held(facts, without)
        # Solutions that were yielded are ruled out for as long as this literal is assumed.
        this_search = self._encoding.new_variable()
        clock = Clock(limits)
        try:
            while self._solve([*held, this_search], clock):
                solution = self._encoding.decode(self._oracle.model())
                self._oracle.add_clause([-this_search, *self._differs_from(solution)])
                yield solution
        finally:
            self._oracle.add_clause([-this_search])

    def reasons(
        self, fact: Fact, facts: Iterable[Fact] = (), *, without: Collection[str] = ()
    ) -> frozenset[str] | None:
        """Constraints that with `facts` imply `fact`, none of them `without`; None if none do."""
        refuted = -self._encoding.literal(self._problem.check(fact))
        if self._oracle.solve([*self._held(facts, without), refuted]):
            return None
        core = set(self._oracle.core())
        return frozenset(name for name, selector in self._selectors.items() if selector in core)

    def _held(self, facts: Iterable[Fact], without: Collection[str]) -> list[int]:
        """The literals of the facts and of all constraints but these."""
        off = {self._problem.constraint(name).name for name in without}
        held = [selector for name, selector in self._selectors.items() if name not in off]
        return held + [self._encoding.literal(self._problem.check(fact)) for fact in facts]

    def _solve(self, assumptions: list[int], clock: Clock) -> bool:
        self._oracle.watch(clock)
        try:
            return self._oracle.solve(assumptions)
        except Stopped:
            raise OutOfTime("stopped before all solutions were known; allow more time") from None
        finally:
            self._oracle.watch(None)

    def _differs_from(self, solution: Assignment) -> list[int]:
        return [-self._encoding.is_value(name, value) for name, value in solution.items()]
