"""From what pydantic finds wrong with a plan to lines that a person can act on."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from functools import cached_property
from typing import Any

from pydantic_core import ErrorDetails, PydanticCustomError

from hintwise.errors import InvalidPlan, UnknownName
from hintwise.toml_places import Path, Place, positions, syntax_error

_TABLES: Mapping[str, str] = {"problems": "problem", "methods": "method", "scales": "scale"}
_LONGEST = 40

_EXPECTED: Mapping[str, str] = {
    "int_type": "a whole number",
    "greater_than_equal": "{ge} or more",
    "less_than_equal": "{le} or less",
    "string_type": "text in quotes",
    "string_too_short": "some text",
    "string_pattern_mismatch": "letters, digits, - and _ only",
    "literal_error": "{expected}",
    "tuple_type": "a list",
    "model_type": "a table",
    "dict_type": "a table",
    "mapping_type": "a table",
}
"""What pydantic expects, in the words of a plan, by its kinds of error."""

_ELSEWHERE: Mapping[str, str] = {
    "deadline_s": "results would depend on the machine; the plan's node_limit limits a search",
    "node_limit": "is the same for all methods; it stands at the top of the plan",
    "seed": "is the same for all methods; it stands at the top of the plan",
}
"""Settings that a method of a plan cannot have, and why."""


def mistake(message: str, *place: str | int) -> PydanticCustomError:
    """What a validator raises; `place` leads there from the top, if it is not the value itself."""
    return PydanticCustomError("plan", "{message}", {"message": message, "place": place})


@dataclass(frozen=True)
class PlanText:
    """A plan as it was written: the text, and the file it is from."""

    text: str
    file: str

    def parsed(self) -> dict[str, Any]:
        """What it holds; `InvalidPlan` says where it is not TOML."""
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            place, what = syntax_error(error, self.text)
            note = f"(column {place.column}; a plan is written in TOML)"
            raise InvalidPlan([f"{self.file}:{place.line}: {what} {note}"]) from None
        except (ValueError, RecursionError):
            # Too many digits for an int, or brackets within brackets without end.
            what = "the file holds a number or a list beyond all measure"
            raise InvalidPlan([f"{self.file}:1: {what}"]) from None

    def mistakes(
        self, errors: Iterable[ErrorDetails], keys: Mapping[str, Sequence[str]]
    ) -> list[str]:
        """A line for each, in the order of the text; `keys` has the known ones of each table."""
        found = [(_place(error), _what(error, keys)) for error in errors]
        found.sort(key=lambda one: self._line(one[0]))
        return [f"{self.file}:{self._line(path)}: {_named(path)}: {what}" for path, what in found]

    def _line(self, path: Path) -> int:
        """Where the entry is, or if it is missing, the table or list that should have it."""
        while path and path not in self._positions:
            path = path[:-1]
        key, _ = self._positions.get(path, (0, 0))
        return Place.of(key, self.text).line

    @cached_property
    def _positions(self) -> Mapping[Path, tuple[int, int]]:
        return positions(self.text)


def _place(error: ErrorDetails) -> Path:
    return tuple(error.get("ctx", {}).get("place", ())) or error["loc"]


def _what(error: ErrorDetails, keys: Mapping[str, Sequence[str]]) -> str:
    kind, path = error["type"], error["loc"]
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        table = str(path[0]) if len(path) > 1 else ""
        if table == "methods" and path[-1] in _ELSEWHERE:
            return _ELSEWHERE[str(path[-1])]
        return str(UnknownName("key", str(path[-1]), keys[table]))
    if kind in _EXPECTED:
        expected = _EXPECTED[kind].format(**error.get("ctx", {}))
        return f"expected {expected}, not {shown(error['input'])}"
    return " ".join(error["msg"].split())


def _named(path: Path) -> str:
    """`queries`, `normalisation of method 2`, `users of scale small`."""
    if len(path) < 2 or path[0] not in _TABLES:
        return str(path[0])
    table, which, *keys = path
    entry = f"{_TABLES[str(table)]} {which + 1 if isinstance(which, int) else which}"
    return f"{keys[0]} of {entry}" if keys else entry


def shown(value: object) -> str:
    """A value of a plan, much as it is written there."""
    if isinstance(value, dict | list | tuple):
        kind = "table" if isinstance(value, dict) else "list"
        return f"a {kind}" if value else f"an empty {kind}"
    if isinstance(value, bool):
        text = str(value).lower()
    else:
        text = str(value) if isinstance(value, date | time) else repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
