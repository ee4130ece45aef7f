"""Sudokus drawn at random: a full grid first, then as few of its cells as fix it."""

from __future__ import annotations

import math

import numpy as np

from hintwise.engine import Solutions
from hintwise.problem import Fact, Problem
from hintwise.puzzles import format_sudoku, sudoku
from hintwise.puzzles.sudoku.model import Box


def generate_sudoku(box: Box, rng: np.random.Generator, *, least_givens: int = 0) -> Problem:
    """A Sudoku with exactly one solution, from which no given can be left out.

    Cells are emptied in random order, each if its value still follows from the others. A cell that
    is needed among more givens is needed among fewer, so one round is enough. With `least_givens`
    it stops at that many, and some of them may be superfluous. The same state of `rng` gives the
    same puzzle, in any process.
    """
    size = math.prod(box)
    empty = sudoku("." * size**2, box=box)
    solutions = Solutions(empty)
    full = _draw_solution(empty, solutions, rng)
    givens = set(full)
    for index in rng.permutation(len(full)):
        if len(givens) <= least_givens:
            break
        others = givens - {full[index]}
        if solutions.reasons(full[index], sorted(others)) is not None:
            givens = others
    return sudoku(format_sudoku(empty, givens), box=box)


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
