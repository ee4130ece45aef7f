"""Questions to the SAT solver, and to another one where they are hard."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import InitVar, dataclass, field
from typing import Self

from hintwise.engine.encode import Encoding
from hintwise.engine.solvers.effort import Effort
from hintwise.engine.solvers.expressions import Unanswered
from hintwise.engine.solvers.minisat import Minisat
from hintwise.engine.solvers.second_solver import SecondSolver
from hintwise.errors import FailedCheck
from hintwise.limits import Clock, Limits, Stopped

CONFLICTS = 1000
"""Conflicts after which a question counts as hard (some ten milliseconds).

Where an answer only makes a set smaller or a cut deeper, it is also where we stop asking: most
answers take less than a hundred conflicts, but without their clues and some of their rules, grids
hold pigeon-hole problems on which the solver would work for minutes.
"""

_PROPAGATIONS = 1_000_000
"""Propagations after which a question counts as hard, or a few for each variable if that is more.

Where conflicts are rare, a thousand of them took seconds; so many propagations take 50 ms.
"""

_LARGE = 200_000
"""With so many clauses, a propagation takes up to 1 µs, and any question may take seconds.

Then each is asked in a thread of its own, as hard ones always are: that can be interrupted at any
time, but costs 0.1 ms, as much as most questions on fewer clauses.
"""

_SLOW_S = 0.02
_SLOW_PROPAGATIONS = 20_000
_WARY = 200
"""After a question that took so long, so many more are asked in a thread of their own.

