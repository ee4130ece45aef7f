"""Plain Sudokus in the documents of f-puzzles and SudokuPad; whatever else they hold is named."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.errors import InvalidPuzzle
from hintwise.puzzles.sudoku.model import BOXES, SYMBOLS, Box
from hintwise.puzzles.sudoku.text import SudokuText, shortened

# What holds no rule: of an f-puzzles document and its cells, and the same of SudokuPad.
_FPUZZLES_KEYS = {
    *("size", "grid", "title", "author", "ruleset", "solution", "successMessage", "msgcorrect"),
    *("highlightConflicts", "disabledlogic", "truecandidatesoptions"),
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
_SUDOKUPAD_CELL_KEYS = {"value", "given"}
_SAID = re.compile(r"(\w+):\s*(.*)", re.S)

_Place = tuple[int, int]


def read_document(document: Mapping[str, Any]) -> SudokuText:
    """The plain Sudoku in an f-puzzles document (it has a `grid`) or in one of SudokuPad (`cells`).

    The solver's pencil marks and highlights are ignored. Everything else is a rule or may stand
    for one, and is named in the error. Where some cells are marked as given, the other filled ones
    are the solver's entries.
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
    for (row, column), cell in cells.by_place.items():
        # Regions are counted from 0, left to right and top down; without one, the usual is meant.
        if "region" in cell and cell["region"] != _box_number(row, column, box):
            rules.append(f"irregular region in {_name(row, column)}")
    _check_plain(rules)
    return cells.text(box, _string(document.get("title")), _string(document.get("author")))


def _from_sudokupad(document: Mapping[str, Any]) -> SudokuText:
    cells = _Cells.of(document["cells"])
    metadata = _table(document.get("metadata"))
    about = {**_table(document), **metadata}
    rules = [*_further(document, _SUDOKUPAD_KEYS), *cells.further(_SUDOKUPAD_CELL_KEYS)]
    rules += _further(metadata, _ABOUT)
    regions = {_places(region) for region in _list(document.get("regions"))}
    shapes = [box for box in _shapes(cells.size) if regions == _boxes(box)]
    if not shapes:
        rules.append("regions other than the usual boxes" if regions else "no regions")
    box = (shapes or _shapes(cells.size))[0]
    for cage in map(_table, _list(document.get("cages"))):
        key, text = _said_by(cage)
        if key in _ABOUT:
            about.setdefault(key, text)
        elif cage.get("value") or _places(cage.get("cells")) not in _units(box):
            rules.append(_cage_name(cage))
    _check_plain(rules)
    return cells.text(box, _string(about.get("title")), _string(about.get("author")))


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
        return puzzle.with_entries([i for i, g in enumerate(given) if told_apart and not g])

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


def _check_plain(rules: Sequence[str]) -> None:
    if rules:
        shown = ", ".join(map(shortened, rules[:8])) + (", …" if len(rules) > 8 else "")
        raise InvalidPuzzle(
            f"the puzzle in the link is a variant with {shown}; only plain Sudokus are supported"
        )


def _said_by(cage: Mapping[str, Any]) -> tuple[str, str]:
    """What a cage without cells says about the puzzle (`title: …`), as SudokuPad keeps it."""
    said = None if cage.get("cells") else _SAID.fullmatch(_string(cage.get("value")))
    return (said[1].lower(), said[2]) if said else ("", "")


def _cage_name(cage: Mapping[str, Any]) -> str:
    value = f" {_spelled(cage['value'])}" if cage.get("value") else ""
    places = _places(cage.get("cells"))
    return f"cage{value}" + (f" in {_name(*min(places))}" if places else "")


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


def _boxes(box: Box) -> set[frozenset[_Place]]:
    line = range(math.prod(box))
    boxes: dict[int, set[_Place]] = {number: set() for number in line}
    for row, column in itertools.product(line, repeat=2):
        boxes[_box_number(row, column, box)].add((row, column))
    return {frozenset(places) for places in boxes.values()}


def _units(box: Box) -> set[frozenset[_Place]]:
    """The rows, columns and boxes: a cage around one of them adds no rule."""
    line = range(math.prod(box))
    rows = {frozenset((row, column) for column in line) for row in line}
    return rows | {frozenset((c, r) for r, c in row) for row in rows} | _boxes(box)


def _box_number(row: int, column: int, box: Box) -> int:
    height, width = box
    return row // height * height + column // width


def _name(row: int, column: int) -> str:
    return f"r{row + 1}c{column + 1}"


def _table(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _spelled(value: object) -> str:
    """A value of a document for a message; one that nests is not shown."""
    scalar = value is None or isinstance(value, str | int | float)
    return shortened(repr(value)) if scalar else f"a {type(value).__name__}"
