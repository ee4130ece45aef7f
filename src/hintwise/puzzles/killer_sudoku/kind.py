"""What is special about Killer Sudokus."""

from hintwise.problem import Kind
from hintwise.puzzles.sudoku.kind import EASY_STEPS

KILLER_SUDOKU = Kind(
    "killer_sudoku",
    noun="Killer Sudoku",
    words="killer_sudoku",
    groups=("row", "col", "block", "cage"),
    taught_on="6x6",
    easy_steps=EASY_STEPS,
)
