"""What needs puzzles and engine together: generators, difficulty, checks."""

from hintwise.workshop.check import ClueRemarks, Difference, Report, check_problem
from hintwise.workshop.clues import CLUE_KINDS, USUAL_KINDS
from hintwise.workshop.difficulty import GRADES, Difficulty, measure_difficulty
from hintwise.workshop.generate_grid import GridShape, generate_logic_grid
from hintwise.workshop.generate_sudoku import generate_sudoku, generate_sudoku_like

__all__ = [
    "CLUE_KINDS",
    "GRADES",
    "USUAL_KINDS",
    "ClueRemarks",
    "Difference",
    "Difficulty",
    "GridShape",
    "Report",
    "check_problem",
    "generate_logic_grid",
    "generate_sudoku",
    "generate_sudoku_like",
    "measure_difficulty",
]
