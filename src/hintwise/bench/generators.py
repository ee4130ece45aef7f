"""Puzzles of every size, drawn: what the growth benchmark runs on.

Both kinds start from a drawn solution and keep a set of givens or clues from which it follows.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from hintwise.engine.encode import encode
from hintwise.engine.oracle import Oracle
from hintwise.errors import InvalidValue
from hintwise.problem import Fact, Problem
from hintwise.puzzles import (
    Before,
    Clue,
    ClueRule,
    Either,
    IsNot,
    Offset,
    OneEach,
    format_sudoku,
    logic_grid,
    sudoku,
)
from hintwise.puzzles.sudoku import Box

T = TypeVar("T")

Rows = Sequence[Mapping[str, str]]
"""A logic grid's solution: in each row, by category, the values that go together."""

_CLUES_PER_VALUE = 4
"""Clues drawn for every value of a grid; far fewer are kept."""

_CATEGORIES = ("number", "animal", "colour", "dish", "errand", "flower")
"""The first one is in order, and what clues speak by way of."""


def random_sudoku(box: Box, least_givens: int, rng: np.random.Generator) -> Problem:
    """A Sudoku with one solution and at least `least_givens` givens.

    Cells are emptied in random order, each if its value still follows from the others.
    """
    size = math.prod(box)
    empty = sudoku("." * size**2, box=box)
    values = random_solution(box, rng).ravel().tolist()
    solution = [Fact(v.name, value) for v, value in zip(empty.variables, values, strict=True)]
    rules = _Implications(empty)
    givens = set(solution)
    for index in rng.permutation(len(solution)):
        others = givens - {solution[index]}
        if len(givens) > least_givens and rules.imply(solution[index], sorted(others)):
            givens = others
    return sudoku(format_sudoku(empty, givens), box=box, title=f"{size}x{size} Sudoku")


