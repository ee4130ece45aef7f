"""Crossed-out candidates as a player sees them: by what is left.

That row 3 can have 4 only in two cells says the same as that 4 is crossed out in the other seven.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from hintwise.render.words.sudoku.moves import Candidate

MOST_LEFT = 4
"""With more than so many places or values left, what is crossed out is listed instead."""


@dataclass(frozen=True, slots=True)
class View:
    """In `unit` the values can be in these cells only; without a unit, the cells only these."""

    unit: str | None
    cells: tuple[str, ...]
    values: tuple[int, ...]


def views(
    crossed: Collection[Candidate], units: Mapping[str, Sequence[str]], domain: Sequence[int]
) -> tuple[list[View], list[Candidate]]:
    """Views that together say what is crossed out, and what they leave to be listed."""
    left = dict.fromkeys(crossed)
    all_views = [*_of_units(left, units, domain), *_of_cells(left, domain)]
    found: list[View] = []
    while left:
        news = [sum(candidate in left for candidate in gone) for _, gone in all_views]
        best = max(range(len(news)), key=news.__getitem__, default=None)
        if best is None or news[best] < 2:
            break
        view, gone = all_views[best]
        found.append(view)
        for candidate in gone:
            left.pop(candidate, None)
    return _merged(found), list(left)


_Told = tuple[View, list[Candidate]]
"""A view, and what it says to be crossed out."""


def _of_units(
    crossed: Collection[Candidate], units: Mapping[str, Sequence[str]], domain: Sequence[int]
) -> list[_Told]:
    told = []
    for unit, members in units.items():
        for value in domain:
            gone = [(cell, value) for cell in members if (cell, value) in crossed]
            kept = tuple(cell for cell in members if (cell, value) not in crossed)
            if gone and 0 < len(kept) <= MOST_LEFT:
                told.append((View(unit, kept, (value,)), gone))
    return told


def _of_cells(crossed: Collection[Candidate], domain: Sequence[int]) -> list[_Told]:
    told = []
    for cell in dict.fromkeys(cell for cell, _ in crossed):
        gone = [(cell, value) for value in domain if (cell, value) in crossed]
        kept = tuple(value for value in domain if (cell, value) not in crossed)
        if 0 < len(kept) <= MOST_LEFT:
            told.append((View(None, (cell,), kept), gone))
    return told


def _merged(found: Sequence[View]) -> list[View]:
    """Values with the same places in a unit, and cells with the same values, in one view."""
    values: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    cells: dict[tuple[int, ...], list[str]] = {}
    for view in found:
        if view.unit is None:
            cells.setdefault(view.values, []).extend(view.cells)
        else:
            values.setdefault((view.unit, view.cells), []).extend(view.values)
    return [
        *(View(unit, places, tuple(sorted(of))) for (unit, places), of in values.items()),
        *(View(None, tuple(of), kept) for kept, of in cells.items()),
    ]
