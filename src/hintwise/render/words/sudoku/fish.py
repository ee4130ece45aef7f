"""Fish: values that some lines hold within as many lines across."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from hintwise.render.words.sudoku.candidates import Candidates
from hintwise.render.words.sudoku.moves import Move, Reason

_ACROSS = (("row", "col"), ("col", "row"))

_FISHES: dict[str, tuple[tuple[str, str, int], ...]] = {
    "multiple_lines": tuple(
        (*groups, 2) for line in ("row", "col") for groups in (("block", line), (line, "block"))
    ),
    "x_wing": tuple((*groups, 2) for groups in _ACROSS),
    "swordfish": tuple((*groups, 3) for groups in _ACROSS),
    "jellyfish": tuple((*groups, 4) for groups in _ACROSS),
}
"""Which kinds of unit hold the value within which other kind, and how many of them."""


def fishes(grid: Candidates, rule: str) -> Iterator[Move]:
    """A value that so many units hold within as many units of another kind: nowhere else there."""
    for base, cover, size in _FISHES[rule]:
        cover_of = {cell: unit for unit in grid.of_group(cover) for cell in grid.units[unit]}
        for value in grid.domain:
            holding = [unit for unit in grid.of_group(base) if grid.places(unit, value)]
            for bases in itertools.combinations(holding, size):
                cells = [cell for unit in bases for cell in grid.places(unit, value)]
                covers = sorted({cover_of.get(cell, "") for cell in cells})
                if len(covers) != size or "" in covers:
                    continue
                struck = (c for unit in covers for c in grid.places(unit, value))
                yield Move(
                    rule,
                    (*bases, *covers),
                    tuple(cells),
                    (value,),
                    _why(grid, bases, value),
                    tuple((cell, value) for cell in struck if cell not in cells),
                )


def finned_fishes(grid: Candidates, rule: str) -> Iterator[Move]:
    """A fish but for some places in one block: what both the fish and these would strike out."""
    in_a_block = math.ceil(math.sqrt(len(grid.domain)))
    for base, cover, size in _FISHES[rule]:
        covering = grid.of_group(cover)
        for value in grid.domain:
            # A line with more places has some beyond the fish and the fins.
            places = {unit: len(grid.places(unit, value)) for unit in grid.of_group(base)}
            holding = [unit for unit, count in places.items() if 0 < count <= size + in_a_block]
            for bases in itertools.combinations(holding, size):
                cells = [cell for unit in bases for cell in grid.places(unit, value)]
                # All places lie in the fish or are fins, in no more lines than a block has.
                lines = [unit for unit in covering if not set(cells).isdisjoint(grid.units[unit])]
                if len(lines) > size + in_a_block:
                    continue
                for covers in itertools.combinations(lines, size):
                    yield from _with_fins(grid, f"finned_{rule}", bases, covers, cells, value)


def _with_fins(
    grid: Candidates,
    rule: str,
    bases: tuple[str, ...],
    covers: tuple[str, ...],
    cells: list[str],
    value: int,
) -> Iterator[Move]:
    covered = {cell for unit in covers for cell in grid.units[unit]}
    fins = [cell for cell in cells if cell not in covered]
    if not fins:
        return
    for block in grid.of_group("block"):
        members = grid.units[block]
        if set(fins) <= set(members):
            struck = (c for c in members if c in covered and value in grid.left[c])
            removes = tuple((c, value) for c in struck if c not in cells)
            if removes:
                reasons = _why(grid, bases, value)
                units = (*bases, *covers)
                yield Move(
                    rule, units, tuple(fins), (value,), reasons, removes, seen_through=(block,)
                )


def _why(grid: Candidates, bases: tuple[str, ...], value: int) -> tuple[Reason, ...]:
    reasons = (r for unit in bases for r in grid.why_no_other_place(unit, value))
    return tuple(dict.fromkeys(reasons))
