"""Tables with named columns, as CSV and as JSON.

One list of columns writes both files and the codebook, so that these cannot differ.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from hintwise.errors import InvalidValue, known_name

Value = str | int | float | bool | None
"""What a cell holds; None is an empty cell. No text is empty."""

KINDS = {
    "text": "text",
    "whole": "a whole number",
    "number": "a number",
    "yes": "true or false",
}
"""What the cells of a column hold, in words."""

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"

_DEFUSED = "'"
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", _DEFUSED)
"""How a text begins that a spreadsheet would take for a formula, and how one begins that looks as
if it had been defused."""

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """One column: its name, what it holds, and how it is found for a row."""

    name: str
    kind: str
    """One of `KINDS`."""
    what: str
    """In words, for the codebook."""
    value: Callable[[Row], Value]
    is_time: bool = False
    """Whether it holds a time, or what follows from one: such columns may differ between two runs
    that are equal otherwise."""

    def __post_init__(self) -> None:
        known_name("kind of column", self.kind, KINDS)

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "kind": self.kind, "what": self.what, "time": self.is_time}


@dataclass(frozen=True, slots=True)
class Sheet(Generic[Row]):
    """Rows under columns, which become `NAME.csv` and `NAME.json`."""

    name: str
    what: str
    columns: tuple[Column[Row], ...]
    rows: Sequence[Row]

    def records(self) -> list[dict[str, Value]]:
        """Each row as an object, without empty texts."""
        return [
            {column.name: _none_if_empty(column.value(row)) for column in self.columns}
            for row in self.rows
        ]

    def files(self) -> dict[str, str]:
        kinds = {column.name: column.kind for column in self.columns}
        records = self.records()
        return {
            f"{self.name}.csv": as_csv(kinds, records),
            f"{self.name}.json": as_json_lines(records),
        }


def as_csv(kinds: Mapping[str, str], records: Iterable[Mapping[str, Value]]) -> str:
    """Comma-separated values as RFC 4180 has them, fit for spreadsheets.

    A text that a spreadsheet would compute begins with an apostrophe. With anything beyond ASCII,
    the file begins with the mark by which spreadsheets know UTF-8.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(kinds)
    for record in records:
        writer.writerow([_cell(record[name], kind) for name, kind in kinds.items()])
    written = text.getvalue()
    return written if written.isascii() else f"{BYTE_ORDER_MARK}{written}"


def read_csv(text: str, kinds: Mapping[str, str], source: str) -> list[dict[str, Value]]:
    """The records that `as_csv` wrote."""
    plain = text.removeprefix(BYTE_ORDER_MARK)
    reader = csv.reader(io.StringIO(plain, newline=""), strict=True)
    try:
        header = next(reader, [])
        if header != list(kinds):
            raise InvalidValue(f"the columns are {', '.join(header)}; not {', '.join(kinds)}")
        return [
            {name: _value(cell, kinds[name]) for name, cell in zip(header, cells, strict=True)}
            for cells in reader
        ]
    except (csv.Error, ValueError) as error:
        raise InvalidValue(f"{source}, line {max(reader.line_num, 1)}: {error}") from None


def as_json_lines(records: Iterable[Mapping[str, Value]]) -> str:
    """A list of objects, each on a line of its own."""
    lines = ",\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    return f"[\n{lines}\n]\n" if lines else "[]\n"


def _none_if_empty(value: Value) -> Value:
    return None if value == "" else value


def _cell(value: Value, kind: str) -> str:
    if value is None:
        return ""
    if kind == "yes":
        return "true" if value else "false"
    if kind == "text":
        text = str(value)
        return f"{_DEFUSED}{text}" if text.startswith(_DANGEROUS) else text
    return repr(value)


def _value(cell: str, kind: str) -> Value:
    if not cell:
        return None
    match kind:
        case "text":
            return cell.removeprefix(_DEFUSED)
        case "yes":
            return {"true": True, "false": False}[cell]
        case "whole":
            return int(cell)
    number = float(cell)
    return number if "." in cell or "e" in cell else int(number)
