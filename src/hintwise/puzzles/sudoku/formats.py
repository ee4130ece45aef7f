"""Sudokus in the forms in which people have them, recognised from the text alone.

| form | how it is recognised |
|---|---|
| one line per puzzle (`.sdm`, also a single one) | 16, 36, 81 or 256 cells; a title after `#` |
| HoDoKu library line | fields between colons, the third is the cells |
| link, SudokuWiki string `S9B…` | see `links` |
| rows, boxes (`.ss`), pencil marks (`.sdx`) | anything else, see `drawings` |
| Killer Sudoku | lines `15 = r1c1 + r1c2` behind the cells, see `killer_sudoku.cages` |
| `.sdk` | a section `[Puzzle]`, or headers `#A` (author), `#D` (description), … above rows |

Lines that start with `#` are comments. In a line of 36 cells or more a number or a remark may stand
before or behind the cells; the remark is its title. So are words in lines above the cells.
What else pasting adds or changes is undone first, see `pasted`.

Values that a person has placed (HoDoKu's `+`, `.sdx`'s `u`, the section `[State]`, entries in a
link) count as filled, and are known to be the person's own. So are the candidates that a form
shows as crossed out: HoDoKu's deleted ones, and those that a grid of pencil marks lacks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from hintwise.errors import InvalidPuzzle, expect
from hintwise.puzzles.killer_sudoku.cages import SumCage, is_cage, smallest_size
from hintwise.puzzles.sudoku.drawings import is_frame, is_square, read_drawing
from hintwise.puzzles.sudoku.links import is_link, is_sudokuwiki, read_link, read_sudokuwiki
from hintwise.puzzles.sudoku.model import BOXES, EMPTY
from hintwise.puzzles.sudoku.pasted import is_title, pasted_lines
from hintwise.puzzles.sudoku.text import Mark, SudokuText

_T = TypeVar("_T")
_R = TypeVar("_R")

_SECTION = re.compile(r"\s*\[(\w+)\]\s*")
_HEADER = re.compile(r"#([AD])(.*)")
_HODOKU = re.compile(r":[^:]*:[^:]*:([^:]+)(?::([1-9 ]*)|$)")
_PLACED = re.compile(r"\+(?=[1-9])")

_AROUND_WORDS = " \t,;:.()"
_BETWEEN_WORDS = re.compile(r"[\s,;:()]+")

# Sections of an .sdk file without values: what a person has noted, not what is known.
_IGNORED_SECTIONS = frozenset({"pencilmarks", "candidates", "colors", "colours"})


def read_sudoku(text: str, *, number: int | None = None) -> SudokuText:
    """Read the one Sudoku in `text`, or of several the one with this number, counted from 1.

    >>> read_sudoku("|1.|..|\\n|..|3.|\\n|--+--|\\n|.4|..|\\n|..|.2|").cells
    '1.....3..4.....2'
    """
    puzzles = read_sudokus(text)
    if number is None and len(puzzles) > 1:
        raise InvalidPuzzle(
            f"there are {len(puzzles)} Sudokus and one is wanted; say which by its number, "
            f"1 to {len(puzzles)} (on the command line: --number)"
        )
    if number is not None and not 1 <= number <= len(puzzles):
        there = "is one Sudoku" if len(puzzles) == 1 else f"are {len(puzzles)} Sudokus"
        raise InvalidPuzzle(f"there {there}, so none with number {number}")
    return puzzles[(number or 1) - 1]


def read_sudokus(text: str) -> list[SudokuText]:
    """Read all Sudokus in `text`, in whatever form they are; there is at least one.

    Raises `InvalidPuzzle` if any of them is wrong: none is left out silently.

    >>> both = read_sudokus("1.....3..4.....2\\n# and from HoDoKu\\n:0:x:1+2..............:::")
    >>> [puzzle.cells for puzzle in both]
    ['1.....3..4.....2', '12..............']
    """
    expect(text, str, "the text of a Sudoku")
    numbered = enumerate(_with_commas_for_tabs(list(pasted_lines(text))), 1)
    lines = [_Line.of(number, line) for number, line in numbered]
    if any(line.is_cage for line in lines):
        return [puzzle for part in _parts_with_cages(lines) for puzzle in _read_caged(part)]
    return _read_plain(lines)


def _read_plain(lines: Sequence[_Line]) -> list[SudokuText]:
    if any(_SECTION.fullmatch(line.content) for line in lines):
        return _read_sections(lines)
    if (titled := _parts_with_titles(lines)) is not None:
        return [puzzle for part in titled for puzzle in _read_titled(*part)]
    return _read_untitled(lines)


def _parts_with_titles(lines: Sequence[_Line]) -> list[tuple[str, list[_Line]]] | None:
    """The title above each puzzle, and the lines below it; None if no puzzle has one.

    Of several paragraphs above a puzzle the last one is the title.
    """
    parts: list[tuple[str, list[_Line]]] = [("", [])]
    for line in lines:
        title, below = parts[-1]
        if not line.is_title:
            below.append(line)
        elif any(earlier.content for earlier in below):
            parts.append((line.content, []))
        else:
            whole = f"{title} {line.content}" if title and not below else line.content
            parts[-1] = (whole, [earlier for earlier in below if earlier.comment])
    if all(not title for title, _ in parts) or not any(line.content for line in parts[-1][1]):
        return None
    return parts


def _read_titled(title: str, lines: Sequence[_Line]) -> list[SudokuText]:
    """Read what stands below a title: that of the first Sudoku, unless it has one of its own."""
    try:
        first, *others = _read_untitled(lines)
    except InvalidPuzzle as error:
        raise InvalidPuzzle(f"{title[:60]!r}: {error}" if title else str(error)) from None
    return [first if first.title else first.with_title(title), *others]


def _read_untitled(lines: Sequence[_Line]) -> list[SudokuText]:
    filled = [line for line in lines if line.content]
    blocks = _blocks(lines)
    if _is_listing(filled, blocks):
        return _read_each(_read_line, {f"line {line.number}": line for line in filled})
    if len(blocks) > 1 and _is_square(blocks[0]) and not _is_square(filled):
        return _read_each(_read_rows, {f"puzzle {n}": block for n, block in enumerate(blocks, 1)})
    return [_read_rows(lines)]


def _with_commas_for_tabs(lines: Sequence[str]) -> list[str]:
    """The rows of a spreadsheet, where a tab more or less is a blank cell more or less."""
    tabs = {line.count("\t") for line in lines if line}
    sheet = len(tabs) == 1 and (tabs.pop() + 1) ** 2 in BOXES
    return [line.replace("\t", ",") if sheet else line for line in lines]


def _read_each(read: Callable[[_T], SudokuText], places: Mapping[str, _T]) -> list[SudokuText]:
    """Read what stands at each place; an error says at which, if there are several."""
    puzzles = []
    for place, content in places.items():
        try:
            puzzles.append(read(content))
        except InvalidPuzzle as error:
            raise InvalidPuzzle(f"{place}: {error}" if len(places) > 1 else str(error)) from None
    return puzzles


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of text without its comment; `content` is empty if nothing else is in it."""

    number: int
    content: str
    comment: str

    @classmethod
    def of(cls, number: int, text: str) -> _Line:
        if is_link(text):  # a # in an address does not start a comment
            return cls(number, text.strip(), "")
        content, mark, comment = text.partition("#")
        return cls(number, content.strip(), mark + comment)

    @property
    def is_cage(self) -> bool:
        return is_cage(self.content) and not is_link(self.content)

    @property
    def is_title(self) -> bool:
        """Whether these are words that say what stands below."""
        return not (self.is_cage or _is_own_puzzle(self) or _are_cells(self.cells)) and is_title(
            self.content
        )

    @property
    def cells(self) -> str:
        """What is meant as a whole Sudoku: of several words the one that is one, or all of them.

        A short word may be a row. One that is a cell short is preferred to the whole line: together
        with the number in front it might pass for a Sudoku.
        """
        words = [word for word in _BETWEEN_WORDS.split(self.content) if len(word) > 16]
        meant = [word for word in words if _are_cells(word)] or words
        return meant[0] if len(meant) == 1 else self.content

    @property
    def title(self) -> str:
        """What is said about the Sudoku in the same line, a number aside."""
        before, _, behind = self.content.partition(self.cells)
        remarks = [before.strip(_AROUND_WORDS), behind.strip(_AROUND_WORDS)]
        remarks = [remark for remark in remarks if remark and not remark.isdigit()]
        return " ".join([*remarks, self.comment.strip("# \t")]).strip()


