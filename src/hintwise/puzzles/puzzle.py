"""A puzzle as files and databases keep it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from hintwise.errors import InvalidPuzzle, InvalidValue, shown
from hintwise.problem import Brief, Problem
from hintwise.puzzles.killer_sudoku.kind import KILLER_SUDOKU
from hintwise.puzzles.kinds import kind_called
from hintwise.puzzles.logic_grid.file import read_logic_grid
from hintwise.puzzles.logic_grid.kind import LOGIC_GRID
from hintwise.puzzles.sudoku.kind import SUDOKU
from hintwise.puzzles.sudoku.text import SudokuText

SUDOKUS = (SUDOKU.name, KILLER_SUDOKU.name)
"""The kinds whose puzzles are Sudokus with whatever else."""


@dataclass(frozen=True, repr=False)
class Puzzle(Brief):
    """The text of a puzzle, and what is known about it besides.

    The text of a Sudoku is the line of its cells, or a drawing if its boxes are unusual, with a
    line for each cage; that of a logic grid is its file. The problem is rebuilt from it exactly, in
    any process.

    >>> puzzle = Puzzle("sudoku", "1.....3..4.....2", title="Small")
    >>> Puzzle.from_json(puzzle.as_json()) == puzzle
    True
    >>> puzzle.problem()
    <Problem 'Small': sudoku, 16 variables, 12 constraints, 4 givens>
    """

    kind: str
    text: str
    title: str = ""
    story: str = ""
    author: str = ""

    def __post_init__(self) -> None:
        kind_called(self.kind)

    def __getstate__(self) -> dict[str, Any]:
        # Without its problem, which would be large to send to a worker.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def of_sudoku(cls, sudoku: SudokuText) -> Puzzle:
        """The Sudoku in which every filled cell is given."""
        return cls(sudoku.kind.name, sudoku.source, title=sudoku.title, author=sudoku.author)

    @classmethod
    def of_grid_file(cls, text: str) -> Puzzle:
        """The logic grid of a file; `InvalidPuzzle` says where the file is wrong."""
        problem = read_logic_grid(text)
        puzzle = cls(LOGIC_GRID.name, text, problem.title, problem.story)
        puzzle.__dict__["_problem"] = problem  # as if it had been asked for: reading takes a while
        return puzzle

    def problem(self) -> Problem:
        """The problem, the same object each time; `InvalidPuzzle` if the text is wrong."""
        return self._problem

    @cached_property
    def _problem(self) -> Problem:
        problem = READERS[self.kind](self.text)
        if problem.kind.name != self.kind:
            raise InvalidPuzzle(
                f"the text is that of a {problem.kind.noun}, but the puzzle is said to be a "
                f"{kind_called(self.kind).noun}"
            )
        title, story = self.title or problem.title, self.story or problem.story
        return replace(problem, title=title, story=story)

    def as_sudoku(self) -> SudokuText:
        """The text of a Sudoku, to be written in another form; `InvalidValue` for other kinds."""
        if self.kind not in SUDOKUS:
            noun = kind_called(self.kind).noun
            raise InvalidValue(f"{self.title or 'this'} is a {noun}; only Sudokus are accepted")
        return replace(SudokuText.from_source(self.text), title=self.title, author=self.author)

    def as_json(self) -> dict[str, str]:
        """The JSON form, whose keys are part of every document about one puzzle."""
        return {
            "kind": self.kind,
            "puzzle": self.text,
            "title": self.title,
            "story": self.story,
            "author": self.author,
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Puzzle:
        """Read what `as_json` wrote, or a document that has its keys among others."""
        if not isinstance(record, Mapping):
            raise InvalidValue(
                f"not a puzzle: {shown(record)}, where as_json wrote names and texts"
            )
        try:
            kind, text = record["kind"], record["puzzle"]
            about = {key: record.get(key, "") for key in ("title", "story", "author")}
        except (AttributeError, KeyError, TypeError) as error:
            raise InvalidValue(f"not a puzzle: {type(error).__name__} {error}") from None
        for key, value in {"kind": kind, "puzzle": text, **about}.items():
            if not isinstance(value, str):
                raise InvalidValue(f"not a puzzle: its {key} is {value!r}, not a text")
        return cls(kind, text, **about)


READERS: Mapping[str, Callable[[str], Problem]] = {
    **dict.fromkeys(SUDOKUS, lambda text: SudokuText.from_source(text).problem()),
    LOGIC_GRID.name: read_logic_grid,
}
"""How the text of each kind of puzzle is read."""
