"""A Sudoku as text: what every form of it is read into and written from."""

from __future__ import annotations

import math
import string
from dataclasses import dataclass

from hintwise.problem import Problem
from hintwise.puzzles.sudoku import BOXES, Box, format_sudoku, sudoku

SYMBOLS = string.digits[1:] + "ABCDEFG"
"""What the values 1 to 16 are written as."""

_UPPER = str.maketrans("abcdefg", "ABCDEFG")


@dataclass(frozen=True, slots=True)
class SudokuText:
    """A Sudoku in one line of cells, `.` for empty, with the shape of its boxes."""

    cells: str
    box: Box
    title: str = ""
    author: str = ""

    @classmethod
    def of(
        cls, cells: str, *, box: Box | None = None, title: str = "", author: str = ""
    ) -> SudokuText:
        """Check the cells as `sudoku` does, and bring them into the one form.

        White space is ignored, and the letters of a 16x16 Sudoku may be small.
        """
        cells = "".join(cells.split())
        if len(cells) == 256:
            cells = cells.translate(_UPPER)
        problem = sudoku(cells, box=box)
        line = format_sudoku(problem, problem.givens)
        return cls(line, box or BOXES[len(line)], _printable(title), _printable(author))

    @property
    def size(self) -> int:
        return math.prod(self.box)

    @property
    def rows(self) -> list[str]:
        return [self.cells[i : i + self.size] for i in range(0, len(self.cells), self.size)]

    def problem(self) -> Problem:
        return sudoku(self.cells, box=self.box, title=self.title)


def _printable(text: str) -> str:
    """Text from a file or a link that is safe to show: one line, no control characters."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())
