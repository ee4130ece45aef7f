"""The entries of a TOML file, each of which knows where in the file it stands."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from hintwise.errors import InvalidPuzzle
from hintwise.toml_places import Path, Place, positions, syntax_error

_ITEM = re.compile(r"[^\s\"'=\[\]{}][^\"'=\[\]{}]*\d[^\"'=\[\]{}]*|[$€£¥\d][^\"'=\[\]{}]*")
_OPENING = re.compile(r"\"\"\"\n?|'''\n?|\"|'")
_ESCAPE = re.compile(r"\\u.{4}|\\U.{8}|\\[ \t]*\n\s*|\\.", re.DOTALL)


def read_toml(text: str) -> Entry:
    """The file as one entry, a table; `InvalidPuzzle` says where it is not TOML."""
    text = text.replace("\r\n", "\n")
    try:
        return Entry(tomllib.loads(text, parse_float=Decimal), (), text)
    except tomllib.TOMLDecodeError as error:
        place, what = _unquoted(*syntax_error(error, text), text)
        raise InvalidPuzzle(f"{place}: {what}; a logic-grid file is written in TOML") from None
    except (ValueError, ArithmeticError, RecursionError):
        # Too many digits for an int, no Decimal, or brackets within brackets without end.
        raise InvalidPuzzle("the file holds a number or a list beyond all measure") from None


def _unquoted(place: Place, what: str, text: str) -> tuple[Place, str]:
    """The same error, unless it is about an item of a list that just lacks its quotes."""
    line = text.split("\n")[place.line - 1]
    at = place.column - 1
    start = max(line.rfind(mark, 0, at) for mark in "[,") + 1
    item = re.split(r"[\]},#]", line[start:])[0].rstrip()
    start += len(item) - len(item.lstrip())
    if not start or not _ITEM.fullmatch(item := item.strip()):
        return place, what
    return Place(place.line, start + 1), f'put {item} in quotes: "{item}"'


@dataclass(frozen=True, slots=True)
class Entry:
    """A value of a file, how to get there, and the text of the whole file."""

    value: Any
    path: Path
    text: str

    def wrong(self, message: str, *, character: int | None = None) -> InvalidPuzzle:
        """The error that says what is wrong with this value and where in the file it stands.

        The place is where the value starts, or a character of the string that it is.
        """
        start = self._places[1]
        if character is not None:
            start = _character(self.text, start, character)
        return self._wrong_at(start, message)

    def wrong_key(self, key: str, message: str) -> InvalidPuzzle:
        """The same for a key of this table."""
        return self._wrong_at(self.entries()[key]._places[0], message)

    def table(self, known: Collection[str], needed: Collection[str]) -> dict[str, Entry]:
        """The entries of a table that has these keys and no others."""
        entries = self.entries()
        expected = " or ".join(map(repr, known))
        for key in entries:
            if key not in known:
                close = difflib.get_close_matches(key, known, n=1)
                guess = f"; did you mean {close[0]!r}?" if close else ""
                raise self.wrong_key(key, f"{key!r} is not known here; expected {expected}{guess}")
        if missing := [key for key in needed if key not in entries]:
            raise self.wrong(f"{missing[0]!r} is missing; expected {expected}")
        return entries

    def entries(self) -> dict[str, Entry]:
        """The entries of a table, whatever its keys."""
        if not isinstance(self.value, dict):
            raise self.wrong(f"expected a table, not {self._shortened}")
        return {k: Entry(v, (*self.path, k), self.text) for k, v in self.value.items()}

    def items(self) -> list[Entry]:
        """The entries of a list."""
        if not isinstance(self.value, list):
            raise self.wrong(f"expected a list, not {self._shortened}")
        return [Entry(v, (*self.path, n), self.text) for n, v in enumerate(self.value)]

    def string(self) -> str:
        if not isinstance(self.value, str):
            raise self.wrong(f"expected text in quotes, not {self._shortened}")
        return self.value

    @property
    def _places(self) -> tuple[int, int]:
        return positions(self.text).get(self.path, (0, 0))

    def _wrong_at(self, start: int, message: str) -> InvalidPuzzle:
        name = f" ({self._name})" if self.path else ""
        return InvalidPuzzle(f"{Place.of(start, self.text)}{name}: {message}")

    @property
    def _name(self) -> str:
        """`categories.hour`, or `clue 2` for all that belongs to it."""
        first, *rest = self.path
        if rest and isinstance(rest[0], int):
            return f"{str(first).removesuffix('s')} {rest[0] + 1}"
        return ".".join(str(part) for part in self.path if isinstance(part, str))

    @property
    def _shortened(self) -> str:
        if isinstance(self.value, dict | list):
            return "a table" if isinstance(self.value, dict) else "a list"
        shown = str(self.value).lower() if isinstance(self.value, bool) else str(self.value)
        return shown if len(shown) <= 40 else f"{shown[:40]}…"


def _character(text: str, start: int, number: int) -> int:
    """Where the character with this number stands of the string that starts there."""
    opening = _OPENING.match(text, start)
    assert opening is not None
    at = opening.end()
    escaped = opening[0].startswith('"')
    while True:
        escape = _ESCAPE.match(text, at) if escaped else None
        if escape and "\n" in escape[0]:  # the line goes on in the next one
            at = escape.end()
        elif number:
            at = escape.end() if escape else at + 1
            number -= 1
        else:
            return at
