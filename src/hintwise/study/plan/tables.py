"""Tables of a plan, read key by key, so that all mistakes in them are found at once."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, TypeVar

from hintwise.errors import UnknownName, is_finite_number, is_whole_number
from hintwise.experiments.sweep.plan_text import shown
from hintwise.toml_places import Path

_T = TypeVar("_T")


@dataclass(slots=True)
class Mistakes:
    """What is wrong with a plan, and where."""

    found: list[tuple[Path, str]] = field(default_factory=list)

    def note(self, path: Path, what: str) -> None:
        self.found.append((path, " ".join(what.split())))


class Table:
    """One table of a plan.

    Each method reads the value of a key. If it is wrong or missing without a default, that is noted
    and something of the right type is given instead: the plan is then not used.
    """

    def __init__(self, values: Mapping[str, Any], path: Path, mistakes: Mistakes) -> None:
        self.path = path
        self._values = values
        self._mistakes = mistakes
        self._known: list[str] = []

    def text(self, key: str, default: str | None = None) -> str:
        """Some text, without blanks around it."""
        value = self._value(key, default)
        if isinstance(value, str) and (value.strip() or value == default):
            return value.strip()
        return self._wrong(key, value, "some text in quotes", "")

    def optional_text(self, key: str) -> str | None:
        return self.text(key) if self._is_given(key) else None

    def name(self, key: str, pattern: re.Pattern[str], accepted: str) -> str:
        """A text that can be part of links, files and ids."""
        value = self._value(key, None)
        if isinstance(value, str) and pattern.fullmatch(value):
            return value
        return self._wrong(key, value, accepted, "")

    def choice(self, key: str, accepted: Sequence[str], default: str | None = None) -> str:
        """One of several texts; an empty one if it is wrong."""
        value = self._value(key, default)
        if isinstance(value, str) and value in accepted:
            return value
        if isinstance(value, str):
            self._mistakes.note((*self.path, key), str(UnknownName(key, value, accepted)))
            return ""
        return self._wrong(key, value, f"one of {', '.join(accepted)}, in quotes", "")

    def optional_choice(self, key: str, accepted: Sequence[str]) -> str | None:
        return self.choice(key, accepted) if self._is_given(key) else None

    def count(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number within bounds."""
        value = self._value(key, default)
        if is_whole_number(value) and least <= value <= most:
            return value
        accepted = f"a whole number from {least} to {most}" if least < most else str(least)
        return self._wrong(key, value, accepted, least)

    def optional_count(self, key: str, least: int, most: int) -> int | None:
        return self.count(key, least, most) if self._is_given(key) else None

    def number(self, key: str, least: float, most: float, default: float | None = None) -> float:
        """A number within bounds, whole or not."""
        value = self._value(key, default)
        if is_finite_number(value) and least <= value <= most:
            return float(value)
        low, high = f"{least:g}", f"{most:g}"
        bounds = "" if math.isinf(most) else f" from {low} to {high}"
        return self._wrong(key, value, f"a number{bounds}", max(least, 0.0))

    def optional_number(self, key: str, least: float, most: float) -> float | None:
        return self.number(key, least, most) if self._is_given(key) else None

    def flag(self, key: str, default: bool) -> bool:
        value = self._value(key, default)
        return value if isinstance(value, bool) else self._wrong(key, value, "true or false", False)

    def optional_day(self, key: str) -> date | None:
        if not self._is_given(key):
            return None
        value = self._value(key, None)
        if isinstance(value, date) and not isinstance(value, datetime):
            return value
        return self._wrong(key, value, "a day without quotes, such as 2027-03-31", None)

    def texts(self, key: str, least: int = 0) -> tuple[str, ...]:
        """A list of texts, at least so many."""
        value = self._value(key, [] if least == 0 else None)
        accepted = "a list of texts in quotes" + (f", {least} or more" if least else "")
        if not isinstance(value, list) or len(value) < least:
            return self._wrong(key, value, accepted, ())
        wrong = [place for place, each in enumerate(value) if not _is_text(each)]
        for place in wrong:
            what = f"expected some text in quotes, not {shown(value[place])}"
            self._mistakes.note((*self.path, key, place), what)
        return () if wrong else tuple(each.strip() for each in value)

    def table(self, key: str, *, required: bool = False) -> Table:
        """The table below a key; an empty one if it is left out, which must be allowed."""
        value = self._value(key, None if required else {})
        if not isinstance(value, dict):
            value = self._wrong(key, value, f"a table [{key}]", {})
        return Table(value, (*self.path, key), self._mistakes)

    def tables(self, key: str, least: int = 0, most: int = 1_000) -> Iterator[Table]:
        """The tables of a list."""
        value = self._value(key, [] if least == 0 else None)
        several = isinstance(value, list) and all(isinstance(each, dict) for each in value)
        if not several or not least <= len(value) <= most:
            number = f"{least} to {most}" if least else f"at most {most}"
            what = f"expected {number} tables [[{key}]], not "
            given = f"{len(value)}" if several else shown(value)
            if value is not _MISSING:
                self._mistakes.note((*self.path, key), what + given)
            return
        for place, each in enumerate(value):
            yield Table(each, (*self.path, key, place), self._mistakes)

    def others(self, known: Collection[str], elsewhere: Mapping[str, str]) -> dict[str, Any]:
        """The values of the keys that have not been read, of which the `known` ones may be there.

        `elsewhere` says why some others may not.
        """
        found = {}
        for key, value in self._values.items():
            if key in self._known:
                continue
            if key in elsewhere:
                self._mistakes.note((*self.path, key), elsewhere[key])
            elif key in known:
                found[key] = value
            else:
                what = str(UnknownName("key", key, (*self._known, *known)))
                self._mistakes.note((*self.path, key), what)
        return found

    def note(self, key: str, what: str) -> None:
        """Say what is wrong with the value of a key."""
        self._mistakes.note((*self.path, key), what)

    def end(self) -> None:
        """Refuse all keys that have not been read."""
        self.others((), {})

    def _value(self, key: str, default: Any) -> Any:
        self._known.append(key)
        if key not in self._values and default is None:
            self._mistakes.note((*self.path, key), "is missing")
            return _MISSING
        return self._values.get(key, default)

    def _is_given(self, key: str) -> bool:
        self._known.append(key)
        return key in self._values

    def _wrong(self, key: str, value: object, accepted: str, instead: _T) -> _T:
        if value is not _MISSING:  # which has been said
            what = f"expected {accepted}, not {shown(value)}"
            self._mistakes.note((*self.path, key), what)
        return instead


_MISSING = object()


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
