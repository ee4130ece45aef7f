"""Counts and weights of extreme size, against exact arithmetic over all refuting sets."""

from __future__ import annotations

import heapq
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.engine import AtLeast, AtMost, Contrast, Cost, Explainer, differs_from
from hintwise.engine.search.conditions import Condition
from hintwise.errors import NoSuchStep
from hintwise.features import CountScheme, feature_names
from hintwise.problem import Constraint, Element, Fact, Problem, State, Step
from tests.engine import brute_force
from tests.engine.drawn import Rng, small_grid, small_model, small_sudoku

seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=20, deadline=None, derandomize=True)

Features = Mapping[str, int]

DRAWS = {"sudoku": small_sudoku, "logic_grid": small_grid, "cpmpy": small_model}
MOST_ELEMENTS = {"sudoku": 16, "logic_grid": 13, "cpmpy": 12}
"""What a state may offer: brute force goes through all subsets, and all count differently."""


def draw_large_counts(kind: str, rng: Rng) -> tuple[Explainer, State]:
    """A state, with one to three features that count elements as anything up to 30 000."""
    while True:
        problem = DRAWS[kind](rng)
        seed = int(rng.integers(2**31))
        largest = int(rng.choice([3, 100, 10_000, 30_000]))
        functions = {f"f{i}": _drawn_counts(seed + i, largest) for i in range(rng.integers(1, 4))}
        explainer = Explainer(replace(problem, features=CountScheme(functions)))
        state = explainer.start
        room = MOST_ELEMENTS[kind] - len(problem.constraints) - len(state.facts)
        targets = sorted(state.targets)
        if room < 0 or not targets:
            continue
        rng.shuffle(targets)
        known = rng.integers(0, min(room, len(targets) - 1) + 1)
        return explainer, state.learn(targets[:known]).only(targets[known : known + 3])


def _drawn_counts(seed: int, largest: int) -> Callable[[Fact, Element], int]:
    def count(target: Fact, element: Element) -> int:
        named = element.name if isinstance(element, Constraint) else str(element)
        rng = np.random.default_rng(zlib.crc32(f"{target} {named}".encode()) + seed)
        return int(rng.integers(0, largest + 1 if rng.random() < 0.7 else 3))

    return count


def draw_extreme_weights(problem: Problem, rng: Rng) -> dict[str, float]:
    names = feature_names(problem)
    if rng.random() < 0.5:
        return {name: float(10.0 ** rng.integers(-6, 7)) for name in names}
    return {name: float(10 ** rng.uniform(-6, 6)) for name in names}


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
