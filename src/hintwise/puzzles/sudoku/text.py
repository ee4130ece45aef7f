"""A Sudoku as text: what every form of it is read into and written from."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace

from hintwise.problem import Problem
from hintwise.puzzles.sudoku.model import BOXES, Box, format_sudoku, sudoku

_UPPER = str.maketrans("abcdefg", "ABCDEFG")


@dataclass(frozen=True, slots=True)
class SudokuText:
    """A Sudoku in one line of cells, `.` for empty, with the shape of its boxes.

    `entries` are the filled cells, counted from 0, that the solver has placed; the other filled
    ones are given. Where a form does not tell them apart there are none.
    """

    cells: str
    box: Box
    title: str = ""
    author: str = ""
    entries: frozenset[int] = frozenset()

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

    def with_entries(self, entries: Collection[int]) -> SudokuText:
        """The same, these of the filled cells being the solver's own."""
        return replace(self, entries=frozenset(i for i in entries if self.cells[i] != "."))

    def as_given(self) -> SudokuText:
        """The same without what the solver has placed."""
        cells = ("." if i in self.entries else cell for i, cell in enumerate(self.cells))
        return replace(self, cells="".join(cells), entries=frozenset())

    def problem(self) -> Problem:
        """The problem in which every filled cell is given; of `as_given`, only the givens are."""
        return sudoku(self.cells, box=self.box, title=self.title)


def _printable(text: str) -> str:
    """Text from a file or a link that is safe to show: one line, no control characters."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())


def shortened(text: str) -> str:
    """Text from a file or a link that is safe to quote in a message."""
    text = "".join(c for c in text if c.isprintable())
    return text if len(text) <= 60 else f"{text[:57]}…"
