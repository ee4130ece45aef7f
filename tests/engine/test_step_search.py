"""Searches that are stopped and taken up again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from hintwise.engine import Explainer, Limits
from hintwise.engine.verify import Verifier
from hintwise.errors import HintwiseError
from hintwise.problem import Problem, Step
from hintwise.puzzles import sudoku
from tests.engine.drawn import small_grid, small_model, small_sudoku

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def found(step: Step) -> Step:
    """The step without how long it took."""
    return replace(step, seconds=0.0)


@pytest.mark.parametrize("draw", [small_sudoku, small_grid, small_model])
def test_a_search_that_is_stopped_again_and_again_ends_with_the_step_of_an_unbroken_one(
    draw: Callable[[np.random.Generator], Problem],
) -> None:
    for seed in range(8):
        rng = np.random.default_rng(seed)
        explainer = Explainer(draw(rng))
        weights = {name: float(rng.integers(1, 9)) for name in explainer.features}
        if not explainer.start.targets:
            continue
        search, other = (explainer.apart().pursuit(explainer.start, weights) for _ in range(2))
        try:
            step = search(Limits(nodes=1))
        except HintwiseError as error:
            with pytest.raises(type(error)):
                explainer.optimal_step(explainer.start, weights)
            continue
        for nodes in range(1, 6):
            other(Limits(nodes=2))
            step = search(Limits(nodes=nodes))
        step = search(Limits())
        assert found(step) == found(explainer.optimal_step(explainer.start, weights))


def test_a_search_goes_on_where_it_was_stopped() -> None:
    explainer = Explainer(sudoku(HARD), verify=False).apart()
    search = explainer.pursuit(explainer.start)
    first = search(Limits(nodes=10))
    second = search(Limits(nodes=10))
    assert not second.optimal
    assert second.cost <= first.cost
    assert second.lower_bound >= first.lower_bound
    assert Verifier(explainer.problem).check(second).refutes
    unbroken = Explainer(sudoku(HARD), verify=False).apart()
    assert second.lower_bound == unbroken.optimal_step(limits=Limits(nodes=20)).lower_bound


def test_a_search_that_has_ended_gives_the_same_step_again() -> None:
    explainer = Explainer(sudoku("12343412214.432."))
    search = explainer.pursuit(explainer.start)
    assert found(search(Limits())) == found(search(Limits(nodes=1)))


def test_a_search_that_is_taken_up_knows_the_steps_that_others_have_found_since() -> None:
    explainer = Explainer(sudoku(HARD), verify=False).apart()
    search = explainer.pursuit(explainer.start)
    before = search(Limits(nodes=1))
    other = explainer.pursuit(explainer.start)(Limits(nodes=60))
    assert other.cost < before.cost
    assert search(Limits(nodes=1)).cost <= other.cost
