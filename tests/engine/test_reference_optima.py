"""The published optima, each met, or bettered by less than the gap they were found with."""

from __future__ import annotations

import pytest

from hintwise.engine import Explainer
from hintwise.engine.verify import Verifier
from hintwise.problem import Fact
from hintwise.puzzles import sudoku
from tests import reference

PUBLISHED_GAP = 1e-4

pytestmark = pytest.mark.slow


def facts_of(grid: str) -> list[Fact]:
    return [
        Fact(f"r{i // 9 + 1}c{i % 9 + 1}", int(digit))
        for i, digit in enumerate(grid)
        if digit != "."
    ]


def assert_meets(cost: float, published: float) -> None:
    assert published * (1 - PUBLISHED_GAP) <= cost <= published * (1 + 1e-9)


@pytest.mark.parametrize("oracle", range(5))
def test_every_published_sudoku_optimum_is_met(oracle: int) -> None:
    sequence = reference.sudoku_sequences()[oracle]
    weights = reference.oracle_weights("sudoku")[sequence["oracle"]]
    explainer = Explainer(sudoku(reference.sudokus()[sequence["puzzle"]]))
    assert len(sequence["steps"]) == 56
    for published in sequence["steps"]:
        step = explainer.optimal_step(explainer.state(facts_of(published["grid"])), weights)
        assert step.optimal
        assert_meets(step.cost, published["cost"])


@pytest.mark.parametrize("index", range(5))
def test_every_published_logic_grid_optimum_is_met(index: int) -> None:
    sequence = reference.logic_grid_sequences()[index]
    weights = reference.oracle_weights("logic_grid")[sequence["oracle"]]
    problem = reference.logic_grid_problem(sequence["puzzle"])
    explainer = Explainer(problem)
    state = explainer.start
    assert len(sequence["steps"]) == 147
    for published in sequence["steps"]:
        step = explainer.optimal_step(state, weights)
        assert step.optimal
        assert_meets(step.cost, published["cost"])
        state = state.learn([problem.parse_fact(published["derived"])])


@pytest.mark.parametrize("index", range(4))
def test_every_published_smallest_step_is_met(index: int) -> None:
    published = reference.smallest()[index]
    explainer = Explainer(sudoku(reference.sudokus()[published["puzzle"]]))
    for state in published["steps"]:
        step = explainer.smallest_step(explainer.state(facts_of(state["grid"])))
        assert step.optimal
        assert step.cost == state["size"]


def test_the_steps_of_a_published_puzzle_pass_the_verifier() -> None:
    explainer = Explainer(sudoku(reference.sudokus()[30]))
    verifier = Verifier(explainer.problem)
    for step in explainer.sequence(weights=reference.oracle_weights("sudoku")[1]):
        assert verifier.check(step, minimal=True).valid
