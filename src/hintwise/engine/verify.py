"""An independent check of steps: CPMpy and OR-Tools, nothing of the engine's own search.

A step is handed over as names and values only. The check builds a small model from the problem's
own expressions (the hard ones, those the step names, and the negation of what it derives) and asks
OR-Tools for a solution of it. The engine's encoding, pool and SAT solver play no part, so a mistake
in any of them shows up here.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import cpmpy as cp
from cpmpy.expressions.variables import _BoolVarImpl, _IntVarImpl
from cpmpy.solvers.solver_interface import ExitStatus
from cpmpy.transformations.get_variables import get_variables

from hintwise.errors import FailedCheck, OutOfTime
from hintwise.problem import Fact, Problem, Step, Variable

# The models are tiny: every technique that prepares for a long search costs more than it saves.
_PARAMETERS = {
    "num_workers": 1,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "linearization_level": 0,
    # Ctrl-C belongs to the program that asked, not to OR-Tools.
    "catch_sigint_signal": False,
}


_REMEMBERED = 1000
"""Accepted steps that are not checked again."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check found.

    `refutes` says that everything follows which the step says to follow, `also` included.
    `minimal` is None if it was not asked for. `superfluous` are the elements each of which can be
    left out, alone, of a step that then still refutes; facts as text, constraints by name.
    """

    refutes: bool
    minimal: bool | None = None
    superfluous: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether everything that was asked for holds."""
        return self.refutes and self.minimal is not False


class Verifier:
    """Checks steps of one problem.

    The answers are exact: all hard expressions and the domains of all variables in play are part of
    every model. Solving writes values into the problem's CPMpy variables, as CPMpy always does.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._hard = list(problem.hard)
        _keep_names_apart(problem)
        self._domains = {
            v.expression.name: cp.InDomain(v.expression, list(v.domain))
            for v in problem.variables
            if _narrower_than_expression(v)
        }

    def __repr__(self) -> str:
        return f"<Verifier of {self._problem!r}>"

    def check(
        self, step: Step, *, minimal: bool = False, deadline_s: float | None = None
    ) -> Verdict:
        """Check that what `step` derives, and `also`, follows; if asked, that it is minimal.

        A step that does not refute is not minimal either. Raises `UnknownName` or `InvalidValue`
        if the step speaks of something the problem does not have, `OutOfTime` at the deadline.
        """
        clock = _Clock(deadline_s)
        elements = self._elements(step.facts, step.constraints)
        negation = self._negation(step.derived)
        expressions = [expression for _, expression in elements]
        one_fails = cp.any([negation, *map(self._negation, step.also)]) if step.also else negation
        refutes = self._unsatisfiable([*expressions, one_fails], clock)
        if not minimal:
            return Verdict(refutes)
        if not refutes:
            return Verdict(refutes, minimal=False)
        superfluous = tuple(
            name
            for i, (name, _) in enumerate(elements)
            if self._unsatisfiable([*expressions[:i], *expressions[i + 1 :], negation], clock)
        )
        return Verdict(refutes, minimal=not superfluous, superfluous=superfluous)

    def implies(
        self, facts: Iterable[Fact], constraint_names: Iterable[str], derived: Fact
    ) -> bool:
        """Whether `derived` follows from these facts and constraints and the hard ones."""
        elements = self._elements(facts, constraint_names)
        model = [*(expression for _, expression in elements), self._negation(derived)]
        return self._unsatisfiable(model, _Clock(None))

    def _elements(
        self, facts: Iterable[Fact], constraint_names: Iterable[str]
    ) -> list[tuple[str, Any]]:
        """Name and expression of each element, every one looked up in the problem."""
        named: list[tuple[str, Any]] = [(str(fact), self._expression(fact)) for fact in facts]
        constraints = (self._problem.constraint(name) for name in constraint_names)
        named += [(constraint.name, constraint.expression) for constraint in constraints]
        return named

    def _expression(self, fact: Fact) -> Any:
        self._problem.check(fact)
        return fact.said_of(self._problem.variable(fact.variable).expression)

    def _negation(self, fact: Fact) -> Any:
        self._problem.check(fact)
        return fact.negation.said_of(self._problem.variable(fact.variable).expression)

    def _unsatisfiable(self, expressions: Sequence[Any], clock: _Clock) -> bool:
        """Whether these expressions and the hard ones have no solution."""
        model = [*self._hard, *expressions]
        if self._domains:
            mentioned = [variable.name for variable in get_variables(model)]
            model += [self._domains[name] for name in mentioned if name in self._domains]
        solver = cp.SolverLookup.get("ortools", cp.Model(model))
        solver.solve(time_limit=clock.left_s(), **_PARAMETERS)
        # The return value of solve() is false for a time-out as well.
        status = solver.status().exitstatus
        if status == ExitStatus.UNKNOWN:
            raise OutOfTime("the check was stopped by its deadline; allow more seconds")
        return bool(status == ExitStatus.UNSATISFIABLE)


class StepCheck:
    """Lets the steps of one problem through that the verifier accepts, and looks at none twice.

    There is no deadline: next to the search the check is short, and a step that was found in time
    must not be lost to it.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._verifier: Verifier | None = None
        self._accepted: set[tuple[object, ...]] = set()

    def __call__(self, step: Step) -> Step:
        """Return `step`, or raise `FailedCheck` if the verifier rejects it."""
        claim = (step.derived, step.also, step.facts, step.constraints)
        if claim in self._accepted:
            return step
        self._verifier = self._verifier or Verifier(self._problem)
        if not self._verifier.check(step).refutes:
            concluded = ", ".join(map(str, (step.derived, *step.also)))
            elements = ", ".join([*map(str, step.facts), *step.constraints]) or "nothing"
            raise FailedCheck(f"{concluded} does not follow from {elements}")
        if len(self._accepted) >= _REMEMBERED:
            self._accepted.clear()
        self._accepted.add(claim)
        return step


def _keep_names_apart(problem: Problem) -> None:
    """Make CPMpy number its auxiliary variables above any BV7 or IV7 of the problem.

    It tells variables apart by name, and counts from 0 again in a process that was sent a problem.
    """
    rules = [*problem.hard, *(c.expression for c in problem.constraints)]
    facts = [v.expression for v in problem.variables]
    for variable in get_variables([*rules, *facts]):
        kind = _BoolVarImpl if variable.is_bool() else _IntVarImpl
        if match := re.fullmatch(r"[BI]V(\d+)", str(variable.name)):
            kind.counter = max(kind.counter, int(match[1]) + 1)


def _narrower_than_expression(variable: Variable) -> bool:
    low, high = variable.expression.get_bounds()
    ends_and_size = (variable.least, variable.most, variable.size)
    return ends_and_size != (low, high, high - low + 1)


class _Clock:
    """Seconds left until a deadline that may not exist."""

    def __init__(self, deadline_s: float | None) -> None:
        self._end = None if deadline_s is None else time.monotonic() + deadline_s

    def left_s(self) -> float | None:
        if self._end is None:
            return None
        left = self._end - time.monotonic()
        if left <= 0:
            raise OutOfTime("the check was stopped by its deadline; allow more seconds")
        return left
