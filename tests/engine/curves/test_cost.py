"""Curves, interactions, and costs made of them."""

from __future__ import annotations

import pytest

from hintwise.engine import Curve, CurvedCost, Explainer, Together
from hintwise.errors import InvalidValue, InvalidWeights
from hintwise.features import feature_names
from hintwise.puzzles import sudoku

PUZZLE = sudoku("1.3..4.221..4..1")


@pytest.mark.parametrize("values", [(), (1.0, 0.5), (-1.0,), (0.0, 0.0), (float("nan"),), ("1",)])
def test_a_curve_that_falls_or_never_rises_is_refused(values: tuple[float, ...]) -> None:
    with pytest.raises(InvalidValue, match="curve"):
        Curve(values)


def test_a_curve_goes_on_as_steeply_as_it_ends() -> None:
    assert [Curve((2.0, 2.5)).value(n) for n in (0, 1, 2, 3, 10)] == [0.0, 2.0, 2.5, 3.0, 6.5]
    assert [Curve.capped(3).value(n) for n in (2, 3, 50)] == [2.0, 3.0, 3.0]
    assert Curve.power(2.0).value(100) == 10_000.0


@pytest.mark.parametrize(
    ("least", "cost"), [({}, 1.0), ({"a": 0}, 1.0), ({"a": 1}, 0.0), ({"a": 1.5}, 1.0)]
)
def test_an_interaction_needs_features_and_a_cost(least: dict[str, int], cost: float) -> None:
    with pytest.raises(InvalidValue, match="together"):
        Together(least, cost)


def test_an_interaction_is_paid_once_all_its_features_are_there() -> None:
    cost = CurvedCost({"a": 1.0, "b": 2.0}, together=(Together({"a": 2, "b": 1}, 10.0),))
    assert cost.value({"a": 2, "b": 0}) == 2.0
    assert cost.value({"a": 3, "b": 1}) == 15.0


def test_straight_curves_give_the_step_that_weights_give() -> None:
    explainer = Explainer(PUZZLE)
    weights = {name: 1.0 + i / 7 for i, name in enumerate(feature_names(PUZZLE))}
    straight = CurvedCost(weights, {name: Curve((1.0,)) for name in weights})
    expected, found = explainer.optimal_step(None, weights), explainer.optimal_step(None, straight)
    assert found.cost == pytest.approx(expected.cost)
    assert (found.features, found.easy_cost) == (expected.features, expected.easy_cost)


def test_what_is_dear_together_is_taken_apart() -> None:
    explainer = Explainer(PUZZLE)
    ones = dict.fromkeys(feature_names(PUZZLE), 1.0)
    first = explainer.optimal_step(None, ones)
    both = {name: n for name, n in first.features.items() if n}
    dearer = explainer.optimal_step(None, CurvedCost(ones, together=(Together(both, 100.0),)))
    assert dearer.cost < first.cost + 100.0
    assert any(dearer.features[name] < n for name, n in both.items())


def test_names_that_are_no_features_are_refused() -> None:
    explainer = Explainer(PUZZLE)
    ones = dict.fromkeys(feature_names(PUZZLE), 1.0)
    for cost in (
        CurvedCost(ones, {"rows": Curve((1.0,))}),
        CurvedCost(ones, together=(Together({"rows": 1}, 1.0),)),
    ):
        with pytest.raises(InvalidValue, match="rows"):
            explainer.optimal_step(None, cost)


def test_what_would_vanish_beside_the_rest_is_refused() -> None:
    with pytest.raises(InvalidWeights, match=r"1 to 1e\+13; .* at most 1e\+12 times"):
        CurvedCost({"near": 1.0, "far": 1e13}, {"near": Curve((0.0, 1.0))})
