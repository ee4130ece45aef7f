"""The small digits of a Sudoku: which are left, which a step crosses out, and which are why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hintwise.problem import Fact, Problem, Step
from hintwise.render.words.sudoku.proof import reason_candidates


@dataclass(frozen=True, slots=True)
class PencilMarks:
    """Of each open cell, the values that it may have before a step.

    `struck` are those that the step crosses out, `reason` those that its pattern is made of.
    """

    left: Mapping[str, tuple[int, ...]]
    struck: frozenset[tuple[str, int]] = frozenset()
    reason: frozenset[tuple[str, int]] = frozenset()

    @classmethod
    def of(
        cls, problem: Problem, facts: Iterable[Fact], step: Step | None = None
    ) -> PencilMarks | None:
        """Those of a problem that has such marks, else None."""
        if problem.consequences is None:
            return None
        known = problem.with_consequences(facts)
        settled = {fact.variable for fact in known if fact.settles}
        gone = {(fact.variable, fact.value) for fact in known if not fact.settles}
        left = {
            variable.name: tuple(v for v in variable.domain if (variable.name, v) not in gone)
            for variable in problem.variables
            if variable.name not in settled
        }
        if step is None:
            return cls(left)
        derived = (step.derived, *step.taken_along)
        struck = frozenset((f.variable, f.value) for f in derived if f.relation == "≠")
        reason = (one for one in reason_candidates(problem, step) if one not in struck)
        shown = frozenset((cell, value) for cell, value in reason if value in left.get(cell, ()))
        return cls(left, struck, shown)
