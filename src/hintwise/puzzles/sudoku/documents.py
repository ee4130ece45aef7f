"""Plain and Killer Sudokus in the documents of f-puzzles and SudokuPad.

Whatever else these hold is named.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.errors import InvalidPuzzle
from hintwise.puzzles.killer_sudoku.cages import SumCage
from hintwise.puzzles.sudoku.model import BOXES, SYMBOLS, Box, units_of_cells
from hintwise.puzzles.sudoku.text import SudokuText, shortened

# What holds no rule: of an f-puzzles document and its cells, and the same of SudokuPad.
_FPUZZLES_KEYS = {
    *("size", "grid", "title", "author", "ruleset", "solution", "successMessage", "msgcorrect"),
    *("highlightConflicts", "disabledlogic", "truecandidatesoptions", "killercage"),
}
_FPUZZLES_CELL_KEYS = {
    *("value", "given", "region", "centerPencilMarks", "cornerPencilMarks", "highlight"),
}
_ABOUT = {
    *("title", "author", "rules", "solution", "source", "msgcorrect", "copyright", "video"),
}
_SUDOKUPAD_KEYS = {
    *("id", "cells", "regions", "cages", "cellSize", "metadata", "settings", "videos", "duration"),
    *_ABOUT,
}
_SUDOKUPAD_CELL_KEYS = {"value", "given", "centremarks", "cornermarks"}
_CENTRE_MARKS = ("centerPencilMarks", "centremarks")
_SAID = re.compile(r"(\w+):\s*(.*)", re.S)
_FPUZZLES_CELL = re.compile(r"R([1-9]\d?)C([1-9]\d?)", re.ASCII)
_TOTAL = re.compile(r"[1-9]\d{0,3}", re.ASCII)

_Place = tuple[int, int]


def read_document(document: Mapping[str, Any]) -> SudokuText:
    """The Sudoku in an f-puzzles document (it has a `grid`) or in one of SudokuPad (`cells`).

    Cages whose cells differ are kept, with a sum or without. Where an open cell has marks in its
    centre, the solver has crossed out the others; marks in corners and highlights are ignored.
    Everything else is a rule or may stand for one, and is named in the
    error. Where some cells are marked as given, the other filled ones are the solver's entries.
    """
    if "grid" in document:
        return _from_fpuzzles(document)
    return _from_sudokupad(document)


def _from_fpuzzles(document: Mapping[str, Any]) -> SudokuText:
    cells = _Cells.of(document["grid"])
    if document.get("size", cells.size) != cells.size:
        raise InvalidPuzzle(
            f"the link holds a grid of {cells.size} rows and size {_spelled(document['size'])}"
        )
    rules = [*_further(document, _FPUZZLES_KEYS), *cells.further(_FPUZZLES_CELL_KEYS)]
    box = BOXES[cells.size**2]
    blocks = units_of_cells(box)["block"]
    for (place, cell), block in zip(cells.by_place.items(), blocks, strict=True):
        # Regions are counted from 0, left to right and top down; without one, the usual is meant.
        if cell.get("region", block) != block:
            rules.append(f"irregular region in {_name(*place)}")
    cages = []
    for cage in map(_table, _items(document.get("killercage"))):
        places, total = _fpuzzles_places(cage.get("cells")), _total(cage.get("value"))
        if not places or (cage.get("value") and total is None):
            rules.append(f"killer{_cage_name(cage, places)}")
        elif total is not None or frozenset(places) not in _units(box):
            cages.append(_cage(places, total))
    _check_supported(rules)
    text = cells.text(box, _string(document.get("title")), _string(document.get("author")))
    return text.with_cages(cages)


def _from_sudokupad(document: Mapping[str, Any]) -> SudokuText:
    cells = _Cells.of(document["cells"])
    metadata = _table(document.get("metadata"))
    about = {**_table(document), **metadata}
    rules = [*_further(document, _SUDOKUPAD_KEYS), *cells.further(_SUDOKUPAD_CELL_KEYS)]
    rules += _further(metadata, _ABOUT)
    regions = {_places(region) for region in _list(document.get("regions"))}
    shapes = [box for box in _shapes(cells.size) if regions == _units(box, ["block"])]
    if not shapes:
        rules.append("regions other than the usual boxes" if regions else "no regions")
    box = (shapes or _shapes(cells.size))[0]
    cages = []
    for cage in map(_table, _list(document.get("cages"))):
        key, said = _said_by(cage)
        places, told = _places(cage.get("cells")), cage.get("sum") or cage.get("value")
        if key in _ABOUT:
            about.setdefault(key, said)
        elif not told and places in _units(box):
            continue
        elif places and _is_killer(cage):
            cages.append(_cage(places, _total(told)))
        else:
            rules.append(_cage_name(cage, places))
    _check_supported(rules)
    text = cells.text(box, _string(about.get("title")), _string(about.get("author")))
    return text.with_cages(cages)


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells of a document by row and column, counted from 0."""

    size: int
    by_place: Mapping[_Place, Mapping[str, Any]]

    @classmethod
    def of(cls, grid: object) -> _Cells:
        rows = _list(grid)
        size = len(rows)
        if size * size not in BOXES:
            raise InvalidPuzzle(
                f"the link holds a grid of {size} rows; accepted are 4, 6, 9 and 16 rows"
            )
        cells = {}
        for row, content in enumerate(rows):
            if not isinstance(content, list) or len(content) != size:
                raise InvalidPuzzle(f"row {row + 1} of the grid in the link has not {size} cells")
            for column, cell in enumerate(content):
                if not isinstance(cell, dict):
                    name = _name(row, column)
                    raise InvalidPuzzle(f"{name} in the link is {_spelled(cell)}, not a cell")
                cells[row, column] = cell
        return cls(size, cells)

    def further(self, plain: Collection[str]) -> Iterator[str]:
        """What in the cells goes beyond these keys: candidates as clues, colours, …."""
        for place, cell in self.by_place.items():
            yield from (f"{key} in {_name(*place)}" for key in _further(cell, plain))

    def text(self, box: Box, title: str, author: str) -> SudokuText:
        line = "".join(self._symbol(*item) for item in self.by_place.items())
        given = [cell.get("given") for cell in self.by_place.values()]
        told_apart = any(mark is not None for mark in given)
        puzzle = SudokuText.of(line, box=box, title=title, author=author)
        puzzle = puzzle.with_entries([i for i, g in enumerate(given) if told_apart and not g])
        marks = (self._marks(cell) for cell in self.by_place.values())
        return puzzle.with_candidates({i: kept for i, kept in enumerate(marks) if kept})

    def _marks(self, cell: Mapping[str, Any]) -> set[int]:
        """The values in the centre of a cell; what is no value there is somebody's note."""
        listed = (mark for key in _CENTRE_MARKS for mark in _list(cell.get(key)))
        texts = (str(mark) for mark in listed if isinstance(mark, str | int))
        return {int(text) for text in texts if _TOTAL.fullmatch(text) and int(text) <= self.size}

    def _symbol(self, place: _Place, cell: Mapping[str, Any]) -> str:
        value = cell.get("value")
        if not value:
            return "."
        if isinstance(value, str) and re.fullmatch(r"\d{1,2}", value, re.ASCII):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= self.size:
            raise InvalidPuzzle(
                f"{_name(*place)} in the link is {_spelled(value)}; accepted are 1 to {self.size}"
            )
        return SYMBOLS[value - 1]


