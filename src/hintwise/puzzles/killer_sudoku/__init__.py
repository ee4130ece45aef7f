"""Killer Sudoku: a Sudoku with cages, whose cells differ and have a given sum."""
