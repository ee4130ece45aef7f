"""The SAT solver itself: clauses in, answers within a budget out, stopped at any time."""

from __future__ import annotations

import functools
import time
from collections.abc import Sequence
from typing import Any

from pysat.solvers import Solver, pysolvers

from hintwise.engine.encode.clauses import Clause
from hintwise.limits import Clock, interruptibly

_LOADED_AT_ONCE = 20_000
"""Clauses between two looks at the clock while they are loaded (some ten milliseconds)."""

_LEARNED = 4000
_CLAUSES_PER_LEARNED = 80
"""Conflicts after which a solver is made anew, and, if that is more, one for so many clauses.

MiniSat lets go of what it learned from conflicts only when that is a third of the clauses, and
until then each propagation has to pass it. Among 125 000 clauses (a 16x16 Sudoku) propagations got
five times as slow: 1 270 questions of one search took 5.8 s, and 2.5 s with a new solver now and
then, loading included (25x25, 756 000 clauses: 13.6 s and 8.5 s). On a hard 9x9 (12 500 clauses),
where MiniSat lets go in time, they took longer so: 4.7 s in place of 3.0 s.

All assumptions behind one literal, so that a conflict undoes none of them, made no difference.
"""

_WORTH_LOADING = 10
"""The time left must be so many times what loading took: a solver must be there at the end."""


class Minisat:
    """MiniSat over clauses that may grow; neither loading nor an answer outlasts a clock."""

    def __init__(self) -> None:
        # MinisatGH keeps the phases it is given; Glucose's drift away from the solution.
        self._solver: Any = Solver(name="mgh")
        self.loaded = 0
        """How many clauses it holds."""
        self._loading_s = 0.0
        self._phases: dict[int, int] = {}
        self._renewable = True

    def load(self, clauses: Sequence[Clause], upto: int, clock: Clock) -> None:
        """Hold the first ones of the clauses; raises `Stopped`, and may then be asked again."""
        if self.loaded >= upto:
            return
        started = time.perf_counter()
        while self.loaded < upto:
            clock.check()
            last = min(self.loaded + _LOADED_AT_ONCE, upto)
            self._solver.append_formula(clauses[self.loaded : last])
            self.loaded = last
        self._loading_s = max(self._loading_s, time.perf_counter() - started)

    def add_clause(self, clause: list[int]) -> None:
        """Hold one more clause from now on."""
        self._solver.add_clause(clause)
        self._renewable = False

    def prefer(self, literals: Sequence[int]) -> None:
        """Look for models with these literals first, until told otherwise."""
        self._solver.set_phases(list(literals))
        self._phases.update((abs(literal), literal) for literal in literals)

    @property
    def propagations(self) -> int:
        """How many propagations it has made since it was last made anew."""
        made: int = self._solver.accum_stats()["propagations"]
        return made

    def phase(self, literal: int) -> int:
        """The literal, or its opposite where models with that are looked for first."""
        return self._phases.get(abs(literal), literal)

    def renew(self, clock: Clock) -> None:
        """Forget everything, if so much was learned from conflicts that it slows us down."""
        most = max(_LEARNED, self.loaded // _CLAUSES_PER_LEARNED)
        if not self._renewable or most > self.loaded / 4:
            return
        if self._solver.accum_stats()["conflicts"] <= most:
            return
        if clock.seconds_left() > _WORTH_LOADING * self._loading_s:
            self._solver.delete()
            self._solver = Solver(name="mgh")
            self._solver.set_phases(list(self._phases.values()))
            self.loaded = 0

    def solve(self, conflicts: int, propagations: int, assumptions: list[int]) -> bool | None:
        """The answer, or None if it takes more than that; zero means any number."""
        self._solver.conf_budget(0)  # lifts both budgets of the call before
        if conflicts:
            self._solver.conf_budget(conflicts)
        if propagations:
            self._solver.prop_budget(propagations)
        # Interruptible calls let other threads run, and leave Ctrl-C to Python.
        answer = self._solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
        return None if answer is None else bool(answer)

    def solve_watched(
        self, conflicts: int, propagations: int, assumptions: list[int], clock: Clock
    ) -> bool | None:
        """As `solve`, but stopped at any time; raises `Stopped`."""
        work = functools.partial(self.solve, conflicts, propagations, assumptions)
        try:
            answer = interruptibly(work, self._solver.interrupt, clock)
        finally:
            self._solver.clear_interrupt()
        if answer is None:
            clock.check()
        return answer

    def propagate(self, assumptions: list[int]) -> tuple[bool, set[int]]:
        """Whether unit propagation meets no clash, and the literals that it finds."""
        # In the main thread, PySAT would take Ctrl-C for itself here: it raises an error of its
        # own, and the solver never answers again. So we say that it is another thread.
        handle = self._solver.solver.minisat
        consistent, implied = pysolvers.minisatgh_propagate(handle, assumptions, 0, 0)
        return bool(consistent), set(implied or ())

    def model(self) -> list[int]:
        """Of the last call that was satisfiable."""
        model: list[int] = self._solver.get_model()
        return model

    def core(self) -> list[int]:
        """The assumptions of the last unsatisfiable call that already clash."""
        return list(self._solver.get_core() or ())
