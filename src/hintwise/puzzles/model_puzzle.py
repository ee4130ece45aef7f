"""A puzzle that code has built, and that has no text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cpmpy as cp

from hintwise.errors import InvalidModel, InvalidValue, shown
from hintwise.problem import Brief, Problem
from hintwise.puzzles.cpmpy_model import from_cpmpy
from hintwise.puzzles.sudoku.text import SudokuText


@dataclass(frozen=True, slots=True, repr=False)
class ModelPuzzle(Brief):
    """What serves as a `Puzzle` where only its problem is asked for.

    `source` says where it was built, such as `zebra.py:model`; nothing can be rebuilt from it.

    >>> x, y = cp.intvar(1, 2, shape=2, name=("x", "y"))
    >>> ModelPuzzle.of(cp.Model([x < y]), "order.py:model")
    ModelPuzzle(source='order.py:model')
    """

    built: Problem = field(repr=False)
    source: str = ""

    @classmethod
    def of(cls, value: Any, source: str = "") -> ModelPuzzle:
        """The puzzle that a CPMpy model or a problem is."""
        if isinstance(value, Problem):
            return cls(value, source)
        if isinstance(value, cp.Model):
            return cls(from_cpmpy(value), source)
        where = f"{source} is " if source else ""
        raise InvalidModel(
            f"{where}{shown(value)}; a cpmpy Model or a hintwise Problem is accepted"
        )

    @property
    def kind(self) -> str:
        """The name of its kind."""
        return self.built.kind.name

    @property
    def title(self) -> str:
        """The problem's title."""
        return self.built.title

    @property
    def author(self) -> str:
        """Nobody: code does not say."""
        return ""

    def problem(self) -> Problem:
        """The problem itself."""
        return self.built

    def as_sudoku(self) -> SudokuText:
        """Raises `InvalidValue`: a model has no such text."""
        raise InvalidValue(f"{self.title or self.source or 'this'} is a model, not a Sudoku's text")

    def as_json(self) -> dict[str, str]:
        """The keys of a `Puzzle`, with the source in place of its text."""
        return {
            "kind": self.kind,
            "puzzle": self.source,
            "title": self.title,
            "story": self.built.story,
            "author": self.author,
        }
