"""Killer Sudoku: no digits are given, only sums.

The idea shown: a `Rule` joins the two halves of a cage, its sum and its different digits, into one
thing that a step uses or leaves alone.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import cpmpy as cp

import hintwise as hw

CAGES = """
aabccd
eabbfd
egbffd
hgiiij
hklmmj
kkllnn
"""
SUMS = {"a": 8, "b": 12, "c": 9, "d": 13, "e": 6, "f": 11, "g": 10}
SUMS |= {"h": 5, "i": 10, "j": 7, "k": 13, "l": 8, "m": 11, "n": 3}
SIZE, BOX_ROWS, BOX_COLUMNS = 6, 2, 3


def problem() -> hw.Problem:
    numbers = range(1, SIZE + 1)
    names = [[f"r{row}c{column}" for column in numbers] for row in numbers]
    cells = cp.intvar(1, SIZE, shape=(SIZE, SIZE), name=names)
    boxes = [
        cells[top : top + BOX_ROWS, left : left + BOX_COLUMNS]
        for top in range(0, SIZE, BOX_ROWS)
        for left in range(0, SIZE, BOX_COLUMNS)
    ]
    return hw.from_cpmpy(
        {
            "row": different("row", cells),
            "column": different("column", cells.T),
            "box": different("box", boxes),
            "cage": cages(cells),
        },
        variables=cells,
        kind="killer_sudoku",
        title="Killer Sudoku",
    )


def different(what: str, units: Any) -> list[hw.Rule]:
    return [
        hw.Rule(cp.AllDifferent(unit), description=f"{what} {number}: no digit twice")
        for number, unit in enumerate(units, 1)
    ]


def cages(cells: Any) -> list[hw.Rule]:
    members = defaultdict(list)
    for line, row in zip(CAGES.split(), cells, strict=True):
        for letter, cell in zip(line, row, strict=True):
            members[letter].append(cell)
    return [
        hw.Rule(
            [cp.sum(cage) == SUMS[letter], cp.AllDifferent(cage)],
            description=f"{' + '.join(cell.name for cell in cage)} = {SUMS[letter]}, all different",
        )
        for letter, cage in members.items()
    ]


def main() -> None:
    explainer = hw.Explainer(problem())
    for number, step in enumerate(explainer.smallest_sequence(), 1):
        print(f"{number}. {hw.step_text(explainer.problem, step)}")


if __name__ == "__main__":
    main()
