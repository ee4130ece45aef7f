"""What is around and between the cells when people paste a Sudoku from elsewhere.

| | |
|---|---|
| quoted in a mail | every line starts with `>`, or several of them |
| typed with a Japanese or Chinese keyboard | full-width digits, points and spaces |
| rows in one line | `1.../..3./.4../...2` |
| words above the grid | its title |
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hintwise.puzzles.sudoku.drawings import is_frame
from hintwise.puzzles.sudoku.links import is_link
from hintwise.puzzles.sudoku.model import BOXES

_SIZES = frozenset(round(cells**0.5) for cells in BOXES)
_QUOTE = re.compile(r"^[ \t]?(?:>[ \t]?)+")
_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: " "}
_LETTERS_OF_CELLS = frozenset("abcdefgxuABCDEFGXU")
"""Values of 16x16 Sudokus, an empty cell, and what marks a cell as one's own."""


def pasted_lines(text: str) -> Iterator[str]:
    """The lines of a text without what only its way here has added."""
    for line in text.removeprefix("\ufeff").translate(_NARROW).splitlines():
        yield from _rows_apart(_QUOTE.sub("", line, count=1))


def is_title(line: str) -> bool:
    """Whether a line is words, and not cells, however wrong: some word is mostly other letters.

    >>> is_title("Grid 01"), is_title("53..7..k."), is_title("A.B. ..C. 4D.. ...."), is_title("")
    (True, False, False, False)
    """
    if is_frame(line) or is_link(line):
        return False
    return any(_is_of_letters(word) for word in line.split())


def _is_of_letters(word: str) -> bool:
    letters = [character for character in word if character.isalpha()]
    others = sum(letter not in _LETTERS_OF_CELLS for letter in letters)
    return others > 0 and len(letters) > 1 and 2 * len(letters) > len(word)


def _rows_apart(line: str) -> Iterator[str]:
    """A line of rows with `/` between them: as one of cells, or row by row if one is wrong."""
    if "/" not in line or is_link(line):
        yield line
        return
    cells, mark, comment = line.partition("#")
    rows = cells.strip().removesuffix("/").split("/")
    if (size := len(rows)) not in _SIZES:
        yield line
        return
    *words, first = rows[0].split() or [""]
    if words and len(first) == size:  # what stands in front is a title
        rows[0] = first
    else:
        words = []
    joined = ["".join(row.split()) for row in rows]
    if all(len(row) == size for row in joined):
        yield " ".join([*words, "".join(joined)]) + (f" {mark}{comment}" if mark else "")
    else:
        yield from joined
