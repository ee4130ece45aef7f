"""Questions about a problem's own expressions, to OR-Tools.

Nothing of the engine's encoding plays a part. The verifier asks here, and so does whoever has a
question that is too hard for the SAT solver: linear relaxations see at once that six nurses cannot
do the work of seven, which takes resolution for ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import cpmpy as cp
from cpmpy.expressions.utils import is_any_list
from cpmpy.expressions.variables import _BoolVarImpl, _IntVarImpl
from cpmpy.solvers.solver_interface import ExitStatus
from cpmpy.transformations.get_variables import get_variables

from hintwise.engine.encode.encoder import CPMPY_FAILURES
from hintwise.engine.solvers.plain_speech import plain_spoken
from hintwise.errors import UnsupportedExpression
from hintwise.limits import Clock, interruptibly
from hintwise.problem import Assignment, Fact, Problem, Variable

_ALWAYS = {
    # More workers would answer alike, but with another solution each time.
    "num_workers": 1,
    # Ctrl-C belongs to the program that asked, not to OR-Tools.
    "catch_sigint_signal": False,
}

# Most models are tiny: every technique that prepares for a long search costs more than it saves.
_QUICK = {
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "linearization_level": 0,
    "max_deterministic_time": 0.3,
}

# Pigeon-holes and over-tight rosters: 0.03 s so, and not in 4 s without linear relaxations.
_THOROUGH = {"linearization_level": 2}

_CORE_EFFORT = 0.2
"""What is spent on finding out which expressions clash, in seconds of work."""

_POSTED_AT_ONCE = 50
"""Expressions between two looks at the clock while they are translated."""


class Unanswered(Exception):
    """OR-Tools has not found out with the effort allowed; never leaves the engine."""


class Expressions:
    """The hard expressions and domains of one problem, to be asked about with others.

    Solving writes values into the problem's CPMpy variables, as CPMpy always does.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        _keep_names_apart(problem)
        own = [*problem.hard, *(c.expression for c in problem.constraints)]
        self._replaced = {id(e): spoken for e in own if (spoken := plain_spoken(e)) is not None}
        self._domains = {
            v.expression.name: domain
            for v in problem.variables
            if (domain := _domain(v)) is not None
        }

    def fact(self, fact: Fact) -> Any:
        """The expression that a fact is."""
        self._problem.check(fact)
        return fact.said_of(self._problem.variable(fact.variable).expression)

    def negation(self, fact: Fact) -> Any:
        """The expression that a fact does not hold."""
        self._problem.check(fact)
        return fact.negation.said_of(self._problem.variable(fact.variable).expression)

    def one_fails(self, facts: Iterable[Fact]) -> Any:
        """That not all the facts hold."""
        return cp.any([self.negation(fact) for fact in facts])

    def solution(self, expressions: Sequence[Any], clock: Clock) -> Assignment | None:
        """A solution of these and the hard expressions, None if there is none.

        Raises `Stopped`.
        """
        solver = self._posted(expressions, clock)
        answer = _solve(solver, _QUICK, clock)
        if answer == ExitStatus.UNKNOWN:
            answer = _solve(solver, _THOROUGH, clock)
        return None if answer == ExitStatus.UNSATISFIABLE else self._assignment(solver)

    def hard_solution(
        self, expressions: Sequence[Any], clock: Clock, effort: float
    ) -> Assignment | None:
        """As `solution`, for questions that are known to be hard.

        Raises `Unanswered` after about `effort` seconds, counted in work and not by the clock.
        """
        solver = self._posted(expressions, clock)
        parameters = {**_THOROUGH, "max_deterministic_time": effort}
        answer = _solve(solver, parameters, clock)
        if answer == ExitStatus.UNKNOWN:
            raise Unanswered
        return None if answer == ExitStatus.UNSATISFIABLE else self._assignment(solver)

    def differing_solution(
        self, expressions: Sequence[Any], facts: Iterable[Fact], clock: Clock, effort: float
    ) -> Assignment | None:
        """As `hard_solution`, with one of the facts failing, and as many as the effort allows.

        With only one, an answer for each of the 140 facts of a roster took 9 s, so 0.4 s.
        """
        fails = [self.negation(fact) for fact in facts]
        solver = self._posted([*expressions, cp.any(fails)], clock)
        solver.maximize(cp.sum(fails))
        answer = _solve(solver, {**_THOROUGH, "max_deterministic_time": effort}, clock)
        if answer == ExitStatus.UNKNOWN:
            raise Unanswered
        return None if answer == ExitStatus.UNSATISFIABLE else self._assignment(solver)

    def core(self, expressions: Sequence[Any], clock: Clock) -> list[int]:
        """Positions of some of these expressions, which clash, that already do.

        They are all of them where that is hard to say: what can be switched off is much harder to
        reason about than what holds. Raises `Stopped`.
        """
        switches = [cp.boolvar() for _ in expressions]
        ready = [cp.all(e) if is_any_list(e) else e for e in map(self._ready, expressions)]
        switched = [s.implies(e) for s, e in zip(switches, ready, strict=True)]
        solver = self._posted(switched, clock)
        parameters = {**_THOROUGH, "max_deterministic_time": _CORE_EFFORT}
        if _solve(solver, parameters, clock, assumptions=switches) != ExitStatus.UNSATISFIABLE:
            return list(range(len(expressions)))
        kept = {switch.name for switch in solver.get_core()}
        return [i for i, switch in enumerate(switches) if switch.name in kept]

    def _ready(self, expression: Any) -> Any:
        """The expression as CPMpy translates it rightly."""
        return self._replaced.get(id(expression), expression)

    def _posted(self, expressions: Sequence[Any], clock: Clock) -> Any:
        """A solver that holds these and the hard expressions, and the domains in play."""
        model = [self._ready(e) for e in (*self._problem.hard, *expressions)]
        if self._domains:
            mentioned = [variable.name for variable in get_variables(model)]
            model += [self._domains[name] for name in mentioned if name in self._domains]
        solver = cp.SolverLookup.get("ortools")
        for start in range(0, len(model), _POSTED_AT_ONCE):
            clock.check()
            part = model[start : start + _POSTED_AT_ONCE]
            try:
                solver += part
            except CPMPY_FAILURES as error:
                raise self._untranslatable(part, error) from error
        return solver

    def _untranslatable(self, part: Sequence[Any], error: Exception) -> UnsupportedExpression:
        """The error that names the first expression that cannot be translated alone."""
        named = part
        for expression in part:
            try:
                cp.SolverLookup.get("ortools", cp.Model([expression]))
            except CPMPY_FAILURES:
                named = [expression]
                break
        texts = "; ".join(map(str, named))
        return UnsupportedExpression(
            f"OR-Tools, which checks every step, cannot be asked about {texts} "
            f"({type(error).__name__}: {error})"
        )

    def _assignment(self, solver: Any) -> Assignment:
        """The values of the fact variables in the solution found.

        Read from the solver: the CPMpy variables may be shared with another thread.
        """
        known = solver.user_vars
        return {
            v.name: int(solver.ort_solver.value(solver.solver_var(v.expression)))
            if v.expression in known
            else v.domain[0]
            for v in self._problem.variables
        }


