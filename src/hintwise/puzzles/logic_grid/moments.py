"""Dates and times of day as people write them.

A time is `9:00`, `14:15`, `9:00 am`, `2 pm` or `noon`; without am or pm it is on the 24-hour clock.
A date is `2024-05-01`, `1 May 2024`, `May 3` or `3rd of June`.
"""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

WEEKDAYS = tuple(name.casefold() for name in calendar.day_name)
MONTHS = tuple(name.casefold() for name in calendar.month_name[1:])

_YEAR = 2023
"""For dates without a year; it is no leap year."""

_TIME = r"(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))?(?:\s*(?P<half>[ap])\.?m\b\.?)?"
_NAMED_MONTH = "|".join(f"{month[:3]}(?:{month[3:]})?" for month in MONTHS) + "|sept"
_NTH = r"(?P<{0}>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:])"
_DAY_FIRST = rf"{_NTH.format('day')}\s+(?:of\s+)?(?P<month>{_NAMED_MONTH})\b\.?"
_MONTH_FIRST = rf"(?P<named>{_NAMED_MONTH})\b\.?\s+(?:the\s+)?{_NTH.format('numbered')}"
_DATE = (
    r"(?P<iso>\d{4}-\d{1,2}-\d{1,2})(?!\w)"
    rf"|(?:{_DAY_FIRST}|{_MONTH_FIRST})(?:,?\s+(?P<year>\d{{4}})(?!\w))?"
)
_NAMED_TIMES = {"noon": 12 * 60, "midnight": 0}
TIME = re.compile(rf"{_TIME}(?!\w)", re.IGNORECASE)
DATE = re.compile(_DATE, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Day:
    """A date; its year may be left open."""

    year: int | None
    month: int
    day: int

    def number(self, year: int | None) -> int | None:
        """The number of the day, counted from a common start; None if there is no such date."""
        try:
            return datetime.date(self.year or year or _YEAR, self.month, self.day).toordinal()
        except ValueError:
            return None


def read_time(text: str) -> int | None:
    """The minute of the day, or None if the text is no time of day.

    >>> [read_time(text) for text in ("9:00", "09:05", "2 pm", "12:15 a.m.", "noon", "14", "25:00")]
    [540, 545, 840, 15, 720, None, None]
    """
    if (named := _NAMED_TIMES.get(text.strip().casefold())) is not None:
        return named
    match = TIME.fullmatch(text.strip())
    if match is None or (match["minute"] is None and match["half"] is None):
        return None
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if match["half"] is not None:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match["half"].lower() == "p" else 0)
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def read_day(text: str) -> Day | None:
    """A date, or None if the text is none.

    >>> read_day("3rd of June"), read_day("2024-5-1"), read_day("May 3, 2024")
    (Day(year=None, month=6, day=3), Day(year=2024, month=5, day=1), Day(year=2024, month=5, day=3))
    """
    match = DATE.fullmatch(text.strip())
    if match is None:
        return None
    if match["iso"]:
        year, month, day = map(int, match["iso"].split("-"))
        return Day(year, month, day) if year else None
    named = (match["month"] or match["named"]).casefold()
    month = next(number for number, name in enumerate(MONTHS, 1) if name.startswith(named[:3]))
    open_year = int(match["year"]) if match["year"] else None
    return Day(open_year, month, int(match["day"] or match["numbered"]))


def times(names: Sequence[str]) -> tuple[Fraction, ...] | None:
    """The minutes of the day, if all of the names are times of day."""
    found = [read_time(name) for name in names]
    return (
        None if None in found else tuple(Fraction(minute) for minute in found if minute is not None)
    )


def dates(names: Sequence[str]) -> tuple[Fraction, ...] | None:
    """The numbers of the days, if all of the names are dates.

    A date without a year is in the year of the others, if that is but one.
    """
    days = [day for name in names if (day := read_day(name)) is not None]
    if len(days) < len(names):
        return None
    years = {day.year for day in days if day.year is not None}
    if len(years) > 1 and any(day.year is None for day in days):
        return None
    numbers = [day.number(next(iter(years), None)) for day in days]
    known = tuple(Fraction(number) for number in numbers if number is not None)
    return known if len(known) == len(names) else None


def cycle(names: Sequence[str], of: Sequence[str]) -> tuple[Fraction, ...] | None:
    """How far on each name is from the first, if they are listed in the order of the calendar.

    >>> [str(n) for n in cycle(["Fri", "Sat", "Mon"], WEEKDAYS) or ()]
    ['0', '1', '3']
    >>> cycle(["Friday", "Thursday", "Wednesday"], WEEKDAYS)
    """
    found: list[int] = []
    for name in names:
        folded = name.casefold().rstrip(".")
        place = next((n for n, full in enumerate(of) if folded in (full, full[:3])), None)
        if place is None:
            return None
        last = found[-1] if found else place
        found.append(last + (place - last) % len(of))
    if len(set(found)) < len(found) or found[-1] - found[0] >= len(of):
        return None
    return tuple(Fraction(place - found[0]) for place in found)


def same_day(day: Day, name: str, number: Fraction) -> bool:
    """Whether a date is the one that is called so, which is the day with this number."""
    own = read_day(name)
    if own is None or (own.month, own.day) != (day.month, day.day):
        return False
    return day.year is None or day.year == datetime.date.fromordinal(int(number)).year


def weekdays(names: Sequence[str]) -> tuple[Fraction, ...] | None:
    """The days since the first, if the names are days of the week in their order."""
    return cycle(names, WEEKDAYS)


def months(names: Sequence[str]) -> tuple[Fraction, ...] | None:
    """The months since the first, if the names are months in their order."""
    return cycle(names, MONTHS)


def calendar_names(categories: Iterable[Sequence[str]]) -> re.Pattern[str] | None:
    """What matches a weekday or a month, if a category has such; nothing if none has."""
    names = [of for values in categories for of in (WEEKDAYS, MONTHS) if cycle(values, of)]
    if not names:
        return None
    whole = "|".join(name for of in names for name in of)
    return re.compile(rf"(?:{whole})(?!\w)", re.IGNORECASE)


def place_in_cycle(name: str, values: Sequence[str]) -> int | None:
    """How far on a weekday or a month is from the first value, if it comes before the last.

    >>> [place_in_cycle(name, ["Fri", "Sat", "Mon"]) for name in ("Sunday", "Tuesday", "May")]
    [2, None, None]
    """
    for of in (WEEKDAYS, MONTHS):
        if (places := cycle(values, of)) is not None and name.casefold() in of:
            found = cycle((values[0], name), of)
            place = None if found is None else int(found[1])
            return place if place is not None and place < places[-1] else None
    return None
