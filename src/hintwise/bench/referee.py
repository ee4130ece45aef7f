"""The referee: a cheapest step by implicit hitting sets, as the textbook has it.

Slow, short and separate from the engine on purpose: CPMpy encodes and solves, RC2 finds the hitting
sets, and nothing is shared between targets but the cost to beat. What it calls cheapest, the engine
must meet. The algorithm is split-OCUS of E. Gamba, B. Bogaerts and T. Guns, "Efficiently explaining
CSPs with unsatisfiable subset optimization", JAIR 78 (2023), without side constraints.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import cpmpy as cp
from cpmpy.expressions.utils import is_any_list
from pysat.examples.rc2 import RC2Stratified
from pysat.formula import WCNF

from hintwise.errors import NothingToExplain, NotImplied, OutOfTime
from hintwise.features import check_weights, feature_names, scheme_of
from hintwise.problem import Constraint, Element, Fact, Problem, State, Step

Costs = Mapping[Element, Fraction]
"""What each element adds to the cost of a step that derives a given target."""

Elements = frozenset[Element]


def cheapest_step(
    state: State, weights: Mapping[str, float], *, deadline_s: float | None = None
) -> Step:
    """Return a step of least cost over all targets of the state.

    For each target on its own: take a cheapest set that hits every known correction set. If it
    refutes the target's negation nothing cheaper does; else grow it to a satisfiable set that
    cannot be extended, whose complement is a new correction set.

    Invariant: `to_hit` holds only correction sets, every refuting set hits all of them, so the cost
    of the hitting set is a lower bound; a target is given up once that reaches the best cost known.

    The deadline is looked at between rounds. If it passes, the best step so far is returned with
    `optimal=False`, or `OutOfTime` is raised if there is none.
    """
    started = time.perf_counter()
    end = math.inf if deadline_s is None else started + deadline_s
    waiting = sorted(state.targets)
    if not waiting:
        raise NothingToExplain("the state has no target left")
    elements = elements_of(state)
    oracle = _Oracle(state.problem, elements, waiting)
    best: tuple[Fraction, Fact, Elements] | None = None
    bounds = dict.fromkeys(waiting, Fraction(0))

    for target in waiting:
        costs = element_costs(state.problem, target, elements, weights)
        free = {e for e in elements if costs[e] == 0}
        to_hit: list[Elements] = []
        if not oracle.refutes(elements, target):
            raise NotImplied(str(target), oracle.assignment())
        while time.perf_counter() < end:
            candidate = frozenset(cheapest_hitting_set(to_hit, costs) | free)
            bounds[target] = sum((costs[e] for e in candidate), Fraction(0))
            if best is not None and bounds[target] >= best[0]:
                break
            if oracle.refutes(candidate, target):
                best = bounds[target], target, oracle.without_superfluous(candidate, free, target)
                break
            grown = oracle.grow(candidate, target, sorted(elements, key=costs.__getitem__))
            to_hit.append(frozenset(elements) - grown)

    if best is None:
        raise OutOfTime(f"no step was found within {deadline_s} s; allow more")
    cost, derived, chosen = best
    lower_bound = min(cost, *bounds.values())
    return Step(
        derived=derived,
        facts=tuple(sorted(e for e in chosen if isinstance(e, Fact))),
        constraints=tuple(e.name for e in elements if isinstance(e, Constraint) and e in chosen),
        features=count_features(state.problem, derived, chosen),
        cost=float(cost),
        optimal=lower_bound == cost,
        lower_bound=float(lower_bound),
        seconds=time.perf_counter() - started,
    )


def cheapest_hitting_set(sets: Sequence[Iterable[Element]], costs: Costs) -> set[Element]:
    """A set of least total cost that shares an element with each of `sets`, by MaxSAT."""
    mentioned = {element for to_hit in sets for element in to_hit}
    number = {e: i for i, e in enumerate((e for e in costs if e in mentioned), start=1)}
    if not number:
        return set()
    scale = math.lcm(*(costs[e].denominator for e in number))
    formula = WCNF()
    for to_hit in sets:
        formula.append(sorted(number[e] for e in to_hit))
    for element, literal in number.items():
        formula.append([-literal], weight=int(costs[element] * scale))
    with RC2Stratified(formula) as solver:
        chosen = set(solver.compute())
    return {element for element, literal in number.items() if literal in chosen}


class _Oracle:
    """Which elements can hold together while a target does not; one incremental solver."""

    def __init__(
        self, problem: Problem, elements: Sequence[Element], targets: Iterable[Fact]
    ) -> None:
        self._problem = problem
        self._expression = {e: expression_of(problem, e) for e in elements}
        self._assume = {e: cp.boolvar() for e in elements}
        self._deny = {t: cp.boolvar() for t in targets}
        chosen = [a.implies(self._expression[e]) for e, a in self._assume.items()]
        denied = [d.implies(~expression_of(problem, t)) for t, d in self._deny.items()]
        self._solver = incremental_solver([*background(problem), *chosen, *denied])

    def refutes(self, chosen: Iterable[Element], target: Fact) -> bool:
        """Whether `chosen` implies `target`. If not, the solver holds a counter-example."""
        wanted = set(chosen)
        assumptions = [a for e, a in self._assume.items() if e in wanted]
        return not self._solver.solve(assumptions=[self._deny[target], *assumptions])

    def grow(self, chosen: Elements, target: Fact, order: Sequence[Element]) -> Elements:
        """Extend `chosen`, which does not refute, until any further element would make it refute.

        Call it right after `refutes`: it starts from the counter-example.
        """
        grown = chosen | self._satisfied()
        for element in order:
            if element not in grown and not self.refutes({*grown, element}, target):
                grown |= self._satisfied()
        return grown

    def without_superfluous(
        self, chosen: Elements, free: Iterable[Element], target: Fact
    ) -> Elements:
        """Drop free elements that are not needed; those that cost anything all are."""
        for element in free:
            if self.refutes(chosen - {element}, target):
                chosen -= {element}
        return chosen

    def assignment(self) -> dict[str, int]:
        return {v.name: int(v.expression.value()) for v in self._problem.variables}

    def _satisfied(self) -> Elements:
        return frozenset(e for e, expression in self._expression.items() if expression.value())


def elements_of(state: State) -> tuple[Element, ...]:
    """All that a step of this state may use, in a fixed order."""
    return (*sorted(state.facts), *state.problem.constraints)


def element_costs(
    problem: Problem, target: Fact, elements: Sequence[Element], weights: Mapping[str, float]
) -> dict[Element, Fraction]:
    """The exact cost of each element; a weight counts as the decimal number it is written as."""
    names = feature_names(problem)
    exact = [Fraction(str(weight)) for weight in check_weights(weights, names).values()]
    counts = scheme_of(problem).counts(problem, [target], elements)[0].tolist()
    return {
        element: sum((w * n for w, n in zip(exact, row, strict=True)), Fraction(0))
        for element, row in zip(elements, counts, strict=True)
    }


def count_features(problem: Problem, target: Fact, chosen: Iterable[Element]) -> dict[str, int]:
    totals = scheme_of(problem).counts(problem, [target], list(chosen))[0].sum(axis=0)
    return dict(zip(feature_names(problem), map(int, totals), strict=True))


def expression_of(problem: Problem, element: Element) -> Any:
    """The CPMpy expression of a fact or constraint of this problem."""
    if isinstance(element, Constraint):
        unit = element.expression
        return cp.all(unit) if is_any_list(unit) else unit
    return element.said_of(problem.variable(problem.check(element).variable).expression)


def incremental_solver(constraints: list[Any]) -> Any:
    """CPMpy's interface to a SAT solver that takes assumptions.

    With one Boolean per value: CPMpy's own choice writes differences as weighted sums, for which
    PySAT needs a library that has to be compiled. Models with other weighted sums get a solver that
    brings its own, and is slower here.
    """
    solver = cp.SolverLookup.get("pysat:cadical195")
    solver.encoding = "direct"
    try:
        solver += constraints
    except ImportError:
        solver = cp.SolverLookup.get("pindakaas")
        solver += constraints
    return solver


def background(problem: Problem) -> list[Any]:
    """What always holds: the hard expressions, and that each variable stays in its domain."""
    domains = [
        cp.InDomain(v.expression, list(v.domain))
        for v in problem.variables
        if len(v.domain) <= v.expression.ub - v.expression.lb
    ]
    return [*problem.hard, *domains]
