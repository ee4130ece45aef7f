"""Puzzles that come with hintwise, by name; each has one solution, and no given or clue to spare.

Nothing is read before the first lookup.
"""

from __future__ import annotations

import functools
import math
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from hintwise.problem import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryPuzzle:
    """A puzzle of the library: its text in a form that can be read, and how hard it is.

    `size` is "9x9" for a Sudoku, categories by values for a logic grid. Where puzzles of a kind are
    not graded, `grade` is empty and `score` is None.
    """

    name: str
    kind: str
    title: str = ""
    size: str
    grade: str = ""
    score: float | None = None
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
    found = (
        make(**record)
        for name, make in _MAKERS.items()
        for record in tomllib.loads(_data(f"{name}.toml"))[name]
    )
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


def _sudoku(*, cells: str, **about: Any) -> LibraryPuzzle:
    side = math.isqrt(len(cells))
    return LibraryPuzzle(kind="sudoku", size=f"{side}x{side}", text=cells, **about)


def _killer_sudoku(*, cages: str, **about: Any) -> LibraryPuzzle:
    return LibraryPuzzle(kind="killer_sudoku", text=cages, **about)


def _grid(*, name: str, **about: Any) -> LibraryPuzzle:
    text = _data("grids", f"{name}.toml")
    document = tomllib.loads(text)
    categories = document["categories"]
    values = next(values for values in categories.values() if isinstance(values, list))
    size = f"{len(categories)}x{len(values)}"
    title = document["title"]
    return LibraryPuzzle(name=name, kind="logic_grid", title=title, size=size, text=text, **about)


_MAKERS: Mapping[str, Callable[..., LibraryPuzzle]] = {
    "sudokus": _sudoku,
    "killer_sudokus": _killer_sudoku,
    "grids": _grid,
}
"""How the records of each list become puzzles."""


def _data(*path: str) -> str:
    return files("hintwise.puzzles").joinpath("collection", *path).read_text(encoding="utf-8")
