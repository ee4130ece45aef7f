"""Puzzles written in the forms that other programs read."""

from __future__ import annotations

from collections.abc import Iterable

from hintwise.errors import expect_several
from hintwise.guide.position import Position
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
    several = expect_several(positions, "a list of positions, each as read(text) makes it")
    return write_sudokus([Position.checked(one).as_sudoku() for one in several], form)
