"""Sudokus drawn at random: a full grid first, then as few of its cells as fix it."""

from __future__ import annotations

import math

import numpy as np

from hintwise.problem import Fact, Problem
from hintwise.puzzles import format_sudoku, sudoku
from hintwise.puzzles.sudoku import Box
from hintwise.workshop.implications import Implications


def generate_sudoku(box: Box, rng: np.random.Generator, *, least_givens: int = 0) -> Problem:
    """A Sudoku with exactly one solution, from which no given can be left out.

    Cells are emptied in random order, each if its value still follows from the others. A cell that
    is needed among more givens is needed among fewer, so one round is enough. With `least_givens`
    it stops at that many, and some of them may be superfluous. The same state of `rng` gives the
    same puzzle, in any process.
    """
    size = math.prod(box)
    empty = sudoku("." * size**2, box=box)
    rules = Implications(empty)
    solution = _draw_solution(empty, rules, rng)
    givens = set(solution)
    for index in rng.permutation(len(solution)):
        if len(givens) <= least_givens:
            break
        others = givens - {solution[index]}
        if rules.imply(solution[index], sorted(others)):
            givens = others
    return sudoku(format_sudoku(empty, givens), box=box)


def _draw_solution(empty: Problem, rules: Implications, rng: np.random.Generator) -> list[Fact]:
    """A full grid: cells in random order, each with a random one of the values still possible.

    Which values are possible is a matter of logic, so the draw is the same with any SAT solver.
    """
    chosen: dict[str, Fact] = {}
    found = rules.solution(()) or {}
    for index in rng.permutation(len(empty.variables)):
        variable = empty.variables[index]
        for value in rng.permutation(variable.domain).tolist():
            fact = Fact(variable.name, value)
            # What is chosen holds in the solution found last: often this does as well.
            other = found if fact.holds_in(found) else rules.solution([*chosen.values(), fact])
            if other is not None:
                chosen[variable.name], found = fact, other
                break
    return [chosen[variable.name] for variable in empty.variables]
