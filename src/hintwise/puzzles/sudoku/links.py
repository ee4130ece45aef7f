"""Links that carry a Sudoku: cells in the address, or a document packed into it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, unquote, urlsplit

from hintwise.errors import InvalidPuzzle
from hintwise.puzzles.sudoku.documents import read_document
from hintwise.puzzles.sudoku.model import BOXES, EMPTY, SYMBOLS
from hintwise.puzzles.sudoku.packed import unpacked
from hintwise.puzzles.sudoku.text import SudokuText, shortened

_PREFIX = r"(?:fpuz(?:zles)?|scl|ctc|scf)"
_LINK = re.compile(
    rf"[a-z][a-z0-9+.-]*://|www\.|[\w.-]+\.\w+/\S*(\?\w+=|{_PREFIX})|{_PREFIX}[\w+/=%$-]{{20}}",
    re.I,
)
_PACKED = re.compile(rf"({_PREFIX})(.{{20,}})", re.I | re.S)
_SUDOKUPAD = re.compile(r"(^|\.)(sudokupad\.app|crackingthecryptic\.com|svencodes\.com)$", re.I)

# SudokuWiki's string: size 9, version B, then two digits of base 36 for each cell. These are the
# value of a clue, 9 more than a solved value, or 18 more than the bits of the candidates.
_SUDOKUWIKI = re.compile(r"S(\d)([A-Z])[0-9a-z]+")

# The parameters that sites use for the cells; others are looked at if there is none of these.
_CELL_PARAMETERS = frozenset({"bd", "s", "puzzle"})

# Addresses of the pages where the same kind of link means a puzzle with other rules.
_VARIANT_PAGES = re.compile(
    r"jigsaw|sudoku[-_]?x\b|killer|hyper|windoku|str8ts|kakuro|kenken|futoshiki|samurai|colou?r",
    re.I,
)


def is_link(line: str) -> bool:
    """Whether a line is an address, or the packed part of one alone (`fpuzzles…`, `scl…`)."""
    return _LINK.match(line.strip()) is not None


def read_link(link: str) -> SudokuText:
    """Read the Sudoku that a link carries; nothing is fetched.

    Either some part of the address is the cells (`?bd=…`, `/play/?s=…`), or it holds a document
    of f-puzzles or SudokuPad (`?load=…`, `fpuzzles…`, `scl…`): see `read_document`.
    """
    try:
        parts = urlsplit(link.strip())
        site = parts.hostname or ""
    except ValueError:
        raise InvalidPuzzle(f"{shortened(link)} is not a link") from None
    if page := _VARIANT_PAGES.search(f"{parts.netloc}{_name_in(parts.path)}"):
        raise InvalidPuzzle(
            f"{shortened(link)} leads to a variant ({page[0]}) whose rules it does not carry; only "
            "links to plain Sudokus are supported there"
        )
    values = list(_values(parts.path, parts.query, parts.fragment))
    named = {value for name, value in values if name in _CELL_PARAMETERS}
    found = set(filter(_is_cells, named)) or {v for _, v in values if _is_cells(v)}
    if len(found) > 1:
        raise InvalidPuzzle(f"{shortened(link)} holds {len(found)} Sudokus; accepted is one")
    if found:
        return SudokuText.of(found.pop())
    for name, value in values:
        if name in _CELL_PARAMETERS and is_sudokuwiki(value):
            return read_sudokuwiki(value)
        if packed := _packed(name, value):
            return read_document(unpacked(packed))
    raise _without_puzzle(link, site, named)


def is_sudokuwiki(text: str) -> bool:
    """Whether the text is a string of SudokuWiki, of whatever size and version (`S9B…`)."""
    return _SUDOKUWIKI.fullmatch(text.strip()) is not None


def read_sudokuwiki(text: str) -> SudokuText:
    """Read SudokuWiki's `S9B…`: clues are given, solved cells are entries.

    Where candidates are shown, the others are crossed out.

    >>> puzzle = read_sudokuwiki("S9B" + "050i" + "eh" * 79)
    >>> puzzle.cells[:3], puzzle.entries
    ('59.', frozenset({1}))
    """
    text = text.strip()
    if not text.startswith("S9B") or len(text) != 3 + 2 * 81:
        raise InvalidPuzzle(
            f"{shortened(text)} is a SudokuWiki string of {len(text)} characters; accepted are "
            "plain 9x9 Sudokus, S9B and 162 characters"
        )
    numbers = [int(text[i : i + 2], 36) for i in range(3, len(text), 2)]
    cells = []
    for index, number in enumerate(numbers):
        if not 1 <= number <= 18 + 0b111_111_111:
            pair = text[3 + 2 * index :][:2]
            raise InvalidPuzzle(f"{pair!r} is not cell {index + 1} of a SudokuWiki string")
        cells.append(str((number - 1) % 9 + 1) if number <= 18 else ".")
    solved = [index for index, number in enumerate(numbers) if 9 < number <= 18]
    shown = {i: _bits(number - 18) for i, number in enumerate(numbers) if number > 18}
    return SudokuText.of("".join(cells)).with_entries(solved).with_candidates(shown)


def _bits(number: int) -> set[int]:
    """The places of the ones in a number, counted from 1.

    >>> _bits(0b101)
    {1, 3}
    """
    return {place for place in range(1, 10) if number >> (place - 1) & 1}


def _without_puzzle(link: str, site: str, named: set[str]) -> InvalidPuzzle:
    """Why no puzzle was found in a link, and what to do about it."""
    if named:
        return InvalidPuzzle(
            f"{shortened(min(named))} in the link is not the cells of a Sudoku: accepted are "
            f"{', '.join(map(str, BOXES))} characters, {' '.join(EMPTY)} for empty"
        )
    if _SUDOKUPAD.search(site):
        return InvalidPuzzle(
            f"{shortened(link)} carries no puzzle, only the name of one that SudokuPad keeps, and "
            "nothing is fetched; give the long link of the same puzzle, which goes on with scl… or "
            "fpuzzles…, its f-puzzles link, or the cells"
        )
    return InvalidPuzzle(
        f"{shortened(link)} carries no puzzle: accepted are ?bd=… and ?s=… with the cells, and "
        "documents of f-puzzles or SudokuPad (?load=…, fpuzzles…, scl…). If it only names a "
        "puzzle that its site keeps, export that as text or as an f-puzzles link"
    )


def _name_in(path: str) -> str:
    """A path up to where packed text may start, in which any word can occur by chance."""
    return re.split(rf"(?:^|/){_PREFIX}", path, maxsplit=1, flags=re.I)[0]


def _values(path: str, query: str, fragment: str) -> Iterator[tuple[str, str]]:
    """Every part of an address that may hold a puzzle, with its name if it is a parameter."""
    for text in (query, fragment.partition("?")[2] or fragment):
        yield from parse_qsl(text)
        if "=" not in text.rstrip("="):
            yield "", unquote(text)
    # Packed text may hold slashes of its own, so it is looked for in the path as a whole.
    if start := re.search(rf"(?:^|/)(?={_PREFIX})", path, re.I):
        yield "", unquote(path[start.end() :])
    yield from (("", unquote(segment)) for segment in path.split("/"))


def _is_cells(value: str) -> bool:
    if len(value) not in BOXES:
        return False
    return set(value.upper()) <= set(SYMBOLS[: math.isqrt(len(value))] + EMPTY)


def _packed(name: str, value: str) -> str:
    match = _PACKED.match(value)
    if match and match[1].lower() == "scf":
        raise InvalidPuzzle(
            "the link holds a puzzle in SudokuPad's old form scf…, which is not supported; give "
            "a link with scl… or fpuzzles…, or the cells"
        )
    if match:
        return match[2]
    return value if name == "load" else ""
