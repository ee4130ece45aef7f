"""Puzzles as they are kept: the problem is rebuilt exactly."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.elicit.fingerprint import fingerprint
from hintwise.errors import HintwiseError, InvalidPuzzle, InvalidValue
from hintwise.problem import Problem
from hintwise.puzzles import read_logic_grid, read_sudoku
from hintwise.puzzles.kinds import KINDS
from hintwise.puzzles.library import collection
from hintwise.puzzles.puzzle import READERS, Puzzle
from hintwise.puzzles.sudoku.model import BOXES, SYMBOLS
from hintwise.puzzles.sudoku.text import SudokuText

GRIDS = sorted((Path(__file__).resolve().parents[2] / "docs" / "examples").glob("*.toml"))
SHAPES = [*BOXES.values(), (3, 2), (2, 4), (4, 2), (1, 5), (5, 1), (3, 4), (2, 8), (9, 1), (5, 5)]


@st.composite
def sudokus(draw: st.DrawFn) -> SudokuText:
    box = draw(st.sampled_from(SHAPES))
    size = box[0] * box[1]
    filled = draw(st.dictionaries(st.integers(0, size**2 - 1), st.sampled_from(SYMBOLS[:size])))
    cells = "".join(filled.get(index, ".") for index in range(size**2))
    title, author = draw(st.text(max_size=9)), draw(st.text(max_size=9))
    return SudokuText.of(cells, box=box, title=title, author=author)


def kept(puzzle: Puzzle) -> Puzzle:
    """The puzzle after a time in a file."""
    found = Puzzle.from_json(json.loads(json.dumps(puzzle.as_json())))
    assert found == puzzle
    return found


def alike(one: Problem, other: Problem) -> bool:
    return fingerprint(one) == fingerprint(other) and all(
        getattr(one, name) == getattr(other, name)
        for name in ("kind", "layout", "title", "story", "givens", "variables", "constraints")
    )


@given(sudokus())
def test_a_sudoku_of_any_shape_is_rebuilt_exactly(text: SudokuText) -> None:
    puzzle = kept(Puzzle.of_sudoku(text))
    assert alike(puzzle.problem(), text.problem())
    assert puzzle.as_sudoku() == text


@pytest.mark.parametrize("name", collection())
def test_a_puzzle_of_the_library_is_rebuilt_exactly(name: str) -> None:
    found = collection()[name]
    if found.kind != "logic_grid":
        text = read_sudoku(found.text)
        assert alike(kept(Puzzle.of_sudoku(text)).problem(), text.problem())
    else:
        problem = read_logic_grid(found.text)
        assert alike(kept(Puzzle.of_grid_file(found.text)).problem(), problem)


@pytest.mark.parametrize("file", GRIDS, ids=lambda file: file.name)
def test_the_text_of_a_logic_grid_is_its_file(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    puzzle = kept(Puzzle.of_grid_file(text))
    assert puzzle.text == text
    assert alike(puzzle.problem(), read_logic_grid(text))


def test_title_and_story_may_be_other_than_those_of_the_text() -> None:
    puzzle = Puzzle("logic_grid", collection()["kites"].text, title="Mine", story="Once.")
    assert (puzzle.problem().title, puzzle.problem().story) == ("Mine", "Once.")
    assert Puzzle("sudoku", "." * 16, title="Empty").problem().title == "Empty"


def test_one_puzzle_has_one_problem_that_does_not_travel_with_it() -> None:
    for puzzle in (Puzzle("sudoku", "." * 81), Puzzle.of_grid_file(collection()["kites"].text)):
        assert puzzle.problem() is puzzle.problem()
        sent = pickle.dumps(puzzle)
        assert len(sent) < len(puzzle.text) + 1000
        assert pickle.loads(sent) == puzzle
        assert alike(pickle.loads(sent).problem(), puzzle.problem())


def test_every_kind_says_how_its_text_is_read() -> None:
    assert set(READERS) == set(KINDS)


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        ({}, "KeyError 'kind'"),
        ([], "not a puzzle"),
        ({"kind": "sudoku"}, "KeyError 'puzzle'"),
        ({"kind": "sudoku", "puzzle": 1}, "its puzzle is 1, not a text"),
        ({"kind": "sudoku", "puzzle": "." * 16, "title": None}, "its title is None"),
        ({"kind": "crossword", "puzzle": ""}, "unknown kind of puzzle 'crossword'"),
    ],
)
def test_what_is_no_puzzle_is_refused(record: dict[str, object], complaint: str) -> None:
    with pytest.raises(HintwiseError, match=complaint):
        Puzzle.from_json(record)


def test_a_wrong_text_is_found_when_the_problem_is_asked_for() -> None:
    with pytest.raises(InvalidPuzzle, match="3 characters"):
        Puzzle("sudoku", "123").problem()


def test_only_a_sudoku_has_the_text_of_one() -> None:
    with pytest.raises(InvalidValue, match="is a logic grid; only Sudokus"):
        Puzzle.of_grid_file(collection()["kites"].text).as_sudoku()
