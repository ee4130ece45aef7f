"""Killer Sudokus drawn by hypothesis: any cages that fit into a grid without overlapping."""

from __future__ import annotations

import itertools

from hypothesis import strategies as st

from hintwise.puzzles.killer_sudoku.cages import SumCage
from hintwise.puzzles.sudoku.model import BOXES
from hintwise.puzzles.sudoku.text import SudokuText


@st.composite
def cages(draw: st.DrawFn, size: int, most: int = 8) -> list[SumCage]:
    grid = draw(st.permutations(list(itertools.product(range(1, size + 1), repeat=2))))
    found = []
    start = 0
    for count in draw(st.lists(st.integers(1, size), min_size=1, max_size=most)):
        cells = tuple(grid[start : start + count])
        start += count
        if cells:
            low, high = sum(range(1, len(cells) + 1)), sum(range(size - len(cells) + 1, size + 1))
            found.append(SumCage(cells, draw(st.none() | st.integers(low, high))))
    return found


@st.composite
def killers(draw: st.DrawFn) -> SudokuText:
    count, (height, width) = draw(st.sampled_from([(c, b) for c, b in BOXES.items() if c < 256]))
    box = draw(st.sampled_from([(height, width), (width, height)]))
    cells = draw(st.text(".1234", min_size=count, max_size=count))
    return SudokuText.of(cells, box=box).with_cages(draw(cages(height * width)))
