"""What the values of a category are: numbers, with or without a unit, dates, times, or names.

Names that all look like one of these are taken as such, so that they have an order and distances.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from hintwise.puzzles.logic_grid import moments, units
from hintwise.puzzles.logic_grid.units import singular, with_unit

_NUMBER = re.compile(r"[+-]?\d{1,12}(\.\d{1,6})?")
_MEASURED = re.compile(
    rf"(?P<sign>[+-]?)(?P<front>[$€£¥]?)\s*(?P<number>{units.DIGITS})(?!\w)\s*(?P<behind>[^\W\d_]\D*|[%°€$£¥]\D*)?"
    rf"|(?P<joined>{units.DIGITS})(?P<letters>[^\W\d_]{{1,3}})",
)


@dataclass(frozen=True, slots=True)
class Format:
    """The values as they are shown and ordered (see `Category`)."""

    names: tuple[str, ...]
    amounts: tuple[Fraction, ...] | None = None
    moments: bool = False
    unit: str = ""
    also: tuple[tuple[str, ...], ...] = ()


def read_plain(names: Sequence[str]) -> Format:
    """Numbers, dates as in `2024-05-01`, or names."""
    if all(_NUMBER.fullmatch(name) for name in names):
        return Format(tuple(names), tuple(map(Fraction, names)))
    try:
        days = tuple(Fraction(datetime.date.fromisoformat(n).toordinal()) for n in names)
    except ValueError:
        return Format(tuple(names))
    return Format(tuple(names), days, moments=True, unit="days", also=_dates_also(names, days))


def read_format(names: Sequence[str]) -> Format:
    """Numbers, with or without a unit, dates and times as people write them, or names."""
    plain = read_plain(names)
    if plain.amounts is not None:
        return plain
    for read, unit, also in _MOMENTS:
        if (amounts := read(names)) is not None:
            return Format(tuple(names), amounts, True, unit, also(names, amounts))
    return _measured(names) or plain


def read_numbers(names: Sequence[str], unit: str) -> Format:
    """Numbers in a unit, which is shown with them."""
    shown = tuple(with_unit(name, unit) for name in names)
    return Format(
        shown, tuple(map(Fraction, names)), unit=unit, also=tuple((name,) for name in names)
    )


def is_number(name: str) -> bool:
    return _NUMBER.fullmatch(name) is not None


def _measured(names: Sequence[str]) -> Format | None:
    """Names that are all a number and the same unit, as in "256 GB"."""
    numbers, found = [], []
    for name in names:
        match = _MEASURED.fullmatch(name)
        if match is None:
            return None
        unit = match["front"] or match["behind"] or match["letters"] or ""
        number = f"{match['sign'] or ''}{match['number'] or match['joined']}".replace(",", "")
        numbers.append(number)
        found.append(unit.strip())
    if len({singular(unit) for unit in found}) != 1:
        return None
    unit = max(found, key=len)
    also = tuple(dict.fromkeys((number, with_unit(number, unit))) for number in numbers)
    others = tuple(
        tuple(text for text in spellings if text != name)
        for spellings, name in zip(also, names, strict=True)
    )
    return Format(tuple(names), tuple(map(Fraction, numbers)), unit=unit, also=others)


def _times_also(names: Sequence[str], minutes: Sequence[Fraction]) -> tuple[tuple[str, ...], ...]:
    spelt = []
    for minute in map(int, minutes):
        hour, rest = divmod(minute, 60)
        half = "am" if hour < 12 else "pm"
        spelt.append(
            (f"{hour}:{rest:02}", f"{hour:02}:{rest:02}", f"{hour % 12 or 12}:{rest:02} {half}")
        )
    return _without(names, spelt)


def _dates_also(names: Sequence[str], days: Sequence[Fraction]) -> tuple[tuple[str, ...], ...]:
    dates = [datetime.date.fromordinal(int(day)) for day in days]
    return _without(names, [(d.isoformat(), f"{d.day} {d:%B}", f"{d:%B} {d.day}") for d in dates])


def _without(names: Sequence[str], spelt: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    pairs = zip(names, spelt, strict=True)
    return tuple(tuple(text for text in texts if text != name) for name, texts in pairs)


def _none_also(names: Sequence[str], _: Sequence[Fraction]) -> tuple[tuple[str, ...], ...]:
    return ()


_Amounts = Callable[[Sequence[str]], tuple[Fraction, ...] | None]
_Also = Callable[[Sequence[str], Sequence[Fraction]], tuple[tuple[str, ...], ...]]
_MOMENTS: tuple[tuple[_Amounts, str, _Also], ...] = (
    (moments.times, "minutes", _times_also),
    (moments.dates, "days", _dates_also),
    (moments.weekdays, "days", _none_also),
    (moments.months, "months", _none_also),
)
