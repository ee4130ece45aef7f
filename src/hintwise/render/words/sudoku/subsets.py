"""Singles, locked candidates, and pairs to quads."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from hintwise.render.words.sudoku.candidates import Candidates
from hintwise.render.words.sudoku.moves import Held, Move

_SUBSETS = {2: "pair", 3: "triple", 4: "quad"}


def singles(grid: Candidates, cells: Iterable[str]) -> Iterator[Move]:
    cells = list(cells)
    yield from _naked_singles(grid, cells)
    yield from _hidden_singles(grid, cells)


def _naked_singles(grid: Candidates, cells: Iterable[str]) -> Iterator[Move]:
    for cell in cells:
        if cell in grid.known or len(grid.left[cell]) != 1:
            continue
        (value,) = grid.left[cell]
        reasons = grid.why_no_other_value(cell)
        through = {reason.unit if isinstance(reason, Held) else None for reason in reasons}
        if len(through) == 1 and (unit := through.pop()) is not None:
            yield Move("full_house", (unit,), (cell,), (value,), reasons)
        else:
            yield Move("naked_single", (), (cell,), (value,), reasons)


def _hidden_singles(grid: Candidates, cells: Iterable[str]) -> Iterator[Move]:
    wanted = set(cells)
    for unit in grid.units:
        for value in grid.open_values(unit):
            places = grid.places(unit, value)
            if len(places) == 1 and places[0] in wanted:
                reasons = grid.why_no_other_place(unit, value)
                yield Move("hidden_single", (unit,), tuple(places), (value,), reasons)


def locked(grid: Candidates) -> Iterator[Move]:
    """A value whose places in one unit all lie in another is nowhere else in the other."""
    for one, other in itertools.permutations(grid.units, 2):
        if "block" not in (grid.groups[one], grid.groups[other]):
            continue
        rule = "pointing" if grid.groups[one] == "block" else "claiming"
        for value in grid.open_values(one):
            places = grid.places(one, value)
            if places and set(places) <= set(grid.units[other]):
                yield Move(
                    rule,
                    (one, other),
                    tuple(places),
                    (value,),
                    grid.why_no_other_place(one, value),
                    tuple((c, value) for c in grid.places(other, value) if c not in places),
                )


def naked_subsets(grid: Candidates, size: int) -> Iterator[Move]:
    """So many cells of a unit with so many values between them leave these to no other cell."""
    for unit in grid.units:
        small = [cell for cell in grid.open_cells(unit) if 0 < len(grid.left[cell]) <= size]
        for cells in itertools.combinations(small, size):
            values = sorted(set().union(*(grid.left[cell] for cell in cells)))
            if len(values) == size:
                gone = itertools.product(cells, grid.domain)
                yield Move(
                    f"naked_{_SUBSETS[size]}",
                    (unit,),
                    cells,
                    tuple(values),
                    grid.reasons((c, v) for c, v in gone if v not in grid.left[c]),
                    tuple((c, v) for v in values for c in grid.places(unit, v) if c not in cells),
                )


def hidden_subsets(grid: Candidates, size: int) -> Iterator[Move]:
    """So many values of a unit with so many places between them leave no room for others there."""
    for unit in grid.units:
        places = {value: set(grid.places(unit, value)) for value in grid.open_values(unit)}
        few = [value for value in places if 0 < len(places[value]) <= size]
        for values in itertools.combinations(few, size):
            cells = set().union(*(places[value] for value in values))
            if len(cells) == size:
                gone = itertools.product(grid.units[unit], values)
                in_order = tuple(cell for cell in grid.units[unit] if cell in cells)
                yield Move(
                    f"hidden_{_SUBSETS[size]}",
                    (unit,),
                    in_order,
                    values,
                    grid.reasons((c, v) for c, v in gone if v not in grid.left[c]),
                    tuple((c, v) for c in in_order for v in sorted(grid.left[c] - set(values))),
                )
