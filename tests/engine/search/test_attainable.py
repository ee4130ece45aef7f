"""Bounds raised to the next cost that a step can have."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from hintwise.engine import Contrast, Explainer, Limits
from hintwise.engine.search.attainable import Levels, raise_bound, unit_of
from hintwise.engine.search.objective import Cost, Size
from hintwise.problem import Fact, Step
from hintwise.puzzles import sudoku

TENTHS = Cost({"a": 0.3, "b": 1.2, "c": 100.0})


def stopped(cost: float, lower_bound: float) -> Step:
    return Step(
        derived=Fact("x", 1),
        facts=(),
        constraints=("c",),
        features={},
        cost=cost,
        optimal=False,
        lower_bound=lower_bound,
    )


def test_the_unit_is_what_all_weights_are_multiples_of() -> None:
    assert unit_of(TENTHS) == Fraction(1, 10)
    assert unit_of(Cost({"a": 0.6, "b": 1.5})) == Fraction(3, 10)
    assert unit_of(Size()) == 1
    assert unit_of(Contrast({"a": 1.0}, {"a": 1}, {"a": 1.0}, 0.5)) == 0


@pytest.mark.parametrize(
    ("lower_bound", "raised"),
    [(1.234, 1.3), (1.2, 1.2), (1.2 + 1e-9, 1.2 + 1e-9), (-0.5, 0.0), (0.0, 0.0)],
)
def test_a_bound_is_raised_to_the_next_multiple(lower_bound: float, raised: float) -> None:
    step = raise_bound(stopped(2.0, lower_bound), TENTHS)
    assert step.lower_bound == pytest.approx(raised, abs=1e-12)
    assert not step.optimal


def test_a_step_with_nothing_cheaper_left_to_find_is_optimal() -> None:
    step = raise_bound(stopped(2.0, 1.91), TENTHS)
    assert step.optimal
    assert step.lower_bound == 2.0
    assert not raise_bound(stopped(2.0, 1.9), TENTHS).optimal


def test_bounds_stay_where_costs_may_lie_close_together() -> None:
    weights = Cost({"a": 1.0, "b": 1.0000001})
    assert raise_bound(stopped(2.0, 1.99), weights).lower_bound == 1.99


@pytest.mark.parametrize("nodes", [1, 3, 10, 30, 100])
def test_the_bound_of_a_stopped_search_is_never_above_the_optimum(nodes: int) -> None:
    problem = sudoku("123.........4..1")
    best = Explainer(problem, verify=False).smallest_step()
    hurried = Explainer(problem, verify=False).smallest_step(limits=Limits(nodes=nodes))
    assert hurried.lower_bound <= best.cost <= hurried.cost
    assert hurried.lower_bound == round(hurried.lower_bound)
    assert hurried.optimal == (hurried.lower_bound == hurried.cost)


def levels(targets: int, unit: float = 0.25) -> Levels:
    promise = np.arange(targets)[::-1].astype(float)
    return Levels.of(unit, np.ones((targets, 4)), promise)


def test_targets_that_promise_the_cheapest_step_come_first() -> None:
    handicaps = levels(3).handicaps
    assert handicaps[2] == 0.0
    assert handicaps[2] < handicaps[1] < handicaps[0] < 0.25 / 2


def test_of_many_targets_some_share_a_place() -> None:
    handicaps = levels(1000).handicaps
    assert len(np.unique(handicaps)) == 100
    assert (np.diff(handicaps) <= 0).all()


def test_a_target_that_comes_later_needs_a_cheaper_step() -> None:
    three = levels(3)
    best = 2.0 + three.handicaps[1] + 1e-10
    assert three.raised(0, 1.8) > best  # nothing below 2.0 is left for it
    assert three.raised(0, 1.75) < best
    assert three.raised(1, 2.0) <= best
    assert three.raised(2, 2.0) < best


@pytest.mark.parametrize("target", [0, 1, 2])
def test_the_room_is_the_largest_bound_that_does_not_rule_a_target_out(target: int) -> None:
    three = levels(3)
    best = 2.0 + three.handicaps[1] + 1e-10
    room = three.room(target, best)
    assert three.raised(target, room - 1e-12) <= best
    assert three.raised(target, room + 1e-3) > best


def test_where_costs_have_no_unit_or_too_many_bounds_stay() -> None:
    for unit in (0.0, 1e-9):
        flat = levels(3, unit)
        assert not flat.handicaps.any()
        assert flat.raised(1, 1.23) == flat.room(1, 1.23) == 1.23


def test_among_equally_cheap_steps_for_several_targets_history_does_not_choose() -> None:
    problem = sudoku("123.........4..1")
    fresh = Explainer(problem, verify=False).smallest_step()
    used = Explainer(problem, verify=False)
    for _ in used.smallest_sequence():
        pass
    again = used.smallest_step()
    assert again.derived == fresh.derived
    assert (again.facts, again.constraints) == (fresh.facts, fresh.constraints)
