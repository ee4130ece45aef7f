"""How hard a puzzle is."""

from __future__ import annotations

from hintwise.engine import Limits
from hintwise.errors import InvalidValue
from hintwise.limits import Cancel
from hintwise.puzzles.puzzle import Puzzle
from hintwise.workshop import Difficulty, measure_difficulty
from hintwise.workshop.difficulty import LIMITS


def grade(
    puzzle: Puzzle, *, deadline_s: float | None = None, cancel: Cancel | None = None
) -> Difficulty:
    """Explain the whole puzzle, and say how hard that was; the deadline holds for each step.

    Raises `InvalidValue` unless the puzzle has exactly one solution and something is left to find.

    >>> str(grade(Puzzle("sudoku", "12343412214.432.")))
    'easy (13.0)'
    """
    if not isinstance(puzzle, Puzzle):
        raise InvalidValue(f"{puzzle!r} is not a puzzle; read(text).puzzle is one")
    deadline_s = LIMITS.deadline_s if deadline_s is None else deadline_s
    limits = Limits(deadline_s=deadline_s, cancel=cancel)
    return measure_difficulty(puzzle.problem(), limits=limits)
