"""What is special about Sudokus."""

from hintwise.features import GraphScheme
from hintwise.problem import Kind

SUDOKU = Kind(
    "sudoku",
    noun="Sudoku",
    words="sudoku",
    # Of 127 drawn 9x9 Sudokus 28 % were easy, 39 % medium, 16 % hard and 17 % expert.
    thresholds=(38.0, 46.0, 60.0),
    taught_on="9x9",
    # No learning rates: the paper's for Sudoku are those of any kind that has none of its own.
    counted_queries="answered",
)

# Two cells that share a unit never hold the same value, so the count is always zero.
FEATURES = GraphScheme(without=frozenset({"adjacent_facts_same_value"}))
