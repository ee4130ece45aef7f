"""Puzzles that come with hintwise, by name; each has one solution, and no given or clue to spare.

Nothing is read before the first lookup.
"""

from __future__ import annotations

import functools
import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from hintwise.problem import Kind


@dataclass(frozen=True, slots=True)
class LibraryPuzzle:
    """A puzzle of the library: its text in a form that can be read, and how hard it is.

    `size` is "9x9" for a Sudoku, categories by values for a logic grid. Where puzzles of a kind are
    not graded, `grade` is empty and `score` is None.
    """

    name: str
    kind: str
    title: str
    size: str
    grade: str
    score: float | None
    text: str

    @property
    def difficulty(self) -> str:
        """Grade and score as a person reads them; nothing if it has none."""
        return f"{self.grade} ({self.score})" if self.grade else ""

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__ if name != "text"}


@functools.cache
def collection() -> Mapping[str, LibraryPuzzle]:
    """All puzzles by name: Sudokus first, then Killer Sudokus and logic grids."""
    sudokus = tomllib.loads(_data("sudokus.toml"))["sudokus"]
    killers = tomllib.loads(_data("killer_sudokus.toml"))["killer_sudokus"]
    grids = tomllib.loads(_data("grids.toml"))["grids"]
    found = [*map(_sudoku, sudokus), *map(_killer_sudoku, killers), *map(_grid, grids)]
    return {puzzle.name: puzzle for puzzle in found}


class _Texts(Mapping[str, str]):
    """The texts of the puzzles by name."""

    def __getitem__(self, name: str) -> str:
        return collection()[name].text

    def __iter__(self) -> Iterator[str]:
        return iter(collection())

    def __len__(self) -> int:
        return len(collection())


PUZZLES: Mapping[str, str] = _Texts()
"""The texts by name: the cells or the cages of a Sudoku, or a logic-grid file."""


def practice_puzzles(kind: Kind) -> list[str]:
    """The names of the puzzles of a kind that weights are learned from."""
    found = collection().values()
    return [p.name for p in found if (p.kind, p.size) == (kind.name, kind.taught_on)]


def _sudoku(record: Mapping[str, Any]) -> LibraryPuzzle:
    side = math.isqrt(len(record["cells"]))
    return LibraryPuzzle(
        name=record["name"],
        kind="sudoku",
        title=record.get("title", ""),
        size=f"{side}x{side}",
        grade=record["grade"],
        score=record["score"],
        text=record["cells"],
    )


def _killer_sudoku(record: Mapping[str, Any]) -> LibraryPuzzle:
    return LibraryPuzzle(
        name=record["name"],
        kind="killer_sudoku",
        title=record["title"],
        size=record["size"],
        grade="",
        score=None,
        text=record["cages"],
    )


def _grid(record: Mapping[str, Any]) -> LibraryPuzzle:
    text = _data("grids", f"{record['name']}.toml")
    document = tomllib.loads(text)
    categories = document["categories"]
    values = next(values for values in categories.values() if isinstance(values, list))
    return LibraryPuzzle(
        name=record["name"],
        kind="logic_grid",
        title=document["title"],
        size=f"{len(categories)}x{len(values)}",
        grade=record["grade"],
        score=record["score"],
        text=text,
    )


def _data(*path: str) -> str:
    return files("hintwise.puzzles").joinpath("collection", *path).read_text(encoding="utf-8")
