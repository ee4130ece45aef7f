"""Steps for a terminal, as rich renderables.

Nothing is told by colour alone: every mark has a shape as well, so a copy in plain text says the
same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from hintwise.errors import InvalidValue
from hintwise.problem import Fact, Problem, Step
from hintwise.render.words import rule_text, step_text

DERIVED = "bold reverse green"
USED_FACT = "bold cyan"
USED_UNIT = "yellow"
FRAME = "dim"

Cell = tuple[int, int]
"""Row and column, from 1."""


def step_view(problem: Problem, facts: Iterable[Fact], step: Step) -> RenderableType:
    """All there is to show of a step: picture, sentence and figures.

    `facts` are those known before the step.
    """
    if problem.kind == "sudoku":
        picture: RenderableType = sudoku_board(problem, facts, step)
    else:
        picture = step_panel(problem, step)
    return Group(picture, Text(step_text(problem, step)), step_figures(step))


def step_figures(step: Step) -> Text:
    """Cost, whether it is proven to be the least, and the features that are not zero."""
    text = Text(f"cost {step.cost:g}, ")
    if step.optimal:
        text.append("optimal", style="green")
    else:
        text.append(f"not proven: at least {step.lower_bound:g}", style="yellow")
    counted = [f"{name} {count}" for name, count in step.features.items() if count > 0]
    if counted:
        text.append(f" ({', '.join(counted)})", style="dim")
    return text


def step_panel(problem: Problem, step: Step) -> Table:
    """The parts of a step side by side, for problems without a picture of their own."""
    table = Table("derived", "facts", "rules")
    table.add_row(
        Text(f"[{step.derived}]", style=DERIVED),
        Text("\n".join(map(str, step.facts)) or "none", style=USED_FACT),
        Text(
            "\n".join(rule_text(problem, name) for name in step.constraints) or "none",
            style=USED_UNIT,
        ),
    )
    return table


def sudoku_board(problem: Problem, facts: Iterable[Fact], step: Step) -> Group:
    """The grid before the step, with what the step derives and what it uses, and a legend.

    The frame follows the constraints of group `block`, whatever their shape.
    """
    grid = _Grid.of(problem)
    marks = _Marks.of(problem, facts, step)
    lines = [_column_labels(grid, marks)]
    for row in range(1, grid.height + 1):
        if any(grid.wall_above((row, col)) for col in grid.columns):
            lines.append(_frame_line(grid, row))
        lines.append(_cell_line(grid, marks, row))
    lines.append(_frame_line(grid, grid.height + 1))
    board = Text("\n").join(lines)
    board.no_wrap = True
    return Group(board, _legend(step))


@dataclass(frozen=True)
class _Grid:
    """Where the walls are: around the grid, and wherever two neighbours differ in block."""

    height: int
    width: int
    block: Mapping[Cell, str]
    digits: int

    @classmethod
    def of(cls, problem: Problem) -> _Grid:
        cells = [_cell(v.name) for v in problem.variables]
        return cls(
            height=max(row for row, _ in cells),
            width=max(col for _, col in cells),
            block={
                _cell(name): constraint.name
                for constraint in problem.constraints
                if constraint.group == "block"
                for name in constraint.variables
            },
            digits=max(len(str(value)) for v in problem.variables for value in v.domain),
        )

    @property
    def columns(self) -> range:
        return range(1, self.width + 1)

    @property
    def margin(self) -> int:
        """The width of the row labels."""
        return len(str(self.height)) + 2

    def wall_above(self, cell: Cell) -> bool:
        row, col = cell
        return 1 <= col <= self.width and self._differ((row - 1, col), cell)

    def wall_left(self, cell: Cell) -> bool:
        row, col = cell
        return 1 <= row <= self.height and self._differ((row, col - 1), cell)

    def gap_before(self, col: int) -> bool:
        """Whether any row has a wall there, so that all rows leave room for it."""
        return any(self.wall_left((row, col)) for row in range(1, self.height + 1))

    def _differ(self, one: Cell, other: Cell) -> bool:
        outside = sum(
            not (1 <= row <= self.height and 1 <= col <= self.width) for row, col in (one, other)
        )
        return outside == 1 or self.block.get(one) != self.block.get(other)


@dataclass(frozen=True)
class _Marks:
    """What each cell holds and how it takes part in the step."""

    derived: Fact
    known: Mapping[str, int]
    used_facts: frozenset[str]
    used_cells: frozenset[str]
    used_rows: frozenset[int]
    used_columns: frozenset[int]

    @classmethod
    def of(cls, problem: Problem, facts: Iterable[Fact], step: Step) -> _Marks:
        units = [problem.constraint(name) for name in step.constraints]
        return cls(
            derived=step.derived,
            known={f.variable: f.value for f in facts if f.equal},
            used_facts=frozenset(f.variable for f in step.facts),
            used_cells=frozenset(name for unit in units for name in unit.variables),
            used_rows=frozenset(
                _cell(name)[0] for unit in units if unit.group == "row" for name in unit.variables
            ),
            used_columns=frozenset(
                _cell(name)[1] for unit in units if unit.group == "col" for name in unit.variables
            ),
        )

    def cell(self, name: str, digits: int) -> tuple[str, str]:
        """The text of a cell, two characters wider than a value, and its style."""
        in_unit = name in self.used_cells
        if name == self.derived.variable:
            value = f"{self.derived.value:>{digits}}"
            return f"[{value}]" if self.derived.equal else f"≠{value} ", DERIVED
        if name in self.used_facts:
            return f"({self.known.get(name, '?'):>{digits}})", USED_FACT
        shown = str(self.known.get(name, "·" if in_unit else ""))
        return f" {shown:>{digits}} ", USED_UNIT if in_unit else ""


def _cell(name: str) -> Cell:
    match = re.fullmatch(r"r(\d+)c(\d+)", name)
    if match is None:
        raise InvalidValue(f"{name!r} is not a cell; a Sudoku's variables are called r1c1, r1c2, …")
    return int(match[1]), int(match[2])


def _column_labels(grid: _Grid, marks: _Marks) -> Text:
    line = Text(" " * grid.margin)
    for col in grid.columns:
        used = col in marks.used_columns
        label = f"{'▼' if used else ' '}{col:>{grid.digits}} "
        line.append(" " * grid.gap_before(col))
        line.append(label, style=USED_UNIT if used else FRAME)
    return line


def _cell_line(grid: _Grid, marks: _Marks, row: int) -> Text:
    used = row in marks.used_rows
    label = f"{'▶' if used else ''}{row} ".rjust(grid.margin)
    line = Text(label, style=USED_UNIT if used else FRAME)
    for col in range(1, grid.width + 2):
        if grid.gap_before(col):
            line.append("│" if grid.wall_left((row, col)) else " ", style=FRAME)
        if col <= grid.width:
            text, style = marks.cell(f"r{row}c{col}", grid.digits)
            line.append(text, style=style or "not dim")
    return line


# Indexed by the arms that meet: up 1, down 2, left 4, right 8.
_JUNCTIONS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"


def _frame_line(grid: _Grid, row: int) -> Text:
    """The walls above `row`."""
    line = " " * grid.margin
    for col in range(1, grid.width + 2):
        if grid.gap_before(col):
            up, down = grid.wall_left((row - 1, col)), grid.wall_left((row, col))
            left, right = grid.wall_above((row, col - 1)), grid.wall_above((row, col))
            line += _JUNCTIONS[up + 2 * down + 4 * left + 8 * right]
        if col <= grid.width:
            line += ("─" if grid.wall_above((row, col)) else " ") * (grid.digits + 2)
    return Text(line, style=FRAME)


def _legend(step: Step) -> Text:
    legend = Text.assemble(("[ ]", DERIVED), " derived   ", ("( )", USED_FACT), " used fact")
    if step.constraints:
        legend.append("   ")
        legend.append("▶ ▼ ·", style=USED_UNIT)
        legend.append(f" used unit: {', '.join(step.constraints)}")
    return legend
