"""Killer Sudokus: the rules of a Sudoku, and a rule for each cage."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from dataclasses import replace

import cpmpy as cp

from hintwise.errors import expect, expect_several
from hintwise.problem import Board, Cage, Constraint, Problem
from hintwise.puzzles.killer_sudoku.cages import SumCage, check_cages, smallest_size
from hintwise.puzzles.killer_sudoku.kind import KILLER_SUDOKU
from hintwise.puzzles.sudoku.model import BOXES, Box, empty_sudoku, sudoku


def killer_sudoku(
    cells: str, cages: Iterable[SumCage | str], *, box: Box | None = None, title: str = ""
) -> Problem:
    """A Killer Sudoku: cells as in `sudoku`, and cages such as `15 = r1c1 + r1c2 + r2c1`.

    Without any cells the grid is empty, and of the smallest usual size that holds the cages.

    >>> problem = killer_sudoku("", ["4 = r1c1 + r1c2", "7 = r3c4 + r4c4"])
    >>> print(problem.constraint("cage r1c1"))
    r1c1 + r1c2 = 4, all different
    """
    several = expect_several(cages, "a list of cages, each as in '15 = r1c1 + r1c2'")
    expect(cells, str, "cells as a text")
    read = [cage if isinstance(cage, SumCage) else SumCage.of(cage) for cage in several]
    if not cells.strip() and box is None:
        cells = "." * smallest_size(read) ** 2
    plain = sudoku(cells, box=box)
    shape = box or BOXES[len(plain.variables)]
    empty = _empty_killer(shape, check_cages(read, math.prod(shape)))
    return replace(empty, givens=plain.givens, title=title)


@functools.lru_cache(maxsize=16)
def _empty_killer(box: Box, cages: tuple[SumCage, ...]) -> Problem:
    """What all puzzles with the same cages share, built once: encodings are kept by identity."""
    plain = empty_sudoku(box)
    assert isinstance(plain.layout, Board)
    labels = tuple(
        Cage(frozenset(cage.cells), "" if cage.total is None else str(cage.total)) for cage in cages
    )
    constraints = (*plain.constraints, *(_rule(plain, cage) for cage in cages))
    layout = replace(plain.layout, cages=labels)
    # Cells of one cage differ as those of a row do, so the features leave out the same count.
    return replace(plain, kind=KILLER_SUDOKU, constraints=constraints, layout=layout)


def _rule(plain: Problem, cage: SumCage) -> Constraint:
    """The rule of a cage: a plain sum beside the different values.

    Other forms of it were slower. A 9x9 grid of 27 cages has 25 000 clauses this way, encoded in
    0.06 s; its first smallest step took 2 s and all 81 steps 35 s. As a choice between the possible
    sets of values it had 210 000 clauses and took six times as long; with a Boolean for each set or
    each value used, 400 000 and more. To say as well which values no cell can have gained nothing.
    """
    cells = [plain.variable(name).expression for name in cage.names]
    different, total = cp.AllDifferent(cells), cage.total
    first = cage.names[0]
    return Constraint(
        name=f"cage {first}",
        group="cage",
        variables=frozenset(cage.names),
        expression=different if total is None else [different, cp.sum(cells) == total],
        description=(
            f"{', '.join(cage.names)}: all different"
            if total is None
            else f"{' + '.join(cage.names)} = {total}, all different"
        ),
        terms=(first,) if total is None else (first, str(total)),
    )
