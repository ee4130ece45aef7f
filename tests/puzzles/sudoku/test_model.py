from __future__ import annotations

import itertools
import pickle

import cpmpy as cp
import numpy as np
import pytest

from hintwise.errors import InvalidPuzzle, InvalidValue
from hintwise.features import feature_names
from hintwise.problem import Assignment, Fact, Problem
from hintwise.puzzles import format_sudoku, from_cpmpy, sudoku
from hintwise.puzzles.sudoku.kind import FEATURES, SUDOKU
from hintwise.puzzles.sudoku.model import EMPTY, empty_sudoku
from tests import reference

# Row r is the first row moved along so that boxes fit: a valid grid without solving anything.
SOLVED_9 = "".join("123456789"[(3 * (r % 3) + r // 3 + c) % 9] for r in range(9) for c in range(9))


def solution_of(problem: Problem) -> dict[str, int]:
    model = cp.Model([c.expression for c in problem.constraints])
    model += [problem.variable(f.variable).expression == f.value for f in problem.givens]
    assert model.solve(solver="ortools", num_workers=1)
    return {v.name: int(v.expression.value()) for v in problem.variables}


def broken(problem: Problem, grid: Assignment) -> set[str]:
    return {c.name for c in problem.constraints if len({grid[v] for v in c.variables}) < 9}


def test_constraints_are_rows_then_columns_then_blocks_each_all_different() -> None:
    problem = sudoku("." * 81)
    names = [f"{kind} {n}" for kind in ("row", "col", "block") for n in range(1, 10)]
    assert [c.name for c in problem.constraints] == names
    assert problem.groups == ("row", "col", "block")
    assert all(c.expression.name == "alldifferent" for c in problem.constraints)
    assert str(problem.constraint("col 3")) == "column 3: no digit twice"
    assert (problem.kind, problem.features, problem.hard) == (SUDOKU, FEATURES, ())
    assert len(feature_names(problem)) == 12


def test_blocks_are_numbered_left_to_right_top_down() -> None:
    problem = sudoku("." * 36)
    assert problem.constraint("block 2").variables == {
        f"r{r}c{c}" for r in (1, 2) for c in (4, 5, 6)
    }
    assert problem.constraint("block 3").variables == {
        f"r{r}c{c}" for r in (3, 4) for c in (1, 2, 3)
    }


@pytest.mark.parametrize(
    ("size", "box", "corner"), [(4, (2, 2), "r2c2"), (6, (2, 3), "r2c3"), (16, (4, 4), "r4c4")]
)
def test_the_box_shape_follows_from_the_number_of_cells(
    size: int, box: tuple[int, int], corner: str
) -> None:
    problem = sudoku("." * size**2)
    assert len(problem.variables) == size**2
    assert problem.variables[0].domain == tuple(range(1, size + 1))
    assert corner in problem.constraint("block 1").variables
    assert sudoku("." * size**2, box=box).constraints is problem.constraints


def test_another_box_shape_can_be_asked_for() -> None:
    problem = sudoku("8" + "." * 63, box=(2, 4))
    assert problem.givens == (Fact("r1c1", 8),)
    assert problem.constraint("block 2").variables == {
        f"r{r}c{c}" for r in (1, 2) for c in (5, 6, 7, 8)
    }
    assert all(len(c.variables) == 8 for c in problem.constraints)
    tall = sudoku("." * 36, box=(3, 2))
    assert "r3c2" in tall.constraint("block 1").variables


def test_puzzles_of_one_shape_share_their_rules() -> None:
    one, other = sudoku("1" + "." * 80), sudoku("." * 81)
    assert one.variables is other.variables
    assert one.constraints is other.constraints


def test_white_space_is_ignored_and_every_sign_for_empty_accepted() -> None:
    text = "\n".join(["1 2 3 4", " 0._*", "Xx·-", "\t...?"])
    problem = sudoku(text, title="small")
    assert [str(f) for f in problem.givens] == ["r1c1=1", "r1c2=2", "r1c3=3", "r1c4=4"]
    assert problem.title == "small"


def test_rows_of_numbers_are_read_as_the_text_is() -> None:
    rows = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]
    expected = sudoku("1.....3..4.....2").givens
    assert sudoku(rows).givens == sudoku(np.array(rows)).givens == expected
    large = np.zeros((16, 16), dtype=int)
    large[0, 0] = 16
    assert sudoku(large).givens == (Fact("r1c1", 16),)


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        ([1, 0, 0, 0], "give a text, or rows of whole numbers"),
        (None, "None is not a Sudoku; give a text"),
        (np.zeros((4, 4)), "whole numbers"),
        ([[1, 0, 0, 0], [0, 0, 3]] * 2, "row 2 of 4 has 3 cells"),
        ([[0, 0, 0, 0], [0, 0, 5, 0]] * 2, "5 in row 2, column 3 .* accepted are 1 to 4"),
        ([[0, -1, 0, 0]] * 4, "-1 in row 1, column 2"),
        ([[0] * 5] * 5, "25 characters"),
    ],
)
def test_rows_that_are_no_sudoku_are_refused_with_what_is_accepted(
    puzzle: object, message: str
) -> None:
    with pytest.raises(InvalidPuzzle, match=message):
        sudoku(puzzle)  # type: ignore[arg-type]


