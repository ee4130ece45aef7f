"""Where the cells and walls of a square board are, however it is drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from hintwise.errors import InvalidValue
from hintwise.problem import Constraint, Problem

Cell = tuple[int, int]
"""Row and column, from 1."""

_NAME = re.compile(r"r([1-9]\d*)c([1-9]\d*)", re.ASCII)


def cell_of(name: str) -> Cell:
    """
    >>> cell_of("r7c12")
    (7, 12)
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise InvalidValue(f"{name!r} is not a cell; a board's variables are called r1c1, r1c2, …")
    return int(match[1]), int(match[2])


def cells_of(rule: Constraint) -> frozenset[Cell]:
    """The cells that a rule speaks about; it may also speak about other things."""
    return frozenset(cell_of(name) for name in rule.variables if _NAME.fullmatch(name))


def is_board(problem: Problem) -> bool:
    """Whether the problem can be drawn as a board: its variables are called r1c1, r1c2, …"""
    return bool(problem.variables) and all(_NAME.fullmatch(v.name) for v in problem.variables)


@dataclass(frozen=True, slots=True)
class Board:
    """The walls: around the board, and wherever two neighbours differ in block.

    Blocks are the constraints of group `block`, whatever their shape.
    """

    height: int
    width: int
    block: Mapping[Cell, str]

    @classmethod
    def of(cls, problem: Problem) -> Board:
        cells = [cell_of(v.name) for v in problem.variables]
        return cls(
            height=max(row for row, _ in cells),
            width=max(col for _, col in cells),
            block={
                cell: constraint.name
                for constraint in problem.constraints
                if constraint.group == "block"
                for cell in cells_of(constraint)
            },
        )

    @property
    def rows(self) -> range:
        return range(1, self.height + 1)

    @property
    def columns(self) -> range:
        return range(1, self.width + 1)

    def row_of(self, rule: Constraint) -> int | None:
        """The row that a rule is about, if it is about all of one."""
        cells = cells_of(rule)
        rows = {row for row, _ in cells}
        return rows.pop() if len(rows) == 1 and len(cells) == self.width else None

    def column_of(self, rule: Constraint) -> int | None:
        """The column that a rule is about, if it is about all of one."""
        cells = cells_of(rule)
        columns = {col for _, col in cells}
        return columns.pop() if len(columns) == 1 and len(cells) == self.height else None

    def wall_above(self, cell: Cell) -> bool:
        row, col = cell
        return col in self.columns and self._differ((row - 1, col), cell)

    def wall_left(self, cell: Cell) -> bool:
        row, col = cell
        return row in self.rows and self._differ((row, col - 1), cell)

    def _differ(self, one: Cell, other: Cell) -> bool:
        outside = sum(row not in self.rows or col not in self.columns for row, col in (one, other))
        return outside == 1 or self.block.get(one) != self.block.get(other)
