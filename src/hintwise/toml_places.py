"""Where the keys and values of a TOML text stand.

TOML readers give no places. So the text, once a reader has found it to be right, is scanned for the
places of its keys and values; this happens only when there is an error to tell.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Path = tuple[str | int, ...]
"""The keys and the positions in lists, counted from 0, that lead to an entry."""

_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\])*"|\'[^\']*\'', re.DOTALL
)
_KEY = re.compile(rf"{_STRING.pattern}|[\w-]+", re.DOTALL)
_SCALAR = re.compile(rf"{_STRING.pattern}|[^,\]}}#\n]+", re.DOTALL)
_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_UNCLOSED = ("Illegal character '\\n'", "Unterminated string", 'Expected "\'"', "Expected \"'''\"")
_MESSAGE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Place:
    """A line and a column, both counted from 1."""

    line: int
    column: int

    @classmethod
    def of(cls, position: int, text: str) -> Place:
        """The place of the character with this index."""
        line = text.count("\n", 0, position) + 1
        return cls(line, position - text.rfind("\n", 0, position))

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


def syntax_error(error: tomllib.TOMLDecodeError, text: str) -> tuple[Place, str]:
    """Where the text is not TOML, and what was expected there."""
    found = _MESSAGE.fullmatch(str(error))
    what = found[1] if found else str(error)
    if what == "Invalid value":
        what = "expected a number, a date, a list, or text in quotes"
    elif what in _UNCLOSED:
        what = "a quotation mark is not closed"
    if found and found[2]:
        return Place(int(found[2]), int(found[3])), what
    return Place.of(len(text), text), what


def positions(text: str) -> Mapping[Path, tuple[int, int]]:
    """For each path, where its key starts (in a list its value) and where its value does.

    The text is right TOML, with plain line feeds. A table starts where its header does.
    """
    return _Scanner(text).scanned()


class _Scanner:
    """Finds where in a text, known to be right TOML, each key and each value starts."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._found: dict[Path, tuple[int, int]] = {}

    def scanned(self) -> dict[Path, tuple[int, int]]:
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
