"""Reading any text as a position in a puzzle."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.errors import InvalidPuzzle, InvalidValue, UnknownPuzzle
from hintwise.guide import Position, Puzzle
from hintwise.guide.reading import read, read_all, read_puzzle
from hintwise.guide.writing import FORMS, write
from hintwise.puzzles.library import PUZZLES

FOUR = "1.....3..4.....2"


def entries(position: Position) -> list[str]:
    return [str(fact) for fact in position.entries]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_that_is_written_is_read(form: str) -> None:
    assert read(write([read(FOUR)], form)).puzzle.text == FOUR


@pytest.mark.parametrize("name", ["first-light", "kites"])
def test_a_name_of_the_library_is_its_puzzle(name: str) -> None:
    assert read(name).puzzle.text == PUZZLES[name]
    assert read(name).problem.givens == read(PUZZLES[name]).problem.givens


def test_a_puzzle_of_the_library_has_its_title_or_else_its_name() -> None:
    titles = {name: read(name).problem.heading for name in ("first-light", "killer-1", "easy-12")}
    assert titles == {
        "first-light": "First light",
        "killer-1": "Till receipt",
        "easy-12": "Easy 12",
    }
    assert read_all("first-light")[0].puzzle.title == "First light"


def test_contents_of_a_file_are_not_taken_for_a_name() -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        read("first-light", source="puzzle.txt")
    assert not isinstance(caught.value, UnknownPuzzle)


def test_a_name_that_is_nearly_right_gets_a_guess() -> None:
    with pytest.raises(UnknownPuzzle, match="nor in the library; did you mean 'easy-1'"):
        read("esay-1")


def test_a_toml_file_is_a_logic_grid_however_broken() -> None:
    with pytest.raises(InvalidPuzzle, match="a logic-grid file is written in TOML"):
        read("[stuff\nx", source="broken.toml")


def test_what_a_form_says_is_the_persons_own_is_an_entry() -> None:
    placed = ":0000:x:1.....+3..4.....2::"
    assert read(placed).puzzle.text == "1........4.....2"
    assert entries(read(placed)) == ["r2c3=3"]
    assert read_puzzle(placed).text == FOUR


def test_what_is_filled_in_beyond_the_original_is_the_persons_own() -> None:
    position = read(FOUR, original=Puzzle("sudoku", "1" + "." * 15), known=["r1c2=3", "r2c3=3"])
    assert position.puzzle.text == "1" + "." * 15
    assert entries(position) == ["r2c3=3", "r3c2=4", "r4c4=2", "r1c2=3"]


def test_all_puzzles_of_a_text_are_read() -> None:
    texts = [position.puzzle.text for position in read_all(f"{FOUR}\n{FOUR[::-1]}")]
    assert texts == [FOUR, FOUR[::-1]]
    (second,) = read_all(f"{FOUR}\n{FOUR[::-1]}", number=2)
    assert second == read(FOUR[::-1])
    (grid,) = read_all("kites")
    assert grid.puzzle.kind == "logic_grid"


def test_of_several_puzzles_one_must_be_picked() -> None:
    with pytest.raises(InvalidPuzzle, match="there are 2 Sudokus"):
        read(f"{FOUR}\n{FOUR}")


@given(st.dictionaries(st.integers(1, 4), st.integers(1, 4)), st.text())
def test_a_position_survives_as_json(filled: dict[int, int], title: str) -> None:
    known = [f"r3c{column}={value}" for column, value in filled.items()]
    position = Position(Puzzle("sudoku", FOUR, title), read(FOUR, known=known).entries)
    assert Position.from_json(json.loads(json.dumps(position.as_json()))) == position


def test_a_position_in_a_grid_survives_as_json() -> None:
    position = read("kites", known=["Otto = fish", "not Mila = star"])
    assert Position.from_json(json.loads(json.dumps(position.as_json()))) == position


@pytest.mark.parametrize("wrong", [3, "r1c1=1", [1]])
def test_entries_that_are_no_facts_are_refused(wrong: object) -> None:
    with pytest.raises(InvalidValue, match="not a list of facts"):
        Position.from_json({"kind": "sudoku", "puzzle": FOUR, "entries": wrong})


def test_entries_are_written_with_the_givens() -> None:
    position = read(FOUR, known=["r1c2=3"])
    assert write([position], "line") == "13" + FOUR[2:]
    assert entries(read(write([position], "sdk"))) == ["r1c2=3"]
