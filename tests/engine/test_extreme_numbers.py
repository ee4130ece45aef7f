"""Counts and weights of extreme size: the engine is exact to one part in 10⁹ of them."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.engine import AtLeast, AtMost, Contrast, Cost, Explainer, differs_from
from hintwise.engine.conditions import Condition
from hintwise.errors import NoSuchStep
from hintwise.problem import State, Step
from tests.engine import brute_force
from tests.engine.drawn import DRAWS, draw_extreme_weights, draw_large_counts

Features = Mapping[str, int]

seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=20, deadline=None, derandomize=True)


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