def _are_cells(text: str) -> bool:
    """Whether this is cells without anything between them, as many as a Sudoku has."""
    if len(text) not in BOXES or is_frame(text):
        return False
    return all(c.isalnum() or c in EMPTY for c in text)


def _is_listing(lines: Sequence[_Line], blocks: Sequence[Sequence[_Line]]) -> bool:
    """Whether every line is a puzzle of its own, and not a row of one."""
    if any(map(_is_own_puzzle, lines)):
        return True
    if any(len(line.cells) > 16 and _are_cells(line.cells) for line in lines):
        return True
    if not lines or not all(_are_cells(line.content) for line in lines):
        return False
    return not (_are_rows_of_sixteen(lines) or all(map(_are_rows_of_sixteen, blocks)))


def _is_own_puzzle(line: _Line) -> bool:
    """Whether the line is of a form that has a whole puzzle in it."""
    content = line.content
    return is_link(content) or is_sudokuwiki(content) or bool(_hodoku_cells(content))


def _are_rows_of_sixteen(lines: Sequence[_Line]) -> bool:
    """Whether lines of 16 cells are one 16x16 Sudoku, and not sixteen of 4x4.

    So it is if there is any value above 4, or none at all: a 16x16 Sudoku with one solution shows
    at least 15 values.
    """
    values = {c for line in lines for c in line.content if c not in EMPTY}
    return len(lines) == 16 and (not values or not values <= set("1234"))


