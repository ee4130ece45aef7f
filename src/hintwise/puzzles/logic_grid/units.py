"""Units of amounts: `$5`, `3 days`, `1 hour and 30 minutes`, and numbers as words.

A unit of money stands in front of its number, any other behind it. Units of time go together: where
days are counted, a week is seven of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

_TEN = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBER_WORDS: Mapping[str, int] = {word: number for number, word in enumerate(_TEN, 1)}

_MONEY = {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen"}
_FAMILIES: tuple[Mapping[str, int], ...] = (
    {"minute": 1, "hour": 60, "day": 24 * 60, "week": 7 * 24 * 60},
    {"month": 1, "year": 12},
)
_SHORT = {"minute": ("min", "mins"), "hour": ("h", "hr", "hrs")}

DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d{1,6})?|\d{1,12}(?:\.\d{1,6})?"
_COUNT = rf"(?:{DIGITS}|an?|{'|'.join(NUMBER_WORDS)})"
_PART = re.compile(
    rf"\s*(?:and\s+)?([^\w\s]?)\s*({_COUNT})(?![\d.,]*\d)\s*(.*?)(?=\s+and\s|$)", re.I
)
_BEHIND = r"(?=\s+(?:before|after|earlier|later|less|more|apart|away)\b)"


def with_unit(number: str, unit: str) -> str:
    """A number as it is shown.

    >>> with_unit("5", "$"), with_unit("-5", "$"), with_unit("3", "days"), with_unit("1", "days")
    ('$5', '-$5', '3 days', '1 day')
    """
    if unit in _MONEY:
        return f"-{unit}{number[1:]}" if number.startswith("-") else f"{unit}{number}"
    return f"{number} {singular(unit) if number == '1' else unit}" if unit else number


def singular(unit: str) -> str:
    """The unit of one.

    >>> singular("days"), singular("inches"), singular("feet"), singular("kg"), singular("glass")
    ('day', 'inch', 'foot', 'kg', 'glass')
    """
    if unit == "feet":
        return "foot"
    if re.search("(?:ch|sh|x)es$", unit):
        return unit[:-2]
    return unit[:-1] if re.search("[a-z]{2}[a-rt-z]s$", unit) else unit


def sizes(unit: str) -> dict[str, Fraction]:
    """The units in which amounts of this one can be given, and how large each is.

    >>> [(name, str(size)) for name, size in sizes("days").items() if name in ("weeks", "hour")]
    [('hour', '1/24'), ('weeks', '7')]
    """
    if not unit:
        return {}
    own = singular(unit.casefold())
    found = {unit.casefold(): Fraction(1), own: Fraction(1)}
    if own in _MONEY:
        found |= dict.fromkeys((_MONEY[own], f"{_MONEY[own]}s"), Fraction(1))
    for family in _FAMILIES:
        known = next((name for name in family if own in (name, *_SHORT.get(name, ()))), None)
        if known is not None:
            for name, size in family.items():
                spellings = (name, f"{name}s", *_SHORT.get(name, ()))
                found |= dict.fromkeys(spellings, Fraction(size, family[known]))
    return found


def quantities(units: Collection[str]) -> re.Pattern[str] | None:
    """What matches an amount in one of these units; nothing if there are none."""
    if not units:
        return None
    behind = "|".join(re.escape(unit) for unit in sorted(units, key=lambda unit: -len(unit)))
    one = rf"(?:{_COUNT})\s*(?:{behind})(?!\w)"
    front = "".join(re.escape(unit) for unit in units if unit in _MONEY)
    money = rf"[{front}]\s*(?:{DIGITS})(?!\w)|" if front else ""
    return re.compile(rf"{one}(?:\s+and)?\s+{one}{_BEHIND}|{money}{one}", re.IGNORECASE)


def read_quantity(text: str) -> tuple[tuple[Fraction, str], ...]:
    """The numbers of an amount, each with its unit, which is empty where there is none.

    >>> [(str(number), unit) for number, unit in read_quantity("1 hour and 30 minutes")]
    [('1', 'hour'), ('30', 'minutes')]
    >>> [(str(number), unit) for number, unit in read_quantity("$1,500")]
    [('1500', '$')]
    """
    return tuple(_parts(text))


def _parts(text: str) -> Iterator[tuple[Fraction, str]]:
    position = 0
    while position < len(text) and (match := _PART.match(text, position)):
        front, number, behind = match.groups()
        yield read_number(number), (front or behind).strip().casefold()
        position = match.end()


def read_number(text: str) -> Fraction:
    """A number in digits or as a word.

    >>> [str(read_number(text)) for text in ("two", "an", "1,500", "2.5")]
    ['2', '1', '1500', '5/2']
    """
    word = text.casefold()
    if word in ("a", "an"):
        return Fraction(1)
    return Fraction(NUMBER_WORDS.get(word, 0)) or Fraction(word.replace(",", ""))
