"""Relations between integers that are more than sums: all different, tables, walks through states.

Each gives a literal that is bound to the relation the way it is needed. What is written to define
it can be satisfied whether the relation holds or not.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence

from hintwise.engine.encode.clauses import (
    FALSE,
    IMPLIED,
    IMPLIES,
    PAIRWISE_LIMIT,
    TRUE,
    Clauses,
    flip,
)
from hintwise.engine.encode.integers import Integer
from hintwise.engine.encode.linear import Linear, Sums

Row = Sequence[int | None]
"""A row of a table; None stands for any value."""

State = Hashable
Moves = Callable[[State], Iterable[tuple[list[int], State]]]
"""Where a state leads to: under which literals, just one set of which hold, to which state."""


class Relations:
    """Writes relations between sums."""

    def __init__(self, sums: Sums) -> None:
        self._sums = sums
        self._clauses: Clauses = sums.clauses

    def post_all_different(self, numbers: Sequence[Linear], unless: Sequence[int]) -> None:
        """No value occurs twice, unless one of these literals holds."""
        integers = [self._sums.integer(number) for number in numbers]
        if any(integer.by_bits for integer in integers):
            for one, two in itertools.combinations(numbers, 2):
                self._clauses.add(*unless, -self._sums.equal(one.plus(two, -1), IMPLIED))
            return
        holders: dict[int, list[Integer]] = defaultdict(list)
        for integer in integers:
            for value in integer.domain:
                holders[value].append(integer)
        if len(holders) < len(integers):
            self._clauses.add(*unless)  # pigeon-holes, on which a solver would work for hours
            return
        self._clauses.expect(sum(map(_at_most_one_size, holders.values())))
        for value, having in holders.items():
            if len(having) > 1:
                self._clauses.at_most_one([x.is_value(value) for x in having], unless)

    def all_different(self, numbers: Sequence[Linear], way: int) -> int:
        if way == IMPLIES:
            gate = self._clauses.new()
            self.post_all_different(numbers, [-gate])
            return gate
        pairs = itertools.combinations(numbers, 2)
        other = flip(way)
        same = [self._sums.equal(one.plus(two, -1), other) for one, two in pairs]
        return -self._clauses.some(same, other)

    def table(self, numbers: Sequence[Linear], rows: Iterable[Row], way: int) -> int:
        """A literal of "the numbers are one of the rows"."""
        clauses = self._clauses
        integers = [self._sums.integer(number) for number in numbers]
        possible = [row for row in dict.fromkeys(map(tuple, rows)) if _fits(row, integers)]
        clauses.expect(len(possible) * (len(integers) + 1) * (2 if way & IMPLIES else 1))
        gate = clauses.new()
        if way & IMPLIED:
            for row in possible:
                clauses.add(gate, *(-x.is_value(v) for x, v in _fixed(integers, row)))
        if way & IMPLIES:
            supports: dict[tuple[int, int | None], list[int]] = defaultdict(list)
            for row in possible:
                chosen = clauses.both([x.is_value(v) for x, v in _fixed(integers, row)], IMPLIES)
                for column, value in enumerate(row):
                    supports[column, value].append(chosen)
            self._write_supports(integers, supports, gate)
        return gate

    def _write_supports(
        self,
        integers: Sequence[Integer],
        supports: dict[tuple[int, int | None], list[int]],
        gate: int,
    ) -> None:
        """Each value of each column needs a row that has it."""
        for column, integer in enumerate(integers):
            anywhere = supports.get((column, None), [])
            rest = [v for c, v in supports if c == column and v is not None]
            every = [row for value in [None, *rest] for row in supports.get((column, value), [])]
            if column == 0:
                self._clauses.add(-gate, *every)
            listed = integer.domain if integer.size <= PAIRWISE_LIMIT else rest
            for value in listed:
                here = [*anywhere, *supports.get((column, value), [])]
                self._clauses.add(-gate, -integer.is_value(value), *here)
        if not integers:
            self._clauses.add(-gate)

    def is_among(self, number: Linear, values: Iterable[int], way: int) -> int:
        """A literal of "the number is one of these"."""
        integer = self._sums.integer(number)
        wanted = sorted({v for v in values if integer.low <= v <= integer.high})
        runs: list[list[int]] = []
        for value in wanted:
            if runs and runs[-1][1] == value - 1:
                runs[-1][1] = value
            else:
                runs.append([value, value])
        clauses = self._clauses
        clauses.expect(3 * len(runs))
        return clauses.some([clauses.both(integer.between(*run), way) for run in runs], way)

    def walk(self, start: State, steps: Sequence[Moves]) -> list[dict[State, int]]:
        """The literals of the states after each step, of which the one reached always holds."""
        clauses = self._clauses
        layers: list[dict[State, int]] = [{start: TRUE}]
        for moves in steps:
            here, there = layers[-1], dict[State, int]()
            ways: dict[State, list[int]] = defaultdict(list)
            for state, literal in here.items():
                for under, reached in moves(state):
                    if FALSE in under:
                        continue
                    if reached not in there:
                        there[reached] = clauses.new()
                    clauses.add(-literal, *(-condition for condition in under), there[reached])
                    ways[reached].append(literal)
            for state, literal in there.items():
                clauses.add(-literal, *ways[state])
            clauses.add(*there.values())
            clauses.at_most_one(list(there.values()))
            layers.append(there)
        return layers


def _at_most_one_size(literals: Sequence[object]) -> int:
    count = len(literals)
    return count * (count - 1) // 2 if count <= PAIRWISE_LIMIT else 3 * count


def _fits(row: Row, integers: Sequence[Integer]) -> bool:
    pairs = zip(row, integers, strict=True)
    return all(v is None or (x.low <= v <= x.high and v in x.domain) for v, x in pairs)


def _fixed(integers: Sequence[Integer], row: Row) -> list[tuple[Integer, int]]:
    return [(x, v) for x, v in zip(integers, row, strict=True) if v is not None]
