"""Builders of problems: Sudoku, Killer Sudoku, logic grids and any other CPMpy model."""

from hintwise.puzzles.cpmpy_model import Rule, from_cpmpy
from hintwise.puzzles.killer_sudoku.cages import SumCage
from hintwise.puzzles.killer_sudoku.model import killer_sudoku
from hintwise.puzzles.logic_grid.clues import (
    AllDifferent,
    Before,
    Clue,
    ClueRule,
    Either,
    IsNot,
    Offset,
    OneEach,
)
from hintwise.puzzles.logic_grid.file import looks_like_grid_file, read_logic_grid
from hintwise.puzzles.logic_grid.model import Grid, logic_grid
from hintwise.puzzles.sudoku.formats import read_sudoku, read_sudokus
from hintwise.puzzles.sudoku.model import format_sudoku, sudoku

__all__ = [
    "AllDifferent",
    "Before",
    "Clue",
    "ClueRule",
    "Either",
    "Grid",
    "IsNot",
    "Offset",
    "OneEach",
    "Rule",
    "SumCage",
    "format_sudoku",
    "from_cpmpy",
    "killer_sudoku",
    "logic_grid",
    "looks_like_grid_file",
    "read_logic_grid",
    "read_sudoku",
    "read_sudokus",
    "sudoku",
]
