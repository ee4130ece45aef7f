"""The natural order: stepping stones first."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from hintwise.elicit.profile import Profile
from hintwise.engine import Explainer
from hintwise.engine.natural import Narrator
from hintwise.engine.verify import Verifier
from hintwise.problem import Step
from hintwise.puzzles import sudoku
from tests.engine.drawn import (
    EVERYTHING,
    draw_state,
    draw_weights,
    small_grid,
    small_model,
    small_sudoku,
)
from tests.engine.stepping_stones import SEVENTEEN, has_stepping_stone


def test_a_chain_of_singles_waits_for_the_single_inside() -> None:
    explainer = Explainer(sudoku(SEVENTEEN), verify=False)
    expected = Profile.expected(explainer.problem).weights
    far = "other_facts_other_value"
    weights = {**expected, far: expected[far] / 4}  # to somebody who does not mind far facts
    narrator = Narrator(explainer, weights)
    state, last, stones = explainer.start, None, 0
    for _ in range(4):
        cheapest = explainer.optimal_step(state, weights)
        step = narrator.next_step(cheapest, state, last)
        stones += has_stepping_stone(explainer, cheapest, state)
        assert not has_stepping_stone(explainer, step, state)
        state, last = state.after(step), step
    assert stones


@pytest.mark.parametrize("draw", [small_sudoku, small_grid, small_model])
def test_natural_steps_are_sound_and_tell_what_the_cheapest_costs(draw: object) -> None:
    assert callable(draw)
    explainer = Explainer(draw(np.random.default_rng(5)))
    verifier = Verifier(explainer.problem)
    narrator = Narrator(explainer)
    state, last = explainer.start, None
    for _ in range(min(4, len(state.targets))):
        cheapest = explainer.optimal_step(state)
        step = narrator.next_step(cheapest, state, last)
        assert verifier.check(step, state, minimal=True).valid
        assert step.optimum == cheapest.cost <= step.cost
        assert step.optimal == (step.cost == cheapest.cost)
        assert step.proven
        assert step.effort is not None
        assert not has_stepping_stone(explainer, step, state)
        state, last = state.after(step), step


def test_equally_cheap_steps_are_those_that_a_ranking_finds() -> None:
    explainer = Explainer(small_sudoku(np.random.default_rng(2)))
    ranked = explainer.best_steps(6)
    ties = explainer.equally_cheap(ranked[0], most=5)
    expected = list(itertools.takewhile(lambda s: s.cost == ranked[0].cost, ranked[1:]))
    assert ties == expected


@pytest.mark.parametrize("kind", EVERYTHING)
def test_equally_cheap_steps_are_the_same_from_the_tree_of_the_cheapest_one(kind: str) -> None:
    found = 0
    for seed in range(8):
        explainer, state = draw_state(kind, np.random.default_rng(seed))
        anew = explainer.apart()
        for weights in (None, draw_weights(explainer.problem, np.random.default_rng(seed))):
            step = explainer.optimal_step(state, weights, keep_ties=True)
            ties = explainer.equally_cheap(step, state, weights, most=8)
            assert step == anew.optimal_step(state, weights)
            assert ties == anew.equally_cheap(step, state, weights, most=8)
            found += len(ties)
    assert found


def test_of_equally_cheap_steps_the_one_that_settles_most_comes_first() -> None:
    explainer = Explainer(small_grid(np.random.default_rng(4)))
    cheapest = explainer.optimal_step()
    ties = [cheapest, *explainer.equally_cheap(cheapest)]
    step = Narrator(explainer).next_step(cheapest, explainer.start)
    assert step.optimal
    assert len(explainer.also(step)) == max(len(explainer.also(tie)) for tie in ties)


def test_smallest_steps_cost_their_size_in_any_order() -> None:
    explainer = Explainer(sudoku("1.....3..4.....2"))
    smallest = explainer.smallest_step()
    step = Narrator(explainer, smallest=True).next_step(smallest, explainer.start)
    assert (step.cost, step.optimum) == (len(step), len(smallest))


def test_a_natural_step_says_so_in_json() -> None:
    explainer = Explainer(sudoku("1.....3..4.....2"))
    step = Narrator(explainer).next_step(explainer.optimal_step(), explainer.start)
    record = step.as_json()
    assert (record["order"], record["optimum"]) == ("natural", step.cost)
    assert Step.from_json(record, explainer.problem) == step
