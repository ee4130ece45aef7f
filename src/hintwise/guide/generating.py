"""New puzzles, as hard as they are wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from hintwise.errors import InvalidValue, expect, is_whole_number, known_name, shown
from hintwise.guide.grading import grade
from hintwise.limits import Cancel
from hintwise.problem import Brief
from hintwise.puzzles import format_sudoku
from hintwise.puzzles.puzzle import Puzzle
from hintwise.puzzles.sudoku.model import BOXES, Box
from hintwise.workshop import CLUE_KINDS as CLUE_KINDS
from hintwise.workshop import GRADES as GRADES
from hintwise.workshop import USUAL_KINDS as USUAL_KINDS
from hintwise.workshop import (
    Difficulty,
    generate_logic_grid,
    generate_sudoku,
    generate_sudoku_like,
)
from hintwise.workshop import GridShape as GridShape

TRIES = 30
"""Puzzles drawn in search of one of the wanted grade."""

SUDOKU_SIZES: Mapping[int, Box] = {box[0] * box[1]: box for box in BOXES.values()}
"""The sizes that are drawn, with the shape of their boxes."""


@runtime_checkable
class Recipe(Protocol):
    """What is drawn; the same state of `rng` gives the same puzzle, in any process.

    With a `grade`, it is one that may well be of that grade.
    """

    def draw(self, rng: np.random.Generator, grade: str | None = None) -> Puzzle: ...


@dataclass(frozen=True, slots=True)
class SudokuRecipe:
    """Sudokus with so many rows."""

    size: int = 9

    def __post_init__(self) -> None:
        if not is_whole_number(self.size) or self.size not in SUDOKU_SIZES:
            known = ", ".join(map(str, SUDOKU_SIZES))
            raise InvalidValue(
                f"Sudokus of size {shown(self.size)} are not drawn; accepted are {known}"
            )

    def draw(self, rng: np.random.Generator, grade: str | None = None) -> Puzzle:
        """A puzzle of this recipe, likely of this grade."""
        box = SUDOKU_SIZES[self.size]
        drawn = (
            generate_sudoku(box, rng) if grade is None else generate_sudoku_like(box, rng, grade)
        )
        return Puzzle("sudoku", format_sudoku(drawn, drawn.givens))


@dataclass(frozen=True, slots=True, repr=False)
class GridRecipe(Brief):
    """Logic grids of a shape, with these kinds of clues."""

    shape: GridShape
    clues: tuple[str, ...] = USUAL_KINDS

    def __post_init__(self) -> None:
        expect(self.shape, GridShape, "a GridShape, such as GridShape(categories=3, values=4)")

    def draw(self, rng: np.random.Generator, grade: str | None = None) -> Puzzle:
        """A puzzle of this recipe; the grade is left to chance."""
        return Puzzle.of_grid_file(generate_logic_grid(self.shape, rng, kinds=self.clues))


@dataclass(frozen=True, slots=True)
class Batch:
    """How many puzzles, of which grade, from which seed; `deadline_s` is for each step."""

    seed: int
    count: int = 1
    grade: str | None = None
    graded: bool = True
    deadline_s: float | None = None

    def __post_init__(self) -> None:
        for name, least in (("seed", 0), ("count", 1)):
            value = getattr(self, name)
            if not isinstance(value, int) or value < least:
                raise InvalidValue(
                    f"{name} is {value!r}; it must be a whole number, {least} or more"
                )
        if self.grade is not None:
            known_name("grade", self.grade, GRADES)
        if self.grade is not None and not self.graded:
            raise InvalidValue("a grade is asked for, but not to be measured: choose one")


@dataclass(frozen=True, slots=True, repr=False)
class Generated(Brief):
    """A puzzle with exactly one solution and nothing to spare, and how hard it is if measured."""

    puzzle: Puzzle
    difficulty: Difficulty | None = None

    def as_json(self) -> dict[str, Any]:
        """As JSON; docs/reference/json.md has every key."""
        difficulty = None if self.difficulty is None else self.difficulty.as_json()
        return {**self.puzzle.as_json(), "difficulty": difficulty}


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A puzzle was drawn that is not of the wanted grade."""

    number: int
    difficulty: Difficulty
    wanted: str

    def __str__(self) -> str:
        return f"puzzle {self.number} is {self.difficulty}, not {self.wanted}"


def generate(
    recipe: Recipe, batch: Batch, *, cancel: Cancel | None = None
) -> Iterator[Generated | PassedOver]:
    """Draw the puzzles of a batch; in between comes what was drawn in vain.

    Raises `InvalidValue` if none of `TRIES` is of the wanted grade.

    >>> [drawn] = generate(SudokuRecipe(4), Batch(seed=5))
    >>> drawn.puzzle.text, str(drawn.difficulty)
    ('3.....2..3.....1', 'easy (17.5)')
    """
    expect(recipe, Recipe, "what is to be drawn: SudokuRecipe(), or a GridRecipe")
    expect(batch, Batch, "how many are to be drawn: Batch(seed=1, count=3)")
    rng = np.random.default_rng(batch.seed)
    for _ in range(batch.count):
        yield from _draw_one(recipe, batch, rng, cancel)


def _draw_one(
    recipe: Recipe, batch: Batch, rng: np.random.Generator, cancel: Cancel | None
) -> Iterator[Generated | PassedOver]:
    grades: Counter[str] = Counter()
    while (number := grades.total() + 1) <= TRIES:
        puzzle = recipe.draw(rng, batch.grade)
        if not batch.graded:
            yield Generated(puzzle)
            return
        difficulty = grade(puzzle, deadline_s=batch.deadline_s, cancel=cancel)
        if batch.grade in (None, difficulty.grade):
            yield Generated(puzzle, difficulty)
            return
        grades[difficulty.grade] += 1
        yield PassedOver(number, difficulty, str(batch.grade))
    found = ", ".join(f"{count} {name}" for name, count in grades.most_common())
    raise InvalidValue(
        f"none of {TRIES} puzzles drawn is {batch.grade} ({found}); "
        "ask for one of these, for another size, or with another seed"
    )
