"""The solutions of a problem, one after the other, and what they have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from hintwise.engine.arguments import check_problem, read_facts, read_names
from hintwise.engine.encode import encode
from hintwise.engine.solvers.oracle import Oracle
from hintwise.engine.solvers.second_solver import SecondSolver
from hintwise.errors import OutOfTime
from hintwise.limits import Clock, Limits, Stopped
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

    def __init__(self, problem: Problem, *, limits: Limits = Limits()) -> None:
        clock = Clock(limits)
        self._problem = check_problem(problem)
        with _in_time("its rules were written as clauses"):
            self._encoding = encode(problem, clock)
            self._second = SecondSolver(problem, self._encoding)
            self._oracle = Oracle(self._encoding, second=self._second, clock=clock)
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
        seen: list[list[Fact]] = []
        self._second.rule_out(this_search, seen)
        try:
            while self._solve([*held, this_search], clock):
                solution = self._encoding.decode(self._oracle.model())
                seen.append([self._problem.fact(*item) for item in solution.items()])
                self._oracle.add_clause([-this_search, *map(self._refuted, seen[-1])])
                yield solution
        finally:
            self._second.forget(this_search)
            self._oracle.add_clause([-this_search])

    def reasons(
        self,
        fact: Fact,
        facts: Iterable[Fact] = (),
        *,
        without: Collection[str] = (),
        limits: Limits = Limits(),
    ) -> frozenset[str] | None:
        """Constraints that with `facts` imply `fact`, none of them `without`; None if none do."""
        fact = self._problem.parse_fact(fact)
        self._second.name_facts([fact])
        question = [*self._held(facts, without), self._refuted(fact)]
        if self._solve(question, Clock(limits)):
            return None
        core = set(self._oracle.core())
        return frozenset(name for name, selector in self._selectors.items() if selector in core)

    def _held(self, facts: Iterable[Fact], without: Collection[str]) -> list[int]:
        """The literals of the facts and of all constraints but these."""
        names = read_names(without, "constraints")
        off = {self._problem.constraint(name).name for name in names}
        held = [selector for name, selector in self._selectors.items() if name not in off]
        known = read_facts(self._problem, facts)
        self._second.name_facts(known)
        return held + [self._encoding.literal(fact) for fact in known]

    def _refuted(self, fact: Fact) -> int:
        return -self._encoding.literal(fact)

    def _solve(self, assumptions: list[int], clock: Clock) -> bool:
        self._oracle.watch(clock)
        try:
            with _in_time("all solutions were known"):
                return self._oracle.solve(assumptions)
        finally:
            self._oracle.watch(None)


@contextmanager
def _in_time(done: str) -> Iterator[None]:
    try:
        yield
    except Stopped:
        raise OutOfTime(f"stopped before {done}; allow more time") from None
