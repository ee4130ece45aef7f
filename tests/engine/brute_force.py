"""Ground truth for small problems: every refuting set there is, by going through all of them.

Two exhaustive parts, neither of which searches for a cheap step. First the correction sets of a
target: what an assignment that denies the target violates. Then a table over all 2^n sets of
elements that says which of them refute.

Why it is exact. A set of elements refutes the negation of the target iff every assignment that
denies the target violates one of its elements, that is, iff the set shares an element with each
violated set. A violated set that contains another may be left out: who hits the smaller hits the
larger. So any family of violated sets is enough if every violated set contains a member of it, and
both ways of listing them below end with such a family. Sets are bit masks over
`elements_of(state)`.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import cpmpy as cp
import numpy as np
from cpmpy.expressions.utils import argval
from cpmpy.transformations.get_variables import get_variables
from numpy.typing import NDArray

from hintwise.bench.referee import (
    background,
    element_costs,
    elements_of,
    expression_of,
    incremental_solver,
)
from hintwise.errors import InvalidValue, NoSuchStep
from hintwise.features import feature_names, scheme_of
from hintwise.problem import Assignment, Constraint, Element, Fact, Problem, State

MAX_ELEMENTS = 24
"""The table has 2^n entries: 24 elements take about a second and a few hundred megabytes."""

MAX_ASSIGNMENTS = 4096
"""Up to this many assignments are gone through one by one; above, a solver takes over."""

MinimalStep = tuple[frozenset[Fact], frozenset[str]]


def minimal_steps(state: State, target: Fact) -> list[MinimalStep]:
    """All minimal refuting sets of `target`, as facts and names of constraints.

    The list is empty if the target does not follow.
    """
    elements = elements_of(state)
    refutes = refuting_table(state, target)
    minimal = refutes.copy()
    for bit in range(len(elements)):
        # [:, 1] are the sets with this element, [:, 0] the same sets without it.
        with_it = minimal.reshape(-1, 2, 1 << bit)[:, 1]
        with_it &= ~refutes.reshape(-1, 2, 1 << bit)[:, 0]
    return [_split(elements, int(mask)) for mask in np.flatnonzero(minimal)]


def cheapest(state: State, weights: Mapping[str, float]) -> float:
    """The least cost of a step of this state, over all its targets."""
    elements = elements_of(state)
    best: Fraction | None = None
    for target in state.targets:
        costs = element_costs(state.problem, target, elements, weights)
        named = {e if isinstance(e, Fact) else e.name: cost for e, cost in costs.items()}
        for facts, constraints in minimal_steps(state, target):
            chosen: list[Fact | str] = [*facts, *constraints]
            cost = sum((named[e] for e in chosen), Fraction(0))
            best = cost if best is None else min(best, cost)
    if best is None:
        raise NoSuchStep("no target of this state follows from its facts and constraints")
    return as_float(best)


def as_float(cost: Fraction) -> float:
    """The nearest floating-point number, infinity if there is none so large."""
    try:
        return float(cost)
    except OverflowError:
        return math.inf


def best_contrast(
    state: State,
    objective: Callable[[Mapping[str, int]], float],
    allowed: Callable[[Mapping[str, int]], bool],
) -> float:
    """The least `objective` of the features of any allowed refuting set, minimal or padded."""
    values = [
        objective(features)
        for target in state.targets
        for features in refuting_features(state, target)
        if allowed(features)
    ]
    if not values:
        raise NoSuchStep("no refuting set of this state is allowed")
    return min(values)


def refuting_features(state: State, target: Fact) -> Iterator[dict[str, int]]:
    """The distinct feature counts among all refuting sets of `target`, minimal or padded."""
    names = feature_names(state.problem)
    counts = scheme_of(state.problem).counts(state.problem, [target], elements_of(state))[0]
    # Each vector of counts is one number in a mixed radix, so that adding numbers adds vectors.
    radices = [int(total) + 1 for total in counts.sum(axis=0, dtype=np.int64)]
    if math.prod(radices) >= 2**63:
        raise InvalidValue(f"the features count up to {radices}, too much to tell them apart")
    places = [math.prod(radices[:i]) for i in range(len(radices))]
    codes = np.zeros(1, dtype=np.int64)
    for row in counts.tolist():
        code = sum(place * count for place, count in zip(places, row, strict=True))
        codes = np.concatenate([codes, codes + code])
    for code in np.unique(codes[refuting_table(state, target)]).tolist():
        digits = (code // place % radix for place, radix in zip(places, radices, strict=True))
        yield dict(zip(names, digits, strict=True))


def refuting_table(state: State, target: Fact) -> NDArray[np.bool_]:
    """For each set of elements, as a bit mask, whether it refutes the negation of `target`."""
    n = len(elements_of(state))
    if n > MAX_ELEMENTS:
        raise InvalidValue(f"{n} facts and constraints; brute force takes at most {MAX_ELEMENTS}")
    contains_one = np.zeros(1 << n, dtype=bool)
    contains_one[list(correction_masks(state, target))] = True
    for bit in range(n):
        pairs = contains_one.reshape(-1, 2, 1 << bit)
        pairs[:, 1] |= pairs[:, 0]
    # A set hits all masks iff its complement contains none; the complement of S is 2^n - 1 - S.
    return ~contains_one[::-1]


def correction_masks(state: State, target: Fact) -> set[int]:
    """Violated sets of assignments that deny `target`, all the smallest ones among them."""
    if number_of_assignments(state.problem) <= MAX_ASSIGNMENTS:
        return masks_by_enumeration(state, target)
    return masks_by_solver(state, target)


def masks_by_enumeration(state: State, target: Fact) -> set[int]:
    """What each assignment that denies `target` violates, one assignment after the other.

    No solver is involved: CPMpy only evaluates the expressions.
    """
    elements = elements_of(state)
    masks = set()
    for assignment, broken in admitted(state.problem):
        if not target.holds_in(assignment):
            violated = (
                element.name in broken
                if isinstance(element, Constraint)
                else not element.holds_in(assignment)
                for element in elements
            )
            masks.add(sum(1 << i for i, is_violated in enumerate(violated) if is_violated))
    return masks


@functools.lru_cache(maxsize=2)
def admitted(problem: Problem) -> list[tuple[Assignment, frozenset[str]]]:
    """The assignments in which hard expressions and domains hold, with what they violate.

    Of the values, those of the fact variables; of what is violated, the names of constraints. What
    has no value, such as a division by zero, makes the nearest Boolean expression false, as CPMpy
    has it.
    """
    rules = [(c.name, expression_of(problem, c)) for c in problem.constraints]
    variables = _variables(problem)
    found = []
    for values in itertools.product(*(range(v.lb, v.ub + 1) for v in variables)):
        for variable, value in zip(variables, values, strict=True):
            variable._value = bool(value) if variable.is_bool() else value
        if all(argval(expression) for expression in background(problem)):
            assignment = {v.name: int(v.expression.value()) for v in problem.variables}
            broken = frozenset(name for name, expression in rules if not argval(expression))
            found.append((assignment, broken))
    return found


def solutions(problem: Problem) -> list[Assignment]:
    """All solutions, as far as fact variables go."""
    return [
        assignment
        for assignment, broken in admitted(problem)
        if not broken and all(given.holds_in(assignment) for given in problem.givens)
    ]


def masks_by_solver(state: State, target: Fact) -> set[int]:
    """All minimal correction sets of `target`, each found once by a plain SAT solver.

    Take any assignment that denies the target, let it satisfy more elements until none can be
    added, note what it violates and demand that from now on one of those holds. When nothing is
    left, every assignment that denies the target violates all of some noted set.
    """
    elements = elements_of(state)
    expressions = [expression_of(state.problem, e) for e in elements]
    chosen = [cp.boolvar() for _ in elements]
    denied = ~expression_of(state.problem, target)
    implied = [a.implies(e) for a, e in zip(chosen, expressions, strict=True)]
    solver = incremental_solver([*background(state.problem), denied, *implied])
    solver.user_vars = set(chosen)  # reading all others took most of the time

    def violated_with(satisfied: set[int]) -> set[int] | None:
        """What the assignment found violates, and perhaps more, which growing makes up for."""
        if not solver.solve(assumptions=[chosen[i] for i in sorted(satisfied)]):
            return None
        return {i for i, holds in enumerate(chosen) if not holds.value()}

    everything = set(range(len(elements)))
    masks = set()
    while (violated := violated_with(set())) is not None:
        for i in range(len(elements)):
            if i in violated and (fewer := violated_with(everything - violated | {i})) is not None:
                violated = fewer
        masks.add(sum(1 << i for i in violated))
        if not violated:
            break
        solver += cp.any([chosen[i] for i in sorted(violated)])
    return masks


def _variables(problem: Problem) -> list[cp.expressions.variables._NumVarImpl]:
    """The variables of facts and all others that the expressions contain."""
    rules = [expression_of(problem, c) for c in problem.constraints]
    own = [v.expression for v in problem.variables]
    found = get_variables([*background(problem), *rules, *own])
    return sorted(found, key=lambda variable: str(variable.name))


def number_of_assignments(problem: Problem) -> int:
    return math.prod(v.ub - v.lb + 1 for v in _variables(problem))


def _split(elements: tuple[Element, ...], mask: int) -> MinimalStep:
    chosen = [e for i, e in enumerate(elements) if mask >> i & 1]
    facts = frozenset(e for e in chosen if isinstance(e, Fact))
    return facts, frozenset(e.name for e in chosen if not isinstance(e, Fact))
