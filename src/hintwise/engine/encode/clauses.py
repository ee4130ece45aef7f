"""A growing list of clauses, and the literals that stand for "and", "or" and numbers in bits.

Every literal made here is *defined*: whatever values the others take, the clauses of its definition
can be satisfied, so a definition may be shared between constraints and stays when they are off.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable, Sequence

from hintwise.errors import UnsupportedExpression
from hintwise.limits import Clock

Clause = list[int]

TRUE = 1 << 62
"""A literal that always holds; it and its negation never reach a clause."""
FALSE = -TRUE

IMPLIES, IMPLIED, BOTH = 1, 2, 3
"""Which way a literal is bound to what it stands for: the literal implies it, is implied by it, or
both. A literal that is only ever asserted needs the first half of its clauses."""

MOST_CLAUSES = 3_000_000
"""What an encoding may hold: about half a gigabyte, and as much again in the solvers."""

PAIRWISE_LIMIT = 32
"""Up to this many literals "at most one" is written pair by pair: more clauses, but no auxiliary
variables, and unit propagation sees everything."""

_LOOK_EVERY = 2_000
"""Clauses between two looks at the clock (some two to twenty milliseconds)."""


def flip(way: int) -> int:
    """Which way the negation is bound when it is needed `way`."""
    return BOTH if way == BOTH else IMPLIED + IMPLIES - way


class Clauses:
    """Collects clauses, stops on time, and refuses to grow beyond what fits."""

    def __init__(self) -> None:
        self.written: list[Clause] = []
        self.size = 0
        """The number of SAT variables."""
        self.where = "the problem"
        """What is being encoded, for messages."""
        self.clock: Clock | None = None
        self._most = MOST_CLAUSES
        self._next_look = _LOOK_EVERY
        self._gates: dict[tuple[int, ...], int] = {}

    def copy(self) -> Clauses:
        """The same clauses so far, to go on from alone."""
        twin = copy.copy(self)
        twin.written, twin._gates = list(self.written), dict(self._gates)
        return twin

    def new(self) -> int:
        self.size += 1
        return self.size

    def add(self, *literals: int) -> None:
        """Write one clause."""
        if TRUE in literals:
            return
        clause = [literal for literal in literals if literal != FALSE]
        if not clause:
            contradiction = self.new()
            self.written.append([-contradiction])
            clause = [contradiction]
        self.written.append(clause)
        if len(self.written) >= self._next_look:
            self._look()

    def expect(self, count: int) -> None:
        """Refuse what is about to need `count` clauses more if that is too many."""
        if self.clock is not None:
            self.clock.check()
        if len(self.written) + count > self._most:
            raise UnsupportedExpression(
                f"{self.where} would need about {count:,} clauses, beside {len(self.written):,} "
                f"for what comes before it; {self._most:,} are accepted in all: give its variables "
                "smaller domains, or state it with fewer of them"
            )

    def _look(self) -> None:
        self._next_look = len(self.written) + _LOOK_EVERY
        self.expect(0)

    def both(self, literals: Iterable[int], way: int = BOTH) -> int:
        """A literal for "all of these hold"."""
        return -self.some((-literal for literal in literals), flip(way))

    def some(self, literals: Iterable[int], way: int = BOTH) -> int:
        """A literal for "one of these holds"."""
        kept = sorted({literal for literal in literals if literal != FALSE})
        if TRUE in kept or any(-literal in kept for literal in kept if literal < 0):
            return TRUE
        if len(kept) < 2:
            return kept[0] if kept else FALSE
        key = (way, *kept)
        if (known := self._gates.get(key)) is not None:
            return known
        gate = self._gates[key] = self.new()
        if way & IMPLIES:
            self.add(-gate, *kept)
        if way & IMPLIED:
            for literal in kept:
                self.add(gate, -literal)
        return gate

    def odd(self, one: int, two: int) -> int:
        """A literal for "just one of these two holds"."""
        if abs(one) == TRUE or abs(two) == TRUE:
            constant, other = (one, two) if abs(one) == TRUE else (two, one)
            return -other if constant == TRUE else other
        if abs(one) == abs(two):
            return FALSE if one == two else TRUE
        sign = (1 if one > 0 else -1) * (1 if two > 0 else -1)
        a, b = sorted((abs(one), abs(two)))
        key = (0, a, b)
        if key not in self._gates:
            gate = self._gates[key] = self.new()
            self.add(-gate, a, b)
            self.add(-gate, -a, -b)
            self.add(gate, -a, b)
            self.add(gate, a, -b)
        return sign * self._gates[key]

    def at_most_one(self, literals: Sequence[int], unless: Sequence[int] = ()) -> None:
        """No two of these hold, unless one of `unless` does."""
        if len(literals) <= PAIRWISE_LIMIT:
            pairs = itertools.combinations([-x for x in literals if x != FALSE], 2)
            if TRUE in literals or TRUE in unless or FALSE in unless:
                for one, two in pairs:
                    self.add(*unless, one, two)
                return
            # Without a look at each clause: a 25x25 Sudoku has half a million of them.
            self.written.extend([*unless, one, two] for one, two in pairs)
            if len(self.written) >= self._next_look:
                self._look()
            return
        # A ladder: `seen` says that one of the literals so far holds.
        seen = literals[0]
        for literal in literals[1:]:
            self.add(*unless, -seen, -literal)
            one_more = self.new()
            self.add(*unless, -seen, one_more)
            self.add(*unless, -literal, one_more)
            seen = one_more


class Bits:
    """A number of zero or more, as literals from its lowest bit to its highest."""

    def __init__(self, clauses: Clauses, literals: Sequence[int]) -> None:
        self._clauses = clauses
        self.literals = list(literals)
        self._at_least: dict[tuple[int, int], int] = {}

    def among(self, clauses: Clauses) -> Bits:
        """The same number, what is asked of it written to a copy of its clauses."""
        twin = Bits(clauses, self.literals)
        twin._at_least = dict(self._at_least)
        return twin

    @property
    def high(self) -> int:
        return (1 << len(self.literals)) - 1

    def at_least(self, number: int) -> int:
        """A literal for "the number is at least this", with one auxiliary for each bit."""
        if number <= 0:
            return TRUE
        if number > self.high:
            return FALSE
        literal = TRUE
        for i, bit in enumerate(self.literals):
            key = (i, number & ((2 << i) - 1))
            if key not in self._at_least:
                gate = self._clauses.both if number >> i & 1 else self._clauses.some
                self._at_least[key] = gate((bit, literal))
            literal = self._at_least[key]
        return literal

    def is_value(self, number: int) -> int:
        if not 0 <= number <= self.high:
            return FALSE
        return self._clauses.both(
            bit if number >> i & 1 else -bit for i, bit in enumerate(self.literals)
        )
