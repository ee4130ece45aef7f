"""How much and how far: `$5`, `at least 3 days`, `2 places`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from lark import Token

from hintwise.errors import InvalidRule
from hintwise.puzzles.logic_grid.category import Category
from hintwise.puzzles.logic_grid.clues import Value
from hintwise.puzzles.logic_grid.rules.comparisons import BOUNDS
from hintwise.puzzles.logic_grid.units import read_quantity
from hintwise.puzzles.logic_grid.vocabulary import offset_of


@dataclass(frozen=True, slots=True)
class Quantity:
    """Numbers with their units as written, which are added; never 0."""

    parts: tuple[tuple[Fraction, str], ...]
    written: str
    offset: int

    @classmethod
    def read(cls, token: Token) -> Quantity:
        parts = read_quantity(token)
        if not sum(number for number, _ in parts):
            raise InvalidRule("an amount must be more than 0", offset_of(token))
        return cls(parts, " ".join(token.split()), offset_of(token))

    def number(self, category: Category) -> Fraction:
        """The amount in the unit of a category."""
        total = Fraction()
        for number, unit in self.parts:
            size = category.units.get(unit) if unit else Fraction(1)
            if size is None:
                accepted = f"in {category.unit}" if category.unit else "without a unit"
                raise InvalidRule(
                    f"'{self.written}' does not fit '{category.name}', whose amounts are "
                    f"{accepted}",
                    self.offset,
                )
            total += number * size
        return total


@dataclass(frozen=True, slots=True)
class Amount:
    """A quantity, or a bound: `at least` or `at most` so much."""

    bound: str
    quantity: Quantity

    @property
    def compare(self) -> Callable[[Fraction, Fraction], bool]:
        return BOUNDS[self.bound]

    def number(self, category: Category) -> Fraction:
        return self.quantity.number(category)

    def whole(self) -> int:
        """The amount as a count of things."""
        ((number, unit), *more) = self.quantity.parts
        if unit or more or number.denominator > 1:
            raise InvalidRule(
                f"'{self.quantity.written}' is no count; write a whole number",
                self.quantity.offset,
            )
        return int(number)

    def text(self, category: Category) -> str:
        shown = category.amount_text(self.number(category))
        return f"{self.bound} {shown}" if self.bound else shown


@dataclass(frozen=True, slots=True)
class Distance:
    """How far two values are from each other, in the unit of their category or in places."""

    amount: Amount
    in_places: bool = False

    def measures(self, category: Category) -> dict[Value, Fraction]:
        return category.places if self.in_places else category.measures

    def allows(self, category: Category) -> Callable[[Fraction], bool]:
        """Whether a distance in this category is as it may be; it is never 0."""
        number = Fraction(self.amount.whole()) if self.in_places else self.amount.number(category)
        compare = self.amount.compare
        return lambda distance: distance > 0 and compare(distance, number)

    def text(self, category: Category) -> str:
        if not self.in_places:
            return self.amount.text(category)
        count, bound = self.amount.whole(), self.amount.bound
        return f"{bound} {count} {'place' if count == 1 else 'places'}".strip()
