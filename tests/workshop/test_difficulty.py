"""Difficulty: what the figures say, and what has none."""

from __future__ import annotations

import cpmpy as cp
import numpy as np
import pytest

from hintwise.engine import Explainer, Limits
from hintwise.errors import InvalidValue
from hintwise.puzzles import from_cpmpy, sudoku
from hintwise.puzzles.kinds import KINDS
from hintwise.puzzles.library import PUZZLES
from hintwise.workshop import GRADES, generate_sudoku, measure_difficulty
from hintwise.workshop.difficulty import grade_of, scores_of
from hintwise.workshop.estimate import BEYOND, estimate_difficulty


def test_a_last_empty_cell_of_a_row_costs_one_rule_and_the_facts_of_the_row() -> None:
    difficulty = measure_difficulty(sudoku("1234341221434.21"))
    assert (difficulty.steps, difficulty.hardest, difficulty.total) == (1, 13.0, 13.0)
    assert difficulty.score == 13.0
    assert not difficulty.estimated


def test_the_score_is_the_mean_of_the_ten_dearest_steps() -> None:
    difficulty = measure_difficulty(sudoku(PUZZLES["tiny-1"]))
    assert difficulty.steps <= 10
    assert difficulty.score == pytest.approx(difficulty.total / difficulty.steps, abs=0.05)
    longer = measure_difficulty(sudoku(PUZZLES["easy-1"]))
    assert longer.total / longer.steps < longer.score <= longer.hardest


def test_the_same_puzzle_has_the_same_difficulty() -> None:
    puzzle = generate_sudoku((2, 3), np.random.default_rng(1))
    assert measure_difficulty(puzzle) == measure_difficulty(puzzle)


def test_a_given_more_never_makes_the_hardest_step_harder() -> None:
    puzzle = generate_sudoku((2, 3), np.random.default_rng(23))
    hardest = measure_difficulty(puzzle).hardest
    for fact in sorted(Explainer(puzzle).start.targets)[:8]:
        easier = measure_difficulty(puzzle.with_givens([*puzzle.givens, fact]))
        assert easier.hardest <= hardest


def test_out_of_time_the_difficulty_is_marked_as_estimated() -> None:
    difficulty = measure_difficulty(sudoku(PUZZLES["expert-6"]), limits=Limits(deadline_s=0.02))
    assert difficulty.estimated
    assert "about" in str(difficulty)


@pytest.mark.parametrize("kind", sorted(k.name for k in KINDS.values() if k.thresholds))
def test_grades_go_up_with_the_score(kind: str) -> None:
    thresholds = KINDS[kind].thresholds
    assert thresholds is not None
    scores = [0.0, *thresholds]
    assert [grade_of(thresholds, score) for score in scores] == list(GRADES)
    assert [grade_of(thresholds, score - 0.1) for score in scores[1:]] == list(GRADES[:-1])


def test_several_solutions_or_none_left_have_no_difficulty() -> None:
    with pytest.raises(InvalidValue, match="several"):
        measure_difficulty(sudoku("1..............."))
    with pytest.raises(InvalidValue, match="solved"):
        measure_difficulty(sudoku("1234341221434321"))


def test_a_model_of_another_kind_has_no_grades() -> None:
    x = cp.boolvar(name="x")
    with pytest.raises(
        InvalidValue, match=r"a cpmpy has no grade; only these .* Sudoku, logic grid"
    ):
        measure_difficulty(from_cpmpy(cp.Model([x])))


def test_the_scores_of_a_grade_are_those_that_mean_it() -> None:
    kind = KINDS["sudoku"]
    assert kind.thresholds is not None
    for grade in GRADES[1:]:
        lowest, highest = scores_of(kind, grade)
        assert grade_of(kind.thresholds, lowest) == grade
        assert grade_of(kind.thresholds, highest - 0.1) == grade


@pytest.mark.parametrize("name", ["tiny-1", "easy-1"])
def test_an_estimate_is_close_to_what_is_measured_where_singles_are_enough(name: str) -> None:
    problem = sudoku(PUZZLES[name])
    solution = [problem.fact(*item) for item in Explainer(problem).solution.items()]
    estimate = estimate_difficulty(problem, solution)
    assert estimate.estimated
    assert estimate.score == pytest.approx(measure_difficulty(problem).score, abs=3.0)


def test_an_estimate_counts_a_dear_step_where_singles_are_not_enough() -> None:
    problem = sudoku(PUZZLES["expert-6"])
    solution = [problem.fact(*item) for item in Explainer(problem).solution.items()]
    assert estimate_difficulty(problem, solution).hardest == BEYOND


def test_what_proposes_nothing_has_no_estimate() -> None:
    with pytest.raises(InvalidValue, match="cannot be estimated"):
        estimate_difficulty(from_cpmpy(cp.Model([cp.boolvar(name="x")])), ())
