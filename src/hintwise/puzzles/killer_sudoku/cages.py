"""Cages: cells that hold different values, usually with a given sum."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hintwise.errors import InvalidPuzzle, expect
from hintwise.problem import Cell
from hintwise.puzzles.sudoku.model import SIZES

_CELL = re.compile(r"r([1-9]\d?)c([1-9]\d?)", re.IGNORECASE | re.ASCII)
_TOTAL = re.compile(r"\d{1,4}", re.ASCII)
_MEANT = re.compile(r"[^=]*=\s*r\s*\d|\s*r\s*\d[^=]*=", re.IGNORECASE)

UNKNOWN = "?"
"""What stands for the sum of a cage that has none."""


@dataclass(frozen=True, slots=True, order=True)
class SumCage:
    """Cells of different values that add up to `total`; without one, they only differ.

    Its text says all of it, and is how it is written down.

    >>> str(SumCage.of("15 = R2C1 + r1c1"))
    '15 = r1c1 + r2c1'
    """

    cells: tuple[Cell, ...]
    total: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))
        if not self.cells:
            raise InvalidPuzzle(f"the cage {self} has no cells; it needs one at least")
        for one, other in zip(self.cells, self.cells[1:], strict=False):
            if one == other:
                raise InvalidPuzzle(f"the cage {self} has {cell_name(one)} twice")

    @classmethod
    def of(cls, text: str) -> SumCage:
        """Read `15 = r1c1 + r1c2`, or `? = r1c1 + r1c2` for a cage without a sum.

        The sum may also stand behind the cells.
        """
        expect(text, str, "a cage, as in '15 = r1c1 + r1c2'")
        total, _, cells = (part.strip() for part in text.partition("="))
        if _CELL.match(total):
            total, cells = cells, total
        found = [_CELL.fullmatch(cell.strip()) for cell in cells.split("+")]
        if not (total == UNKNOWN or _TOTAL.fullmatch(total)) or not all(found):
            raise InvalidPuzzle(
                f"{text.strip()[:60]!r} is not a cage; accepted is its sum and its cells, as in "
                "15 = r1c1 + r1c2 + r2c1, or ? = r1c1 + r1c2 if it has no sum"
            )
        places = tuple((int(m[1]), int(m[2])) for m in found if m is not None)
        return cls(places, None if total == UNKNOWN else int(total))

    def __str__(self) -> str:
        total = UNKNOWN if self.total is None else self.total
        return f"{total} = {' + '.join(self.names)}"

    @property
    def names(self) -> list[str]:
        """The names of its cells."""
        return [cell_name(cell) for cell in self.cells]

    def fits(self, size: int) -> bool:
        """Whether the cage can stand in a grid of this size."""
        try:
            self.check(size)
        except InvalidPuzzle:
            return False
        return True

    def check(self, size: int) -> None:
        """Raise `InvalidPuzzle` unless the cage can stand in a grid of this size."""
        for row, column in self.cells:
            if not (1 <= row <= size and 1 <= column <= size):
                raise InvalidPuzzle(
                    f"the cage {self} has {cell_name((row, column))}, which is outside the grid; "
                    f"accepted are r1c1 to r{size}c{size}"
                )
        count = len(self.cells)
        if count > size:
            raise InvalidPuzzle(
                f"the cage {self} has {count} cells; accepted are at most {size}, for as many "
                "different values there are"
            )
        # The lowest and the highest values that there are.
        low, high = count * (count + 1) // 2, count * (2 * size - count + 1) // 2
        if self.total is not None and not low <= self.total <= high:
            raise InvalidPuzzle(
                f"the cage {self} has an impossible sum; accepted are {low} to {high} for "
                f"{count} cell{'s' * (count > 1)} of a {size}x{size} grid"
            )


def is_cage(line: str) -> bool:
    """Whether a line is meant as a cage, however wrong."""
    return _MEANT.match(line) is not None


def check_cages(cages: Iterable[SumCage], size: int) -> tuple[SumCage, ...]:
    """The cages in order, if they can stand in one grid of this size; else raise."""
    owner: dict[Cell, SumCage] = {}
    for cage in cages:
        cage.check(size)
        for cell in cage.cells:
            if cell in owner:
                raise InvalidPuzzle(
                    f"the cage {cage} has {cell_name(cell)}, which is in the cage {owner[cell]} "
                    "already; cages must not overlap"
                )
            owner[cell] = cage
    return tuple(sorted(set(owner.values())))


def smallest_size(cages: Sequence[SumCage]) -> int:
    """The smallest usual size of a grid in which all these can be; the largest if there is none."""
    fitting = (size for size in SIZES if all(cage.fits(size) for cage in cages))
    return next(fitting, SIZES[-1])


def cell_name(cell: Cell) -> str:
    row, column = cell
    return f"r{row}c{column}"
