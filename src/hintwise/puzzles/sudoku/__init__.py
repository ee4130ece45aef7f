"""Sudoku: the model, and every text form that people have it in."""
