"""Which tables a logic grid has, and where in them the links lie, however it is drawn."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from hintwise.problem import Constraint, Problem, Variable

Table = tuple[str, str]
"""The categories of its rows and of its columns."""

Place = tuple[str, str, str, str]
"""Category and value of the row, then of the column."""


def is_grid(problem: Problem) -> bool:
    """Whether the variables are all links of a logic grid, as `Variable.parts` tells."""
    links = {frozenset(v.parts) for v in problem.variables if v.boolean}
    values = frozenset().union(*links)
    every = {
        frozenset((one, other))
        for one, other in itertools.combinations(values, 2)
        if one[0] != other[0]
    }
    sizes = Counter(category for category, _ in values)
    return links == every and len(links) == len(problem.variables) and len(set(sizes.values())) == 1


@dataclass(frozen=True, slots=True)
class Staircase:
    """The classic staircase of tables: each pair of categories meets in one of them.

    The first category runs down the side and the second along the top; from there the others go
    from last to first down the side, and from first to last along the top.
    """

    values: Mapping[str, tuple[str, ...]]
    places: Mapping[str, Place]

    @classmethod
    def of(cls, problem: Problem) -> Staircase:
        position = {category: number for number, category in enumerate(problem.categories)}
        first = next(iter(position))

        def place(variable: Variable) -> Place:
            one, other = sorted(variable.parts, key=lambda part: position[part[0]])
            row, column = (one, other) if one[0] == first else (other, one)
            return (*row, *column)

        return cls(problem.categories, {v.name: place(v) for v in problem.variables})

    @property
    def side(self) -> tuple[str, ...]:
        """The categories down the side."""
        first, _, *others = self.values
        return (first, *reversed(others))

    @property
    def top(self) -> tuple[str, ...]:
        """The categories along the top."""
        return tuple(self.values)[1:]

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables that there are, row by row."""
        return tuple(
            (row, column)
            for number, row in enumerate(self.side)
            for column in self.top[: len(self.top) - number]
        )

    def tables_of(self, rule: Constraint) -> tuple[Table, ...]:
        """The tables in which a rule speaks about some link."""
        places = [self.places[name] for name in rule.variables if name in self.places]
        about = {(row, column) for row, _, column, _ in places}
        return tuple(table for table in self.tables if table in about)
