"""Futoshiki: a Latin square with inequalities between neighbours.

The idea shown: people cross out digits before they write one. With `exclusions=True` steps do so
too, and with `take_along=True` a step crosses out all that has the same reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import cpmpy as cp

import hintwise as hw

# Cells stand in every other place; the sign between two cells points at the smaller one.
PUZZLE = """
. .<. .>.
        v
4 . . . .
^ ^ ^
. . . . .

. . .<. .

.<.<. . .
"""
SIZE = 5


def problem() -> hw.Problem:
    numbers = range(1, SIZE + 1)
    names = [[f"r{row}c{column}" for column in numbers] for row in numbers]
    cells = cp.intvar(1, SIZE, shape=(SIZE, SIZE), name=names)
    return hw.from_cpmpy(
        {
            "row": different("row", cells),
            "column": different("column", cells.T),
            "sign": list(signs(cells)),
        },
        variables=cells,
        givens=list(givens(cells)),
        exclusions=True,
        kind="futoshiki",
        title="Futoshiki",
    )


def different(what: str, units: Any) -> list[hw.Rule]:
    return [
        hw.Rule(cp.AllDifferent(unit), description=f"{what} {number}: no digit twice")
        for number, unit in enumerate(units, 1)
    ]


def drawn(row: int, column: int) -> str:
    """What stands in that place of the drawing, cells in the even rows and columns."""
    return PUZZLE.strip("\n").split("\n")[row].ljust(2 * SIZE)[column]


def givens(cells: Any) -> Iterator[Any]:
    for row, column in product(range(SIZE), repeat=2):
        if (digit := drawn(2 * row, 2 * column)).isdigit():
            yield cells[row, column] == int(digit)


def signs(cells: Any) -> Iterator[hw.Rule]:
    for row, column in product(range(2 * SIZE - 1), repeat=2):
        first, second = cells[row // 2, column // 2], cells[(row + 1) // 2, (column + 1) // 2]
        match drawn(row, column):
            case "<" | "^":
                yield hw.Rule(first < second, description=f"{first} < {second}")
            case ">" | "v":
                yield hw.Rule(first > second, description=f"{first} > {second}")


def main() -> None:
    explainer = hw.Explainer(problem())
    for number, step in enumerate(explainer.smallest_sequence(take_along=True), 1):
        print(f"{number}. {hw.step_text(explainer.problem, step)}")


if __name__ == "__main__":
    main()
