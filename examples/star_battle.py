"""Star Battle: one star in every row, column and region, and no two stars touch.

The idea shown: facts may be about Booleans. A step says where a star is, or where none can be.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import cpmpy as cp

import hintwise as hw

REGIONS = """
AABBBBC
AABCCCC
AAAACCC
DDDDECC
DDDEECC
DFGGECC
FFGGEEC
"""
STARS = 1  # in each row, column and region; larger puzzles have two
SIZE = 7


def problem() -> hw.Problem:
    numbers = range(1, SIZE + 1)
    names = [[f"r{row}c{column}" for column in numbers] for row in numbers]
    stars = cp.boolvar(shape=(SIZE, SIZE), name=names)
    regions = defaultdict(list)
    for line, row in zip(REGIONS.split(), stars, strict=True):
        for letter, star in zip(line, row, strict=True):
            regions[letter].append(star)
    return hw.from_cpmpy(
        {
            "row": counted("row", dict(zip(numbers, stars, strict=True))),
            "column": counted("column", dict(zip(numbers, stars.T, strict=True))),
            "region": counted("region", dict(sorted(regions.items()))),
            "touching": apart(stars),
        },
        variables={f"star in {star.name}": star for star in stars.flat},
        kind="star_battle",
        title="Star Battle",
    )


def counted(what: str, units: dict[Any, Any]) -> list[hw.Rule]:
    count = "one star" if STARS == 1 else f"{STARS} stars"
    return [
        hw.Rule(cp.sum(unit) == STARS, description=f"{what} {name}: {count}")
        for name, unit in units.items()
    ]


def apart(stars: Any) -> list[hw.Rule]:
    """Two cells touch if they lie in one square of two by two."""
    squares = [stars[r : r + 2, c : c + 2] for r in range(SIZE - 1) for c in range(SIZE - 1)]
    return [
        hw.Rule(
            cp.sum(square) <= 1,
            description=f"{square[0, 0]} to {square[1, 1]}: stars do not touch",
        )
        for square in squares
    ]


def main() -> None:
    explainer = hw.Explainer(problem())
    for number, step in enumerate(explainer.smallest_sequence(take_along=True), 1):
        print(f"{number}. {hw.step_text(explainer.problem, step)}")


if __name__ == "__main__":
    main()
