"""Puzzles written in the forms that other programs read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hintwise.guide.position import Position
from hintwise.puzzles import format_sudoku
from hintwise.puzzles.sudoku.text import SudokuText
from hintwise.puzzles.sudoku.writers import FORMS, write_sudokus

__all__ = ["FORMS", "write"]


def write(positions: Iterable[Position], form: str) -> str:
    """All positions in one text of the given form (see `FORMS`), which `read_all` reads back.

    Every filled cell is written; only `sdk` and `fpuzzles` say which are the person's own. Raises
    `InvalidValue` for a puzzle that is not a Sudoku.

    >>> from hintwise.guide.reading import read
    >>> write([read("1.....3..4.....2", known=["r1c2=3"])], "line")
    '13....3..4.....2'
    """
    return write_sudokus(map(_filled, positions), form)


def _filled(position: Position) -> SudokuText:
    given, problem = position.puzzle.as_sudoku(), position.problem
    cells = format_sudoku(problem, [*problem.givens, *position.entries])
    filled = replace(given, cells=cells)
    return filled.with_entries([i for i, cell in enumerate(given.cells) if cell == "."])
