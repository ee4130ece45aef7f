"""The same task with CPMpy's own tools: `cpmpy.tools.explain.optimal_mus` once per target.

What a modeller could write without this package, with every advantage we could find for it: a pair
of solvers as fast as any that pip installs, and for Sudoku the formulation that was fastest for it,
not the one the puzzle comes in. It knows no upper bound, so each target is solved to the end; a
benchmark measures a sample of the targets and says so.

How the choice was made: seconds per target, 7 targets of the reference data's puzzle 30, all-ones
weights / the first simulated user's, one or two runs on two busy cores (so what is below a factor
of two means little). A dash was not measured.

    checks     hitting sets   Booleans    integers
    MiniSat    RC2            1.2 / 1.1   2.4 / 4.0
    Exact      RC2            1.0 / 1.3   -
    CaDiCaL    RC2            1.0 / 2.0   3.1 / 4.9
    MiniSat    OR-Tools       -           8.3 / 4.9
    Exact      HiGHS 1.14     - / 4.8     14.7 / 12.9
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cpmpy as cp
from cpmpy.tools.explain import optimal_mus

from hintwise.bench.referee import background, element_costs, elements_of, expression_of
from hintwise.problem import Constraint, Element, Fact, Problem, State


@dataclass(frozen=True, slots=True)
class Solvers:
    """The names, in CPMpy, of the solver that checks subsets and of the one that hits them."""

    solver: str
    hs_solver: str
    takes_hints: bool = True
    """Whether the first one can be asked for models with many satisfied constraints."""


DEFAULT = Solvers("pysat:minisat22", "rc2")

WITH_INTEGERS = Solvers("pindakaas", "rc2", takes_hints=False)
"""Slower, but for weighted sums the other needs a library that has to be compiled."""


@dataclass(frozen=True, slots=True)
class TargetResult:
    """What `optimal_mus` found for one target, and how long it took."""

    cost: float
    facts: tuple[Fact, ...]
    constraints: tuple[str, ...]
    seconds: float


def cheapest_by_tools(state: State, weights: Mapping[str, float], target: Fact) -> TargetResult:
    """Explain a target of the state at least cost, with the fastest solvers for such a problem."""
    problem = state.problem
    by_value = _ExactlyOnce.fits(problem)
    formulation = _ExactlyOnce(problem) if by_value else _AsGiven(problem)
    in_booleans = by_value or all(v.boolean for v in problem.variables)
    solvers = DEFAULT if in_booleans else WITH_INTEGERS
    elements = elements_of(state)
    costs = element_costs(problem, target, elements, weights)
    scale = math.lcm(*(cost.denominator for cost in costs.values()))
    started = time.perf_counter()
    expressions = [formulation.expression(e) for e in elements]
    found = optimal_mus(
        soft=expressions,
        hard=[*formulation.hard, ~formulation.expression(target)],
        weights=[int(costs[e] * scale) for e in elements],
        solver=solvers.solver,
        hs_solver=solvers.hs_solver,
        do_solution_hint=solvers.takes_hints,
    )
    seconds = time.perf_counter() - started
    gc.collect()  # pindakaas complains of solvers that another thread drops later
    # It returns the very objects that it was given.
    returned = {id(expression) for expression in found}
    pairs = zip(elements, expressions, strict=True)
    chosen = [element for element, own in pairs if id(own) in returned]
    return TargetResult(
        float(sum(costs[e] for e in chosen)),
        tuple(e for e in chosen if isinstance(e, Fact)),
        tuple(e.name for e in chosen if isinstance(e, Constraint)),
        seconds,
    )


def sample_of_targets(state: State, number: int) -> list[Fact]:
    """At most `number` targets, evenly spread over all of them in order."""
    targets = sorted(state.targets)
    number = min(number, len(targets))
    return [targets[i * len(targets) // number] for i in range(number)]


class _AsGiven:
    """The problem's own expressions."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.hard = background(problem)

    def expression(self, element: Element) -> Any:
        return expression_of(self._problem, element)


class _ExactlyOnce:
    """A Boolean for each variable and value; a unit has each value exactly once.

    That says the same as "no value twice" where a unit has as many variables as values, and spares
    the solvers the pigeon-hole arguments in between: several times faster here.
    """

    def __init__(self, problem: Problem) -> None:
        self._is = {(v.name, value): cp.boolvar() for v in problem.variables for value in v.domain}
        self._values = problem.variables[0].domain
        self.hard: list[Any] = [
            cp.sum([self._is[v.name, value] for value in v.domain]) == 1 for v in problem.variables
        ]

    def expression(self, element: Element) -> Any:
        if isinstance(element, Constraint):
            return cp.all(
                [
                    cp.sum([self._is[name, value] for name in sorted(element.variables)]) == 1
                    for value in self._values
                ]
            )
        values = [value for value in self._values if element.said_of(value)]
        return cp.any([self._is[element.variable, value] for value in values])

    @staticmethod
    def fits(problem: Problem) -> bool:
        """Whether all constraints are AllDifferents that use up one common domain."""
        domains = {v.domain for v in problem.variables}
        return (
            len(domains) == 1
            and not problem.hard
            and not any(v.boolean for v in problem.variables)
            and all(
                getattr(c.expression, "name", "") == "alldifferent"
                and {str(x.name) for x in c.expression.args}
                == {str(problem.variable(name).expression.name) for name in c.variables}
                and len(c.variables) == len(c.expression.args) == len(problem.variables[0].domain)
                for c in problem.constraints
            )
        )