def _solve(solver: Any, parameters: dict[str, Any], clock: Clock, **options: Any) -> ExitStatus:
    """How the question was answered; unknown only where the parameters end it early."""
    clock.check()
    solver.ort_solver = type(solver.ort_solver)()  # without the parameters of an earlier call
    seconds = clock.seconds_left()
    if seconds < 1e9:
        options["time_limit"] = max(seconds, 0.001)

    def work() -> None:
        solver.solve(**_ALWAYS, **parameters, **options)

    try:
        interruptibly(work, solver.ort_solver.stop_search, clock)
    except Exception as error:
        if "model invalid" not in str(error):
            raise
        raise UnsupportedExpression(
            "OR-Tools, which checks every step, does not take the model: its numbers are too "
            f"large ({' '.join(map(str, error.args[1:]))}); state it with smaller ones"
        ) from error
    # The return value of solve() is false for a time-out as well.
    answer: ExitStatus = solver.status().exitstatus
    if answer == ExitStatus.UNKNOWN:
        clock.check()
        if "max_deterministic_time" not in parameters:
            raise UnsupportedExpression("OR-Tools gave no answer about the model")
    return answer


def _keep_names_apart(problem: Problem) -> None:
    """Make CPMpy number its auxiliary variables above any BV7 or IV7 of the problem.

    It tells variables apart by name, and counts from 0 again in a process that was sent a problem.
    """
    rules = [*problem.hard, *(c.expression for c in problem.constraints)]
    facts: Iterable[Any] = (v.expression for v in problem.variables)
    for variable in get_variables([*rules, *facts]):
        kind = _BoolVarImpl if variable.is_bool() else _IntVarImpl
        if match := re.fullmatch(r"[BI]V(\d+)", str(variable.name)):
            kind.counter = max(kind.counter, int(match[1]) + 1)


def _domain(variable: Variable) -> Any:
    """What says that the variable has only the values of its domain; None if CPMpy knows it."""
    x = variable.expression
    bounds = (variable.least, variable.most)
    if variable.size < bounds[1] - bounds[0] + 1:
        return cp.InDomain(x, list(variable.domain))
    return None if bounds == tuple(x.get_bounds()) else (x >= bounds[0]) & (x <= bounds[1])
