"""Plans as they were written: where what stands, and how their values are told."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, time
from functools import cached_property
from typing import Any

from hintwise.errors import InvalidPlan
from hintwise.toml_places import Path, Place, positions, syntax_error

_LONGEST = 40


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

    def told(self, mistakes: Iterable[tuple[Path, str]], named: Callable[[Path], str]) -> list[str]:
        """A line for each, in the order of the text: file, line, what is meant, what is wrong."""
        placed = [(self.line(path), named(path), what) for path, what in mistakes]
        placed.sort(key=lambda one: one[0])
        return [f"{self.file}:{line}: {name}: {what}" for line, name, what in placed]

    def line(self, path: Path) -> int:
        """Where the entry is, or if it is missing, the table or list that should have it."""
        while path and path not in self._positions:
            path = path[:-1]
        key, _ = self._positions.get(path, (0, 0))
        return Place.of(key, self.text).line

    @cached_property
    def _positions(self) -> Mapping[Path, tuple[int, int]]:
        return positions(self.text)


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
