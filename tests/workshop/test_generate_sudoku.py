"""Generated Sudokus: one solution, nothing to spare, the same for the same seed."""

from __future__ import annotations

import itertools
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.engine import Explainer
from hintwise.errors import UnknownName
from hintwise.problem import Problem
from hintwise.puzzles import format_sudoku
from hintwise.puzzles.sudoku.model import Box
from hintwise.workshop import (
    GRADES,
    generate_sudoku,
    generate_sudoku_like,
    measure_difficulty,
)


def drawn(box: Box, seed: int) -> Problem:
    return generate_sudoku(box, np.random.default_rng(seed))


def has_one_solution(problem: Problem) -> bool:
    start = Explainer(problem).start
    return len(start.facts | start.targets) == len(problem.variables)


@given(box=st.sampled_from([(2, 2), (2, 3), (3, 2), (1, 5)]), seed=st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_a_generated_sudoku_has_one_solution_and_no_redundant_given(box: Box, seed: int) -> None:
    problem = drawn(box, seed)
    assert has_one_solution(problem)
    for given_fact in problem.givens:
        others = [fact for fact in problem.givens if fact != given_fact]
        assert not has_one_solution(problem.with_givens(others))


def test_a_generated_4x4_has_one_solution_by_brute_force() -> None:
    problem = drawn((2, 2), 3)
    givens = {fact.variable: fact.value for fact in problem.givens}

    def named(number: int, row: tuple[int, ...]) -> dict[str, int]:
        return {f"r{number}c{column}": value for column, value in enumerate(row, 1)}

    def fits(rows: tuple[dict[str, int], ...]) -> bool:
        grid = {name: value for row in rows for name, value in row.items()}
        units = [constraint.variables for constraint in problem.constraints]
        return all(len({grid[name] for name in unit}) == 4 for unit in units)

    rows = list(itertools.permutations(range(1, 5)))
    candidates = [
        [
            row
            for row in (named(number, values) for values in rows)
            if givens.items() <= {**givens, **row}.items()
        ]
        for number in range(1, 5)
    ]
    assert sum(map(fits, itertools.product(*candidates))) == 1


def test_a_9x9_has_one_solution() -> None:
    problem = drawn((3, 3), 1)
    assert has_one_solution(problem)
    assert len(problem.givens) < 32


@pytest.mark.slow
def test_a_16x16_has_one_solution() -> None:
    assert has_one_solution(drawn((4, 4), 1))


def test_solutions_are_not_all_one_pattern_in_disguise() -> None:
    """In the cyclic pattern two rows of a band repeat each other's boxes; here they need not."""
    repeats = set()
    for seed in range(12):
        solution = Explainer(drawn((3, 3), seed)).solution
        triples = [{solution[f"r{r}c{c}"] for c in (1, 2, 3)} for r in (1, 2, 3)]
        others = [{solution[f"r{r}c{c}"] for c in (4, 5, 6)} for r in (1, 2, 3)]
        repeats.add(sum(triple in others for triple in triples))
    assert repeats == {0, 3}


@pytest.mark.parametrize("grade", ["easy", "medium"])
def test_what_is_drawn_like_a_grade_is_of_that_grade_and_has_nothing_to_spare(grade: str) -> None:
    problem = generate_sudoku_like((3, 3), np.random.default_rng(0), grade)
    assert measure_difficulty(problem).grade == grade
    assert has_one_solution(problem)
    spared = [fact for fact in problem.givens if fact != problem.givens[0]]
    assert not has_one_solution(problem.with_givens(spared))


def test_a_harder_grade_gives_another_puzzle_from_the_same_seed() -> None:
    rngs = (np.random.default_rng(3) for _ in GRADES)
    drawn = [generate_sudoku_like((3, 3), rng, g) for rng, g in zip(rngs, GRADES, strict=True)]
    assert len({format_sudoku(problem, problem.givens) for problem in drawn}) > 1
    assert len({str(Explainer(problem).solution) for problem in drawn}) == 1


def test_a_grade_that_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownName, match="'tricky'"):
        generate_sudoku_like((2, 2), np.random.default_rng(0), "tricky")


def test_at_least_so_many_givens_are_kept() -> None:
    problem = generate_sudoku((3, 3), np.random.default_rng(0), least_givens=40)
    assert len(problem.givens) == 40


def test_the_same_seed_gives_the_same_puzzle_in_another_process() -> None:
    script = (
        "import numpy as np; from hintwise.workshop import generate_sudoku, generate_sudoku_like;"
        "from hintwise.puzzles import format_sudoku;"
        "p = generate_sudoku((3, 3), np.random.default_rng(7)); print(format_sudoku(p, p.givens));"
        "p = generate_sudoku_like((3, 3), np.random.default_rng(7), 'easy');"
        "print(format_sudoku(p, p.givens))"
    )
    there = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    here = drawn((3, 3), 7)
    like = generate_sudoku_like((3, 3), np.random.default_rng(7), "easy")
    printed = [format_sudoku(problem, problem.givens) for problem in (here, like)]
    assert there.stdout.split() == printed
    other = drawn((3, 3), 8)
    assert there.stdout.strip() != format_sudoku(other, other.givens)
