"""Patterns that players with pencil marks look for first, proposed to the engine as steps."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hintwise.problem import Fact, Proposal
from hintwise.puzzles.sudoku.contradictions import contradictions
from hintwise.puzzles.sudoku.marks import Marks, Pattern, Units


def propose_patterns(units: Units, known: frozenset[Fact]) -> Iterator[Proposal]:
    """Singles, locked candidates and pairs; if there are none, triples and contradictions.

    What is easier is nearly always cheaper as well, and contradictions take longer to find.
    """
    marks = Marks(units, known)
    for level in (_easy, _harder):
        proposals = [p for pattern in level(marks) for p in marks.proposals(pattern)]
        if proposals:
            yield from proposals
            return


def _easy(marks: Marks) -> Iterator[Pattern]:
    yield from _naked_singles(marks)
    yield from _hidden_singles(marks)
    yield from _locked(marks)
    yield from _naked_subsets(marks, 2)
    yield from _hidden_subsets(marks, 2)


def _harder(marks: Marks) -> Iterator[Pattern]:
    yield from _naked_subsets(marks, 3)
    yield from _hidden_subsets(marks, 3)
    yield from contradictions(marks)


def _naked_singles(marks: Marks) -> Iterator[Pattern]:
    for cell, values in marks.left.items():
        if len(values) == 1:
            yield Pattern((), tuple(marks.others(cell, values)), places=(cell, values[0]))


def _hidden_singles(marks: Marks) -> Iterator[Pattern]:
    for unit, places in marks.places.items():
        for value, cells in places.items():
            if len(cells) == 1:
                gone = tuple(marks.elsewhere(unit, value, cells))
                yield Pattern((unit,), gone, places=(cells[0], value))


def _locked(marks: Marks) -> Iterator[Pattern]:
    """A value whose places in one unit all lie in another is nowhere else in the other."""
    for unit, places in marks.places.items():
        for value, cells in places.items():
            if len(cells) < 2:
                continue
            for other in marks.homes[cells[0]]:
                if other == unit or not all(other in marks.homes[cell] for cell in cells):
                    continue
                crosses = [(c, value) for c in marks.places[other].get(value, ()) if c not in cells]
                if crosses:
                    gone = tuple(marks.elsewhere(unit, value, cells))
                    yield Pattern((unit, other), gone, tuple(crosses))


def _naked_subsets(marks: Marks, size: int) -> Iterator[Pattern]:
    """So many cells of a unit with so many values between them leave these to no other cell."""
    for unit, members in marks.units.items():
        few = [cell for cell in members if 1 < len(marks.left.get(cell, ())) <= size]
        for cells in itertools.combinations(few, size):
            values = set().union(*(marks.left[cell] for cell in cells))
            if len(values) != size:
                continue
            crosses = [
                (c, v) for v in values for c in marks.places[unit].get(v, ()) if c not in cells
            ]
            if crosses:
                gone = [one for cell in cells for one in marks.others(cell, values)]
                yield Pattern((unit,), tuple(gone), tuple(crosses))


def _hidden_subsets(marks: Marks, size: int) -> Iterator[Pattern]:
    """So many values of a unit with so many places between them leave no room for others there."""
    for unit, places in marks.places.items():
        few = [value for value, cells in places.items() if 1 < len(cells) <= size]
        for values in itertools.combinations(few, size):
            cells = set().union(*(places[value] for value in values))
            if len(cells) != size:
                continue
            crosses = [(c, v) for c in sorted(cells) for v in marks.left[c] if v not in values]
            if crosses:
                gone = [one for value in values for one in marks.elsewhere(unit, value, cells)]
                yield Pattern((unit,), tuple(gone), tuple(crosses))
