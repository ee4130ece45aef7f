"""Where the variables of a problem lie when it is drawn: on a board, or in a staircase of tables.

Pictures, terminals, words and JSON all take it from here; a problem without a layout is shown as a
list of its variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hintwise.problem.brief import Brief
from hintwise.problem.facts import Constraint, Variable

Cell = tuple[int, int]
"""Row and column, from 1."""

Value = tuple[str, str]
"""A category and one of its values."""

Link = tuple[Value, Value]
"""Two values that may go together."""

Table = tuple[str, str]
"""The categories of its rows and of its columns."""

Place = tuple[str, str, str, str]
"""Category and value of the row, then of the column."""

_NAME = re.compile(r"r([1-9]\d*)c([1-9]\d*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Cage:
    """Cells with a dashed line around them, and what is written in their corner."""

    cells: frozenset[Cell]
    label: str

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        return {"cells": [list(cell) for cell in sorted(self.cells)], "label": self.label}


@dataclass(frozen=True, repr=False)
class Board(Brief):
    """A board of square cells, one for each variable.

    There is a wall around it, and wherever two neighbours differ in region, whatever its shape.
    """

    cells: Mapping[str, Cell]
    regions: Mapping[Cell, str] = field(default_factory=dict, repr=False)
    cages: tuple[Cage, ...] = field(default=(), repr=False)

    @classmethod
    def named(
        cls, variables: Iterable[Variable], constraints: Iterable[Constraint]
    ) -> Board | None:
        """The board of variables that are called r1c1, r1c2, …; None if they are not.

        Its regions are the constraints of the group `block`.
        """
        found = {v.name: _NAME.fullmatch(v.name) for v in variables}
        cells = {name: (int(m[1]), int(m[2])) for name, m in found.items() if m is not None}
        if not cells or len(cells) < len(found):
            return None
        blocks = [rule for rule in constraints if rule.group == "block"]
        regions = {cells[v]: rule.name for rule in blocks for v in rule.variables if v in cells}
        return cls(cells, regions)

    @cached_property
    def height(self) -> int:
        """How many rows it has."""
        return max(row for row, _ in self.cells.values())

    @cached_property
    def width(self) -> int:
        """How many columns it has."""
        return max(col for _, col in self.cells.values())

    @cached_property
    def names(self) -> Mapping[Cell, str]:
        """The variable in each cell."""
        return {cell: name for name, cell in self.cells.items()}

    @property
    def rows(self) -> range:
        """The numbers of its rows, from 1."""
        return range(1, self.height + 1)

    @property
    def columns(self) -> range:
        """The numbers of its columns, from 1."""
        return range(1, self.width + 1)

    def cells_of(self, rule: Constraint) -> frozenset[Cell]:
        """The cells that a rule speaks about; it may also speak about other things."""
        return frozenset(self.cells[name] for name in rule.variables if name in self.cells)

    def row_of(self, rule: Constraint) -> int | None:
        """The row that a rule is about, if it is about all of one."""
        cells = self.cells_of(rule)
        rows = {row for row, _ in cells}
        return rows.pop() if len(rows) == 1 and len(cells) == self.width else None

    def column_of(self, rule: Constraint) -> int | None:
        """The column that a rule is about, if it is about all of one."""
        cells = self.cells_of(rule)
        columns = {col for _, col in cells}
        return columns.pop() if len(columns) == 1 and len(cells) == self.height else None

    def wall_above(self, cell: Cell) -> bool:
        """Whether there is a wall above a cell."""
        row, col = cell
        return col in self.columns and self._differ((row - 1, col), cell)

    def wall_left(self, cell: Cell) -> bool:
        """Whether there is a wall to the left of a cell."""
        row, col = cell
        return row in self.rows and self._differ((row, col - 1), cell)

    def _differ(self, one: Cell, other: Cell) -> bool:
        outside = sum(row not in self.rows or col not in self.columns for row, col in (one, other))
        return outside == 1 or self.regions.get(one) != self.regions.get(other)

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        return {
            "form": "board",
            "height": self.height,
            "width": self.width,
            "cells": {name: list(cell) for name, cell in self.cells.items()},
            "regions": [
                [self.regions.get((row, col), "") for col in self.columns] for row in self.rows
            ],
            "cages": [cage.as_json() for cage in self.cages],
        }


@dataclass(frozen=True, repr=False)
class Staircase(Brief):
    """The tables of a logic grid: each pair of categories meets in one of them.

    Every variable is a link between two values. The first category runs down the side and the
    second along the top; from there the others go from last to first down the side, and from first
    to last along the top. The values of `ordered` categories can be compared. `also` are other ways
    to write values.
    """

    categories: Mapping[str, tuple[str, ...]]
    links: Mapping[str, Link] = field(repr=False)
    ordered: tuple[str, ...] = ()
    also: Mapping[Value, tuple[str, ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Where each variable lies."""
        position = {category: number for number, category in enumerate(self.categories)}
        first = next(iter(position))

        def place(link: Link) -> Place:
            one, other = sorted(link, key=lambda value: position[value[0]])
            row, column = (one, other) if one[0] == first else (other, one)
            return (*row, *column)

        return {name: place(link) for name, link in self.links.items()}

    @property
    def side(self) -> tuple[str, ...]:
        """The categories down the side."""
        first, _, *others = self.categories
        return (first, *reversed(others))

    @property
    def top(self) -> tuple[str, ...]:
        """The categories along the top."""
        return tuple(self.categories)[1:]

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables that there are, row by row."""
        return tuple(
            (row, column)
            for number, row in enumerate(self.side)
            for column in self.top[: len(self.top) - number]
        )

    def tables_of(self, rule: Constraint) -> tuple[Table, ...]:
        """The tables in which a rule speaks about some link."""
        places = [self.places[name] for name in rule.variables if name in self.places]
        about = {(row, column) for row, _, column, _ in places}
        return tuple(table for table in self.tables if table in about)

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        return {
            "form": "staircase",
            "categories": {name: list(values) for name, values in self.categories.items()},
            "ordered": list(self.ordered),
            "links": {name: [list(end) for end in link] for name, link in self.links.items()},
        }


Layout = Board | Staircase