Each of them that takes less halves the number. A question also has to have given the solver
something to do (where a propagation is slow, it takes 1 µs): on a busy machine any question may
take long by the clock, and of 27 000 about a 6 x 6 logic grid, 1 700 went through threads for that.
Where propagation is slow, as among large sums, a thousand conflicts took 0.25 s. Neither way of
asking changes an answer.
"""

_HARD_CONFLICTS = 10_000
"""Conflicts after which the second solver is asked as well (about half a second)."""

_ENDLESS = Clock(Limits())


class Undecided(Exception):
    """A question that we can do without is too hard; never leaves the engine."""


@dataclass
class Questions:
    """A SAT solver that holds the rules of one problem, and stops when it is told to."""

    encoding: Encoding
    effort: Effort = field(default_factory=Effort)
    second: SecondSolver | None = None
    """Who is asked as well where a question is hard."""
    clock: InitVar[Clock | None] = None
    """For loading the clauses: raises `Stopped`."""
    only_own: bool = False
    """Whether it holds the problem's own clauses only, so that its answers do not depend on which
    other facts were named before."""

    def __post_init__(self, clock: Clock | None) -> None:
        self._solver = Minisat()
        self._load(clock or _ENDLESS)
        self._large = self._solver.loaded > _LARGE
        self._wary = 0
        own = self.encoding.own if self.only_own else None
        self._propagations = max(_PROPAGATIONS, 4 * (own[1] if own else self.encoding.size))
        self._clock: Clock | None = None
        self._refuted_by_second: list[int] | None = None
        self._second_is_better = False

    def watch(self, clock: Clock | None) -> None:
        """Stop the calls that follow when `clock` says so."""
        self._clock = clock

    @contextmanager
    def watched(self, clock: Clock) -> Iterator[Self]:
        """Leave the block when `clock` says so, for work whose results so far are good enough."""
        self._clock = clock
        try:
            yield self
        except Stopped:
            pass
        finally:
            self._clock = None

    def _load(self, clock: Clock) -> None:
        """Hold what the encoding says by now: facts over large domains get clauses when named."""
        clauses = self.encoding.clauses
        own = self.encoding.own if self.only_own else None
        self._solver.load(clauses, own[0] if own else len(clauses), clock)

    def add_clause(self, clause: list[int]) -> None:
        """Hold one more clause from now on, over the encoding's literals and new ones."""
        self._solver.add_clause(clause)

    def prefer(self, literals: list[int]) -> None:
        """Let the solver look for models with these literals first, until told otherwise."""
        self._solver.prefer(literals)

    def solve(
        self, assumptions: list[int], *, hard: bool = True, conflicts: int = CONFLICTS
    ) -> bool:
        """Whether the rules and `assumptions` have a model.

        Raises `Stopped` out of time, and `Undecided` if the question turns out to be hard and
        `hard` questions are not meant: after about so many `conflicts`.
        """
        clock = self._clock or _ENDLESS
        clock.check()
        self._solver.renew(clock)
        self._load(clock)
        self.effort.sat_calls += 1
        self._refuted_by_second = None
        started = time.perf_counter()
        try:
            answer = None
            if not self._large:
                answer = self._solve_shortly(min(conflicts, CONFLICTS), assumptions, clock)
            if answer is None and (self._large or conflicts > CONFLICTS) and not hard:
                answer = self._solver.solve_watched(conflicts, 0, assumptions, clock)
            if answer is None and not hard:
                raise Undecided
            return self._solve_hard(assumptions, clock) if answer is None else answer
        finally:
            self.effort.sat_s += time.perf_counter() - started

    def _solve_shortly(self, conflicts: int, assumptions: list[int], clock: Clock) -> bool | None:
        """The answer, or None if the question turns out to be hard; raises `Stopped`."""
        if self._wary:
            return self._solve_warily(conflicts, assumptions, clock)
        # Not the time of this thread alone: in some sandboxes, asking for it takes 0.1 ms.
        started, before = time.perf_counter(), self._solver.propagations
        answer = self._solver.solve(conflicts, self._propagations, assumptions)
        if time.perf_counter() - started > _SLOW_S:
            busy = self._solver.propagations - before > _SLOW_PROPAGATIONS
            self._wary = _WARY if busy else 0
        return answer

    def _solve_warily(self, conflicts: int, assumptions: list[int], clock: Clock) -> bool | None:
        """In a thread, for so long as questions keep the processor busy.

        On a busy machine any question may seem slow, and then those in threads are the slowest.
        """
        started = time.process_time()
        try:
            return self._solver.solve_watched(conflicts, self._propagations, assumptions, clock)
        finally:
            slow = time.process_time() - started > _SLOW_S
            self._wary = _WARY if slow else self._wary // 2

    def _solve_hard(self, assumptions: list[int], clock: Clock) -> bool:
        """Ask both solvers in turn, with more and more patience.

        The patience is counted in conflicts and the like, so that each call gives the same answer
        again, model and core included.
        """
        second = self.second
        if second is None or not second.understands(assumptions):
            # Without a budget, only a stop leaves a question open.
            return bool(self._solver.solve_watched(0, 0, assumptions, clock))
        for patience in itertools.count():
            if patience or not self._second_is_better:
                budget = _HARD_CONFLICTS * 10**patience
                answer = self._solver.solve_watched(budget, 0, assumptions, clock)
                if answer is not None:
                    self._second_is_better = False
                    return answer
            try:
                values = second.model(assumptions, clock, effort=10.0**patience)
            except Unanswered:
                continue
            self._second_is_better = True
            if values is None:
                self._refuted_by_second = assumptions
                return False
            if not self._solver.solve_watched(0, 0, [*assumptions, *values], clock):
                raise FailedCheck(f"what OR-Tools found does not satisfy the clauses: {values}")
            return True
        raise AssertionError("unreachable")

    def model(self) -> list[int]:
        return self._solver.model()

    def core(self) -> list[int]:
        """The assumptions of the last unsatisfiable call that already clash."""
        if self._refuted_by_second is not None and self.second is not None:
            return self.second.core(self._refuted_by_second, self._clock or _ENDLESS)
        return self._solver.core()

    def propagate(self, assumptions: list[int]) -> set[int]:
        """Literals that follow from `assumptions` by unit propagation."""
        self._load(self._clock or _ENDLESS)
        started = time.perf_counter()
        self.effort.propagations += 1
        _, implied = self._solver.propagate(assumptions)
        self.effort.sat_s += time.perf_counter() - started
        return implied
