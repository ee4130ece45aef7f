"""What something is compared with: a value, or a limit that is none ("less than $12")."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from fractions import Fraction

from lark import Token

from hintwise.errors import InvalidRule
from hintwise.puzzles.logic_grid import moments
from hintwise.puzzles.logic_grid.category import Category
from hintwise.puzzles.logic_grid.clues import Value
from hintwise.puzzles.logic_grid.rules.amounts import Quantity
from hintwise.puzzles.logic_grid.rules.parts import Named
from hintwise.puzzles.logic_grid.vocabulary import offset_of


@dataclass(frozen=True, slots=True)
class Limit:
    """An amount or a moment within a category that none of its values is."""

    number: Fraction
    text: str


Reached = Named | Token
"""What is reached: a value, or what may be a limit once the category is known."""


def read_limit(token: Token, category: Category) -> Limit:
    """What a number, an amount or a moment stands for in a category."""
    if category.moments and token.type == "MOMENT":
        number = _moment(token, category)
    elif category.numeric and token.type in ("NUMBER", "QUANTITY"):
        number = Quantity.read(token).number(category)
        return Limit(number, category.amount_text(number))
    else:
        number = None
    if number is None:
        raise InvalidRule(
            f"'{token}' does not fit '{category.name}', which has {', '.join(category.values)}",
            offset_of(token),
        )
    return Limit(number, " ".join(token.split()))


def _moment(token: Token, category: Category) -> Fraction | None:
    amounts = [category.measures[Value(category.name, name)] for name in category.values]
    if category.unit == "minutes":
        minute = moments.read_time(token)
        return None if minute is None else Fraction(minute)
    if (place := moments.place_in_cycle(token, category.values)) is not None:
        return Fraction(place)
    day = moments.read_day(token)
    if day is None or moments.read_day(category.values[0]) is None:
        return None
    years = {datetime.date.fromordinal(int(amount)).year for amount in amounts}
    if day.year is None and len(years) > 1:
        raise InvalidRule(f"the year of '{token}' is not clear; write it", offset_of(token))
    number = day.number(next(iter(years)))
    return None if number is None else Fraction(number)
