"""A category of a grid file: its values, how they are ordered and measured, and how written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from hintwise.puzzles.logic_grid import units
from hintwise.puzzles.logic_grid.clues import Value


@dataclass(frozen=True, slots=True)
class Category:
    """A category; `amounts` are its values as numbers.

    If they are `moments`, that is dates or times of day, amounts are counted from a common start
    and only their differences mean something. `unit` is what amounts and differences are counted
    in. `also` holds other spellings of each value.
    """

    name: str
    values: tuple[str, ...]
    ordered: bool = False
    amounts: tuple[Fraction, ...] | None = None
    moments: bool = False
    unit: str = ""
    also: tuple[tuple[str, ...], ...] = ()

    @property
    def places(self) -> dict[Value, Fraction]:
        """Where each value stands in the order: by amount, or else as listed."""
        listed = [Value(self.name, name) for name in self.values]
        if self.amounts is not None:
            listed.sort(key=self.measures.__getitem__)
        return {value: Fraction(place) for place, value in enumerate(listed, 1)}

    @property
    def measures(self) -> dict[Value, Fraction]:
        """What "2 before" counts in: numbers, days or, for names, places."""
        if self.amounts is None:
            return self.places
        return {Value(self.name, v): n for v, n in zip(self.values, self.amounts, strict=True)}

    @property
    def numeric(self) -> bool:
        """Whether its values can be added and multiplied."""
        return self.amounts is not None and not self.moments

    @property
    def units(self) -> Mapping[str, Fraction]:
        """The units in which amounts can be given, and the size of each."""
        return units.sizes(self.unit)

    def in_places(self) -> Category:
        """The same with its places for amounts, as in "2 places before"."""
        order = self.places
        places = tuple(order[Value(self.name, name)] for name in self.values)
        return replace(self, amounts=places, unit="")

    def amount_text(self, amount: Fraction) -> str:
        """An amount as it is shown, with its unit."""
        number = str(amount) if amount.denominator == 1 else f"{float(amount):.6f}".rstrip("0")
        return units.with_unit(number, self.unit)

    def spellings(self, value: Value) -> tuple[str, ...]:
        """The ways to write a value other than its name."""
        return self.also[self.values.index(value.name)] if self.also else ()
