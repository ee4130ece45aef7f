"""An independent check of steps: CPMpy and OR-Tools, nothing of the engine's own search.

A step is handed over as names and values only. The check builds a small model from the problem's
own expressions (the hard ones, those the step names, and the negation of what it derives) and asks
OR-Tools for a solution of it. The engine's encoding, pool and SAT solver play no part, so a mistake
in any of them shows up here.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hintwise.engine.arguments import (
    check_problem,
    check_state,
    check_step,
    read_facts,
    read_names,
)
from hintwise.engine.solvers.expressions import Expressions
from hintwise.errors import FailedCheck, OutOfTime
from hintwise.limits import Clock, Limits, Stopped
from hintwise.problem import Fact, Problem, State, Step

_REMEMBERED = 1000
"""Accepted steps that are not checked again."""

GRACE_S = 0.25
"""How long after the end of a call the check of a step that it found may last.

Next to the search it is short, a few milliseconds nearly always, and a step that was found in time
must not be lost to it. One that is not checked by then is not shown either: `OutOfTime` says so.
"""

_REPORTED = ("hintwise", "cpmpy", "ortools", "python-sat")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check found.

    `refutes` says that everything follows which the step says to follow, `also` included.
    `minimal` is None if it was not asked for. `superfluous` are the elements each of which can be
    left out, alone, of a step that then still refutes; facts as text, constraints by name.
    `unknown` are the facts that the step uses though the state does not know them, and what it
    derives if the state knows that already; None if no state was given.
    """

    refutes: bool
    minimal: bool | None = None
    superfluous: tuple[str, ...] = ()
    unknown: tuple[str, ...] | None = None

    @property
    def valid(self) -> bool:
        """Whether everything that was asked for holds."""
        return self.refutes and self.minimal is not False and not self.unknown


class Verifier:
    """Checks steps of one problem.

    The answers are exact: all hard expressions and the domains of all variables in play are part of
    every model. Solving writes values into the problem's CPMpy variables, as CPMpy always does.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = check_problem(problem)
        self._expressions = Expressions(problem)

    def __repr__(self) -> str:
        return f"<Verifier of {self._problem!r}>"

    def check(
        self,
        step: Step,
        state: State | None = None,
        *,
        minimal: bool = False,
        limits: Limits = Limits(),
    ) -> Verdict:
        """Check that what `step` derives, and `also`, follows; if asked, that it is minimal.

        With a `state`, also that it knows the facts that the step uses, and not yet what it
        derives. A step that does not refute is not minimal either. Raises `UnknownName` or
        `InvalidValue` if the step speaks of something the problem does not have, `OutOfTime` when
        the limits end the check.
        """
        check_step(step)
        if state is not None:
            check_state(state)
        try:
            return self._check(step, state, minimal, Clock(limits))
        except Stopped:
            raise OutOfTime(
                f"stopped before the step to {step.derived} was checked; allow more time"
            ) from None

    def require(
        self,
        step: Step,
        state: State | None,
        *,
        minimal: bool = False,
        limits: Limits = Limits(),
    ) -> Verdict:
        """As `check`, but a step that does not hold, or does not fit the state, is an error.

        Raises `FailedCheck` with all that is needed to find our mistake.
        """
        verdict = self.check(step, state, minimal=minimal, limits=limits)
        if not verdict.refutes or verdict.unknown:
            raise FailedCheck(_report(self._problem, step, state, verdict))
        return verdict

    def implies(
        self,
        facts: Iterable[Fact],
        constraint_names: Iterable[str],
        derived: Fact,
        *,
        limits: Limits = Limits(),
    ) -> bool:
        """Whether `derived` follows from these facts and constraints and the hard ones."""
        known = read_facts(self._problem, facts)
        elements = self._elements(known, read_names(constraint_names, "constraints"))
        derived = self._problem.parse_fact(derived)
        model = [*(e for _, e in elements), self._expressions.negation(derived)]
        try:
            return self._clash(model, Clock(limits))
        except Stopped:
            raise OutOfTime(
                f"stopped before it was known whether {derived} follows; allow more time"
            ) from None

    def _check(self, step: Step, state: State | None, minimal: bool, clock: Clock) -> Verdict:
        unknown = None if state is None else _unknown(step, state)
        elements = self._elements(step.facts, step.constraints)
        expressions = [expression for _, expression in elements]
        # What breaks a rule has no solution as it is.
        told = () if step.breaks_rule else (step.derived, *step.taken_along)
        also = (*told, *step.also)
        one_fails = [self._expressions.one_fails(also)] if also else []
        refutes = self._clash([*expressions, *one_fails], clock)
        if not (minimal and refutes):
            return Verdict(refutes, minimal=False if minimal else None, unknown=unknown)
        # What serves only what is told with the derived fact is not superfluous either.
        denied = [self._expressions.one_fails(told)] if told else []
        superfluous = tuple(
            name
            for i, (name, _) in enumerate(elements)
            if self._clash([*expressions[:i], *expressions[i + 1 :], *denied], clock)
        )
        return Verdict(refutes, not superfluous, superfluous, unknown)

    def _elements(
        self, facts: Iterable[Fact], constraint_names: Iterable[str]
    ) -> list[tuple[str, Any]]:
        """Name and expression of each element, every one looked up in the problem."""
        named: list[tuple[str, Any]] = [(str(f), self._expressions.fact(f)) for f in facts]
        constraints = (self._problem.constraint(name) for name in constraint_names)
        named += [(constraint.name, constraint.expression) for constraint in constraints]
        return named

    def _clash(self, expressions: list[Any], clock: Clock) -> bool:
        """Whether these expressions and the hard ones have no solution."""
        return self._expressions.solution(expressions, clock) is None


class StepCheck:
    """Lets the steps of one problem through that the verifier accepts, and looks at none twice."""

    def __init__(self, problem: Problem) -> None:
        self.verifier = Verifier(problem)
        self._accepted: set[tuple[object, ...]] = set()

    def __call__(self, step: Step, state: State | None, limits: Limits = Limits()) -> Step:
        """Return `step` if `Verifier.require` does not raise.

        Where a state is given, the step must fit it as well.
        """
        claim = (step.derived, step.also, step.taken_along, step.facts, step.constraints)
        if claim in self._accepted and (state is None or not _unknown(step, state)):
            return step
        self.verifier.require(step, state, limits=limits)
        if len(self._accepted) >= _REMEMBERED:
            self._accepted.clear()
        self._accepted.add(claim)
        return step


def _unknown(step: Step, state: State) -> tuple[str, ...]:
    """The facts that a step uses and the state does not know, or derives though it does."""
    used = [fact for fact in step.facts if fact not in state.facts]
    derived = [f for f in (step.derived, *step.also) if f in state.facts or f in step.facts]
    return tuple(map(str, [*used, *derived]))


def _report(problem: Problem, step: Step, state: State | None, verdict: Verdict) -> str:
    """All that is needed to find our mistake."""
    concluded = ", ".join(map(str, (step.derived, *step.also)))
    elements = ", ".join([*map(str, step.facts), *step.constraints]) or "nothing"
    facts = step.facts if state is None else state.facts
    wrong = f"does not follow from {elements}"
    if verdict.refutes:
        wrong = f"follows from {elements}, but the state does not fit: {verdict.unknown}"
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in _REPORTED)
    return (
        f"{concluded} {wrong}. This is a mistake of ours: please report it, with the model. "
        f"Problem: {problem!r}. Known: {', '.join(sorted(map(str, facts))) or 'nothing'}. "
        f"Versions: {versions}."
    )
