"""Every promise of the engine about optimality, against enumeration of all refuting sets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine import checks, fuzz
from tests.engine.drawn import DRAWS

seeds = st.integers(0, 2**32 - 1)
many = settings(max_examples=30, deadline=None, derandomize=True)
some = settings(max_examples=20, deadline=None, derandomize=True)
a_few = settings(max_examples=6, deadline=None, derandomize=True)


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@many
@given(seed=seeds)
def test_the_optimal_step_costs_what_brute_force_says(kind: str, seed: int) -> None:
    checks.optimal_step_is_cheapest(kind, checks.seeded(seed))


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@some
@given(seed=seeds)
def test_the_smallest_step_has_the_fewest_elements(kind: str, seed: int) -> None:
    checks.smallest_step_has_fewest_elements(kind, checks.seeded(seed))


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@a_few
@given(seed=seeds)
def test_the_best_steps_are_the_cheapest_of_all_minimal_ones_in_order(kind: str, seed: int) -> None:
    checks.best_steps_are_cheapest_in_order(kind, checks.seeded(seed))


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@pytest.mark.parametrize("condition", checks.CONDITIONS)
@a_few
@given(seed=seeds)
def test_the_contrasting_step_is_the_best_of_all_subsets(
    kind: str, condition: str, seed: int
) -> None:
    checks.contrasting_step_is_best_of_all_subsets(kind, checks.seeded(seed), condition=condition)


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@settings(max_examples=5, deadline=None, derandomize=True)
@given(seed=seeds)
def test_a_curved_cost_is_the_least_of_all_subsets(kind: str, seed: int) -> None:
    checks.curved_cost_is_least_of_all_subsets(kind, checks.seeded(seed))


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@a_few
@given(seed=seeds)
def test_side_constraints_are_met_at_least_cost(kind: str, seed: int) -> None:
    checks.side_constraints_are_met_at_least_cost(kind, checks.seeded(seed))


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAWS)
@some
@given(seed=seeds)
def test_what_the_pool_holds_never_changes_a_cost(kind: str, seed: int) -> None:
    checks.what_earlier_queries_learned_changes_no_cost(kind, checks.seeded(seed))


@pytest.mark.parametrize("number", range(60))
def test_drawn_cases_of_all_kinds_are_right_or_refused_by_name(number: int) -> None:
    outcome = fuzz.run_case(seed=2, number=number)
    assert outcome.how in fuzz.FINE, outcome


@pytest.mark.slow
@pytest.mark.parametrize("number", range(60, 240))
def test_many_drawn_cases_are_right_or_refused_by_name(number: int) -> None:
    outcome = fuzz.run_case(seed=2, number=number)
    assert outcome.how in fuzz.FINE, outcome


def test_the_fuzzer_draws_every_check_and_every_kind() -> None:
    drawn = [fuzz.draw_case(0, number)[:2] for number in range(300)]
    assert {check for check, _ in drawn} == set(checks.CHECKS)
    assert {kind for _, kind in drawn} == set(fuzz.EVERYTHING)
