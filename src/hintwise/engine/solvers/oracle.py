"""Every question to the SAT solver.

Elements are numbered: first the facts that can be known or derived, then the constraints, and each
is assumed by its literal. A *mask* is a Boolean array over all elements: those that a model
violates. The elements outside a mask hold together, so every step whose derived fact is in the mask
must use another element of it: restricted to what a state knows, a mask is a correction set.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import InitVar, dataclass, field

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.encode import Encoding
from hintwise.engine.solvers.effort import Effort
from hintwise.engine.solvers.expressions import Unanswered
from hintwise.engine.solvers.minisat import Minisat
from hintwise.engine.solvers.second_solver import SecondSolver
from hintwise.errors import FailedCheck
from hintwise.limits import Clock, Limits, Stopped

Mask = NDArray[np.bool_]

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

_GROWING = 100
"""Conflicts after which growing leaves an element out, as if no model satisfied it.

With a thousand, a killer Sudoku with exclusions took 3.3 s instead of 1.2 to 1.7 s (without them
1.3 s, and with a hundred to four hundred 0.8 to 1.4 s); with thirty, hard 9x9 Sudokus took a
quarter more. Most searches never notice.
"""

_HARD_CONFLICTS = 10_000
"""Conflicts after which the second solver is asked as well (about half a second)."""

_ENDLESS = Clock(Limits())


class Undecided(Exception):
    """A question that we can do without is too hard; never leaves the engine."""


@dataclass
class Oracle:
    """A SAT solver that holds the rules of one problem, with literals for its elements."""

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
        self._selectors = list(self.encoding.selectors)
        self._places: list[tuple[int, int]] = []
        self._clock: Clock | None = None
        self._refuted_by_second: list[int] | None = None
        self._second_is_better = False
        self._constraints_on: bool | None = None

    def watch(self, clock: Clock | None) -> None:
        """Stop the calls that follow when `clock` says so."""
        self._clock = clock

    @contextmanager
    def watched(self, clock: Clock) -> Iterator[Oracle]:
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

    def name_elements(self, literals: Sequence[int], solution: Sequence[int]) -> None:
        """Number the elements, and let the solver look for models near `solution` first."""
        self._literals = list(literals)
        self._places = [(abs(literal) - 1, literal) for literal in literals]
        self._number = {literal: e for e, literal in enumerate(literals)}
        selectors = set(self._selectors)
        self._solver.prefer([lit for lit in solution if abs(lit) not in selectors])

    def prefer(self, literals: list[int]) -> None:
        """Let the solver look for models with these literals first, until told otherwise."""
        self._solver.prefer(literals)

    def constraints_among(self, elements: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which of the elements are constraints."""
        return elements >= len(self._literals) - len(self._selectors)

    def _prefer_constraints(self, on: bool) -> None:
        """Let the solver try to satisfy constraints that are not assumed, or not care for them.

        Models with many satisfied constraints are wanted while growing; otherwise it is a burden.
        """
        if on != self._constraints_on:
            self._constraints_on = on
            self._solver.prefer([s if on else -s for s in self._selectors])

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

    def core_elements(self) -> list[int]:
        """The elements among the assumptions of the last unsatisfiable call that already clash."""
        return [self._number[lit] for lit in self.core() if lit in self._number]

    def refuting_core(
        self, target: int, elements: Iterable[int], *, hard: bool = True
    ) -> list[int] | None:
        """A subset of `elements` that implies the target, or None if they do not imply it."""
        elements = list(elements)
        goal = -self._literals[target]
        self._prefer_constraints(False)
        if self.solve([goal, *(self._literals[e] for e in elements)], hard=hard):
            return None
        return self.core_elements()

    def shrink(
        self, target: int, elements: Sequence[int], removable: Iterable[int], *, hard: bool = True
    ) -> list[int]:
        """A subset that implies the target and needs each of its `removable` elements.

        They are tried for removal in order; where that is a hard question and `hard` ones are not
        meant, the element stays. Invariant: `elements` implies the target.
        """
        kept = list(elements)
        for element in removable:
            if element not in kept:
                continue
            try:
                smaller = self.refuting_core(target, [e for e in kept if e != element], hard=hard)
            except Undecided:
                continue
            if smaller is not None:
                kept = smaller
        return kept

    def grow(
        self, target: int, base: Sequence[int], preference: Sequence[int], *, hard: bool = True
    ) -> Mask | None:
        """The mask of a model that violates the target and satisfies `base`, or None.

        Of the elements in `preference` as many as possible are satisfied, the first ones first: the
        mask is minimal among them, except where that is a hard question. Raises `Undecided` if
        `hard` questions are not meant and it is one whether there is such a model at all.
        """
        literals = self._literals
        held = [-literals[target], *(literals[e] for e in base)]
        if not self._solve_near(held, hard=hard):
            return None
        model = self.model()
        wanted = [literals[e] for e in preference]
        missing = [lit for lit in wanted if model[abs(lit) - 1] != lit]
        held += [lit for lit in wanted if model[abs(lit) - 1] == lit]
        propagated = False
        together = 1
        while missing:
            if not propagated:
                implied = self.propagate(held)
                # Refuted literals join the base: they follow from it, and they prune.
                held += [-lit for lit in missing if -lit in implied]
                missing = [lit for lit in missing if -lit not in implied]
                propagated = True
                continue
            # Ever more at once, while that works: on two 16x16 Sudokus a third less of models.
            tried, together = missing[:together], 2 * together
            try:
                satisfiable = self.solve([*held, *tried], hard=False, conflicts=_GROWING)
            except Undecided:
                satisfiable = None
            if satisfiable:
                model = self.model()
                held += [lit for lit in missing if model[abs(lit) - 1] == lit]
                missing = [lit for lit in missing if model[abs(lit) - 1] != lit]
                propagated = False
                continue
            together = 1
            if len(tried) == 1:
                missing.pop(0)
                if satisfiable is not None:
                    held.append(-tried[0])
        return self.violated(model)

    def spread(
        self, mask: Mask, columns: NDArray[np.intp], targets: NDArray[np.intp]
    ) -> Mask | None:
        """The mask of a model that violates no other columns, and many targets; None if not found.

        The correction set of `mask` then serves all of these targets, for one more question. The
        first 150 steps of a 6 x 6 logic grid took 1 450 nodes and 9 900 questions so, instead of
        1 840 and 13 200; all of a 5 x 5, 1 920 nodes instead of 2 370.
        """
        held = [self._literals[e] for e in columns[~mask[columns]].tolist()]
        satisfied = targets[~mask[targets]].tolist()
        if not satisfied:
            return None
        try:
            self._solve_far(held, satisfied, hard=False)
        except Undecided:
            return None
        far = self.violated(self.model())
        return None if (far & ~mask)[columns].any() else far

    def _solve_near(self, held: list[int], *, hard: bool) -> bool:
        """As `solve`, with a model that satisfies many constraints where one is easily found.

        Looking for such a model can be far harder than finding any: on 16x16 Sudokus some sets kept
        the solver busy for a thousand conflicts, and had a model after a few once nothing else was
        asked for. Growing makes up for it.
        """
        self._prefer_constraints(True)
        try:
            return self.solve(held, hard=False)
        except Undecided:
            self._prefer_constraints(False)
            try:
                return self.solve(held, hard=hard)
            finally:
                self._prefer_constraints(True)

    def mask_of(self, assignment: list[int]) -> Mask | None:
        """The mask of a complete assignment, or None if a hard constraint forbids it."""
        self._prefer_constraints(True)
        return self.violated(self.model()) if self.solve(assignment) else None

    def implied_among(self, elements: Sequence[int], candidates: Sequence[int]) -> Iterator[int]:
        """Those of the candidate facts that `elements` imply.

        Each model shows that none of the facts that it violates is implied, so the solver looks for
        models that violate many. Near the solution, as all others are looked for, they violate few:
        what belongs to 600 steps of a 5 x 5 logic grid took 50 000 questions then, five sixths of
        all that its explanation asked.
        """
        held = [self._literals[e] for e in elements]
        open_facts = list(candidates)
        at_once = self.propagate(held)
        while open_facts:
            fact = open_facts.pop(0)
            literal = self._literals[fact]
            if literal in at_once or not self._solve_far([*held, -literal], open_facts):
                yield fact
                continue
            violated = self.violated(self.model())
            open_facts = [f for f in open_facts if not violated[f]]

    def _solve_far(self, held: list[int], facts: Sequence[int], *, hard: bool = True) -> bool:
        """As `solve`, with a model that satisfies few of the facts where one is easily found."""
        self._prefer_constraints(False)
        literals = [self._literals[fact] for fact in facts]
        usual = [self._solver.phase(literal) for literal in literals]
        self._solver.prefer([-literal for literal in literals])
        try:
            return self.solve(held, hard=hard)
        finally:
            self._solver.prefer(usual)

    def violated(self, model: list[int]) -> Mask:
        """The elements that a model does not satisfy."""
        # Converting the whole model to an array first took twice as long.
        return np.array([model[i] != lit for i, lit in self._places], dtype=bool)
