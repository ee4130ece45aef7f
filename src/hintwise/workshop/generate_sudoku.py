"""Sudokus drawn at random: a full grid first, then as few of its cells as fix it."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from hintwise.engine import Solutions
from hintwise.errors import known_name
from hintwise.problem import Fact, Problem
from hintwise.puzzles import format_sudoku, sudoku
from hintwise.puzzles.sudoku.model import Box
from hintwise.workshop.difficulty import GRADES, scores_of
from hintwise.workshop.estimate import estimate_difficulty

_EXCHANGED = 3
"""Givens that are added before as many others as possible are left out again."""

_EXCHANGES = 40
_IN_VAIN = 12
"""How often givens are exchanged, and how often without coming closer to the wanted grade."""

_SEEMS_HARDER = 3.0
_SEEMS_EASIER = 1.0
"""By how much an estimate is above or below the score that is measured, at most as a rule."""


def generate_sudoku(box: Box, rng: np.random.Generator, *, least_givens: int = 0) -> Problem:
    """A Sudoku with exactly one solution, from which no given can be left out.

    Cells are emptied in random order, each if its value still follows from the others. A cell that
    is needed among more givens is needed among fewer, so one round is enough. With `least_givens`
    it stops at that many, and some of them may be superfluous. The same state of `rng` gives the
    same puzzle, in any process.
    """
    grid = _FullGrid.drawn(box, rng)
    return grid.puzzle(grid.fewest(grid.facts, rng, least=least_givens))


def generate_sudoku_like(box: Box, rng: np.random.Generator, grade: str) -> Problem:
    """As `generate_sudoku`, but one that seems to be of that grade, if a few attempts bring it so.

    Some givens are exchanged for others of the same solution, again and again, if that brings the
    estimated difficulty closer. It takes a fraction of the time to measure a difficulty: do that
    with what comes out.
    """
    grid = _FullGrid.drawn(box, rng)
    lowest, highest = scores_of(grid.empty.kind, known_name("grade", grade, GRADES))

    def missed(givens: Collection[Fact]) -> float:
        """How far the estimate is from scores that are surely of the grade."""
        score = estimate_difficulty(grid.puzzle(givens), grid.facts).score
        return max(0.0, lowest + _SEEMS_HARDER - score, score - (highest - _SEEMS_EASIER))

    best = grid.fewest(grid.facts, rng)
    least, in_vain = missed(best), 0
    for _ in range(_EXCHANGES):
        if not least or in_vain == _IN_VAIN:
            break
        other = grid.exchanged(best, rng)
        miss = missed(other)
        in_vain = 0 if miss < least else in_vain + 1
        if miss <= least:
            best, least = other, miss
    return grid.puzzle(best)


@dataclass(frozen=True, slots=True)
class _FullGrid:
    """A solution, and what follows from parts of it."""

    box: Box
    empty: Problem
    solutions: Solutions
    facts: tuple[Fact, ...]

    @classmethod
    def drawn(cls, box: Box, rng: np.random.Generator) -> _FullGrid:
        empty = sudoku("." * math.prod(box) ** 2, box=box)
        solutions = Solutions(empty)
        return cls(box, empty, solutions, tuple(_draw_solution(empty, solutions, rng)))

    def puzzle(self, givens: Collection[Fact]) -> Problem:
        return sudoku(format_sudoku(self.empty, givens), box=self.box)

    def fewest(
        self,
        givens: Collection[Fact],
        rng: np.random.Generator,
        *,
        least: int = 0,
        keep: Collection[Fact] = (),
    ) -> frozenset[Fact]:
        """The givens without those that follow from the others, those to `keep` tried last."""
        listed = sorted(givens)
        order = [listed[index] for index in rng.permutation(len(listed))]
        left = set(givens)
        for fact in sorted(order, key=lambda fact: fact in keep):
            if len(left) <= least:
                break
            if self.solutions.reasons(fact, sorted(left - {fact})) is not None:
                left.remove(fact)
        return frozenset(left)

    def exchanged(self, givens: frozenset[Fact], rng: np.random.Generator) -> frozenset[Fact]:
        """Other givens, of which none can be left out either: a few are new."""
        others = [fact for fact in self.facts if fact not in givens]
        chosen = rng.choice(len(others), size=min(_EXCHANGED, len(others)), replace=False)
        new = [others[index] for index in chosen]
        return self.fewest(givens.union(new), rng, keep=new)


def _draw_solution(empty: Problem, solutions: Solutions, rng: np.random.Generator) -> list[Fact]:
    """A full grid: cells in random order, each with a random one of the values still possible.

    Which values are possible is a matter of logic, so the draw is the same with any SAT solver.
    """
    chosen: dict[str, Fact] = {}
    found = next(solutions.find(()))
    for index in rng.permutation(len(empty.variables)):
        variable = empty.variables[index]
        for value in rng.permutation(variable.domain).tolist():
            fact = Fact(variable.name, value)
            # What is chosen holds in the solution found last: often this does as well.
            if not fact.holds_in(found):
                other = next(solutions.find([*chosen.values(), fact]), None)
                if other is None:
                    continue
                found = other
            chosen[variable.name] = fact
            break
    return [chosen[variable.name] for variable in empty.variables]
