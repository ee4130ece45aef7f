"""A board of pencil marks as players read it: what is left where, and what crossed out the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache

from hintwise.problem import Fact, Proposal

Candidate = tuple[str, int]
"""A cell, and a value that may be in it."""

Units = tuple[tuple[str, tuple[str, ...]], ...]
"""The units by name, each with its cells; every value is once in each of them."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Since the candidates `gone` are crossed out, by these units others follow.

    What follows is a value that is placed, or candidates that are crossed out as well.
    """

    units: tuple[str, ...]
    gone: tuple[Candidate, ...]
    crosses: tuple[Candidate, ...] = ()
    places: Candidate | None = None

    def conclusions(self) -> Iterator[Fact]:
        if self.places is not None:
            yield Fact(*self.places)
        for cell, value in self.crosses:
            yield _mark(cell, value)


class Marks:
    """The candidates that the known facts leave, and where in a unit a value may still be."""

    def __init__(self, units: Units, known: frozenset[Fact]) -> None:
        self.units = dict(units)
        self.homes = homes_of(units)
        self.domain = range(1, len(units[0][1]) + 1)
        self.filled = {fact.variable: int(fact.value) for fact in known if fact.settles}
        crossed: dict[str, set[int]] = {}
        for fact in known:
            if not fact.positive:
                crossed.setdefault(fact.variable, set()).add(int(fact.value))
        self._crossed = crossed
        self.left = {
            cell: [v for v in self.domain if v not in crossed.get(cell, ())]
            for cell in self.homes
            if cell not in self.filled
        }

    @cached_property
    def places(self) -> Mapping[str, Mapping[int, tuple[str, ...]]]:
        """By unit, the places of each value that is not in one of its cells."""
        found = {}
        for unit, cells in self.units.items():
            placed = {self.filled[cell] for cell in cells if cell in self.filled}
            open_cells = [cell for cell in cells if cell in self.left]
            found[unit] = {
                value: tuple(cell for cell in open_cells if value in self.left[cell])
                for value in self.domain
                if value not in placed
            }
        return found

    def others(self, cell: str, values: Iterable[int]) -> Iterator[Candidate]:
        """The candidates of a cell besides these values."""
        return ((cell, value) for value in self.domain if value not in values)

    def elsewhere(self, unit: str, value: int, cells: Iterable[str]) -> Iterator[Candidate]:
        """The candidates of a value in a unit besides these cells."""
        return ((cell, value) for cell in self.units[unit] if cell not in cells)

    def proposals(self, pattern: Pattern) -> Iterator[Proposal]:
        """Steps by a pattern, one for each conclusion and for each way to say what is gone.

        That a filled cell is nothing else can be said by its digit or by what is crossed out there,
        and which is cheaper depends on weights: by prior, marks are near the conclusion and digits
        far from it, unless they are of the same value.
        """
        marks = self._reasons(pattern.gone, frozenset())
        digits = self._reasons(pattern.gone, self.filled.keys())
        for derived in pattern.conclusions():
            ways = [marks]
            if marks != digits:
                near = {c for unit in self.homes[derived.variable] for c in self.units[unit]}
                far = {c for c, v in self.filled.items() if c not in near and v != derived.value}
                ways += [digits, self._reasons(pattern.gone, far)]
            for facts in dict.fromkeys(ways):
                yield Proposal(derived, facts, pattern.units)

    def _reasons(self, gone: Iterable[Candidate], by_digit: Set[str]) -> tuple[Fact, ...]:
        facts = []
        for cell, value in gone:
            crossed = value in self._crossed.get(cell, ())
            if cell in self.filled and (cell in by_digit or not crossed):
                facts.append(Fact(cell, self.filled[cell]))
            else:
                facts.append(_mark(cell, value))
        return tuple(dict.fromkeys(facts))


@lru_cache(maxsize=16)
def homes_of(units: Units) -> Mapping[str, tuple[str, ...]]:
    """The units that each cell lies in."""
    homes: dict[str, tuple[str, ...]] = {}
    for name, cells in units:
        for cell in cells:
            homes[cell] = (*homes.get(cell, ()), name)
    return homes


@lru_cache(maxsize=16_384)
def _mark(cell: str, value: int) -> Fact:
    return Fact(cell, value, "≠")
