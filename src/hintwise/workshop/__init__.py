"""What needs puzzles and engine together: generators, difficulty, checks."""

from hintwise.workshop.check import ClueRemarks, Difference, Report, check

__all__ = ["ClueRemarks", "Difference", "Report", "check"]
