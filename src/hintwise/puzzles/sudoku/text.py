"""A Sudoku as text: what every form of it is read into and written from."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from hintwise.errors import InvalidPuzzle
from hintwise.problem import Kind, Problem
from hintwise.puzzles.killer_sudoku.cages import SumCage, check_cages, is_cage
from hintwise.puzzles.killer_sudoku.kind import KILLER_SUDOKU
from hintwise.puzzles.killer_sudoku.model import killer_sudoku
from hintwise.puzzles.sudoku.kind import SUDOKU
from hintwise.puzzles.sudoku.model import BOXES, Box, format_sudoku, sudoku

_UPPER = str.maketrans("abcdefg", "ABCDEFG")


Mark = tuple[int, int]
"""A cell, counted from 0, and a value."""


@dataclass(frozen=True, slots=True)
class SudokuText:
    """A Sudoku in one line of cells, `.` for empty, with the shape of its boxes.

    `entries` are the filled cells, counted from 0, that the solver has placed; the other filled
    ones are given. Where a form does not tell them apart there are none. `crossed` are candidates
    of open cells that the solver has crossed out. With `cages` it is a Killer Sudoku.
    """

    cells: str
    box: Box
    title: str = ""
    author: str = ""
    entries: frozenset[int] = frozenset()
    crossed: frozenset[Mark] = frozenset()
    cages: tuple[SumCage, ...] = ()

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
    def kind(self) -> Kind:
        """A Sudoku, or with cages a Killer Sudoku."""
        return KILLER_SUDOKU if self.cages else SUDOKU

    @property
    def size(self) -> int:
        """How many rows, columns and values there are."""
        return math.prod(self.box)

    @property
    def rows(self) -> list[str]:
        """The cells, row by row."""
        return [self.cells[i : i + self.size] for i in range(0, len(self.cells), self.size)]

    @property
    def boxed(self) -> str:
        """The cells with walls around the boxes, on several lines."""
        height, width = self.box
        wall = "+".join(["", *["-" * (2 * width + 1)] * height, ""])
        lines = [wall]
        for number, row in enumerate(self.rows, 1):
            parts = (" ".join(row[i : i + width]) for i in range(0, len(row), width))
            lines.append("|".join(["", *(f" {part} " for part in parts), ""]))
            lines += [wall] if number % height == 0 else []
        return "\n".join(lines)

    @property
    def source(self) -> str:
        """The shortest text that reads back as the same cells, boxes and cages.

        It does not hold title and author, nor which cells are entries: these are kept beside it.

        >>> print(SudokuText.of("12" + "." * 14).with_cages([SumCage.of("5 = r2c1 + r3c1")]).source)
        12..............
        5 = r2c1 + r3c1
        """
        cells = self.cells if self.box == BOXES.get(len(self.cells)) else self.boxed
        return "\n".join([cells, *map(str, self.cages)])

    @classmethod
    def from_source(cls, text: str) -> SudokuText:
        """Read what `source` wrote, with boxes of any shape."""
        lines = text.splitlines()
        cages = [SumCage.of(line) for line in lines if is_cage(line)]
        drawn = [line for line in lines if not is_cage(line)]
        if "|" not in text:
            return cls.of("".join(drawn)).with_cages(cages)
        walls = [number for number, line in enumerate(drawn) if line.startswith("+")]
        rows = [line.split("|") for line in drawn if line.startswith("|")]
        if len(walls) < 2 or not rows:
            raise InvalidPuzzle(f"{shortened(text)} has no walls above and below its first boxes")
        box = (walls[1] - walls[0] - 1, len(rows[0][1].split()))
        return cls.of("".join(map("".join, rows)), box=box).with_cages(cages)

    def with_title(self, title: str) -> SudokuText:
        """The same under another title."""
        return replace(self, title=_printable(title))

    def with_cages(self, cages: Iterable[SumCage]) -> SudokuText:
        """The same with these cages as well, which must fit into its grid and not overlap."""
        return replace(self, cages=check_cages([*self.cages, *cages], self.size))

    def with_entries(self, entries: Collection[int]) -> SudokuText:
        """The same, these of the filled cells being the solver's own."""
        return replace(self, entries=frozenset(i for i in entries if self.cells[i] != "."))

    def with_crossed_out(self, marks: Iterable[Mark]) -> SudokuText:
        """The same, these candidates of open cells being crossed out."""
        return replace(self, crossed=frozenset(m for m in marks if self.cells[m[0]] == "."))

    def with_candidates(self, left: Mapping[int, Collection[int]]) -> SudokuText:
        """The same, in these cells all other candidates being crossed out."""
        values = range(1, self.size + 1)
        others = ((i, v) for i, kept in left.items() for v in values if v not in kept)
        return self.with_crossed_out(others)

    def as_given(self) -> SudokuText:
        """The same without what the solver has placed."""
        cells = ("." if i in self.entries else cell for i, cell in enumerate(self.cells))
        return replace(self, cells="".join(cells), entries=frozenset())

    def problem(self) -> Problem:
        """The problem in which every filled cell is given; of `as_given`, only the givens are."""
        if self.cages:
            return killer_sudoku(self.cells, self.cages, box=self.box, title=self.title)
        return sudoku(self.cells, box=self.box, title=self.title)


def _printable(text: str) -> str:
    """Text from a file or a link that is safe to show: one line, no control characters."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())


def shortened(text: str) -> str:
    """Text from a file or a link that is safe to quote in a message."""
    text = "".join(c for c in text if c.isprintable())
    return text if len(text) <= 60 else f"{text[:57]}…"