def test_facts_of_a_large_sudoku_may_be_written_with_letters() -> None:
    large = sudoku("." * 256)
    assert large.parse_fact("r1c1=G") == large.parse_fact("r1c1 = g") == Fact("r1c1", 16)
    assert large.parse_fact("r1c1≠A") == Fact("r1c1", 10, "≠")
    with pytest.raises(InvalidValue, match="17 is not in the domain"):
        large.parse_fact("r1c1=H")
    with pytest.raises(InvalidValue, match="is not a fact"):
        sudoku("." * 81).parse_fact("r1c1=G")


def test_letters_stand_for_values_above_nine() -> None:
    problem = sudoku("A" + "." * 254 + "G")
    assert problem.givens == (Fact("r1c1", 10), Fact("r16c16", 16))
    assert "no value twice" in str(problem.constraint("row 1"))


@pytest.mark.parametrize("character", ["!", "a", "5", "|", "é", "²"])
def test_a_strange_character_is_named_with_its_place_and_what_is_accepted(character: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        sudoku("......" + character + "." * 9)
    message = str(caught.value)
    assert repr(character) in message
    assert "row 2, column 3" in message
    assert "1-4" in message
    assert " ".join(EMPTY) in message


@pytest.mark.parametrize("text", ["", "1", "." * 80, "." * 82, "." * 64])
def test_a_wrong_length_is_named_with_the_accepted_ones(text: str) -> None:
    with pytest.raises(InvalidPuzzle, match=rf"{len(text)} characters.*16 or 36 or 81 or 256"):
        sudoku(text)


def test_a_wrong_length_for_the_box_asked_for_is_named() -> None:
    with pytest.raises(InvalidPuzzle, match=r"81 characters.*64"):
        sudoku("." * 81, box=(2, 4))


def test_a_wrong_length_tells_of_characters_that_are_no_cells() -> None:
    with pytest.raises(InvalidPuzzle, match=r"no cell at all: \| \+"):
        sudoku("." * 80 + "||+")


@pytest.mark.parametrize("box", [(0, 3), (-3, -3), (1, 1), (6, 6)])
def test_an_impossible_box_is_refused(box: tuple[int, int]) -> None:
    with pytest.raises(InvalidPuzzle, match=f"{box[0]} rows x {box[1]} columns"):
        sudoku("." * 81, box=box)


def test_clashing_givens_are_left_to_the_engine() -> None:
    assert len(sudoku("11" + "." * 79).givens) == 2


def test_a_line_survives_reading_and_writing() -> None:
    for line in (SOLVED_9, "." * 16, "12345....6" + "." * 26, "G" + "." * 254 + "A"):
        problem = sudoku(line)
        assert format_sudoku(problem, problem.givens) == line


def test_an_exclusion_leaves_its_cell_empty() -> None:
    assert format_sudoku(sudoku("." * 16), [Fact("r1c1", 2, "≠")]) == "." * 16


def test_only_facts_of_a_sudoku_can_be_written_as_a_line() -> None:
    x = cp.intvar(1, 2, name="x")
    with pytest.raises(InvalidValue, match="cpmpy has no line of cells; give a problem on a board"):
        format_sudoku(from_cpmpy([x == 1]), [])
    with pytest.raises(InvalidValue, match="r1c1"):
        format_sudoku(sudoku("." * 16), [Fact("r1c1", 9)])
    cells = {name: cp.boolvar(name=name) for name in ("r1c1", "r1c2")}
    board = from_cpmpy([cells["r1c1"] != cells["r1c2"]], variables=cells)
    with pytest.raises(InvalidValue, match="r1c1 is 0; a line of cells has values from 1"):
        format_sudoku(board, [Fact("r1c1", False)])


def test_a_problem_can_be_sent_to_another_process() -> None:
    problem = sudoku(SOLVED_9)
    copy = pickle.loads(pickle.dumps(problem))
    solution = {f.variable: f.value for f in problem.givens}
    assert copy.givens == problem.givens
    assert problem.neighbours is not None
    assert len(list(copy.neighbours(solution))) == len(list(problem.neighbours(solution)))


def test_neighbours_are_different_grids_with_two_values_swapped_in_some_cells() -> None:
    problem = sudoku(SOLVED_9)
    solution = {f.variable: f.value for f in problem.givens}
    assert not broken(problem, solution)
    assert problem.neighbours is not None
    grids = list(problem.neighbours(solution))
    assert len({tuple(grid.items()) for grid in grids}) == len(grids)
    for grid in grids:
        changed = [name for name in grid if grid[name] != solution[name]]
        assert len({frozenset((grid[n], solution[n])) for n in changed}) == 1
        # At least two kinds of unit stay whole: they held the swap together.
        assert len({name.split()[0] for name in broken(problem, grid)}) < 2


def test_the_first_neighbours_of_a_large_grid_speak_of_all_values_alike() -> None:
    problem = empty_sudoku((4, 4))
    grid = [[(4 * (r % 4) + r // 4 + c) % 16 + 1 for c in range(16)] for r in range(16)]
    values = [value for row in grid for value in row]
    solution = {v.name: value for v, value in zip(problem.variables, values, strict=True)}
    assert problem.neighbours is not None
    first = itertools.islice(problem.neighbours(solution), 400)
    changed = [{solution[name] for name in g if g[name] != solution[name]} for g in first]
    times = [sum(value in values for values in changed) for value in range(1, 17)]
    assert max(times) < 3 * min(times)


def test_neighbours_of_a_real_puzzle_are_hundreds() -> None:
    problem = sudoku(reference.sudokus()[0])
    solution = solution_of(problem)
    assert problem.neighbours is not None
    assert 200 < len(list(problem.neighbours(solution))) < 1000


def test_the_reference_puzzles_have_the_solutions_of_their_sequences() -> None:
    line = reference.sudokus()[30]
    solution = solution_of(sudoku(line))
    steps = reference.sudoku_sequences()[0]["steps"]
    assert steps[0]["grid"] == line
    assert len(steps) == 56
    for step in steps:
        problem = sudoku(step["grid"])
        fact = problem.parse_fact(step["derived"])
        assert fact.holds_in(solution)
        assert all(given.holds_in(solution) for given in problem.givens)
        assert set(step["features"]) == set(feature_names(problem))


def test_published_costs_are_the_oracles_weights_times_the_features() -> None:
    for sequence in reference.sudoku_sequences():
        weights = reference.oracle_weights("sudoku")[sequence["oracle"]]
        for step in sequence["steps"]:
            cost = sum(weights[name] * count for name, count in step["features"].items())
            assert cost == pytest.approx(step["cost"])


def test_the_smallest_steps_come_with_their_puzzles() -> None:
    lines = reference.sudokus()
    for record in reference.smallest():
        assert record["steps"][0]["grid"] == lines[record["puzzle"]]
        assert all(step["size"] >= 1 for step in record["steps"])
