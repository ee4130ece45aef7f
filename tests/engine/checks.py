"""What the engine promises, checked on one drawn problem against brute force.

Each check draws a problem of a kind and a question about it from a generator, asks the engine, and
asserts that the answer is the one that going through all assignments and all sets of elements
gives. Tests run some, `tests.engine.fuzz` as many as are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import cpmpy as cp
import numpy as np
import pytest

from hintwise.bench.referee import element_costs, elements_of
from hintwise.engine import (
    AnyOf,
    AtLeast,
    AtMost,
    Conflict,
    Contrast,
    Cost,
    Curve,
    CurvedCost,
    Explainer,
    Limits,
    Together,
    differs_from,
    not_dominated_by,
    smallest_conflict,
)
from hintwise.engine.verify import Verifier
from hintwise.errors import NoSuchStep, Unsatisfiable
from hintwise.problem import Fact, Problem, State, Step, Variable
from tests.engine import brute_force
from tests.engine.drawn import (
    EVERYTHING,
    MOST_ELEMENTS,
    Rng,
    any_arithmetic_model,
    draw_state,
    draw_weights,
)

Features = Mapping[str, int]
Weigh = Callable[[Problem, Rng], dict[str, float]]

LIMITS = Limits(deadline_s=120)
"""Never met: whoever meets it searches without end."""

SHARES = (1.0, 0.5, 1 / 3, 0.1, 0.0)
CONDITIONS: dict[str, Callable[[Features], AnyOf]] = {
    "not dominated": not_dominated_by,
    "different": differs_from,
    "any": lambda features: AnyOf((AtLeast(next(iter(features)), 0),)),
}
NOTHING = Fact("nothing", True)


def optimal_step_is_cheapest(kind: str, rng: Rng, weigh: Weigh = draw_weights) -> None:
    explainer, state = draw_state(kind, rng)
    weights = weigh(state.problem, rng)
    step = explainer.optimal_step(state, weights, limits=LIMITS)
    assert step.optimal
    assert step.lower_bound == step.cost
    assert step.cost == pytest.approx(brute_force.cheapest(state, weights), rel=1e-9, abs=0)
    assert step.cost == pytest.approx(Cost(weights).value(step.features), rel=1e-9, abs=0)
    assert Verifier(state.problem).check(step, minimal=True).valid


def smallest_step_has_fewest_elements(kind: str, rng: Rng, weigh: Weigh = draw_weights) -> None:
    explainer, state = draw_state(kind, rng)
    step = explainer.smallest_step(state, limits=LIMITS)
    fewest = min(
        len(facts) + len(constraints)
        for target in state.targets
        for facts, constraints in brute_force.minimal_steps(state, target)
    )
    assert (len(step), step.cost, step.optimal) == (fewest, fewest, True)


def best_steps_are_cheapest_in_order(kind: str, rng: Rng, weigh: Weigh = draw_weights) -> None:
    explainer, state = draw_state(kind, rng)
    weights = weigh(state.problem, rng)
    steps = explainer.best_steps(6, state, weights, limits=LIMITS)
    costs = sorted(
        cost for target in state.targets for cost in costs_of_minimal_steps(state, target, weights)
    )
    assert [s.cost for s in steps] == pytest.approx(costs[:6], rel=1e-9, abs=0)
    assert all(s.optimal for s in steps)
    assert len({(s.derived, s.facts, s.constraints) for s in steps}) == len(steps)


def contrasting_step_is_best_of_all_subsets(
    kind: str, rng: Rng, weigh: Weigh = draw_weights, condition: str | None = None
) -> None:
    explainer, state = draw_state(kind, rng)
    weights = weigh(state.problem, rng)
    first = explainer.optimal_step(state, weights, limits=LIMITS)
    # Values above those of a real step make both slopes of a distance matter.
    away = {name: n + int(rng.integers(0, 3)) for name, n in first.features.items()}
    share = float(rng.choice(SHARES))
    objective = Contrast(weights, away, weigh(state.problem, rng), share)
    names = list(CONDITIONS)
    allowed = CONDITIONS[condition or names[rng.integers(len(names))]](first.features)
    try:
        least = brute_force.best_contrast(state, objective.value, allowed.holds)
    except NoSuchStep:
        with pytest.raises(NoSuchStep):
            explainer.contrasting_step(state, objective, where=[allowed], limits=LIMITS)
        return
    second = explainer.contrasting_step(state, objective, where=[allowed], limits=LIMITS)
    assert second.optimal
    assert allowed.holds(second.features)
    # What cost and distance lose to each other, no sum of floating-point numbers gets back.
    parts = Cost(weights).value(second.features) + Cost(objective.distance_weights).value(
        {name: abs(n - away[name]) for name, n in second.features.items()}
    )
    assert second.cost == pytest.approx(objective.value(second.features), abs=1e-9 * parts)
    assert second.cost == pytest.approx(least, rel=1e-9, abs=1e-9 * parts)
    assert Verifier(state.problem).check(second).refutes


def curved_cost_is_least_of_all_subsets(kind: str, rng: Rng, weigh: Weigh = draw_weights) -> None:
    explainer, state = draw_state(kind, rng)
    weights = weigh(state.problem, rng)
    cost = CurvedCost(weights, draw_curves(weights, rng), draw_together(weights, rng))
    step = explainer.optimal_step(state, cost, limits=LIMITS)
    assert step.optimal
    assert step.cost == pytest.approx(cost.value(step.features), rel=1e-9, abs=0)
    least = brute_force.best_contrast(state, cost.value, lambda features: True)
    assert step.cost == pytest.approx(least, rel=1e-9, abs=1e-12)
    assert Verifier(state.problem).check(step, minimal=True).valid


def draw_curves(weights: Mapping[str, float], rng: Rng) -> dict[str, Curve]:
    """Concave, convex and other curves for about half of the features."""
    return {name: draw_curve(rng) for name in weights if rng.random() < 0.6}


def draw_curve(rng: Rng) -> Curve:
    match int(rng.integers(4)):
        case 0:
            return Curve.power(float(rng.choice((0.3, 0.5, 0.8, 1.3, 2.0, 3.0))))
        case 1:
            return Curve.capped(int(rng.integers(1, 4)))
        case 2:  # the first ones are free
            return Curve((*[0.0] * int(rng.integers(1, 3)), 1.0))
        case _:
            return Curve(tuple(np.cumsum(rng.choice((0.0, 0.2, 1.0, 5.0), size=5) + 0.1).tolist()))


def draw_together(weights: Mapping[str, float], rng: Rng) -> tuple[Together, ...]:
    """Up to two interactions, each of two or three features."""
    names = list(weights)
    return tuple(
        Together(
            {str(n): int(rng.integers(1, 3)) for n in rng.choice(names, size=size)},
            float(rng.choice((0.1, 1.0, 7.0))) * weights[names[0]],
        )
        for size in rng.integers(2, 4, size=int(rng.integers(0, 3)))
    )


def side_constraints_are_met_at_least_cost(
    kind: str, rng: Rng, weigh: Weigh = draw_weights
) -> None:
    explainer, state = draw_state(kind, rng)
    weights = weigh(state.problem, rng)
    names = list(weights)
    largest = explainer.largest_counts()
    where = [
        bound(name, int(rng.integers(0, min(3, largest[name]) + 1)))
        if rng.random() < 0.7
        else bound(name, int(rng.integers(0, largest[name] + 1)))
        for bound in (AtMost, AtLeast)
        for name in [names[rng.integers(len(names))]]
    ]

    def allowed(features: Features) -> bool:
        return all(bound.holds(features) for bound in where)

    try:
        least = brute_force.best_contrast(state, Cost(weights).value, allowed)
    except NoSuchStep:
        with pytest.raises(NoSuchStep):
            explainer.optimal_step(state, weights, where=where, limits=LIMITS)
        return
    step = explainer.optimal_step(state, weights, where=where, limits=LIMITS)
    assert step.optimal
    assert allowed(step.features)
    assert step.cost == pytest.approx(least, rel=1e-9, abs=0)


def sequence_is_cheapest_in_each_state(kind: str, rng: Rng, weigh: Weigh = draw_weights) -> None:
    explainer, state = draw_state(kind, rng)
    weights = weigh(state.problem, rng)
    targets = set(state.targets)
    for step in explainer.sequence(state, weights, limits=LIMITS):
        assert step.derived in targets
        targets.remove(step.derived)
        assert step.optimal
        assert step.cost == pytest.approx(brute_force.cheapest(state, weights), rel=1e-9, abs=0)
        state = state.after(step)
    assert not targets


def what_a_step_also_implies_follows(kind: str, rng: Rng, weigh: Weigh = draw_weights) -> None:
    explainer, state = draw_state(kind, rng)
    step = explainer.optimal_step(state, weigh(state.problem, rng), limits=LIMITS)
    mask = _mask(state, step)
    expected = {
        target
        for target in state.targets
        if target != step.derived and brute_force.refuting_table(state, target)[mask]
    }
    assert set(explainer.also(step, state, limits=LIMITS)) == expected


def minimised_step_needs_all_it_has(kind: str, rng: Rng, weigh: Weigh = draw_weights) -> None:
    explainer, state = draw_state(kind, rng)
    target = sorted(state.targets)[0]
    padded = Step(
        derived=target,
        facts=tuple(sorted(state.facts)),
        constraints=tuple(c.name for c in state.problem.constraints),
        features=dict.fromkeys(explainer.features, 0),
        cost=0.0,
        optimal=False,
        lower_bound=0.0,
    )
    step = explainer.minimise(padded, weigh(state.problem, rng), limits=LIMITS)
    table = brute_force.refuting_table(state, target)
    mask = _mask(state, step)
    assert table[mask]
    assert not any(table[mask & ~(1 << bit)] for bit in range(24) if mask >> bit & 1)


def what_earlier_queries_learned_changes_no_cost(
    kind: str, rng: Rng, weigh: Weigh = draw_weights
) -> None:
    fresh, state = draw_state(kind, rng)
    used = type(fresh)(fresh.problem, pool_limit=16)
    for _ in range(4):
        used.optimal_step(None if used.start.targets else state, weigh(state.problem, rng))
    weights = weigh(state.problem, rng)
    assert used.optimal_step(state, weights, limits=LIMITS).cost == pytest.approx(
        fresh.optimal_step(state, weights, limits=LIMITS).cost, rel=1e-9, abs=0
    )


def no_conflict_is_smaller(kind: str, rng: Rng, weigh: Weigh = draw_weights) -> None:
    problem = EVERYTHING[kind](rng)
    facts = draw_facts(problem, kind, rng)
    conflict = smallest_conflict(problem, facts, limits=LIMITS)
    expected = smallest_conflict_size(problem, facts)
    if conflict is None:
        assert expected is None
    else:
        assert conflict.smallest
        assert len(conflict) == expected
        assert set(conflict.facts) <= set(facts)
        assert implies_nothing(problem, conflict)


def implied_facts_hold_in_every_solution(kind: str, rng: Rng, weigh: Weigh = draw_weights) -> None:
    """Also of models without a solution, which must be found to have none."""
    problem = any_arithmetic_model(rng)
    exclusions, bounds = (bool(flag) for flag in rng.integers(0, 2, size=2))
    problem = replace(problem, exclusions=exclusions, bounds=bounds)
    solutions = brute_force.solutions(problem)
    if not solutions:
        with pytest.raises(Unsatisfiable):
            Explainer(problem)
        return
    start = Explainer(problem).start
    assert start.facts | start.targets == frozenset(common_facts(problem, solutions))


Check = Callable[..., None]

CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        optimal_step_is_cheapest,
        smallest_step_has_fewest_elements,
        best_steps_are_cheapest_in_order,
        contrasting_step_is_best_of_all_subsets,
        curved_cost_is_least_of_all_subsets,
        side_constraints_are_met_at_least_cost,
        sequence_is_cheapest_in_each_state,
        what_a_step_also_implies_follows,
        minimised_step_needs_all_it_has,
        what_earlier_queries_learned_changes_no_cost,
        no_conflict_is_smaller,
        implied_facts_hold_in_every_solution,
    )
}


def costs_of_minimal_steps(
    state: State, target: Fact, weights: Mapping[str, float]
) -> Iterator[float]:
    elements = elements_of(state)
    costs = element_costs(state.problem, target, elements, weights)
    named = {getattr(e, "name", e): cost for e, cost in costs.items()}
    for facts, constraints in brute_force.minimal_steps(state, target):
        yield brute_force.as_float(sum((named[e] for e in (*facts, *constraints)), Fraction(0)))


def _mask(state: State, step: Step) -> int:
    chosen = {*step.facts, *step.constraints}
    return sum(1 << i for i, e in enumerate(elements_of(state)) if getattr(e, "name", e) in chosen)


def common_facts(problem: Problem, solutions: Sequence[Mapping[str, int]]) -> Iterator[Fact]:
    """The facts to explain: the givens, values and what is ruled out, bounds of what is open."""
    yield from problem.givens
    for variable in problem.variables:
        taken = {solution[variable.name] for solution in solutions}
        if len(taken) == 1:
            yield problem.fact(variable.name, min(taken))
        elif problem.explains(variable, "≥"):
            if min(taken) > variable.least:
                yield Fact(variable.name, min(taken), "≥")
            if max(taken) < variable.most:
                yield Fact(variable.name, max(taken), "≤")
        if problem.explains(variable, "≠"):
            yield from (Fact(variable.name, v, "≠") for v in variable.domain if v not in taken)


def draw_facts(problem: Problem, kind: str, rng: Rng) -> list[Fact]:
    """The givens and as many other facts as brute force can take, true or not."""
    facts = dict.fromkeys(problem.givens)
    room = MOST_ELEMENTS[kind] - len(problem.constraints) - len(facts)
    for index in rng.permutation(len(problem.variables))[: max(room, 0)]:
        variable = problem.variables[index]
        relation = "=" if variable.boolean else str(rng.choice(["=", "=", "≠", "≥", "≤"]))
        facts[problem.fact(variable.name, int(rng.choice(variable.domain)), relation)] = None
    return list(facts)


def smallest_conflict_size(problem: Problem, facts: list[Fact]) -> int | None:
    """The size of a smallest conflict, by brute force."""
    state = State(with_nothing(problem), frozenset(facts), frozenset({NOTHING}))
    sizes = [len(f) + len(c) for f, c in brute_force.minimal_steps(state, NOTHING)]
    return min(sizes, default=None)


def with_nothing(problem: Problem) -> Problem:
    """The same with a variable that no constraint is about: only a conflict implies its facts."""
    variable = Variable("nothing", (0, 1), boolean=True, expression=cp.boolvar(name="nothing"))
    return replace(problem, variables=(*problem.variables, variable))


def implies_nothing(problem: Problem, conflict: Conflict) -> bool:
    verifier = Verifier(with_nothing(problem))
    return verifier.implies(conflict.facts, conflict.constraints, NOTHING)


def seeded(seed: int) -> Rng:
    return np.random.default_rng(seed)