def random_solution(box: Box, rng: np.random.Generator) -> NDArray[np.intp]:
    """A full grid: the cyclic pattern with values, rows and columns shuffled as far as allowed."""
    height, width = box
    size = height * width
    rows, columns = np.indices((size, size))
    pattern = (width * (rows % height) + rows // height + columns) % size
    lines = np.ix_(_shuffled_lines(width, height, rng), _shuffled_lines(height, width, rng))
    return np.asarray(rng.permutation(size)[pattern[lines]] + 1, dtype=np.intp)


def _shuffled_lines(bands: int, lines: int, rng: np.random.Generator) -> list[int]:
    """The rows or columns of a grid: the bands shuffled, and the lines within each band."""
    return [
        int(band * lines + line)
        for band in rng.permutation(bands)
        for line in rng.permutation(lines)
    ]


def random_logic_grid(categories: int, values: int, rng: np.random.Generator) -> Problem:
    """A logic grid without given facts; its clues fix the solution and none is superfluous.

    Clues that are true in a drawn solution are drawn, and dropped in turn while the solution still
    follows from the others.
    """
    if not (2 <= categories <= len(_CATEGORIES) and values >= 2):
        raise InvalidValue(
            f"{categories} categories of {values} values: a logic grid is drawn with 2 to "
            f"{len(_CATEGORIES)} categories of two values or more"
        )
    first, *others = _CATEGORIES[:categories]
    numbers = range(1, values + 1)
    layout = {first: [str(n) for n in numbers]}
    layout |= {category: [f"{category[0]}{n}" for n in numbers] for category in others}
    shuffled = [layout[first], *(rng.permutation(layout[c]).tolist() for c in others)]
    rows = [
        {category: f"{category} {value}" for category, value in zip(layout, row, strict=True)}
        for row in zip(*shuffled, strict=True)
    ]
    rules = _true_rules(rows, _CLUES_PER_VALUE * categories * values, rng)
    title = f"logic grid, {categories} categories of {values}"
    everything = logic_grid(layout, [Clue("", rule) for rule in rules], title=title)
    needed = _needed_clues(everything, rows)
    return logic_grid(layout, [Clue("", rules[i]) for i in needed], title=title)


def _needed_clues(problem: Problem, rows: Rows) -> list[int]:
    """The positions of clues from which the solution follows, none of which can be left out."""
    links = [
        problem.parse_fact(f"{a} = {b}")
        for row in rows
        for a, b in itertools.combinations(row.values(), 2)
    ]
    clues = [constraint.name for constraint in problem.constraints if constraint.group == "clue"]
    rules = _Implications(problem)

    def fix_the_solution(kept: Iterable[int]) -> bool:
        dropped = set(clues) - {clues[i] for i in kept}
        return all(rules.imply(link, without=dropped) for link in links)

    kept = list(range(len(clues)))
    if not fix_the_solution(kept):
        raise InvalidValue(f"{problem.title}: {len(clues)} clues leave several solutions")
    for index in reversed(range(len(clues))):
        fewer = [i for i in kept if i != index]
        if fix_the_solution(fewer):
            kept = fewer
    return kept


class _Implications:
    """What the rules of a problem imply, with one SAT call for each question."""

    def __init__(self, problem: Problem) -> None:
        self._encoding = encode(problem)
        self._oracle = Oracle(self._encoding)
        names = [constraint.name for constraint in problem.constraints]
        self._selectors = dict(zip(names, self._encoding.selectors, strict=True))

    def imply(self, fact: Fact, known: Iterable[Fact] = (), *, without: Iterable[str] = ()) -> bool:
        """Whether `known` and the constraints, but for some of them, leave no other way."""
        off = set(without)
        held = [selector for name, selector in self._selectors.items() if name not in off]
        held += [self._encoding.literal(f) for f in known]
        return not self._oracle.solve([*held, -self._encoding.literal(fact)])


def _true_rules(rows: Rows, count: int, rng: np.random.Generator) -> list[ClueRule]:
    """At most `count` different rules that are true in the solution."""
    kinds = (_is_not, _is_not, _either, _one_each, _before, _offset)
    drawn = (kinds[rng.integers(len(kinds))](rows, rng) for _ in range(count))
    return list(dict.fromkeys(drawn))


def _is_not(rows: Rows, rng: np.random.Generator) -> ClueRule:
    one, other = _two(rows, rng)
    x, y = _two(list(rows[0]), rng)
    return IsNot(one[x], other[y])


def _either(rows: Rows, rng: np.random.Generator) -> ClueRule:
    one, other = _two(rows, rng)
    x, y = _two(list(rows[0]), rng)
    right, wrong = _two([one[y], other[y]], rng)
    return Either(one[x], (right, wrong), exclusive=True)


def _one_each(rows: Rows, rng: np.random.Generator) -> ClueRule:
    one, other = _two(rows, rng)
    x, y = _two(list(rows[0]), rng)
    a, b = _two([one[y], other[y]], rng)
    return OneEach((one[x], other[x]), (a, b))


def _before(rows: Rows, rng: np.random.Generator) -> ClueRule:
    first, second = _in_order(rows, rng)
    return Before(_unordered_value(first, rng), _unordered_value(second, rng), _CATEGORIES[0])


def _offset(rows: Rows, rng: np.random.Generator) -> ClueRule:
    first, second = _in_order(rows, rng)
    by = rows.index(second) - rows.index(first)
    return Offset(_unordered_value(second, rng), by, _unordered_value(first, rng), _CATEGORIES[0])


def _in_order(rows: Rows, rng: np.random.Generator) -> tuple[Mapping[str, str], Mapping[str, str]]:
    first, second = sorted(_two(range(len(rows)), rng))
    return rows[first], rows[second]


def _unordered_value(row: Mapping[str, str], rng: np.random.Generator) -> str:
    categories = list(row)[1:]
    return row[categories[rng.integers(len(categories))]]


def _two(items: Sequence[T], rng: np.random.Generator) -> tuple[T, T]:
    one, other = rng.choice(len(items), size=2, replace=False)
    return items[one], items[other]
