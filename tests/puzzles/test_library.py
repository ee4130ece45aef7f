"""The library: every puzzle has one solution, nothing to spare, and the difficulty it claims."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from hintwise.engine import Solutions
from hintwise.problem import Problem
from hintwise.puzzles import read_logic_grid, read_sudoku
from hintwise.puzzles.kinds import KINDS
from hintwise.puzzles.library import PUZZLES, LibraryPuzzle, collection
from hintwise.workshop import GRADES, check_problem, measure_difficulty
from hintwise.workshop.difficulty import grade_of

SUDOKUS = [puzzle for puzzle in collection().values() if puzzle.kind == "sudoku"]
KILLERS = [puzzle for puzzle in collection().values() if puzzle.kind == "killer_sudoku"]
GRIDS = [puzzle for puzzle in collection().values() if puzzle.kind == "logic_grid"]

# The first puzzle of all, which the guides show.
HAS_SPARE_GIVENS = {"first-light"}
# The paper's own example leaves one home, street and ghost without a name.
HAS_UNNAMED_VALUES = {"haunted-homes"}


def name_of(puzzle: LibraryPuzzle) -> str:
    return puzzle.name


def problem_of(puzzle: LibraryPuzzle) -> Problem:
    read = read_logic_grid if puzzle.kind == "logic_grid" else _read_sudoku
    return read(puzzle.text)


def _read_sudoku(text: str) -> Problem:
    return read_sudoku(text).problem()


def test_the_library_is_as_large_as_promised() -> None:
    assert len(SUDOKUS) >= 40
    assert len(GRIDS) >= 13
    assert Counter(puzzle.size for puzzle in KILLERS) == {"6x6": 2, "9x9": 2}
    assert {puzzle.grade for puzzle in SUDOKUS} == {puzzle.grade for puzzle in GRIDS} == set(GRADES)
    assert Counter(puzzle.size for puzzle in SUDOKUS).keys() == {"4x4", "6x6", "9x9"}
    assert len({puzzle.text for puzzle in collection().values()}) == len(collection())


@pytest.mark.parametrize("puzzle", SUDOKUS, ids=name_of)
def test_a_sudoku_has_one_solution_and_no_redundant_given(puzzle: LibraryPuzzle) -> None:
    problem = problem_of(puzzle)
    solutions = Solutions(problem)
    assert check_problem(problem).solutions == 1
    spare = [
        fact
        for fact in problem.givens
        if solutions.reasons(fact, [g for g in problem.givens if g != fact]) is not None
    ]
    assert bool(spare) == (puzzle.name in HAS_SPARE_GIVENS)


@pytest.mark.parametrize("puzzle", GRIDS, ids=name_of)
def test_a_grid_has_one_solution_no_redundant_clue_and_no_unused_value(
    puzzle: LibraryPuzzle,
) -> None:
    report = check_problem(problem_of(puzzle))
    assert report.solutions == 1
    assert report.clues is not None
    assert report.clues.redundant == ()
    assert report.clues.droppable == ()
    assert bool(report.clues.unused_values) == (puzzle.name in HAS_UNNAMED_VALUES)


@pytest.mark.parametrize("puzzle", GRIDS, ids=name_of)
def test_a_grid_has_a_title_a_story_and_a_text_for_every_clue(puzzle: LibraryPuzzle) -> None:
    problem = problem_of(puzzle)
    assert problem.title == puzzle.title
    assert len(problem.story) > 60
    clues = [constraint for constraint in problem.constraints if constraint.group == "clue"]
    assert all(clue.description.endswith(".") for clue in clues)
    assert len({clue.description for clue in clues}) == len(clues)


@pytest.mark.parametrize("puzzle", KILLERS, ids=name_of)
def test_a_killer_sudoku_has_one_solution_and_cages_over_all_its_cells(
    puzzle: LibraryPuzzle,
) -> None:
    problem = problem_of(puzzle)
    assert (problem.kind.name, problem.givens) == (puzzle.kind, ())
    assert check_problem(problem).solutions == 1
    cages = [rule for rule in problem.constraints if rule.group == "cage"]
    assert sum(len(cage.variables) for cage in cages) == len(problem.variables)
    assert puzzle.title
    assert read_sudoku(puzzle.text).size == int(puzzle.size.split("x")[0])
    assert (puzzle.grade, puzzle.score, puzzle.difficulty) == ("", None, "")


@pytest.mark.parametrize("puzzle", [*SUDOKUS, *GRIDS], ids=name_of)
def test_a_grade_is_that_of_the_score(puzzle: LibraryPuzzle) -> None:
    thresholds = KINDS[puzzle.kind].thresholds
    assert thresholds is not None
    assert puzzle.score is not None
    assert puzzle.grade == grade_of(thresholds, puzzle.score)
    grade, _, number = puzzle.name.rpartition("-")
    if grade in GRADES and number.isdigit():
        assert grade == puzzle.grade


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["tiny-1", "small-6", "easy-3", "medium-4", "hard-2", "expert-1", "kites", "allotments"]
)
def test_the_difficulty_is_as_measured(name: str) -> None:
    puzzle = collection()[name]
    measured = measure_difficulty(problem_of(puzzle))
    assert measured.grade == puzzle.grade
    if not measured.estimated:
        assert measured.score == pytest.approx(puzzle.score, abs=0.5)


def test_texts_can_be_looked_up_by_name() -> None:
    assert PUZZLES["easy-1"] == collection()["easy-1"].text
    assert list(PUZZLES) == list(collection())
    assert "no-such-puzzle" not in PUZZLES


def test_importing_the_library_reads_nothing() -> None:
    script = "from hintwise.puzzles import library; print(library.collection.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "0"