def _further(table: Mapping[str, Any], plain: Collection[str]) -> Iterator[str]:
    return (key for key, value in table.items() if value and key not in plain)


def _check_supported(rules: Sequence[str]) -> None:
    if rules:
        shown = ", ".join(map(shortened, rules[:8])) + (", …" if len(rules) > 8 else "")
        raise InvalidPuzzle(
            f"the puzzle in the link is a variant with {shown}; only plain and Killer Sudokus are "
            "supported"
        )


def _said_by(cage: Mapping[str, Any]) -> tuple[str, str]:
    """What a cage without cells says about the puzzle (`title: …`), as SudokuPad keeps it."""
    said = None if cage.get("cells") else _SAID.fullmatch(_string(cage.get("value")))
    return (said[1].lower(), said[2]) if said else ("", "")


def _is_killer(cage: Mapping[str, Any]) -> bool:
    """Whether the cells of a SudokuPad cage differ, and all that is written there is their sum."""
    told = [_total(cage[key]) for key in ("sum", "value") if cage.get(key)]
    if None in told or len(set(told)) > 1 or cage.get("unique") is False:
        return False
    return bool(told) or cage.get("unique") is True


def _cage(places: Iterable[_Place], total: int | None) -> SumCage:
    return SumCage(tuple((row + 1, column + 1) for row, column in places), total)


def _cage_name(cage: Mapping[str, Any], places: Collection[_Place]) -> str:
    told = cage.get("value") or cage.get("sum")
    where = f" in {_name(*min(places))}" if places else ""
    return f"cage{f' {_spelled(told)}' if told else ''}{where}"


def _total(value: object) -> int | None:
    """The sum that a number or a text says; none if it says anything else."""
    if type(value) is int or isinstance(value, str):
        text = str(value).strip()
        return int(text) if _TOTAL.fullmatch(text) else None
    return None


def _fpuzzles_places(cells: object) -> list[_Place]:
    """The places in a list of `R1C1`; none if it is anything else."""
    found = [_FPUZZLES_CELL.fullmatch(_string(cell)) for cell in _list(cells)]
    places = [(int(m[1]) - 1, int(m[2]) - 1) for m in found if m is not None]
    return places if len(places) == len(found) else []


def _places(cells: object) -> frozenset[_Place]:
    """The places in a list of `[row, column]`; none if it is anything else."""
    pairs = [tuple(pair) if isinstance(pair, list) else () for pair in _list(cells)]
    if not all(len(pair) == 2 and all(type(n) is int for n in pair) for pair in pairs):
        return frozenset()
    return frozenset((row, column) for row, column in pairs)


def _shapes(size: int) -> list[Box]:
    """The shapes that boxes may have, the usual one first."""
    height, width = BOXES[size * size]
    return [(height, width), (width, height)]


def _units(box: Box, kinds: Iterable[str] = ("row", "col", "block")) -> set[frozenset[_Place]]:
    """The units of some kinds: a cage around one of them adds no rule."""
    size, units = math.prod(box), units_of_cells(box)
    return {
        frozenset(divmod(cell, size) for cell, other in enumerate(units[kind]) if other == number)
        for kind in kinds
        for number in range(size)
    }


def _name(row: int, column: int) -> str:
    return f"r{row + 1}c{column + 1}"


def _table(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _items(value: object) -> list[Any]:
    """A list, or anything else that is there as its one item."""
    return value if isinstance(value, list) else [value] if value else []


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _spelled(value: object) -> str:
    """A value of a document for a message; one that nests is not shown."""
    scalar = value is None or isinstance(value, str | int | float)
    return shortened(repr(value)) if scalar else f"a {type(value).__name__}"
