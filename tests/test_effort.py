"""Effort: a figure that means the same whatever the weights are."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.effort import easy_cost, easy_size
from hintwise.elicit.profile import Profile
from hintwise.engine import Explainer
from hintwise.features import feature_names
from hintwise.problem import Fact, Kind, Problem, Step
from hintwise.puzzles import killer_sudoku, logic_grid, sudoku

SUDOKU = sudoku("1.....3..4.....2")
GRID = logic_grid({"pet": ["cat", "dog"], "owner": ["Ann", "Bob"], "hour": ["1", "2"]}, [])
PROBLEMS = [SUDOKU, killer_sudoku("", ["3 = r1c1 + r1c2"]), GRID]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.kind)
def test_every_feature_of_an_easy_step_is_one_of_its_kind(problem: Problem) -> None:
    names = set(feature_names(problem))
    assert problem.kind.easy_steps
    for step in problem.kind.easy_steps:
        assert set(step.features) <= names


@given(scale=st.floats(1e-6, 1e6))
def test_effort_does_not_depend_on_the_scale_of_the_weights(scale: float) -> None:
    weights = Profile.expected(SUDOKU).weights
    larger = {name: scale * weight for name, weight in weights.items()}
    one, other = (easy_cost(SUDOKU.kind, w) for w in (weights, larger))
    assert other == pytest.approx(scale * one)


def test_a_step_knows_its_effort_under_the_weights_it_was_found_with() -> None:
    explainer = Explainer(SUDOKU)
    expected = Profile.expected(SUDOKU).weights
    small, large = (
        explainer.optimal_step(weights={name: times * w for name, w in expected.items()})
        for times in (0.01, 100)
    )
    assert small.effort == pytest.approx(large.effort)
    assert small.cost < large.cost
    smallest = explainer.smallest_step()
    assert smallest.effort == len(smallest) / easy_size(SUDOKU.kind)


def test_one_rule_and_one_fact_are_easy_where_the_kind_does_not_say() -> None:
    weights = {
        **{"adjacent_rest": 1.0, "adjacent_cover": 3.0, "other_rest": 90.0},
        **{"adjacent_positive_facts": 0.5, "adjacent_facts_from_rest": 70.0},
    }
    assert easy_cost(Kind("roster"), weights) == 2.5
    assert easy_cost(Kind("roster"), {"length": 2.0, "depth": 4.0}) == 3.0


def test_effort_survives_a_file() -> None:
    step = Explainer(SUDOKU).optimal_step()
    record = step.as_json()
    assert record["effort"] == pytest.approx(step.cost / easy_cost_of_ones(), abs=1e-3)
    again = Step.from_json(record, SUDOKU)
    assert again == step
    assert again.as_json() == record
    old = {key: value for key, value in record.items() if key != "effort"}
    assert Step.from_json(old, SUDOKU).effort is None


@pytest.mark.parametrize("cost", [0.0, 1e-9, 0.0025, 0.0123456, 4.0, 1e12])
def test_however_little_or_much_it_is_a_file_read_is_written_as_it_was(cost: float) -> None:
    step = replace(Explainer(SUDOKU).optimal_step(), cost=cost, lower_bound=cost)
    record = step.as_json()
    assert Step.from_json(record, SUDOKU).as_json() == record
    assert ("effort" in record) == (cost > 0)


def easy_cost_of_ones() -> float:
    return easy_cost(SUDOKU.kind, dict.fromkeys(feature_names(SUDOKU), 1.0))


@pytest.mark.parametrize("weight", [5e-324, 1.0, sys.float_info.max])
def test_weights_of_any_size_have_a_finite_easy_cost(weight: float) -> None:
    for kind, names in (
        (SUDOKU.kind, feature_names(SUDOKU)),
        (Kind("roster"), ("adjacent_rest", "adjacent_cover", "adjacent_positive_facts")),
        (Kind("own"), ("length", "depth", "width")),
    ):
        assert easy_cost(kind, dict.fromkeys(names, weight)) <= sys.float_info.max
    derived = Fact("r1c2", 3)
    step = Step(derived, (), (), {}, 1e300, True, 1e300, easy_cost=1e-300)
    assert step.effort == step.least_effort == sys.float_info.max
