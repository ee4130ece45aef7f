"""The entries of a TOML file, each of which knows where in the file it stands.

TOML readers give no places. So the text, once a reader has found it to be right, is scanned for the
places of its keys and values; this happens only when there is an error to tell.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from hintwise.errors import InvalidPuzzle

Path = tuple[str | int, ...]
"""The keys and the positions in lists, counted from 0, that lead to an entry."""

_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\])*"|\'[^\']*\'', re.DOTALL
)
_KEY = re.compile(rf"{_STRING.pattern}|[\w-]+", re.DOTALL)
_SCALAR = re.compile(rf"{_STRING.pattern}|[^,\]}}#\n]+", re.DOTALL)
_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_OPENING = re.compile(r"\"\"\"\n?|'''\n?|\"|'")
_ESCAPE = re.compile(r"\\u.{4}|\\U.{8}|\\[ \t]*\n\s*|\\.", re.DOTALL)


def read_toml(text: str) -> Entry:
    """The file as one entry, a table; `InvalidPuzzle` says where it is not TOML."""
    text = text.replace("\r\n", "\n")
    try:
        return Entry(tomllib.loads(text, parse_float=Decimal), (), text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = re.fullmatch(r"(.*) \(at (line \d+, column \d+|end of document)\)", message, re.S)
        what, where = (found[1], found[2]) if found else (message, "")
        if not where.startswith("line"):
            where = _spelled(text, len(text))
        if what == "Invalid value":
            what = "expected a number, a date, a list, or text in quotes"
        raise InvalidPuzzle(f"{where}: {what}; a logic-grid file is written in TOML") from None
    except (ValueError, ArithmeticError, RecursionError):
        # Too many digits for an int, no Decimal, or brackets within brackets without end.
        raise InvalidPuzzle("the file holds a number or a list beyond all measure") from None


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
        return _Scanner(self.text).scanned().get(self.path, (0, 0))

    def _wrong_at(self, start: int, message: str) -> InvalidPuzzle:
        name = f" ({self._name})" if self.path else ""
        return InvalidPuzzle(f"{_spelled(self.text, start)}{name}: {message}")

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


class _Scanner:
    """Finds where in a text, known to be right TOML, each key and each value starts."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._found: dict[Path, tuple[int, int]] = {}

    def scanned(self) -> dict[Path, tuple[int, int]]:
        """For each path, where its key starts (in a list its value) and where its value does."""
        table: Path = ()
        while next_character := self._next():
            if next_character == "[":
                table = self._header()
            else:
                self._pair(table)
        return self._found

    def _header(self) -> Path:
        start = self._at
        listed = self._text.startswith("[[", start)
        self._at += 2 if listed else 1
        path: Path = ()
        keys = list(self._keys())
        for number, key in enumerate(keys, 1):
            path = (*path, key)
            self._found.setdefault(path, (start, start))
            length = self._length(path)
            if listed and number == len(keys):
                path = (*path, length)
                self._found[path] = (start, start)
            elif length:
                path = (*path, length - 1)  # a table below the last one of a list
        self._at = self._text.index("]", self._at) + (2 if listed else 1)
        return path

    def _length(self, path: Path) -> int:
        """How many entries of the list have been found; 0 if it is a table."""
        length = 0
        while (*path, length) in self._found:
            length += 1
        return length

    def _pair(self, table: Path) -> None:
        start = self._at
        path = table
        for key in self._keys():
            path = (*path, key)
            self._found.setdefault(path, (start, start))
        self._at = self._text.index("=", self._at) + 1
        self._next()
        self._found[path] = (start, self._at)
        self._value(path)

    def _value(self, path: Path) -> None:
        self._found.setdefault(path, (self._at, self._at))
        opening = self._text[self._at]
        if opening not in "[{":
            self._at = self._end_of(_SCALAR)
            return
        self._at += 1
        count = 0
        while (character := self._next()) not in "]}":
            if character == ",":
                self._at += 1
            elif opening == "{":
                self._pair(path)
            else:
                self._value((*path, count))
                count += 1
        self._at += 1

    def _keys(self) -> Iterator[str]:
        while True:
            self._next()
            start, self._at = self._at, self._end_of(_KEY)
            written = self._text[start : self._at]
            yield tomllib.loads(f"key = {written}")["key"] if written[0] in "\"'" else written
            if self._next() != ".":
                return
            self._at += 1

    def _next(self) -> str:
        """The next character that is neither blank nor in a comment; empty at the end."""
        self._at = self._end_of(_BLANK)
        return self._text[self._at : self._at + 1]

    def _end_of(self, pattern: re.Pattern[str]) -> int:
        match = pattern.match(self._text, self._at)
        assert match is not None  # the text is right TOML
        return match.end()


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


def _spelled(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"line {line}, column {position - text.rfind(chr(10), 0, position)}"
