"""Integers as literals: for each value, for each "at least", or for each bit, as they are needed.

Arithmetic speaks of bounds, facts and AllDifferent of values. An integer starts with one of these
sets of literals and gets another, channelled to the first, when it is asked for: a Sudoku's cell
never pays for bounds, a starting time in minutes only for the few values that somebody names.
"""

from __future__ import annotations

import copy
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence

from hintwise.engine.encode.clauses import FALSE, PAIRWISE_LIMIT, TRUE, Bits, Clauses

ORDER_LIMIT = 4_000
"""Integers with more values than this are numbers in bits; up to it they have a literal for each
"at least", on which unit propagation finds every bound of a sum of two."""


class Integer:
    """A number with a finite domain, whose literals are made when they are first asked for."""

    def __init__(self, clauses: Clauses, domain: Sequence[int]) -> None:
        """`domain` is a range or a tuple in increasing order."""
        self._clauses = clauses
        self.domain = domain
        self.low, self.high = domain[0], domain[-1]
        self._values: dict[int, int] = {}
        self._order: list[int] = []
        self._bits: Bits | None = None
        self.offset = self.low
        """What its bits are counted from."""
        self.by_bits = False
        """Whether it has too many values for literals for each of them."""

    @classmethod
    def ordered(cls, clauses: Clauses, domain: Sequence[int]) -> Integer:
        """An integer for arithmetic: with a literal for each "at least", if these are not many."""
        integer = cls(clauses, domain)
        if isinstance(domain, range) and integer.high - integer.low >= ORDER_LIMIT:
            integer.by_bits = True
            integer._write_bits()
        else:
            integer._write_order()
        return integer

    @classmethod
    def valued(cls, clauses: Clauses, domain: Sequence[int]) -> Integer:
        """An integer that facts speak of: with a literal for each value, if these are few."""
        if not 0 < domain[-1] - domain[0] < PAIRWISE_LIMIT:
            return cls.ordered(clauses, domain)
        integer = cls(clauses, domain)
        integer._values = {value: clauses.new() for value in domain}
        clauses.add(*integer._values.values())
        clauses.at_most_one(list(integer._values.values()))
        return integer

    @classmethod
    def of_literal(cls, clauses: Clauses, literal: int) -> Integer:
        """1 if the literal holds, else 0."""
        integer = cls(clauses, range(2))
        integer._order = [TRUE, literal]
        return integer

    @classmethod
    def of_bits(cls, clauses: Clauses, offset: int, bits: Bits, domain: range) -> Integer:
        """`offset` more than the number that `bits` show, which is known to be in `domain`."""
        integer = cls(clauses, domain)
        integer._bits = bits
        integer.offset = offset
        integer.by_bits = True
        return integer

    def among(self, clauses: Clauses) -> Integer:
        """The same integer, what is asked of it written to a copy of its clauses."""
        twin = copy.copy(self)
        twin._clauses, twin._values = clauses, dict(self._values)
        twin._bits = self._bits and self._bits.among(clauses)
        return twin

    @property
    def size(self) -> int:
        """How many values it has (`len` cannot count to more than 2^63)."""
        return self.high - self.low + 1 if isinstance(self.domain, range) else len(self.domain)

    @property
    def is_boolean(self) -> bool:
        return self.low == 0 and self.high == 1

    def _place(self, value: int) -> int:
        """How many values are below this one."""
        if isinstance(self.domain, range):
            return value - self.low
        return bisect_left(self.domain, value)

    def at_least(self, value: int) -> int:
        """The literal of "at least `value`"."""
        if value <= self.low:
            return TRUE
        if value > self.high:
            return FALSE
        if self.by_bits:
            return self.bits().at_least(value - self.offset)
        if not self._order:
            self._write_order()
        return self._order[self._place(value)]

    def is_value(self, value: int) -> int:
        """The literal of "equal to `value`"."""
        if not self.low <= value <= self.high or value not in self.domain:
            return FALSE
        if value not in self._values:
            if self.by_bits:
                self._values[value] = self.bits().is_value(value - self.offset)
            else:
                above = self._clauses.both((self.at_least(value), -self.at_least(value + 1)))
                self._values[value] = above
        return self._values[value]

    def between(self, low: int, high: int) -> list[int]:
        """Literals that hold together if and only if the value is one of these."""
        if low == high and (low in self._values or self.size <= PAIRWISE_LIMIT):
            return [self.is_value(low)]
        return [lit for lit in (self.at_least(low), -self.at_least(high + 1)) if lit != TRUE]

    def bits(self) -> Bits:
        """What it has above its offset, in bits."""
        if self._bits is None:
            self._write_bits()
        assert self._bits is not None  # just written
        return self._bits

    def value_in(self, holds: Collection[int]) -> int:
        """Its value in a model, given as the set of literals that hold."""
        if self.by_bits:
            bits = enumerate(self.bits().literals)
            return self.offset + sum(1 << i for i, literal in bits if _holds(literal, holds))
        if not self._order and len(self._values) == self.size:
            return next(value for value, lit in self._values.items() if _holds(lit, holds))
        below = bisect_left(self._order, True, key=lambda literal: not _holds(literal, holds))
        return self.domain[below - 1] if self._order else self.low

    def _write_order(self) -> None:
        clauses, domain = self._clauses, self.domain
        if len(domain) == 1:
            self._order = [TRUE]
            return
        clauses.expect(4 * len(domain))
        if not self._values:
            self._order = [TRUE, *(clauses.new() for _ in range(len(domain) - 1))]
            for lower, higher in zip(self._order[1:], self._order[2:], strict=False):
                clauses.add(-higher, lower)
            return
        # The lowest and the highest bound are values already.
        inner = (clauses.new() for _ in range(len(domain) - 3))
        first, last = -self._values[domain[0]], self._values[domain[-1]]
        self._order = [TRUE, first, *inner, last] if len(domain) > 2 else [TRUE, last]
        for i, value in enumerate(domain):
            here, above = self._order[i], self._order[i + 1] if i + 1 < len(domain) else FALSE
            clauses.add(-above, here)
            clauses.add(-self._values[value], here)
            clauses.add(-self._values[value], -above)
            clauses.add(self._values[value], -here, above)

    def _write_bits(self) -> None:
        clauses = self._clauses
        span = self.high - self.low
        if self._order[1:] and span == 1:
            self._bits = Bits(clauses, self._order[1:])
            return
        self._bits = Bits(clauses, [clauses.new() for _ in range(span.bit_length())])
        if self.by_bits:
            clauses.add(-self._bits.at_least(span + 1))
            return
        clauses.expect(3 * len(self.domain))
        for i, bit in enumerate(self._bits.literals):
            for low, high, on in self._runs(i):
                unless = [-literal for literal in self.between(low, high)]
                clauses.add(*unless, bit if on else -bit)

    def _runs(self, i: int) -> Iterator[tuple[int, int, bool]]:
        """From where to where bit `i` stays the same."""
        start = previous = self.domain[0]
        for value in self.domain:
            if ((value - self.low) ^ (start - self.low)) >> i & 1:
                yield start, previous, bool(start - self.low >> i & 1)
                start = value
            previous = value
        yield start, previous, bool(start - self.low >> i & 1)


def _holds(literal: int, holds: Collection[int]) -> bool:
    return literal == TRUE or literal in holds