def _is_square(lines: Iterable[_Line]) -> bool:
    return is_square(line.content for line in lines)


def _read_line(line: _Line) -> SudokuText:
    if is_link(line.content):
        return read_link(line.content)
    if is_sudokuwiki(line.content):
        return read_sudokuwiki(line.content)
    if hodoku := _hodoku_cells(line.content):
        marks = enumerate(_PLACED.finditer(hodoku))
        placed = [mark.start() - earlier for earlier, mark in marks]
        text = SudokuText.of(_PLACED.sub("", hodoku)).with_entries(placed)
        return text.with_crossed_out(_deleted(line.content, text.size))
    return SudokuText.of(line.cells, title=line.title)


def _hodoku_cells(line: str) -> str:
    match = None if is_frame(line) else _HODOKU.match(line)
    return "".join(match[1].split()) if match else ""


def _deleted(line: str, size: int) -> Iterator[Mark]:
    """HoDoKu's deleted candidates: `412` is a 4 in row 1, column 2."""
    match = _HODOKU.match(line)
    for word in (match[2] or "").split() if match and size <= 9 else ():
        if len(word) == 3 and max(word) <= str(size):
            value, row, column = map(int, word)
            yield (row - 1) * size + column - 1, value


def _read_rows(lines: Iterable[_Line]) -> SudokuText:
    lines = list(lines)
    title, author = _headers(lines)
    return read_drawing([line.content for line in lines], title=title, author=author)


def _headers(lines: Iterable[_Line]) -> tuple[str, str]:
    """Title and author, if there are headers that say them."""
    found = {m[1]: m[2] for line in lines if (m := _HEADER.fullmatch(line.comment))}
    return found.get("D", ""), found.get("A", "")


