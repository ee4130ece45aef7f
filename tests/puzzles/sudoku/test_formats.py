from __future__ import annotations

import itertools
import json
import random
import string
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lzstring import LZString

from hintwise.errors import InvalidPuzzle, UnknownName
from hintwise.puzzles import format_sudoku, read_sudoku, read_sudokus
from hintwise.puzzles.killer_sudoku.cages import SumCage
from hintwise.puzzles.killer_sudoku.kind import KILLER_SUDOKU
from hintwise.puzzles.library import PUZZLES
from hintwise.puzzles.sudoku.model import BOXES, SYMBOLS
from hintwise.puzzles.sudoku.text import SudokuText
from hintwise.puzzles.sudoku.writers import FORMS, write_sudokus

NINE = PUZZLES["first-light"]
FOUR = "1.....3..4.....2"
SIX = "1....2" + "." * 24 + "3....4"
# Each row is the first one moved along; every third cell is left out.
SIXTEEN = "".join(
    "." if (r + c) % 3 == 0 else SYMBOLS[(4 * r + r // 4 + c) % 16]
    for r in range(16)
    for c in range(16)
)
SIZES = [FOUR, SIX, NINE, SIXTEEN]
ROWS = [NINE[i : i + 9] for i in range(0, 81, 9)]

BOXED = """
+-------+-------+-------+
| . 8 . | . . 7 | . 3 . |
| . . 4 | 3 6 . | . . . |
| . 6 . | . . . | . 7 2 |
+-------+-------+-------+
| . . . | . . . | 8 6 . |
| . 1 . | 8 3 9 | . 4 . |
| . 9 7 | . . . | . . . |
+-------+-------+-------+
| 5 4 . | . . . | . 8 . |
| . . . | . 8 2 | 7 . . |
| . 7 . | 6 . . | . 2 . |
+-------+-------+-------+
"""

SIMPLE_SUDOKU = """*-----------*
|.8.|..7|.3.|
|..4|36.|...|
|.6.|...|.72|
|---+---+---|
|...|...|86.|
|.1.|839|.4.|
|.97|...|...|
|---+---+---|
|54.|...|.8.|
|...|.82|7..|
|.7.|6..|.2.|
*-----------*
"""

LIGHT_FRAMES = "\n".join(
    ["╔═══╦═══╦═══╗"]
    + [
        line
        for r, row in enumerate(ROWS)
        for line in (
            *(["╠═══╬═══╬═══╣"] if r in (3, 6) else []),
            f"║{row[:3]}║{row[3:6]}║{row[6:]}║",
        )
    ]
    + ["╚═══╩═══╩═══╝"]
)


def pencil_marks(cells: str, size: int) -> str:
    """A grid in which an open cell lists two or more candidates, drawn as HoDoKu does."""
    words = [SYMBOLS[i % 3 : i % 3 + 2] if c == "." else c for i, c in enumerate(cells)]
    rows = [" ".join(f"{w:<4}" for w in words[i : i + size]) for i in range(0, len(cells), size)]
    return "\n".join([".----------.", *(f"| {row} |" for row in rows), "'----------'"])


def document(cells: str = NINE, **more: Any) -> dict[str, Any]:
    size = int(len(cells) ** 0.5)
    values = [{} if c == "." else {"value": SYMBOLS.index(c) + 1, "given": True} for c in cells]
    grid = [values[i : i + size] for i in range(0, len(cells), size)]
    return {"size": size, "title": "First light", "author": "us", "grid": grid, **more}


def packed(contents: object) -> str:
    text: str = LZString().compressToBase64(json.dumps(contents))
    return text


def sudokupad_document(cells: str = NINE, **more: Any) -> dict[str, Any]:
    """A document as SudokuPad writes them, before it is shortened."""
    size = int(len(cells) ** 0.5)
    height, width = BOXES[len(cells)]
    values = [{} if c == "." else {"value": SYMBOLS.index(c) + 1} for c in cells]
    boxes: list[list[list[int]]] = [[] for _ in range(size)]
    for row, column in itertools.product(range(size), repeat=2):
        boxes[row // height * height + column // width].append([row, column])
    return {
        "id": "x1",
        "cellSize": 50,
        "cells": [values[i : i + size] for i in range(0, len(cells), size)],
        "regions": boxes,
        "cages": [
            {"value": "title: It's ours"},
            {"value": "author: us"},
            {"value": 'rules: Normal sudoku rules apply,\\nso "fill it in".'},
            {"unique": True, "hidden": True, "cells": [[0, c] for c in range(size)]},
        ],
        "lines": [],
        "metadata": {"source": "a book", "solution": "1" * len(cells)},
        **more,
    }


def shortened(contents: object) -> str:
    """A document in SudokuPad's short form: what `unpacked` has to undo."""
    keys = {"cells": "ce", "cages": "ca", "regions": "re", "value": "v", "lines": "l"}
    keys |= {"cellSize": "cs", "title": "t", "overlays": "o"}
    if isinstance(contents, dict):
        pairs = (f"{keys.get(key, key)}:{shortened(value)}" for key, value in contents.items())
        return "{" + ",".join(pairs) + "}"
    if isinstance(contents, list):
        return "[" + ",".join("" if item == {} else shortened(item) for item in contents) + "]"
    if isinstance(contents, bool):
        return "t" if contents else "f"
    return json.dumps(contents).replace("'", "\\'").replace('\\"', "\\'").replace('"', "'")


def scl_link(contents: object) -> str:
    packed: str = LZString().compressToBase64(shortened(contents))
    return f"https://sudokupad.app/scl{quote(packed, safe='')}"


def load_link(contents: object) -> str:
    return f"https://www.f-puzzles.com/?load={quote(packed(contents), safe='')}"


@pytest.mark.parametrize("cells", SIZES, ids=len)
@pytest.mark.parametrize("empty", "0.X*_x·-?")
def test_a_line_is_read_with_any_sign_for_empty(cells: str, empty: str) -> None:
    assert read_sudoku(cells.replace(".", empty)).cells == cells


@pytest.mark.parametrize("cells", SIZES, ids=len)
def test_rows_are_read_with_and_without_spaces(cells: str) -> None:
    size = int(len(cells) ** 0.5)
    rows = [cells[i : i + size] for i in range(0, len(cells), size)]
    assert read_sudoku("\n".join(rows)).cells == cells
    assert read_sudoku("\r\n".join(map(" ".join, rows))).cells == cells


def test_gaps_between_boxes_do_not_matter() -> None:
    for cells, size, box in ((NINE, 9, 3), (SIXTEEN, 16, 4)):
        parts = [cells[i : i + box] for i in range(0, len(cells), box)]
        for gap in ("", " "):
            rows = [gap.join(parts[r * box : (r + 1) * box]) for r in range(size)]
            bands = ["\n".join(rows[i : i + box]) for i in range(0, size, box)]
            assert [p.cells for p in read_sudokus("\n\n".join(bands))] == [cells]


@pytest.mark.parametrize("drawing", [BOXED, SIMPLE_SUDOKU, LIGHT_FRAMES])
def test_walls_are_not_cells(drawing: str) -> None:
    assert [p.cells for p in read_sudokus(drawing)] == [NINE]


def test_stars_as_empty_cells_are_told_from_stars_as_corners() -> None:
    inside = SIMPLE_SUDOKU.replace(".", "*")
    assert read_sudoku(inside).cells == NINE


def test_walls_give_the_shape_of_the_boxes() -> None:
    upright = SudokuText.of(SIX, box=(3, 2))
    for form in ("boxed", "ss"):
        assert read_sudoku(write_sudokus([upright], form)) == upright
    assert read_sudoku(write_sudokus([SudokuText.of(SIX)], "boxed")).box == (2, 3)
    assert "r3c2" in upright.problem().constraint("block 1").variables


def test_a_wall_beside_every_cell_says_nothing_about_boxes() -> None:
    lines = [line for row in ROWS for line in ("--" * 9, "|" + "|".join(row) + "|")]
    assert read_sudoku("\n".join(lines)) == SudokuText.of(NINE)


@pytest.mark.parametrize(
    ("drawing", "complaint"),
    [
        ("|1.|..|\n|..|3.|\n|.|4..|\n|..|.2|", "irregular"),
        ("1...\n----\n..3.\n.4..\n...2", "irregular"),
        ("\n".join(f"|{r[:2]}|{r[2:4]}|{r[4:]}|" for r in ["." * 6] * 6), None),
        ("\n".join(["|...|...|"] * 3 + ["-------"] + ["|...|...|"] * 3), "3 rows x 3 columns"),
    ],
)
def test_boxes_of_another_shape_are_refused(drawing: str, complaint: str | None) -> None:
    if complaint is None:
        assert read_sudoku(drawing).box == (3, 2)
    else:
        with pytest.raises(InvalidPuzzle, match=complaint):
            read_sudoku(drawing)


@pytest.mark.parametrize("cells", SIZES, ids=len)
def test_a_cell_with_several_pencil_marks_is_empty_and_with_one_filled(cells: str) -> None:
    assert read_sudoku(pencil_marks(cells, int(len(cells) ** 0.5))).cells == cells


@pytest.mark.parametrize("wrong", ["11", "1-2", "45x", "²3"])
def test_a_wrong_pencil_mark_is_named_with_its_place(wrong: str) -> None:
    words = ["12"] * 81
    words[10] = wrong
    with pytest.raises(InvalidPuzzle, match=f"{wrong}.* in row 2, column 2"):
        read_sudoku(" ".join(words))


def test_a_sixteen_grid_may_be_written_with_numbers() -> None:
    words = ["0" if c == "." else str(SYMBOLS.index(c) + 1) for c in SIXTEEN]
    assert read_sudoku(" ".join(words)).cells == SIXTEEN
    words[3] = "17"
    with pytest.raises(InvalidPuzzle, match="'17' in row 1, column 4"):
        read_sudoku(" ".join(words))


def test_small_letters_are_values_of_a_sixteen_grid() -> None:
    assert read_sudoku(SIXTEEN.lower()).cells == SIXTEEN


def test_sixteen_lines_of_sixteen_are_one_grid_unless_all_values_are_small() -> None:
    assert len(read_sudokus("\n".join([FOUR] * 16))) == 16
    assert len(read_sudokus("\n".join(["." * 16] * 16))) == 1
    assert len(read_sudokus("\n".join([FOUR] * 15))) == 15


def test_an_sdk_file_has_headers_and_sections() -> None:
    text = "#AUs\n#DFirst light\n#CNo comment\n[Puzzle]\n" + "\n".join(ROWS)
    assert read_sudoku(text) == SudokuText(NINE, (3, 3), "First light", "Us")
    assert read_sudoku(text.replace("[Puzzle]\n", "")).author == "Us"


def test_the_state_of_an_sdk_file_counts_as_filled() -> None:
    state = ["." * 9] * 8 + ["3........"]
    text = "\n".join(["[Puzzle]", *ROWS, "[State]", *state])
    assert read_sudoku(text).cells == NINE[:72] + "3" + NINE[73:]
    assert read_sudoku(text).entries == {72}
    with pytest.raises(InvalidPuzzle, match=r"r1c2 is 8 in .Puzzle. and 5 in .State."):
        read_sudoku(text.replace("[State]\n.........", "[State]\n.5......."))


@pytest.mark.parametrize(
    "text", ["[Cages]\n1", "[State]\n" + "\n".join(ROWS), f"{FOUR}\n[Puzzle]\n{FOUR}", "[Colours]"]
)
def test_other_sections_of_an_sdk_file_are_refused(text: str) -> None:
    with pytest.raises(InvalidPuzzle, match="section"):
        read_sudoku(text)


def test_an_sdm_file_holds_many_with_comments() -> None:
    puzzles = read_sudokus(f"# ours\n{NINE}\n\n{NINE.replace('.', '0')} # the same\n# end\n")
    assert [p.cells for p in puzzles] == [NINE, NINE]
    assert puzzles[1].title == "the same"


@pytest.mark.parametrize(
    ("line", "title"),
    [
        (f"17 {NINE}", ""),
        (f"3. {NINE}", ""),
        (f"4:{NINE}", ""),
        (f"{NINE} not so hard", "not so hard"),
        (f"{NINE}; easy # ours", "easy ours"),
        (f"7,{NINE.replace('.', '-')},hard", "hard"),
    ],
)
def test_a_number_or_a_remark_may_stand_beside_the_cells(line: str, title: str) -> None:
    puzzles = read_sudokus(f"{NINE}\n{line}\n")
    assert [(p.cells, p.title) for p in puzzles] == [(NINE, ""), (NINE, title)]


def test_a_number_does_not_make_up_for_a_missing_cell() -> None:
    with pytest.raises(InvalidPuzzle, match=r"line 2: .*80 characters"):
        read_sudokus(f"1 {NINE}\n2 {NINE[1:]}")


def test_a_line_with_puzzle_and_solution_is_not_guessed_at() -> None:
    with pytest.raises(InvalidPuzzle, match="162 characters"):
        read_sudoku(f"{NINE},{NINE.replace('.', '1')}")


def test_a_wrong_line_among_many_is_named() -> None:
    with pytest.raises(InvalidPuzzle, match=r"line 3: .*80 characters"):
        read_sudokus(f"{NINE}\n# short:\n{NINE[1:]}\n{NINE}")


def test_several_grids_are_separated_by_blank_lines() -> None:
    assert [p.cells for p in read_sudokus(f"{BOXED}\n\n{SIMPLE_SUDOKU}")] == [NINE, NINE]
    with pytest.raises(InvalidPuzzle, match="puzzle 2: row 1 of 9 has 8 cells"):
        read_sudokus("\n".join([*ROWS, "", ROWS[0][1:], *ROWS[1:]]))


def test_one_of_several_is_picked_by_number() -> None:
    text = f"{FOUR}\n{NINE}"
    assert read_sudoku(text, number=2).cells == NINE
    with pytest.raises(InvalidPuzzle, match=r"there are 2 Sudokus .* 1 to 2"):
        read_sudoku(text)
    with pytest.raises(InvalidPuzzle, match="there are 2 Sudokus, so none with number 3"):
        read_sudoku(text, number=3)


def test_a_hodoku_line_has_placed_values_and_deleted_candidates() -> None:
    placed = "+2" + NINE[1:]
    text = f":0000:x:{placed}:513 514:: a comment:\n:0901:4:{NINE}:::"
    assert [p.cells for p in read_sudokus(text)] == ["2" + NINE[1:], NINE]
    assert [p.as_given().cells for p in read_sudokus(text)] == [NINE, NINE]
    with pytest.raises(InvalidPuzzle, match="82 characters"):
        read_sudoku(f":0000:x:+{NINE}::")


@pytest.mark.parametrize(
    "link",
    [
        f"https://www.sudokuwiki.org/sudoku.htm?bd={NINE}",
        f"www.sudokuwiki.org/sudoku.htm?bd={NINE.replace('.', '0')}",
        f"https://sudokuexchange.com/play/?s={NINE.replace('.', '0')}&d=2",
        f"https://example.org/?s={NINE}",
        f"https://example.org/play/{NINE.replace('.', '0')}",
        f"https://example.org/play#{NINE}",
        load_link(document()),
        f"https://www.f-puzzles.com/?load={packed(document())}",
        f"https://sudokupad.app/fpuzzles{quote(packed(document()), safe='')}",
        f"https://sudokupad.app/fpuzzles{packed(document())}",
        f"https://sudokupad.app/?puzzleid=fpuzzles{quote(packed(document()), safe='')}",
        f"https://sudokupad.app/fpuz{packed(document()).replace('+', '-').replace('/', '_')}",
        f"fpuzzles{packed(document()).rstrip('=')}",
        scl_link(sudokupad_document()),
        f"https://sudokupad.app/ctc{packed(sudokupad_document())}",
        f"https://sudokupad.app/?puzzleid=scl{quote(packed(sudokupad_document()), safe='')}",
        f"https://app.crackingthecryptic.com/sudoku/{scl_link(sudokupad_document())[22:]}",
        scl_link(sudokupad_document())[22:],
    ],
)
def test_a_link_carries_the_puzzle(link: str) -> None:
    assert read_sudoku(link).cells == NINE
    assert len(read_sudokus(f"{link}\n{NINE}")) == 2


@pytest.mark.parametrize("cells", SIZES, ids=len)
def test_a_packed_link_has_title_and_author(cells: str) -> None:
    puzzle = read_sudoku(load_link(document(cells)))
    assert (puzzle.cells, puzzle.title, puzzle.author) == (cells, "First light", "us")


def test_a_sudokuwiki_string_has_clues_solved_cells_and_candidates() -> None:
    numbers = [int(c) if c != "." else 18 + 0b101 for c in NINE]
    numbers[0] = 9 + 5
    numbers[2] = 18 + 0b100  # a last candidate is still a candidate
    digits = string.digits + string.ascii_lowercase
    text = "S9B" + "".join(digits[n // 36] + digits[n % 36] for n in numbers)
    for form in (text, f"https://www.sudokuwiki.org/sudoku.htm?bd={text}"):
        puzzle = read_sudoku(form)
        assert (puzzle.cells, puzzle.entries) == ("5" + NINE[1:], frozenset({0}))
        assert puzzle.as_given().cells == NINE


def test_an_sdx_file_tells_the_digits_of_the_user() -> None:
    words = pencil_marks(NINE, 9).replace("|", " ").split("\n")[1:-1]
    rows = [" ".join(row.split()) for row in words]
    assert rows[0].startswith("12 8 ")
    puzzle = read_sudoku("\r\n".join(["u" + rows[0][1:], *rows[1:]]))
    assert (puzzle.cells[:2], puzzle.entries) == ("28", frozenset({0}))


def test_cells_that_are_not_marked_as_given_in_a_link_are_entries() -> None:
    contents = document()
    del contents["grid"][0][1]["given"]
    assert read_sudoku(load_link(contents)).entries == {1}
    for row in contents["grid"]:
        for cell in row:
            cell.pop("given", None)
    assert read_sudoku(load_link(contents)).entries == frozenset()


@pytest.mark.parametrize("form", FORMS)
def test_every_form_has_all_filled_cells_and_some_tell_the_entries(form: str) -> None:
    puzzle = SudokuText.of(NINE).with_entries({1, 5, 80})
    assert puzzle.entries == {1, 5}  # the last cell is empty
    (back,) = read_sudokus(write_sudokus([puzzle], form))
    assert back.cells == NINE
    assert back.entries == (puzzle.entries if form in ("sdk", "fpuzzles") else frozenset())
    assert len(puzzle.problem().givens) == len(puzzle.as_given().problem().givens) + 2


@pytest.mark.parametrize("separator", ["\t", ", ", ";", "\u00a0", " | "])
def test_rows_of_a_table_or_list_are_read(separator: str) -> None:
    rows = [separator.join(row.replace(".", "0")) for row in ROWS]
    for text in ("\n".join(rows), "[" + ",\n".join(f"[{row}]" for row in rows) + "]"):
        assert read_sudoku(f"\ufeff{text}\r\n\r\n").cells == NINE


def boxed_with_blanks(cells: str, pitch: int, margin: int, edge: str) -> str:
    """Boxes in which cells stand `pitch` apart, `margin` blanks beside the outer ones."""
    size = int(len(cells) ** 0.5)
    height, width = BOXES[len(cells)]
    lines = []
    for row in range(size):
        if row and row % height == 0:
            lines.append("-" * 3 + "+" + "-" * 3)
        values = cells[row * size : (row + 1) * size].replace(".", " ")
        boxes = [(" " * (pitch - 1)).join(values[i : i + width]) for i in range(0, size, width)]
        drawn = "|".join(f"{' ' * margin}{box}{' ' * margin}" for box in boxes)
        lines.append(f"{edge}{drawn}{edge}" if edge else drawn.rstrip())
    return "\n".join(lines)


@pytest.mark.parametrize("cells", [FOUR, NINE, SIXTEEN], ids=len)
@pytest.mark.parametrize(("pitch", "margin"), [(1, 0), (1, 1), (2, 0), (2, 1), (3, 1), (4, 2)])
def test_cells_of_boxes_may_be_blank(cells: str, pitch: int, margin: int) -> None:
    assert read_sudoku(boxed_with_blanks(cells, pitch, margin, "|")).cells == cells
    if cells != FOUR:  # which has no box in the middle to go by
        assert read_sudoku(boxed_with_blanks(cells, pitch, margin, "")).cells == cells


@pytest.mark.parametrize("cells", SIZES, ids=len)
@pytest.mark.parametrize("rule", ["+---+", "|---|", ""])
def test_cells_of_a_ruled_grid_may_be_blank(cells: str, rule: str) -> None:
    size = int(len(cells) ** 0.5)
    rows = [cells[i : i + size].replace(".", " ") for i in range(0, len(cells), size)]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    if rule == "|---|":  # a Markdown table
        lines.insert(1, f"|{'---|' * size}")
    elif rule:
        lines = [line for row in lines for line in (f"+{'---+' * size}", row)]
    assert read_sudoku("\n".join(lines)) == SudokuText.of(cells)


def test_a_markdown_table_may_have_a_blank_heading() -> None:
    lines = [f"|{'|'.join(row.replace('.', ' '))}|" for row in ROWS]
    heading = ["|" + "   |" * 9, "|" + ":-:|" * 9]
    assert read_sudoku("\n".join([*heading, *lines])) == SudokuText.of(NINE)


@pytest.mark.parametrize("cells", SIZES, ids=len)
@pytest.mark.parametrize("separator", [",", ";", "\t", ", "])
def test_fields_of_a_spreadsheet_may_be_empty(cells: str, separator: str) -> None:
    size = int(len(cells) ** 0.5)
    rows = [cells[i : i + size] for i in range(0, len(cells), size)]
    text = "\n".join(separator.join(row).replace(".", "") for row in rows)
    assert read_sudoku(text).cells == cells
    assert read_sudoku("\n".join(f'"{row}"' for row in text.splitlines())).cells == cells


def test_a_row_of_dashes_is_a_wall_unless_a_row_is_missing() -> None:
    rows = ["1-3-", "----", "----", "-2-4"]
    assert read_sudoku("\n".join(rows)).cells == "1.3..........2.4"
    walled = ["1-|3-", "--|--", "--+--", "--|--", "-2|-4"]
    assert read_sudoku("\n".join(walled)).cells == "1.3..........2.4"
    walls = ["1-3-", "4---", "----", "---1", "-2-4"]
    assert read_sudoku("\n".join(walls)).cells == "1.3.4......1.2.4"


def test_dashes_with_spaces_between_them_are_a_wall() -> None:
    lines = [" | ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) for row in ROWS]
    wall = ["- - - + - - - + - - -"]
    text = "\n".join(lines[:3] + wall + lines[3:6] + wall + lines[6:])
    assert read_sudoku(f"```\n{text}\n```") == SudokuText.of(NINE)


def test_what_is_no_rule_in_a_packed_link_is_ignored() -> None:
    plain = document(ruleset="As usual.", solution=[1] * 81, killercage=[], antiknight=False)
    plain["grid"][0][0] = {"region": 0, "centerPencilMarks": [1, 2], "highlight": "#ff0000"}
    plain["grid"][0][1]["given"] = False
    assert read_sudoku(load_link(plain)).cells == NINE


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ({"killercage": [{"cells": ["R1C1", "R1C2"], "value": ">9"}]}, ["killercage '>9' in r1c1"]),
        ({"killercage": [{"cells": ["R1C1", "A2"], "value": "9"}]}, ["killercage '9'"]),
        ({"killercage": {"cells": 1}}, ["killercage"]),
        ({"cage": [{"cells": ["R1C1", "R1C2"], "value": "9"}]}, ["cage"]),
        ({"antiknight": True, "diagonal+": True}, ["antiknight", r"diagonal\+"]),
        ({"negative": ["ratio"]}, ["negative"]),
        ({"something new": {"a": 1}}, ["something new"]),
    ],
)
def test_a_variant_rule_in_a_link_is_named(rules: dict[str, Any], names: list[str]) -> None:
    for name in names:
        with pytest.raises(InvalidPuzzle, match=f"variant with .*{name}.*plain"):
            read_sudoku(load_link(document(**rules)))


@pytest.mark.parametrize(
    ("cell", "complaint"),
    [
        ({"region": 3}, "irregular region in r1c1"),
        ({"region": None}, "irregular region in r1c1"),
        ({"givenPencilMarks": [1, 2]}, "givenPencilMarks in r1c1"),
        ({"c": "#00ff00"}, "c in r1c1"),
        ({"value": 10}, "r1c1 in the link is 10"),
        ({"value": True}, "r1c1 in the link is True"),
        ({"value": [1]}, "r1c1 in the link is a list"),
        ("5", "r1c1 in the link is '5'"),
    ],
)
def test_a_strange_cell_in_a_link_is_named(cell: object, complaint: str) -> None:
    strange = document()
    strange["grid"][0][0] = cell
    with pytest.raises(InvalidPuzzle, match=complaint):
        read_sudoku(load_link(strange))


@pytest.mark.parametrize("cells", SIZES, ids=len)
def test_a_sudokupad_document_has_title_author_and_usual_boxes(cells: str) -> None:
    for link in (scl_link(sudokupad_document(cells)), f"scl{packed(sudokupad_document(cells))}"):
        puzzle = read_sudoku(link)
        assert puzzle == SudokuText.of(cells, title="It's ours", author="us")


def test_the_regions_of_a_sudokupad_document_give_the_shape_of_the_boxes() -> None:
    upright = [[[c, r] for r, c in box] for box in sudokupad_document(SIX)["regions"]]
    assert read_sudoku(scl_link(sudokupad_document(SIX, regions=upright))).box == (3, 2)


def test_values_of_a_sudokupad_document_may_be_text() -> None:
    contents = sudokupad_document()
    contents["cells"][0][1] = {"value": "8"}
    assert read_sudoku(scl_link(contents)).cells == NINE


@pytest.mark.parametrize(
    ("more", "name"),
    [
        ({"lines": [{"wayPoints": [[0, 0], [1, 1]], "color": "#ff0000"}]}, "lines"),
        ({"overlays": [{"text": "V"}], "arrows": [{"a": 1}]}, "overlays, arrows"),
        ({"underlays": [{"rounded": True}]}, "underlays"),
        ({"global": ["antiknight"]}, "global"),
        ({"metadata": {"antiking": True}}, "antiking"),
        ({"cages": [{"cells": [[3, 2], [3, 1]], "value": "odd"}]}, "cage 'odd' in r4c2"),
        ({"cages": [{"cells": [[3, 2], [3, 1]], "value": 9, "unique": False}]}, "cage 9 in r4c2"),
        ({"cages": [{"cells": [[3, 2], [3, 1]], "value": 9, "sum": 8}]}, "cage 9 in r4c2"),
        ({"cages": [{"cells": [[0, 0], [1, 1]]}]}, "cage in r1c1"),
        ({"cages": [{"value": "foglight: r1c1"}]}, "cage 'foglight: r1c1'"),
        ({"regions": []}, "no regions"),
        ({"regions": [[[0, 0], [0, 1]]]}, "regions other than the usual boxes"),
        ({"something new": 1}, "something new"),
    ],
)
def test_a_variant_rule_of_sudokupad_is_named(more: dict[str, Any], name: str) -> None:
    # Keys that are not plain words are never shortened.
    link = f"scl{packed(sudokupad_document(**more))}" if "something new" in more else ""
    with pytest.raises(InvalidPuzzle, match=f"variant with .*{name}.*plain"):
        read_sudoku(link or scl_link(sudokupad_document(**more)))


CAGES = tuple(map(SumCage.of, ["? = r1c1 + r2c2", "9 = r4c2 + r4c3"]))


def test_the_cages_of_f_puzzles_are_kept() -> None:
    row = [f"R1C{column}" for column in range(1, 10)]
    cages = [
        {"cells": ["R4C3", "R4C2"], "value": "9", "outlineC": "#000000"},
        {"cells": ["R2C2", "R1C1"]},
        {"cells": row},
    ]
    puzzle = read_sudoku(load_link(document(killercage=cages)))
    assert (puzzle.cages, puzzle.kind, puzzle.cells) == (CAGES, KILLER_SUDOKU, NINE)
    assert read_sudoku(write_sudokus([puzzle], "fpuzzles")) == puzzle


@pytest.mark.parametrize("told", [{"value": 9}, {"value": "9", "sum": 9}, {"sum": 9}])
def test_the_cages_of_sudokupad_are_kept(told: dict[str, Any]) -> None:
    cages = [
        {"cells": [[3, 2], [3, 1]], "unique": True, **told},
        {"cells": [[0, 0], [1, 1]], "unique": True},
        {"cells": [[0, column] for column in range(9)], "unique": True},
    ]
    assert read_sudoku(scl_link(sudokupad_document(cages=cages))).cages == CAGES


def test_cages_in_a_link_that_overlap_are_refused() -> None:
    cages = [{"cells": ["R1C1", "R1C2"], "value": 9}, {"cells": ["R1C2", "R1C3"], "value": "8"}]
    with pytest.raises(InvalidPuzzle, match=r"8 = r1c2 \+ r1c3 has r1c2.*must not overlap"):
        read_sudoku(load_link(document(killercage=cages)))


@pytest.mark.parametrize(
    ("link", "complaint"),
    [
        ("https://sudokupad.app/abc123", "only the name of one that SudokuPad keeps.* scl"),
        ("https://sudokupad.app/us/first-light", "only the name of one"),
        ("https://sudokupad.app/?puzzleid=abc123", "only the name of one"),
        (f"https://sudokupad.app/scf{'A1' * 20}", "old form scf"),
        ("https://example.org/abc123", "carries no puzzle: accepted are"),
        (f"https://www.sudokuwiki.org/jigsaw.htm?bd={NINE}", r"variant \(jigsaw\)"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=S9B0102", "S9B0102"),
        (f"https://www.sudokuwiki.org/sudoku.htm?bd=S6B{'01' * 36}", "S6B.* accepted are .*S9B"),
        (f"S9B{'01' * 80}00", "'00' is not cell 81"),
        (f"https://example.org/?s={NINE}&bd={'.' * 81}", "2 Sudokus"),
        ("https://[/?bd=1", "not a link"),
        ("https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA", "cut short"),
        (load_link(["grid"]), "no document of f-puzzles or SudokuPad"),
        (load_link({"grid": 5}), "0 rows"),
        (load_link({"grid": [[{}]] * 9}), "row 1"),
        (load_link(document(size=[[]])), "size a list"),
        (load_link(document(size=4)), "9 rows and size 4"),
        (f"https://sudokupad.app/fpuzzles{'A' * 30_000}", "30000 packed characters"),
        (f"https://sudokupad.app/scl{'N4IgzglgXgpiBcBOANCA' * 3}", "cut short"),
    ],
)
def test_a_link_without_a_plain_sudoku_is_refused(link: str, complaint: str) -> None:
    with pytest.raises(InvalidPuzzle, match=complaint):
        read_sudoku(link)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "0 characters"),
        ("\n# nothing\n", "0 characters"),
        ("hello", "5 characters"),
        (NINE[:40] + "!" + NINE[41:], "'!' in row 5, column 5"),
        (NINE[:40] + "A" + NINE[41:], "'A' in row 5, column 5"),
        ("\n".join([*ROWS[:4], ROWS[4][1:], *ROWS[5:]]), "row 5 of 9 has 8 cells"),
        ("\n".join([*ROWS[:7], ROWS[7] + ".", ROWS[8][1:]]), "row 8 of 9 has 10 cells"),
    ],
)
def test_what_is_wrong_is_said(text: str, complaint: str) -> None:
    with pytest.raises(InvalidPuzzle, match=complaint):
        read_sudoku(text)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("cells", SIZES, ids=len)
def test_what_is_written_is_read_back(cells: str, form: str) -> None:
    puzzle = SudokuText.of(cells)
    assert read_sudokus(write_sudokus([puzzle], form)) == [puzzle]
    assert read_sudokus(write_sudokus([puzzle] * 3, form)) == [puzzle] * 3


def test_sdk_files_and_links_keep_title_and_author() -> None:
    puzzles = [SudokuText.of(NINE, title="Erstes Licht ✨", author="wir"), SudokuText.of(FOUR)]
    for form in ("sdk", "fpuzzles"):
        assert read_sudokus(write_sudokus(puzzles, form)) == puzzles


def test_a_form_that_cannot_show_the_boxes_is_refused() -> None:
    with pytest.raises(InvalidPuzzle, match="boxed, killer, ss"):
        write_sudokus([SudokuText.of(SIX, box=(3, 2))], "line")
    with pytest.raises(InvalidPuzzle, match="boxes are 2 rows x 4 columns"):
        write_sudokus([SudokuText.of("." * 64, box=(2, 4))], "line")
    with pytest.raises(UnknownName, match="did you mean 'line'"):
        write_sudokus([], "lines")


def test_the_problem_has_the_title_and_the_values() -> None:
    problem = SudokuText.of(NINE, title="First\nlight\x1b").problem()
    assert problem.title == "First light"
    assert format_sudoku(problem, problem.givens) == NINE


EXAMPLES = [
    *SIZES,
    BOXED,
    SIMPLE_SUDOKU,
    pencil_marks(NINE, 9),
    boxed_with_blanks(NINE, 2, 1, "|"),
    "\n".join(",".join(row).replace(".", "") for row in ROWS),
    "\n".join(["#AUs", "[Puzzle]", *ROWS, "[State]", *ROWS]),
    f"{NINE}\n# more\n{NINE}",
    f":0000:x:+2{NINE[1:]}:513::",
    f"https://www.sudokuwiki.org/sudoku.htm?bd={NINE}",
    load_link(document()),
    f"https://sudokupad.app/fpuzzles{packed(document(antiknight=True))}",
    scl_link(sudokupad_document()),
    "S9B" + "050i" + "eh" * 79,
]


def only_a_puzzle_or_its_error(text: str) -> None:
    try:
        puzzles = read_sudokus(text)
    except InvalidPuzzle:
        return
    assert puzzles
    assert all(SudokuText.of(p.cells, box=p.box).cells == p.cells for p in puzzles)


@settings(max_examples=300, deadline=None)
@given(st.text() | st.text(alphabet="019.*x|-+=#:[]\n AZ/?&", max_size=400))
def test_any_text_gives_puzzles_or_invalid_puzzle(text: str) -> None:
    only_a_puzzle_or_its_error(text)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(EXAMPLES), st.randoms(use_true_random=False), st.integers(1, 6), st.text())
def test_any_mutated_puzzle_gives_puzzles_or_invalid_puzzle(
    text: str, rng: random.Random, changes: int, extra: str
) -> None:
    for _ in range(changes):
        at, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        part = rng.choice(["", extra, text[at:end], rng.choice("0.9*|-+:#[]\n =%$/A")])
        end = rng.choice([at, min(at + 1, len(text)), end])
        text = text[:at] + part + text[end:]
    only_a_puzzle_or_its_error(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["size", "grid", "title", "row", "cell", "value", "region"]), json_values)
def test_any_value_in_a_packed_link_gives_a_puzzle_or_invalid_puzzle(
    where: str, value: object
) -> None:
    contents = document(FOUR)
    if where == "row":
        contents["grid"][1] = value
    elif where == "cell":
        contents["grid"][1][1] = value
    elif where in ("value", "region"):
        contents["grid"][1][1] = {where: value}
    else:
        contents[where] = value
    only_a_puzzle_or_its_error(load_link(contents))


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["cells", "regions", "cages", "metadata", "title", "lines"]), json_values)
def test_any_value_in_a_sudokupad_document_gives_a_puzzle_or_invalid_puzzle(
    where: str, value: object
) -> None:
    for inside in (value, [value]):
        only_a_puzzle_or_its_error(f"scl{packed(sudokupad_document(FOUR) | {where: inside})}")


def test_deeply_nested_documents_are_refused() -> None:
    deep = LZString().compressToBase64('{"grid":' + "[" * 50_000)
    with pytest.raises(InvalidPuzzle):
        read_sudoku(f"https://www.f-puzzles.com/?load={deep}")
