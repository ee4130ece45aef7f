"""Sudokus as they come out of mails, chats and pages."""

from __future__ import annotations

import pytest

from hintwise.errors import InvalidPuzzle
from hintwise.puzzles.sudoku.formats import read_sudoku, read_sudokus
from hintwise.puzzles.sudoku.writers import FORMS, write_sudokus

CELLS = "1.....3..4.....2"
ROWS = "1...\n..3.\n.4..\n...2"
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def lines_of(cells: str, size: int = 9) -> list[str]:
    return [cells[i : i + size] for i in range(0, len(cells), size)]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (f"Sudoku of the day\n{ROWS}", "Sudoku of the day"),
        (f"Sudoku of the day\n\n{ROWS}", "Sudoku of the day"),
        (f"Sudoku of the day,\nvery hard\n{ROWS}", "Sudoku of the day, very hard"),
        (f"Hello Ben,\nhow are you?\n\nNo. 1234\n{ROWS}", "No. 1234"),
        (f"数独 3\n{ROWS}", "数独 3"),
        (f"For you:\n{CELLS}", "For you:"),
        ("For you:\n+---+---+\n|1 .|. .|\n|. .|3 .|\n+---+---+\n|. 4|. .|\n|. .|. 2|", "For you:"),
    ],
)
def test_words_above_the_cells_are_its_title(text: str, title: str) -> None:
    puzzle = read_sudoku(text)
    assert (puzzle.cells, puzzle.title) == (CELLS, title)


def test_each_of_several_has_the_title_above_it() -> None:
    both = read_sudokus(f"Grid 01\n{ROWS}\nGrid 02\n{ROWS.replace('4', '2')}\n")
    assert [puzzle.title for puzzle in both] == ["Grid 01", "Grid 02"]
    both = read_sudokus(f"First\n{NINE}\n{NINE} # own\n\nLast\n\n{NINE}")
    assert [puzzle.title for puzzle in both] == ["First", "own", "Last"]


def test_a_killer_sudoku_has_a_title_too() -> None:
    cages = "3 = r1c1 + r1c2\n7 = r2c1 + r2c2"
    assert read_sudoku(f"Deadly\n{ROWS}\n{cages}").title == "Deadly"
    assert read_sudoku(f"Deadly\n{cages}").title == "Deadly"


@pytest.mark.parametrize("form", [name for name in FORMS if name not in ("fpuzzles", "killer")])
def test_every_form_may_have_a_title_and_be_quoted(form: str) -> None:
    written = write_sudokus([read_sudoku(NINE)], form)
    quoted = "\n".join(f"> {line}" for line in written.splitlines())
    assert read_sudoku(quoted).cells == NINE
    if form != "sdk":  # which has a header for it
        puzzle = read_sudoku(f"Hard one\n{written}")
        assert (puzzle.cells, puzzle.title) == (NINE, "Hard one")


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "> > ", " > "])
def test_marks_of_quoted_lines_are_taken_off(mark: str) -> None:
    text = "\n".join(f"{mark}{line}".rstrip() for line in ["Try this", "", *ROWS.splitlines()])
    puzzle = read_sudoku(f"Ada wrote:\n\n{text}")
    assert (puzzle.cells, puzzle.title) == (CELLS, "Try this")


def test_full_width_characters_are_cells_like_others() -> None:
    wide = str.maketrans({c: chr(ord(c) + 0xFEE0) for c in "0123456789.|-+"} | {" ": "\u3000"})
    assert read_sudoku(NINE.translate(wide)).cells == NINE
    boxed = write_sudokus([read_sudoku(NINE)], "boxed")
    assert read_sudoku(boxed.translate(wide)).cells == NINE


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("/".join(lines_of(NINE)), ""),
        ("/".join(lines_of(NINE)) + "/", ""),
        (" / ".join(" ".join(line) for line in lines_of(NINE)), ""),
        ("Hard: " + "/".join(lines_of(NINE)), "Hard"),
        ("/".join(lines_of(NINE)) + " # from a chat", "from a chat"),
    ],
)
def test_rows_may_be_joined_by_strokes(text: str, title: str) -> None:
    puzzle = read_sudoku(text)
    assert (puzzle.cells, puzzle.title) == (NINE, title)
    assert [one.cells for one in read_sudokus(f"{text}\n{text}")] == [NINE, NINE]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1.../..3/.4../...2", "row 2 of 4 has 3 cells"),
        (f"Nice one\n{ROWS[:-1]}", "'Nice one': row 4 of 4 has 3 cells"),
        (f"{ROWS}\nthe end", "no cell at all: t h e n d"),
        ("53..7..k.\n" + "\n".join(lines_of(NINE)[1:]), "'k'"),
    ],
)
def test_what_is_wrong_is_still_named(text: str, complaint: str) -> None:
    with pytest.raises(InvalidPuzzle, match=complaint):
        read_sudoku(text)
