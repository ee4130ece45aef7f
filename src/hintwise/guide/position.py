"""Where a person is in a puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from hintwise.errors import InvalidValue, expect, expect_several, shown
from hintwise.problem import Brief, Fact, Problem
from hintwise.puzzles import format_sudoku
from hintwise.puzzles.model_puzzle import ModelPuzzle
from hintwise.puzzles.puzzle import Puzzle
from hintwise.puzzles.sudoku.pencil_marks import with_pencil_marks
from hintwise.puzzles.sudoku.text import SudokuText


@dataclass(frozen=True, slots=True, repr=False)
class Position(Brief):
    """A puzzle as it was given, and what the person has found or filled in since.

    Nothing says that `entries` are right, or even that they agree with the givens. With
    `candidates`, steps cross out the candidates of a Sudoku as well.
    """

    puzzle: Puzzle | ModelPuzzle
    entries: tuple[Fact, ...] = ()
    candidates: bool = False

    def __post_init__(self) -> None:
        expect(self.puzzle, Puzzle | ModelPuzzle, "a puzzle, such as read(text).puzzle")
        accepted = "a tuple of facts; read(text, known=...) makes them of texts"
        entries = (expect(e, Fact, accepted) for e in expect_several(self.entries, accepted))
        object.__setattr__(self, "entries", tuple(entries))
        if self.candidates:
            with_pencil_marks(self.puzzle.problem())  # raises for what has none

    @classmethod
    def checked(cls, value: object) -> Position:
        """The value itself if it is a position, and else an error that says how to get one."""
        if isinstance(value, cls):
            return value
        raise InvalidValue(
            f"{shown(value)} is not a position; read(text) makes one of a puzzle's text"
        )

    @property
    def problem(self) -> Problem:
        """The problem of its puzzle, with pencil marks if they are used."""
        problem = self.puzzle.problem()
        return with_pencil_marks(problem) if self.candidates else problem

    def as_sudoku(self) -> SudokuText:
        """The Sudoku with every filled cell, to be written; `InvalidValue` for other kinds."""
        given, problem = self.puzzle.as_sudoku(), self.problem
        cells = format_sudoku(problem, [*problem.givens, *self.entries])
        filled = replace(given, cells=cells)
        return filled.with_entries([i for i, cell in enumerate(given.cells) if cell == "."])

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        marks = {"candidates": True} if self.candidates else {}
        entries = [str(fact) for fact in self.entries]
        return {**self.puzzle.as_json(), "entries": entries, **marks}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Position:
        """Read what `as_json` wrote; without `entries` there are none."""
        puzzle = Puzzle.from_json(record)
        entries = record.get("entries", ())
        if not isinstance(entries, list | tuple) or not all(isinstance(e, str) for e in entries):
            raise InvalidValue(f"not a position: its entries are {entries!r}, not a list of facts")
        read = tuple(map(puzzle.problem().parse_fact, entries))
        return cls(puzzle, read, record.get("candidates") is True)