def _blocks(lines: Iterable[_Line]) -> list[list[_Line]]:
    """The runs of lines between blank ones, comments left out."""
    blocks: list[list[_Line]] = [[]]
    for line in lines:
        if line.content.strip():
            blocks[-1].append(line)
        elif not line.comment and blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _read_sections(lines: Iterable[_Line]) -> list[SudokuText]:
    """Read the sections of an `.sdk` file; each `[Puzzle]` starts another Sudoku."""
    headers: list[_Line] = []
    sections: list[tuple[str, list[_Line]]] = []
    for line in lines:
        if section := _SECTION.fullmatch(line.content):
            # Headers stand above their puzzle, and so below the rows of the one before.
            sections.append((section[1].lower(), headers))
            headers = []
        elif not line.content.strip():
            headers.append(line)
        elif sections:
            sections[-1][1].append(line)
        else:
            raise InvalidPuzzle(
                f"line {line.number}: {line.content[:60]!r} stands before the first section"
            )
    puzzles: list[SudokuText] = []
    for name, content in sections:
        if name == "puzzle":
            puzzles.append(_read_rows(content))
        elif name == "state" and puzzles:
            puzzles[-1] = _with_state(puzzles[-1], _read_rows(content))
        elif name not in _IGNORED_SECTIONS:
            raise InvalidPuzzle(
                f"section [{name[:60]}] is not supported; accepted are [Puzzle], then [State]"
            )
    if not puzzles:
        raise InvalidPuzzle("there is no section [Puzzle]")
    return puzzles


def _parts_with_cages(lines: Iterable[_Line]) -> list[list[_Line]]:
    """The lines up to each last cage of a puzzle; what is left behind them has none."""
    parts: list[list[_Line]] = [[]]
    between: list[_Line] = []
    for line in lines:
        if not line.content:
            between.append(line)  # a header of the next puzzle, or nothing
            continue
        if not line.is_cage and any(earlier.is_cage for earlier in parts[-1]):
            parts.append([])
        parts[-1] += [*between, line]
        between = []
    return parts


def _read_caged(lines: Sequence[_Line]) -> list[SudokuText]:
    """Read the Sudokus in some lines; the cages at the end are those of the last one."""
    marked = [line for line in lines if line.is_cage]
    cells = [line for line in lines if not line.is_cage]
    cages = [_in_line(line, SumCage.of, line.content) for line in marked]
    if any(line.content and not line.is_title for line in cells):
        puzzles = _read_plain(cells)
    else:
        title, author = _headers(cells)
        title = title or " ".join(line.content for line in cells if line.content)
        empty = "." * smallest_size(cages) ** 2
        puzzles = [SudokuText.of(empty, title=title, author=author)]
    for line, cage in zip(marked, cages, strict=True):
        puzzles[-1] = _in_line(line, puzzles[-1].with_cages, [cage])
    return puzzles


def _in_line(line: _Line, read: Callable[[_T], _R], content: _T) -> _R:
    """What `read` makes of the content; an error says in which line that is."""
    try:
        return read(content)
    except InvalidPuzzle as error:
        raise InvalidPuzzle(f"line {line.number}: {error}") from None


def _with_state(puzzle: SudokuText, state: SudokuText) -> SudokuText:
    if len(state.cells) != len(puzzle.cells):
        raise InvalidPuzzle(
            f"[State] has {len(state.cells)} cells, but [Puzzle] has {len(puzzle.cells)}"
        )
    cells = []
    for index, (given, placed) in enumerate(zip(puzzle.cells, state.cells, strict=True)):
        if "." not in (given, placed) and given != placed:
            row, column = divmod(index, puzzle.size)
            raise InvalidPuzzle(
                f"r{row + 1}c{column + 1} is {given} in [Puzzle] and {placed} in [State]"
            )
        cells.append(placed if given == "." else given)
    own = [i for i, given in enumerate(puzzle.cells) if given == "."]
    return replace(puzzle, cells="".join(cells)).with_entries(own)
