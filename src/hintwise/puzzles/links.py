"""Links that carry a Sudoku: cells in the address, or an f-puzzles document packed into it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from lzstring import LZString

from hintwise.errors import InvalidPuzzle
from hintwise.puzzles.sudoku import BOXES, EMPTY, Box
from hintwise.puzzles.sudoku_text import SYMBOLS, SudokuText

_LINK = re.compile(
    r"[a-z][a-z0-9+.-]*://|www\.|[\w.-]+\.\w+/\S*(\?\w+=|fpuz)|fpuz(zles)?[\w+/=%$-]{20}", re.I
)
_PACKED = re.compile(r"(fpuz(?:zles)?|scf|scl|ctc)(.{20,})", re.I | re.S)

# The parameters that sites use for the cells; others are looked at if there is none of these.
_CELL_PARAMETERS = frozenset({"bd", "s", "puzzle"})

# Addresses of the pages where the same kind of link means a puzzle with other rules.
_VARIANT_PAGES = re.compile(
    r"jigsaw|sudoku[-_]?x\b|killer|hyper|windoku|str8ts|kakuro|kenken|futoshiki|samurai|colou?r",
    re.I,
)

# How addresses change the characters of Base64 that mean something else in them.
_ALPHABETS = (str.maketrans("", ""), str.maketrans("-_", "+/"), str.maketrans("-$", "/="))

# An LZ string can unpack to the square of its length; real puzzles stay far below this.
_LONGEST_PACKED = 20_000

# Keys of an f-puzzles document that hold no rule, and those of its cells.
_PLAIN_KEYS = {
    *("size", "grid", "title", "author", "ruleset", "solution", "successMessage", "msgcorrect"),
    *("highlightConflicts", "disabledlogic", "truecandidatesoptions"),
}
_PLAIN_CELL_KEYS = {
    *("value", "given", "region", "centerPencilMarks", "cornerPencilMarks", "highlight"),
}


def is_link(line: str) -> bool:
    """Whether a line is an address, or the packed part of one alone (`fpuzzles…`)."""
    return _LINK.match(line.strip()) is not None


def read_link(link: str) -> SudokuText:
    """Read the Sudoku that a link carries; nothing is fetched.

    Either some part of the address is the cells (`?bd=…`, `/play/?s=…`), or it holds an f-puzzles
    document (`?load=…`, `fpuzzles…`). Entries of the solver in such a document count as filled,
    the solver's pencil marks and highlights are ignored. Everything else in it is a rule or may
    stand for one, and is named in the error: only plain Sudokus are read.
    """
    try:
        parts = urlsplit(link.strip())
    except ValueError:
        raise InvalidPuzzle(f"{_shortened(link)} is not a link") from None
    if page := _VARIANT_PAGES.search(f"{parts.netloc}{parts.path}"):
        raise InvalidPuzzle(
            f"{_shortened(link)} leads to a variant ({page[0]}); only plain Sudokus are supported"
        )
    values = list(_values(parts.path, parts.query, parts.fragment))
    named = {value for name, value in values if name in _CELL_PARAMETERS}
    found = set(filter(_is_cells, named)) or {v for _, v in values if _is_cells(v)}
    if len(found) > 1:
        raise InvalidPuzzle(f"{_shortened(link)} holds {len(found)} Sudokus; accepted is one")
    if found:
        return SudokuText.of(found.pop())
    for name, value in values:
        if packed := _packed(name, value):
            return _from_document(_unpacked(packed))
    if named:
        raise InvalidPuzzle(
            f"{_shortened(min(named))} in the link is not the cells of a Sudoku: accepted are "
            f"{', '.join(map(str, BOXES))} characters, {' '.join(EMPTY)} for empty"
        )
    raise InvalidPuzzle(
        f"{_shortened(link)} carries no puzzle: accepted are ?bd=… and ?s=… with the cells, and "
        "f-puzzles documents (?load=… or fpuzzles…). If it only names a puzzle that its site "
        "keeps, export that as text or as an f-puzzles link"
    )


def _values(path: str, query: str, fragment: str) -> Iterator[tuple[str, str]]:
    """Every part of an address that may hold a puzzle, with its name if it is a parameter."""
    for text in (query, fragment.partition("?")[2] or fragment):
        yield from parse_qsl(text)
        if "=" not in text.rstrip("="):
            yield "", unquote(text)
    # Packed text may hold slashes of its own, so it is looked for in the path as a whole.
    if start := re.search(r"(?:^|/)(?=fpuz)", path, re.I):
        yield "", unquote(path[start.end() :])
    yield from (("", unquote(segment)) for segment in path.split("/"))


def _is_cells(value: str) -> bool:
    if len(value) not in BOXES:
        return False
    return set(value.upper()) <= set(SYMBOLS[: math.isqrt(len(value))] + EMPTY)


def _packed(name: str, value: str) -> str:
    match = _PACKED.match(value)
    if match:
        return match[2]
    return value if name == "load" else ""


def _unpacked(packed: str) -> Mapping[str, Any]:
    """The document in an LZ string, in whichever of its alphabets an address has left it."""
    if len(packed) > _LONGEST_PACKED:
        raise InvalidPuzzle(
            f"the link holds {len(packed)} packed characters; accepted are {_LONGEST_PACKED}"
        )
    plain = packed.replace(" ", "+")
    for changed in _ALPHABETS:
        document = _document(plain.translate(changed))
        if document is not None:
            return document
    raise InvalidPuzzle(
        "the packed part of the link holds no f-puzzles document; it may have been cut short, or "
        "be in a form of SudokuPad's own (export it as an f-puzzles link)"
    )


def _document(base64: str) -> Mapping[str, Any] | None:
    try:
        text = LZString().decompressFromBase64(f"{base64.rstrip('=')}====")
    except (LookupError, UnboundLocalError):  # what the library does with text that is not packed
        return None
    try:
        document = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) and "grid" in document else None


def _from_document(document: Mapping[str, Any]) -> SudokuText:
    grid = document["grid"]
    rows = grid if isinstance(grid, list) else []
    size = len(rows)
    if size * size not in BOXES or document.get("size", size) != size:
        raise InvalidPuzzle(
            f"the link holds a grid of {size} rows and size {_spelled(document.get('size'))}; "
            "accepted are 4, 6, 9 and 16 rows"
        )
    box = BOXES[size * size]
    rules = [key for key, value in document.items() if value and key not in _PLAIN_KEYS]
    cells = []
    for number, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != size:
            raise InvalidPuzzle(f"row {number + 1} of the grid in the link has not {size} cells")
        for column, cell in enumerate(row):
            name = f"r{number + 1}c{column + 1}"
            if not isinstance(cell, dict):
                raise InvalidPuzzle(f"{name} in the link is {_spelled(cell)}, not a cell")
            rules += [f"{rule} in {name}" for rule in _cell_rules(cell, number, column, box)]
            cells.append(_cell_symbol(cell, name, size))
    if rules:
        shown = ", ".join(map(_shortened, rules[:8])) + (", …" if len(rules) > 8 else "")
        raise InvalidPuzzle(
            f"the puzzle in the link is a variant with {shown}; only plain Sudokus are supported"
        )
    return SudokuText.of(
        "".join(cells), title=_text(document.get("title")), author=_text(document.get("author"))
    )


def _cell_rules(cell: Mapping[str, Any], row: int, column: int, box: Box) -> Iterator[str]:
    """What in a cell goes beyond its value: candidates as clues, colours, irregular regions."""
    yield from (key for key, value in cell.items() if value and key not in _PLAIN_CELL_KEYS)
    height, width = box
    # Regions are counted from 0, left to right and top down; without one, the usual is meant.
    if "region" in cell and cell["region"] != row // height * height + column // width:
        yield "irregular region"


def _cell_symbol(cell: Mapping[str, Any], name: str, size: int) -> str:
    value = cell.get("value")
    if not value:
        return "."
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= size:
        raise InvalidPuzzle(f"{name} in the link is {_spelled(value)}; accepted are 1 to {size}")
    return SYMBOLS[value - 1]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _spelled(value: object) -> str:
    """A value of a document for a message; one that nests is not shown."""
    scalar = value is None or isinstance(value, str | int | float)
    return _shortened(repr(value)) if scalar else f"a {type(value).__name__}"


def _shortened(text: str) -> str:
    text = "".join(c for c in text if c.isprintable())
    return text if len(text) <= 60 else f"{text[:57]}…"
