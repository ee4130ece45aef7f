"""Clues for generated logic grids: rules that are true in a solution, and sentences to match."""

from hintwise.workshop.clues.kinds import CLUE_KINDS, USUAL_KINDS, DrawnClue, draw_clue
from hintwise.workshop.clues.solved import Named, Row, Solved

__all__ = ["CLUE_KINDS", "USUAL_KINDS", "DrawnClue", "Named", "Row", "Solved", "draw_clue"]
