"""Sudokus written in the forms that other programs read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from urllib.parse import quote

from lzstring import LZString

from hintwise.errors import InvalidPuzzle, known_name
from hintwise.puzzles.sudoku.model import BOXES, SYMBOLS
from hintwise.puzzles.sudoku.text import SudokuText


def write_sudokus(puzzles: Iterable[SudokuText], form: str) -> str:
    """All `puzzles` in one text of the given form (see `FORMS`), which `read_sudokus` reads back.

    Every filled cell is written; only `sdk` and `fpuzzles` say which are the solver's own. Only
    `killer` and `fpuzzles` have cages.

    >>> print(write_sudokus([SudokuText.of("1.....3..4.....2")], "boxed"))
    +-----+-----+
    | 1 . | . . |
    | . . | 3 . |
    +-----+-----+
    | . 4 | . . |
    | . . | . 2 |
    +-----+-----+
    """
    known_name("form", form, FORMS)
    between = "\n" if form in _ONE_LINE else "\n\n"
    return between.join(_written(puzzle, form) for puzzle in puzzles)


def _written(puzzle: SudokuText, form: str) -> str:
    if form not in _SHOW_BOXES and puzzle.box != BOXES.get(len(puzzle.cells)):
        rows, columns = puzzle.box
        raise InvalidPuzzle(
            f"the form {form!r} cannot say that boxes are {rows} rows x {columns} columns; "
            f"accepted are {', '.join(sorted(_SHOW_BOXES))}"
        )
    if form not in _SHOW_CAGES and puzzle.cages:
        raise InvalidPuzzle(
            f"the form {form!r} cannot say that there is a cage {puzzle.cages[0]}; "
            f"accepted are {', '.join(sorted(_SHOW_CAGES))}"
        )
    return FORMS[form](puzzle)


def _line(puzzle: SudokuText) -> str:
    return puzzle.cells


def _sdm(puzzle: SudokuText) -> str:
    return f"# {puzzle.title}\n{puzzle.cells}" if puzzle.title else puzzle.cells


def _grid(puzzle: SudokuText) -> str:
    return "\n".join(puzzle.rows)


def _sdk(puzzle: SudokuText) -> str:
    state = ["[State]", *puzzle.rows] if puzzle.entries else []
    return "\n".join([*_headers(puzzle), "[Puzzle]", *puzzle.as_given().rows, *state])


def _boxed(puzzle: SudokuText) -> str:
    return puzzle.boxed


def _killer(puzzle: SudokuText) -> str:
    return "\n".join([*_headers(puzzle), puzzle.boxed, *map(str, puzzle.cages)])


def _ss(puzzle: SudokuText) -> str:
    height, width = puzzle.box
    wall = f"|{'+'.join(['-' * width] * height)}|"
    edge = f"*{'-' * (len(wall) - 2)}*"
    lines = []
    for index, row in enumerate(puzzle.rows):
        lines += [wall] if index and index % height == 0 else []
        lines.append(f"|{'|'.join(row[i : i + width] for i in range(0, len(row), width))}|")
    return "\n".join([edge, *lines, edge])


def _fpuzzles(puzzle: SudokuText) -> str:
    cells = [
        {} if c == "." else {"value": SYMBOLS.index(c) + 1, "given": i not in puzzle.entries}
        for i, c in enumerate(puzzle.cells)
    ]
    grid = [cells[i : i + puzzle.size] for i in range(0, len(cells), puzzle.size)]
    document: dict[str, object] = {"size": puzzle.size, "grid": grid}
    document |= {k: v for k, v in (("title", puzzle.title), ("author", puzzle.author)) if v}
    if puzzle.cages:
        document["killercage"] = [
            {"cells": [name.upper() for name in cage.names]}
            | ({} if cage.total is None else {"value": str(cage.total)})
            for cage in puzzle.cages
        ]
    # ASCII only: the library counts characters where JavaScript counts UTF-16 units.
    packed = LZString().compressToBase64(json.dumps(document, separators=(",", ":")))
    return f"https://www.f-puzzles.com/?load={quote(packed, safe='')}"


def _headers(puzzle: SudokuText) -> list[str]:
    headers = (("#A", puzzle.author), ("#D", puzzle.title))
    return [f"{letter}{text}" for letter, text in headers if text]


FORMS: dict[str, Callable[[SudokuText], str]] = {
    "line": _line,
    "grid": _grid,
    "boxed": _boxed,
    "sdk": _sdk,
    "sdm": _sdm,
    "ss": _ss,
    "killer": _killer,
    "fpuzzles": _fpuzzles,
}
"""The forms by name; `line` is one line per puzzle, `fpuzzles` a link."""

_ONE_LINE = frozenset({"line", "sdm", "fpuzzles"})
_SHOW_BOXES = frozenset({"boxed", "ss", "killer"})
_SHOW_CAGES = frozenset({"killer", "fpuzzles"})
