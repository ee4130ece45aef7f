"""Sudokus drawn over several lines: plain rows, boxes of bars and dashes, pencil marks."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Sequence, Sized
from dataclasses import dataclass

from hintwise.errors import InvalidPuzzle
from hintwise.puzzles.sudoku.blank_cells import fill_blanks
from hintwise.puzzles.sudoku.model import BOXES, EMPTY, SYMBOLS, Box
from hintwise.puzzles.sudoku.text import SudokuText

_BARS = "|│┃║"
_DASHES = "-=─━═"
_FRAME = set("+*.:' \t" + _BARS + _DASHES) | {chr(code) for code in range(0x2500, 0x2580)}
_EMPTY_CELLS = frozenset(EMPTY)
_OWN = re.compile(rf"u[{SYMBOLS[:16]}]", re.IGNORECASE)
_ONE_BAR = str.maketrans(dict.fromkeys(_BARS, "|"))
# Bars, and what rows are separated by in tables and lists of programs.
_TO_SPACES = str.maketrans(dict.fromkeys(_BARS + ",;[]\"'`", " "))


def is_frame(line: str) -> bool:
    """Whether a line holds no cells, only walls: `+---+---+`, `*-----*`, `- - + - -`, `╠═══╬`."""
    return set(line) <= _FRAME and sum(c in _DASHES for c in line) > 1


def read_drawing(lines: Iterable[str], *, title: str = "", author: str = "") -> SudokuText:
    """Read one Sudoku that is drawn in `lines`.

    Walls, commas and white space separate cells; walls that divide the grid evenly also give the
    shape of the boxes. Empty cells may be blank where that shows (see `fill_blanks`).

    If there are as many words as cells and some are longer than a character, they are pencil marks:
    a cell with several candidates is empty, one with a single candidate counts as filled, for such
    grids do not tell a given from a last candidate. `u5` is a 5 that the solver has placed. Where
    there are several candidates, the solver has crossed out the others.
    """
    drawing = _DrawnGrid.of(lines)
    words = [word for row in drawing.rows for word in _words(row)]
    # Sixteen rows of one word each are a 16x16 Sudoku, not sixteen cells.
    several_in_a_row = len(words) > len(drawing.rows)
    if len(words) in BOXES and several_in_a_row and any(len(word) > 1 for word in words):
        own = [index for index, word in enumerate(words) if _OWN.fullmatch(word)]
        cells = _cells_of_words([word[-1] if i in own else word for i, word in enumerate(words)])
        puzzle = SudokuText.of(cells, box=drawing.box(_words), title=title, author=author)
        return puzzle.with_entries(own).with_candidates(_candidates(words, puzzle.cells))
    drawing.check_rows()
    cells = "".join(_characters(row) for row in drawing.rows)
    return SudokuText.of(cells, box=drawing.box(_characters), title=title, author=author)


def is_square(lines: Iterable[str]) -> bool:
    """Whether `lines` are as many rows as a Sudoku has, each with as many cells."""
    return _DrawnGrid.of(lines).is_square


def _is_plain_row(line: str) -> bool:
    return not is_frame(line) and bool(_characters(line))


def _is_row_with_blanks(line: str) -> bool:
    return _is_plain_row(line) or (not is_frame(line) and bool(set(line) & set("|,;")))


def _words(row: str) -> list[str]:
    return row.translate(_TO_SPACES).split()


def _characters(row: str) -> str:
    return "".join(_words(row))


@dataclass(frozen=True)
class _DrawnGrid:
    """The rows of cells, with `|` for bars, and before which of them there is a frame line."""

    rows: Sequence[str]
    frames: frozenset[int]

    @classmethod
    def of(cls, lines: Iterable[str]) -> _DrawnGrid:
        """The first reading that gives a square grid; if none does, the plain one.

        A line of dashes is a wall and one of blanks is nothing, unless the grid then lacks rows.
        """
        lines = [line.translate(_ONE_BAR) for line in lines]
        plain = cls._with_rows(lines, _is_plain_row)
        if plain.is_square:
            return plain
        for drawing in (plain, cls._with_rows(lines, _is_row_with_blanks)):
            if filled := fill_blanks(drawing.rows):
                return cls(filled, drawing.frames)
        dashes = "-" * max((len(_characters(row)) for row in plain.rows), default=0)
        dashed = cls._with_rows(
            lines, lambda line: _is_plain_row(line) or _characters(line) == dashes
        )
        return dashed if dashed.is_square else plain

    @classmethod
    def _with_rows(cls, lines: Iterable[str], is_row: Callable[[str], bool]) -> _DrawnGrid:
        rows: list[str] = []
        frames = set()
        for line in lines:
            if is_row(line):
                rows.append(line)
            elif is_frame(line):
                frames.add(len(rows))
        return cls(rows, frozenset(frames))

    @property
    def is_square(self) -> bool:
        size = len(self.rows)
        if size * size not in BOXES:
            return False
        return all(size in (len(_characters(row)), len(_words(row))) for row in self.rows)

    def check_rows(self) -> None:
        """Name the row that is too short or too long, if these are the rows of a square grid."""
        size = len(self.rows)
        if size * size not in BOXES:
            return
        for number, row in enumerate(self.rows, 1):
            if (count := len(_characters(row))) != size:
                raise InvalidPuzzle(
                    f"row {number} of {size} has {count} cells ({row.strip()[:60]!r}); "
                    f"accepted are {size} in each row, with {' '.join(EMPTY)} for an empty cell"
                )

    def box(self, cells_of: Callable[[str], Sized]) -> Box | None:
        """The shape of the boxes that the walls show; none if they show no boxes.

        A wall beside every cell, or around the whole grid only, says nothing about boxes, nor does
        the line below the first row of a Markdown table.
        """
        size = len(self.rows)
        if size * size not in BOXES:
            return None
        columns = {len(cells_of(part)) for row in self.rows for part in _parts(row)}
        frames = frozenset() if self.frames == {1} and columns == {1} else self.frames
        edges = sorted(frames | {0, size})
        rows = {below - above for above, below in itertools.pairwise(edges)}
        if len(columns) > 1 or len(rows) > 1:
            raise InvalidPuzzle(
                "the walls of the drawing do not divide it evenly; "
                "boxes of irregular shape are not supported"
            )
        (width,), (height,) = columns, rows
        shown = [(size // w, w) for w in (width,) if 1 < w < size]
        shown += [(h, size // h) for h in (height,) if 1 < h < size]
        if not shown:
            return None
        if any(math.prod(box) != size for box in shown) or len(set(shown)) > 1:
            raise InvalidPuzzle(
                f"the drawing shows boxes of {height} rows x {width} columns; "
                f"those of a {size}x{size} Sudoku hold {size} cells"
            )
        return shown[0]


def _parts(row: str) -> list[str]:
    """What stands between the bars of a row."""
    return [part for part in row.split("|") if part.strip()]


def _cells_of_words(words: Sequence[str]) -> str:
    """The cells of a grid of words, each a value, an empty cell or candidates.

    16x16 grids also come with the numbers 1 to 16 as words. `12` could be either, but 10 and 11
    are no candidates, and a puzzle with one solution lacks one value at most.
    """
    size = math.isqrt(len(words))
    if size == 16 and {"10", "11"} & set(words):
        value_of, accepted = _value_of_number, "the numbers 1 to 16"
    else:
        value_of, accepted = _value_of_marks, f"different candidates out of {SYMBOLS[:size]}"
    cells = []
    for index, word in enumerate(words):
        value = "." if word in _EMPTY_CELLS else value_of(word, SYMBOLS[:size])
        if value is None:
            row, column = divmod(index, size)
            raise InvalidPuzzle(
                f"{word[:60]!r} in row {row + 1}, column {column + 1} is not a cell of a "
                f"{size}x{size} grid of pencil marks; accepted are {accepted} and, for an empty "
                f"cell, {' '.join(EMPTY)}"
            )
        cells.append(value)
    return "".join(cells)


def _candidates(words: Sequence[str], cells: str) -> dict[int, set[int]]:
    """The candidates of each open cell that shows any."""
    return {
        index: {SYMBOLS.index(symbol) + 1 for symbol in word.upper()}
        for index, word in enumerate(words)
        if cells[index] == "." and word not in _EMPTY_CELLS
    }


def _value_of_number(word: str, symbols: str) -> str | None:
    return {str(value): symbol for value, symbol in enumerate(symbols, 1)}.get(word)


def _value_of_marks(word: str, symbols: str) -> str | None:
    marks = set(word.upper())
    if len(marks) < len(word) or not marks <= set(symbols):
        return None
    return word.upper() if len(word) == 1 else "."
