"""Sudokus in words, with the names of known patterns."""
