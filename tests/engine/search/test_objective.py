"""Values of objectives: exact, whatever the size of the numbers."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from hintwise.engine import Contrast, Cost, Explainer
from hintwise.engine.search.objective import LinearPieces, Size
from hintwise.errors import InvalidValue
from hintwise.puzzles import sudoku

PUZZLE = "12343412214.432."


def test_costs_are_the_decimals_that_a_person_would_write() -> None:
    assert 0.71 + 0.71 + 0.1 + 0.1 + 0.1 != 1.72  # what adding up floating point numbers gives
    assert Cost({"a": 0.71, "b": 0.1}).value({"a": 2, "b": 3}) == 1.72
    contrast = Contrast({"a": 0.1, "b": 0.7}, {"a": 1, "b": 0}, {"a": 0.2, "b": 0.1}, 0.5)
    assert contrast.value({"a": 3, "b": 1}) == 0.25


def test_a_value_is_rounded_once() -> None:
    rng = np.random.default_rng(5)
    for _ in range(200):
        weights = {name: float(10 ** rng.uniform(-12, 12)) for name in "abcde"}
        features = {name: int(rng.integers(0, 10_000)) for name in "abcde"}
        exact = sum(Fraction(repr(weights[name])) * n for name, n in features.items())
        assert Cost(weights).value(features) == float(exact)


@pytest.mark.parametrize("size", [1e-308, 5e-324, 1.0, 1e307])
def test_weights_of_any_size_give_the_same_step(size: float) -> None:
    explainer = Explainer(sudoku(PUZZLE))
    usual = explainer.optimal_step()
    step = explainer.optimal_step(weights=dict.fromkeys(explainer.features, size))
    assert (step.derived, step.facts, step.constraints) == (
        usual.derived,
        usual.facts,
        usual.constraints,
    )
    assert (
        step.cost
        == step.lower_bound
        == Cost(dict.fromkeys(step.features, size)).value(step.features)
    )
    assert step.optimal


def test_a_cost_beyond_all_numbers_is_refused_with_what_to_do() -> None:
    explainer = Explainer(sudoku(PUZZLE))
    with pytest.raises(InvalidValue, match="smaller weights in the same proportion"):
        explainer.optimal_step(weights=dict.fromkeys(explainer.features, 1e308))


def test_tasks_are_in_units_that_cannot_overflow() -> None:
    names = ["a", "b"]
    counts = np.array([[1, 0, 1], [0, 3, 1]], dtype=np.int16)
    pieces = LinearPieces(names, Cost({"a": 1e308, "b": 1.5e308}), ())
    costs = pieces.root(0, counts).costs
    assert np.isfinite(costs).all()
    assert costs[1] / costs[0] == pytest.approx(4.5)
    assert costs[0] * pieces.unit == 1e308
    assert LinearPieces(names, Size(), ()).unit == 1.0
    assert math.isfinite(pieces.unit)
