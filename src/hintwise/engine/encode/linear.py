"""Linear sums of integers, and the encoding of what is said about them.

For each sum the encoding with the best propagation that is still small is chosen: literals that are
there already (one term), clauses over value literals (two terms), clauses and pairs (counting to
one), a decision diagram, and binary adders where that would be too wide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from hintwise.engine.encode.adder import add_up
from hintwise.engine.encode.clauses import (
    BOTH,
    FALSE,
    IMPLIED,
    IMPLIES,
    PAIRWISE_LIMIT,
    TRUE,
    Bits,
    Clauses,
    flip,
)
from hintwise.engine.encode.diagram import Diagram, Term, TooWide
from hintwise.engine.encode.integers import ORDER_LIMIT, Integer

_MOST_EDGES = 40_000
"""What a decision diagram may have; adders have some hundred clauses instead, but propagate
less."""

_MOST_TERMS = 200
"""Longer sums are added up in parts: a diagram has a level, and a stack frame, for each term."""

_PART = 32
"""Terms in such a part: a count of n literals in parts of s takes about 2 n s clauses."""


@dataclass(frozen=True, eq=False)
class Linear:
    """`constant` and integers, each times its coefficient."""

    constant: int
    terms: dict[Integer, int]
    """Without coefficients of zero."""

    @cached_property
    def low(self) -> int:
        return self.constant + sum(c * (x.low if c > 0 else x.high) for x, c in self.terms.items())

    @cached_property
    def high(self) -> int:
        return self.constant + sum(c * (x.high if c > 0 else x.low) for x, c in self.terms.items())

    def plus(self, other: Linear, times: int = 1) -> Linear:
        return add_linear([(1, self), (times, other)])

    def times(self, factor: int) -> Linear:
        return add_linear([(factor, self)])


def add_linear(parts: Iterable[tuple[int, Linear]], constant: int = 0) -> Linear:
    """The sum of all parts, each times its factor."""
    terms: dict[Integer, int] = {}
    for factor, part in parts:
        constant += factor * part.constant
        for integer, coefficient in part.terms.items():
            terms[integer] = terms.get(integer, 0) + factor * coefficient
    return Linear(constant, {integer: c for integer, c in terms.items() if c})


class Sums:
    """Writes what is said about linear sums, each thing once."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        self._booleans: dict[int, Integer] = {}
        self._numbers: dict[Integer, int] = {}
        self._known: dict[tuple[object, ...], int] = {}
        self._totals: dict[tuple[object, ...], Bits] = {}
        self._integers: dict[tuple[object, ...], Integer] = {}
        self._wide: set[frozenset[tuple[Integer, int]]] = set()

    def of_literal(self, literal: int) -> Linear:
        """1 if the literal holds, else 0."""
        if abs(literal) == TRUE:
            return Linear(int(literal == TRUE), {})
        if abs(literal) not in self._booleans:
            self._booleans[abs(literal)] = Integer.of_literal(self.clauses, abs(literal))
        boolean = self._booleans[abs(literal)]
        return Linear(0, {boolean: 1}) if literal > 0 else Linear(1, {boolean: -1})

    def integer(self, linear: Linear) -> Integer:
        """An integer that always equals the sum."""
        if not linear.terms:
            return Integer.ordered(self.clauses, range(linear.constant, linear.constant + 1))
        if linear.constant == 0 and list(linear.terms.values()) == [1]:
            return next(iter(linear.terms))
        key = (linear.constant, *self._key(linear))
        if key not in self._integers:
            self._integers[key] = self._made_integer(linear)
        return self._integers[key]

    def _made_integer(self, linear: Linear) -> Integer:
        if len(linear.terms) == 1:
            ((integer, coefficient),) = linear.terms.items()
            if not integer.by_bits:
                return Scaled(self.clauses, integer, coefficient, linear.constant)
        domain = _reachable(linear)
        if domain[-1] - domain[0] >= ORDER_LIMIT:
            return self.of_total(linear, range(linear.low, linear.high + 1))
        made = Integer.ordered(self.clauses, domain)
        self.post_equal(linear.plus(Linear(0, {made: 1}), -1), [])
        return made

    def of_total(self, linear: Linear, domain: range) -> Integer:
        """An integer in bits for a sum that is known to be in `domain`."""
        offset, bits = self._total(linear)
        return Integer.of_bits(self.clauses, offset, bits, domain)

    def at_most(self, linear: Linear, bound: int, way: int = BOTH) -> int:
        """A literal of "the sum is at most `bound`"."""
        bound -= linear.constant
        divisor = math.gcd(*linear.terms.values()) or 1
        terms = {integer: c // divisor for integer, c in linear.terms.items()}
        return self._at_most(Linear(0, terms), bound // divisor, way)

    def _at_most(self, linear: Linear, bound: int, way: int) -> int:
        if linear.high <= bound:
            return TRUE
        if linear.low > bound:
            return FALSE
        if len(linear.terms) == 1:
            ((integer, sign),) = linear.terms.items()
            return -integer.at_least(bound + 1) if sign > 0 else integer.at_least(-bound)
        if self._sorted(linear)[0][1] < 0:
            # "At most" of a sum and "at least" of its negative are the same question.
            return -self._known_at_most(linear.times(-1), -bound - 1, flip(way))
        return self._known_at_most(linear, bound, way)

    def _known_at_most(self, linear: Linear, bound: int, way: int) -> int:
        for bound_way in {way, BOTH}:
            if (known := self._known.get((bound_way, bound, *self._key(linear)))) is not None:
                return known
        literal = self._at_most_literal(linear, bound, way)
        self._known[(way, bound, *self._key(linear))] = literal
        return literal

    def _at_most_literal(self, linear: Linear, bound: int, way: int) -> int:
        literals = _as_literals(linear)
        if literals is not None:
            count = bound - linear.low
            if count == 0:
                return self.clauses.both((-literal for literal in literals), way)
            if count == len(literals) - 1:
                return self.clauses.some((-literal for literal in literals), way)
            if count == 1 and way == IMPLIES:
                gate = self.clauses.new()
                self.clauses.at_most_one(literals, [-gate])
                return gate
        if not any(integer.by_bits for integer in linear.terms):
            linear = self._in_parts(linear)
        if (diagram := self._diagram(linear, bound)) is not None:
            return diagram.write(self.clauses, way)
        low, total = self._total(linear)
        return -total.at_least(bound - low + 1)

    def _diagram(self, linear: Linear, bound: int) -> Diagram | None:
        if len(linear.terms) > _MOST_TERMS or any(x.by_bits for x in linear.terms):
            return None
        kind = frozenset((x, abs(c)) for x, c in linear.terms.items())
        if kind in self._wide or _least_edges(linear) > _MOST_EDGES:
            return None
        terms = [Term(c, integer) for integer, c in self._in_order(linear)]
        try:
            return Diagram(terms, bound - linear.low, _MOST_EDGES)
        except TooWide:
            self._wide.add(kind)  # with another bound it hardly differs
            return None

    def equal(self, linear: Linear, way: int = BOTH) -> int:
        """A literal of "the sum is zero"."""
        divisor = math.gcd(*linear.terms.values()) or 1
        if linear.constant % divisor or not linear.low <= 0 <= linear.high:
            return FALSE
        if not linear.terms:
            return TRUE
        if len(linear.terms) == 1:
            ((integer, coefficient),) = linear.terms.items()
            return integer.is_value(-linear.constant // coefficient)
        linear = Linear(
            linear.constant // divisor, {x: c // divisor for x, c in linear.terms.items()}
        )
        if self._sorted(linear)[0][1] < 0:
            linear = linear.times(-1)
        key = ("=", linear.constant, *self._key(linear))
        for bound_way in {way, BOTH}:
            if (known := self._known.get((bound_way, *key))) is not None:
                return known
        literal = self._known[(way, *key)] = self._equal_literal(linear, way)
        return literal

    def _equal_literal(self, linear: Linear, way: int) -> int:
        if len(linear.terms) == 2 and not any(x.by_bits for x in linear.terms):
            return self._two_equal(linear, way)
        if any(x.by_bits for x in linear.terms):
            low, total = self._total(linear)
            return total.is_value(-low)
        below = self.at_most(linear, 0, way)
        above = self.at_most(linear.times(-1), 0, way)
        return self.clauses.both((below, above), way)

    def _two_equal(self, linear: Linear, way: int) -> int:
        """Both integers by value, or by bounds where they have many and need not differ."""
        (x, a), (y, b) = linear.terms.items()
        if max(x.size, y.size) > PAIRWISE_LIMIT and way == IMPLIES:
            sides = (self.at_most(linear, 0, way), self.at_most(linear.times(-1), 0, way))
            return self.clauses.both(sides, way)
        if x.is_boolean and y.is_boolean and abs(a) == abs(b) == 1:
            odd = self.clauses.odd(x.at_least(1), y.at_least(1))
            # a - b = 0, or a + b = 1: other constants need bounds only.
            if linear.constant == 0 and a != b:
                return -odd
            if abs(linear.constant) == 1 and a == b:
                return odd
        add = self.clauses.add
        self.clauses.expect(4 * (x.size + y.size))
        gate = self.clauses.new()
        partners = dict(_partners(x, a, y, b, linear.constant))
        if way & IMPLIES:
            for value in x.domain:
                partner = partners.get(value)
                add(-gate, -x.is_value(value), FALSE if partner is None else y.is_value(partner))
            met = set(partners.values())
            for value in y.domain:
                if value not in met:
                    add(-gate, -y.is_value(value))
            for value, partner in partners.items():
                add(-gate, x.is_value(value), -y.is_value(partner))
        if way & IMPLIED:
            for value, partner in partners.items():
                add(gate, -x.is_value(value), -y.is_value(partner))
        return gate

    def post_at_most(self, linear: Linear, bound: int, unless: Sequence[int]) -> None:
        """The sum is at most `bound`, unless one of these literals holds."""
        literals = _as_literals(linear)
        count = bound - linear.low
        if literals is not None and count == 1 and 2 < len(literals) <= PAIRWISE_LIMIT:
            self.clauses.at_most_one(literals, unless)
        elif literals is not None and 0 <= count == len(literals) - 1:
            self.clauses.add(*unless, *(-literal for literal in literals))
        else:
            self.clauses.add(*unless, self.at_most(linear, bound, IMPLIES))

    def post_equal(self, linear: Linear, unless: Sequence[int]) -> None:
        """The sum is zero, unless one of these literals holds."""
        counts = all(x.is_boolean for x in linear.terms)
        if counts or (len(linear.terms) > 2 and not any(x.by_bits for x in linear.terms)):
            self.post_at_most(linear.times(-1), 0, unless)
            self.post_at_most(linear, 0, unless)
        else:
            self.clauses.add(*unless, self.equal(linear, IMPLIES))

    def _key(self, linear: Linear) -> tuple[int, ...]:
        """The terms by number: integers are told apart by what they are, not by their values."""
        parts = (
            (self._numbers.setdefault(x, len(self._numbers)), c) for x, c in self._sorted(linear)
        )
        return tuple(number for part in parts for number in part)

    def _sorted(self, linear: Linear) -> list[tuple[Integer, int]]:
        for integer in linear.terms:
            self._numbers.setdefault(integer, len(self._numbers))
        return sorted(linear.terms.items(), key=lambda term: self._numbers[term[0]])

    def _in_order(self, linear: Linear) -> list[tuple[Integer, int]]:
        """Large coefficients first, which keeps diagrams thin, and large domains last: the last
        level has no nodes of its own."""
        return sorted(self._sorted(linear), key=lambda term: (-abs(term[1]), term[0].size))

    def _in_parts(self, linear: Linear) -> Linear:
        """The same sum with at most `_MOST_TERMS` terms."""
        terms = self._in_order(linear)
        if len(terms) <= _MOST_TERMS:
            return linear
        size = _PART
        parts = [dict(terms[i : i + size]) for i in range(0, len(terms), size)]
        return Linear(0, {self.integer(Linear(0, part)): 1 for part in parts})

    def _total(self, linear: Linear) -> tuple[int, Bits]:
        """The sum in binary: its least value, and what it has above that."""
        key = self._key(linear)
        low = linear.constant
        weighted = []
        for integer, coefficient in self._sorted(linear):
            bits = integer.bits()
            low += coefficient * integer.offset
            if coefficient < 0:
                low += coefficient * bits.high
            for i, literal in enumerate(bits.literals):
                weighted.append((abs(coefficient) << i, literal if coefficient > 0 else -literal))
        if key not in self._totals:
            self._totals[key] = add_up(self.clauses, weighted)
        return low, self._totals[key]


class Scaled(Integer):
    """A coefficient times another integer, and a constant: it has no literals of its own."""

    def __init__(self, clauses: Clauses, base: Integer, coefficient: int, constant: int) -> None:
        values = [coefficient * value + constant for value in base.domain]
        low, high = min(values), max(values)
        whole = isinstance(base.domain, range) and abs(coefficient) == 1
        super().__init__(clauses, range(low, high + 1) if whole else tuple(sorted(values)))
        self._base, self._coefficient, self._constant = base, coefficient, constant

    def at_least(self, value: int) -> int:
        rest = value - self._constant
        if self._coefficient > 0:
            return self._base.at_least(-(-rest // self._coefficient))
        return -self._base.at_least(rest // self._coefficient + 1)

    def is_value(self, value: int) -> int:
        quotient, rest = divmod(value - self._constant, self._coefficient)
        return FALSE if rest else self._base.is_value(quotient)


def _as_literals(linear: Linear) -> list[int] | None:
    """The literals of which a sum counts how many hold, if it is of that kind."""
    literals = []
    for integer, coefficient in linear.terms.items():
        if not integer.is_boolean or abs(coefficient) != 1:
            return None
        literals.append(coefficient * integer.at_least(1))
    return literals


def _least_edges(linear: Linear) -> int:
    """About how many edges the first two levels of a plain sum's diagram have.

    Worth a look beforehand: a diagram is found too wide only after it was half built.
    """
    if len(linear.terms) < 3 or any(abs(c) > 1 for c in linear.terms.values()):
        return 0
    first, second, *_ = sorted(integer.size for integer in linear.terms)
    return first * second // 2


def _reachable(linear: Linear) -> Sequence[int]:
    """The values that a sum can have, or the range they are in if they are many."""
    hull = range(linear.low, linear.high + 1)
    if linear.high - linear.low > 8 * ORDER_LIMIT or any(x.by_bits for x in linear.terms):
        return hull
    values = {linear.constant}
    for integer, coefficient in linear.terms.items():
        if len(values) * integer.size > 16 * ORDER_LIMIT:
            return hull
        values = {value + coefficient * own for value in values for own in integer.domain}
    return hull if len(values) == len(hull) else tuple(sorted(values))


def _partners(x: Integer, a: int, y: Integer, b: int, constant: int) -> Iterator[tuple[int, int]]:
    """The values of both for which a·x + b·y + constant is zero."""
    for value in x.domain:
        partner, rest = divmod(-constant - a * value, b)
        if rest == 0 and y.low <= partner <= y.high and partner in y.domain:
            yield value, partner
