"""What is special about Killer Sudokus."""

from hintwise.problem import Kind

KILLER_SUDOKU = Kind(
    "killer_sudoku",
    noun="Killer Sudoku",
    words="killer_sudoku",
    groups=("row", "col", "block", "cage"),
)
