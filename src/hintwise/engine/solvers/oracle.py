"""What is asked about the elements of a problem.

Elements are numbered: first the facts that can be known or derived, then the constraints, and each
is assumed by its literal. A *mask* is a Boolean array over all elements: those that a model
violates. The elements outside a mask hold together, so every step whose derived fact is in the mask
must use another element of it: restricted to what a state knows, a mask is a correction set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.solvers.questions import Questions, Undecided
from hintwise.limits import Clock

Mask = NDArray[np.bool_]

_GROWING = 100
"""Conflicts after which growing leaves an element out, as if no model satisfied it.

With a thousand, a killer Sudoku with exclusions took 3.3 s instead of 1.2 to 1.7 s (without them
1.3 s, and with a hundred to four hundred 0.8 to 1.4 s); with thirty, hard 9x9 Sudokus took a
quarter more. Most searches never notice.
"""


class Oracle(Questions):
    """Questions about elements, each of which is assumed by its literal."""

    def __post_init__(self, clock: Clock | None) -> None:
        super().__post_init__(clock)
        self._selectors = list(self.encoding.selectors)
        self._places: list[tuple[int, int]] = []
        self._constraints_on: bool | None = None

    def name_elements(self, literals: Sequence[int], solution: Sequence[int]) -> None:
        """Number the elements, and let the solver look for models near `solution` first."""
        self._literals = list(literals)
        self._places = [(abs(literal) - 1, literal) for literal in literals]
        self._number = {literal: e for e, literal in enumerate(literals)}
        selectors = set(self._selectors)
        self._solver.prefer([lit for lit in solution if abs(lit) not in selectors])

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
