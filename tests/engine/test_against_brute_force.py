"""Every promise of the engine about optimality, against enumeration of all refuting sets."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.bench.referee import element_costs, elements_of
from hintwise.engine import (
    AnyOf,
    AtLeast,
    AtMost,
    Contrast,
    Cost,
    Explainer,
    differs_from,
    not_dominated_by,
)
from hintwise.engine.objective import Condition
from hintwise.engine.verify import Verifier
from hintwise.errors import NoSuchStep
from hintwise.problem import Fact, State, Step
from tests.engine import brute_force
from tests.engine.drawn import (
    DRAWS,
    draw_extreme_weights,
    draw_large_counts,
    draw_state,
    draw_weights,
)

seeds = st.integers(0, 2**32 - 1)
many = settings(max_examples=120, deadline=None, derandomize=True)
some = settings(max_examples=40, deadline=None, derandomize=True)
few = settings(max_examples=20, deadline=None, derandomize=True)


Features = Mapping[str, int]


def anything(features: Features) -> AnyOf:
    """A condition that always holds."""
    return AnyOf((AtLeast(next(iter(features)), 0),))


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@many
@given(seed=seeds)
def test_the_optimal_step_costs_what_brute_force_says(kind: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    explainer, state = draw_state(kind, rng)
    weights = draw_weights(state.problem, rng)
    step = explainer.optimal_step(state, weights)
    assert step.optimal
    assert step.lower_bound == step.cost
    assert step.cost == pytest.approx(brute_force.cheapest(state, weights), rel=1e-6)
    assert step.cost == pytest.approx(Cost(weights).value(step.features), rel=1e-9)
    assert Verifier(state.problem).check(step, minimal=True).valid


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@some
@given(seed=seeds)
def test_the_smallest_step_has_the_fewest_elements(kind: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    explainer, state = draw_state(kind, rng)
    step = explainer.smallest_step(state)
    fewest = min(
        len(facts) + len(constraints)
        for target in state.targets
        for facts, constraints in brute_force.minimal_steps(state, target)
    )
    assert (len(step), step.cost, step.optimal) == (fewest, fewest, True)


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@some
@given(seed=seeds)
def test_the_best_steps_are_the_cheapest_of_all_minimal_ones_in_order(kind: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    explainer, state = draw_state(kind, rng)
    weights = draw_weights(state.problem, rng)
    steps = explainer.best_steps(6, state, weights)
    costs = sorted(
        cost for target in state.targets for cost in _costs_of_minimal_steps(state, target, weights)
    )
    assert [s.cost for s in steps] == pytest.approx(costs[:6], rel=1e-6)
    assert all(s.optimal for s in steps)
    assert len({(s.derived, s.facts, s.constraints) for s in steps}) == len(steps)


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@pytest.mark.parametrize("condition", [not_dominated_by, differs_from, anything])
@some
@given(seed=seeds, share=st.sampled_from([1.0, 0.5, 1 / 3, 0.1, 0.0]))
def test_the_contrasting_step_is_the_best_of_all_subsets(
    kind: str, condition: Callable[[Features], AnyOf], seed: int, share: float
) -> None:
    rng = np.random.default_rng(seed)
    explainer, state = draw_state(kind, rng)
    weights = draw_weights(state.problem, rng)
    first = explainer.optimal_step(state, weights)
    # Values above those of a real step make both slopes of a distance matter.
    away = {name: n + int(rng.integers(0, 3)) for name, n in first.features.items()}
    objective = Contrast(weights, away, draw_weights(state.problem, rng), share)
    allowed = condition(first.features)
    try:
        least = brute_force.best_contrast(state, objective.value, allowed.holds)
    except NoSuchStep:
        with pytest.raises(NoSuchStep):
            explainer.contrasting_step(state, objective, where=[allowed])
        return
    second = explainer.contrasting_step(state, objective, where=[allowed])
    assert second.optimal
    assert allowed.holds(second.features)
    assert second.cost == pytest.approx(objective.value(second.features), rel=1e-9, abs=1e-9)
    assert second.cost == pytest.approx(least, rel=1e-6, abs=1e-6)
    assert Verifier(state.problem).check(second).refutes


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@some
@given(seed=seeds)
def test_side_constraints_are_met_at_least_cost(kind: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    explainer, state = draw_state(kind, rng)
    weights = draw_weights(state.problem, rng)
    names = list(weights)
    where = [
        AtMost(names[rng.integers(len(names))], int(rng.integers(0, 3))),
        AtLeast(names[rng.integers(len(names))], int(rng.integers(0, 3))),
    ]

    def allowed(features: Features) -> bool:
        return all(bound.holds(features) for bound in where)

    try:
        least = brute_force.best_contrast(state, Cost(weights).value, allowed)
    except NoSuchStep:
        with pytest.raises(NoSuchStep):
            explainer.optimal_step(state, weights, where=where)
        return
    step = explainer.optimal_step(state, weights, where=where)
    assert step.optimal
    assert allowed(step.features)
    assert step.cost == pytest.approx(least, rel=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@some
@given(seed=seeds)
def test_what_the_pool_holds_never_changes_a_cost(kind: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    fresh, state = draw_state(kind, rng)
    used = type(fresh)(fresh.problem, pool_limit=16)
    for _ in range(4):
        used.optimal_step(None if used.start.targets else state, draw_weights(state.problem, rng))
    weights = draw_weights(state.problem, rng)
    assert used.optimal_step(state, weights).cost == pytest.approx(
        fresh.optimal_step(state, weights).cost, rel=1e-6
    )


def _exact(objective: Cost | Contrast, features: Features) -> tuple[Fraction, Fraction]:
    """The value of an objective, and what its parts add up to without their signs."""

    def weighted(weights: Mapping[str, float], counts: Mapping[str, int]) -> Fraction:
        return sum((Fraction(repr(weights[n])) * c for n, c in counts.items()), Fraction(0))

    cost = weighted(objective.weights, features)
    if isinstance(objective, Cost):
        return cost, cost
    far = {name: abs(n - objective.away_from[name]) for name, n in features.items()}
    share = Fraction(repr(objective.share))
    near, distance = (1 - share) * cost, share * weighted(objective.distance_weights, far)
    return near - distance, near + distance


def _roughly(objective: Cost | Contrast, features: Features) -> float:
    cost = sum(objective.weights[name] * n for name, n in features.items())
    if isinstance(objective, Cost):
        return cost
    distance = sum(
        objective.distance_weights[name] * abs(n - objective.away_from[name])
        for name, n in features.items()
    )
    return (1 - objective.share) * cost - objective.share * distance


def _check_extremes(kind: str, seed: int) -> None:
    """Cost and contrast, with and without conditions, are exact to one part in 10⁹."""
    rng = np.random.default_rng(seed)
    explainer, state = draw_large_counts(kind, rng)
    weights = draw_extreme_weights(state.problem, rng)
    first = explainer.optimal_step(state, weights)
    away = {name: n + int(rng.integers(0, 3)) for name, n in first.features.items()}
    share = float(rng.choice([1.0, 0.5, 1 / 3, 0.1]))
    contrast = Contrast(weights, away, draw_extreme_weights(state.problem, rng), share)
    one, other = rng.choice(list(weights), 2)
    limits = (
        AtLeast(one, first.features[one] + int(rng.integers(0, 30))),
        AtMost(other, first.features[other] + int(rng.integers(0, 10_000))),
    )
    everything = [f for t in state.targets for f in brute_force.refuting_features(state, t)]
    cases: list[tuple[Cost | Contrast, tuple[Condition, ...]]] = [
        (Cost(weights), ()),
        (Cost(weights), limits),
        (contrast, ()),
        (contrast, (differs_from(first.features),)),
    ]
    for objective, where in cases:
        allowed = [f for f in everything if all(c.holds(f) for c in where)]
        if not allowed:
            with pytest.raises(NoSuchStep):
                _best(explainer, state, objective, where)
            continue
        step = _best(explainer, state, objective, where)
        # Decimals are slow: only those that may be the least by floating point are looked at.
        promising = heapq.nsmallest(50, allowed, key=partial(_roughly, objective))
        least, size = min(_exact(objective, features) for features in promising)
        value, _ = _exact(objective, step.features)
        assert step.optimal
        assert all(condition.holds(step.features) for condition in where)
        assert step.cost == float(value)
        assert value - least <= Fraction(1, 10**9) * size


def _best(
    explainer: Explainer,
    state: State,
    objective: Cost | Contrast,
    where: Sequence[Condition],
) -> Step:
    if isinstance(objective, Cost):
        return explainer.optimal_step(state, objective.weights, where=where)
    return explainer.contrasting_step(state, objective, where=where)


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@few
@given(seed=seeds)
def test_counts_to_30_000_and_weights_from_a_millionth_to_a_million_are_exact(
    kind: str, seed: int
) -> None:
    _check_extremes(kind, seed)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", ["logic_grid", "cpmpy"])
def test_some_extreme_numbers_are_exact(kind: str, seed: int) -> None:
    _check_extremes(kind, seed)


def _costs_of_minimal_steps(
    state: State, target: Fact, weights: Mapping[str, float]
) -> Iterator[float]:
    elements = elements_of(state)
    costs = element_costs(state.problem, target, elements, weights)
    named = {getattr(e, "name", e): cost for e, cost in costs.items()}
    for facts, constraints in brute_force.minimal_steps(state, target):
        yield float(sum(named[e] for e in (*facts, *constraints)))
