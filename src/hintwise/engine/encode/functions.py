"""Products, quotients and other functions of integers, as sums that always have the right value.

Over small domains a function is a table, one clause for each run of arguments with one result; over
large ones a product is a sum of products of bits, and a quotient is defined by its product. A
function that is undefined for some arguments comes with a literal that says where it is defined;
elsewhere its value is any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from hintwise.engine.encode.clauses import BOTH, FALSE, IMPLIED, IMPLIES, TRUE
from hintwise.engine.encode.integers import ORDER_LIMIT, Integer
from hintwise.engine.encode.linear import Linear, Sums, add_linear

_MOST_PAIRS = 20_000
"""Functions of two integers with more pairs of values than this are no tables."""

_MOST_REMAINDERS = 1_000
"""Of numbers with more values than this, the rest of a division by a constant is what its quotient
leaves."""


def truncated_quotient(dividend: int, divisor: int) -> int:
    """Integer division towards zero, as CPMpy and OR-Tools have it."""
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def truncated_remainder(dividend: int, divisor: int) -> int:
    """What integer division towards zero leaves: it has the sign of the dividend."""
    return dividend - divisor * truncated_quotient(dividend, divisor)


def _swapped(f: Callable[[int, int], int], second: int, first: int) -> int:
    return f(first, second)


class Functions:
    """Writes functions of sums, each once."""

    def __init__(self, sums: Sums) -> None:
        self._sums = sums
        self._clauses = sums.clauses
        self._known: dict[tuple[object, ...], Linear] = {}
        self._divisions: dict[tuple[object, ...], tuple[Linear, Linear]] = {}

    def _once(self, key: tuple[object, ...], make: Callable[[], Linear]) -> Linear:
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]

    def product(self, one: Linear, two: Linear) -> Linear:
        for constant, other in ((one, two), (two, one)):
            if not constant.terms:
                return other.times(constant.constant)
        if self._names(one) == self._names(two) and not _is_large(one):
            return self.power(one, 2)
        if self._pairs(one, two) <= _MOST_PAIRS:
            return self._table("*", one, two, lambda a, b: a * b)
        return self._once(("*", *self._names(one, two)), lambda: self._long_product(one, two))

    def product_is(self, one: Linear, two: Linear, wanted: int, way: int) -> int | None:
        """A literal of "the product is `wanted`" without the product, if that is smaller.

        Each value of one factor leaves one value for the other.
        """
        if _is_large(one) or _is_large(two) or not wanted:
            return None
        x, y = self._sums.integer(one), self._sums.integer(two)
        if x.size > y.size:
            x, y = y, x
        self._clauses.expect(2 * x.size)
        gate = self._clauses.new()
        for value in x.domain:
            fits = value != 0 and wanted % value == 0
            partner = y.is_value(wanted // value) if fits else FALSE
            if way & IMPLIES:
                self._clauses.add(-gate, -x.is_value(value), partner)
            if way & IMPLIED:
                self._clauses.add(gate, -x.is_value(value), -partner)
        return gate

    def _long_product(self, one: Linear, two: Linear) -> Linear:
        first, second = self._weighted(one), self._weighted(two)
        self._clauses.expect(20 * len(first) * len(second))
        parts = [
            (a * b, self._sums.of_literal(self._clauses.both((x, y))))
            for a, x in first
            for b, y in second
        ]
        # As a number of its own it keeps tight bounds, however often it is multiplied again.
        corners = [a * b for a in (one.low, one.high) for b in (two.low, two.high)]
        domain = range(min(corners), max(corners) + 1)
        return Linear(0, {self._sums.of_total(add_linear(parts), domain): 1})

    def _weighted(self, linear: Linear) -> list[tuple[int, int]]:
        """The sum as weights over literals."""
        weighted = [(linear.constant, TRUE)] if linear.constant else []
        for integer, coefficient in linear.terms.items():
            if coefficient * integer.offset:
                weighted.append((coefficient * integer.offset, TRUE))
            bits = enumerate(integer.bits().literals)
            weighted += [(coefficient << i, literal) for i, literal in bits]
        return weighted

    def quotient(self, one: Linear, two: Linear) -> tuple[Linear, int]:
        """One divided by the other, rounded towards zero, and where it is defined."""
        defined = -self._sums.equal(two)
        if defined == -TRUE:
            return Linear(0, {}), defined
        if not two.terms:
            parts = self._whole_parts(one, abs(two.constant))
            return parts.times(1 if two.constant > 0 else -1), defined
        if self._pairs(one, two) <= _MOST_PAIRS:
            return self._table("/", one, two, truncated_quotient, skip_zero=True), defined
        return self._long_division(one, two, defined)[0], defined

    def remainder(self, one: Linear, two: Linear) -> tuple[Linear, int]:
        """What is left of the dividend, with its sign, and where that is defined."""
        defined = -self._sums.equal(two)
        if defined == -TRUE:
            return Linear(0, {}), defined
        most = _MOST_PAIRS if two.terms else _MOST_REMAINDERS
        if self._pairs(one, two) <= most:
            return self._table("%", one, two, truncated_remainder, skip_zero=True), defined
        if not two.terms:
            quotient, _ = self.quotient(one, two)
            return one.plus(quotient, -two.constant), defined
        return self._long_division(one, two, defined)[1], defined

    def _whole_parts(self, one: Linear, divisor: int) -> Linear:
        """How often a positive constant goes into a number, the sign apart."""

        def make() -> Linear:
            low, high = truncated_quotient(one.low, divisor), truncated_quotient(one.high, divisor)
            made = Integer.ordered(self._clauses, range(low, high + 1))
            quotient = Linear(0, {made: 1})
            rest = one.plus(quotient, -divisor)
            negative = self._sums.at_most(one, -1)
            for sign, case in ((1, negative), (-1, -negative)):
                if case != TRUE:
                    self._sums.post_at_most(rest.times(-sign), 0, [case])
                    self._sums.post_at_most(rest.times(sign), divisor - 1, [case])
            return quotient

        return self._once(("/", divisor, *self._names(one)), make)

    def _long_division(self, one: Linear, two: Linear, defined: int) -> tuple[Linear, Linear]:
        """The quotient and the rest: together they make `one`, and the rest is nearer to zero than
        `two` and has the sign of `one`."""
        key = self._names(one, two)
        if key in self._divisions:
            return self._divisions[key]
        sums, clauses = self._sums, self._clauses
        most = max(abs(one.low), abs(one.high))
        signed = one.low < 0 or two.low < 0
        made = Integer.ordered(clauses, range(-most if signed else 0, most + 1))
        quotient = Linear(0, {made: 1})
        left = min(most, max(abs(two.low), abs(two.high)) - 1)
        bounds = range(-left if one.low < 0 else 0, (left if one.high > 0 else 0) + 1)
        rest = Linear(0, {Integer.ordered(clauses, bounds): 1})
        sums.post_equal(one.plus(self.product(quotient, two), -1).plus(rest, -1), [-defined])
        negative, below = sums.at_most(one, -1), sums.at_most(two, -1)
        for sign, case in ((1, negative), (-1, -negative)):
            size = rest.times(sign)
            sums.post_at_most(size.times(-1), 0, [-defined, case])
            for side, other in ((1, below), (-1, -below)):
                sums.post_at_most(size.plus(two, -side), -1, [-defined, case, other])
        self._divisions[key] = quotient, rest
        return quotient, rest

    def power(self, base: Linear, exponent: int) -> Linear:
        if exponent == 0:
            return Linear(1, {})
        if not _is_large(base):
            return self.image(("**", exponent), base, lambda a: int(a**exponent))
        half = self.power(base, exponent // 2)
        square = self.product(half, half)
        return self.product(square, base) if exponent % 2 else square

    def absolute(self, number: Linear) -> Linear:
        if number.low >= 0:
            return number
        if number.high <= 0:
            return number.times(-1)
        if not _is_large(number):
            return self.image(("abs",), number, abs)
        return self.largest([number, number.times(-1)])

    def smallest(self, numbers: Sequence[Linear]) -> Linear:
        return self.largest([number.times(-1) for number in numbers]).times(-1)

    def largest(self, numbers: Sequence[Linear]) -> Linear:
        if len(numbers) == 1:
            return numbers[0]
        key = ("max", *self._names(*numbers))
        return self._once(key, lambda: self._largest(numbers))

    def _largest(self, numbers: Sequence[Linear]) -> Linear:
        clauses = self._clauses
        low, high = max(n.low for n in numbers), max(n.high for n in numbers)
        made = Integer.ordered(clauses, range(low, high + 1))
        result = Linear(0, {made: 1})
        integers = [self._sums.integer(number) for number in numbers]
        if made.by_bits or any(integer.by_bits for integer in integers):
            for number in numbers:
                self._sums.post_at_most(number.plus(result, -1), 0, [])
            clauses.add(*(self._sums.at_most(result.plus(n, -1), 0) for n in numbers))
            return result
        clauses.expect((high - low) * (len(numbers) + 1))
        for value in range(low + 1, high + 1):
            reached = [integer.at_least(value) for integer in integers]
            for literal in reached:
                clauses.add(-literal, made.at_least(value))
            clauses.add(-made.at_least(value), *reached)
        return result

    def element(self, choices: Sequence[Linear], index: Linear) -> tuple[Linear, int]:
        """The choice at `index`, counted from zero, and whether there is one."""
        sums, clauses = self._sums, self._clauses
        if not index.terms:
            inside = 0 <= index.constant < len(choices)
            return (choices[index.constant], TRUE) if inside else (Linear(0, {}), -TRUE)
        inside_ = (-sums.at_most(index, -1), sums.at_most(index, len(choices) - 1))
        defined = clauses.both(inside_)
        first, last = max(index.low, 0), min(index.high, len(choices) - 1)
        possible = {i: choices[i] for i in range(first, last + 1)}
        if not possible:
            return Linear(0, {}), -TRUE
        key = ("element", *self._names(index, *choices))
        return self._once(key, lambda: self._element(possible, index)), defined

    def _element(self, possible: dict[int, Linear], index: Linear) -> Linear:
        sums, clauses = self._sums, self._clauses
        low = min(choice.low for choice in possible.values())
        high = max(choice.high for choice in possible.values())
        if all(not choice.terms for choice in possible.values()):
            domain: Sequence[int] = tuple(sorted({c.constant for c in possible.values()}))
        else:
            domain = range(low, high + 1)
        made = Integer.ordered(clauses, domain)
        result = Linear(0, {made: 1})
        for i, choice in possible.items():
            chosen = sums.equal(index.plus(Linear(-i, {})), BOTH)
            if chosen == -TRUE:
                continue
            if not choice.terms:
                clauses.add(-chosen, made.is_value(choice.constant))
            else:
                sums.post_equal(result.plus(choice, -1), [-chosen])
        return result

    def image(self, name: tuple[object, ...], linear: Linear, f: Callable[[int], int]) -> Linear:
        """A function of one sum, value by value."""
        key = (*name, *self._names(linear))

        def make() -> Linear:
            argument = self._sums.integer(linear)
            domain = list(argument.domain)
            made = Integer.ordered(self._clauses, tuple(sorted({f(v) for v in domain})))
            self._clauses.expect(2 * len(domain))
            self._write_runs(argument, domain, f, made, [])
            return Linear(0, {made: 1})

        return self._once(key, make)

    def _table(
        self,
        name: str,
        one: Linear,
        two: Linear,
        f: Callable[[int, int], int],
        *,
        skip_zero: bool = False,
    ) -> Linear:
        """A function of two sums, pair by pair; with `skip_zero` the second is never zero."""

        def make() -> Linear:
            x, y = self._sums.integer(one), self._sums.integer(two)
            second = [b for b in y.domain if b or not skip_zero]
            results = {f(a, b) for a in x.domain for b in second}
            made = Integer.ordered(self._clauses, tuple(sorted(results)))
            self._clauses.expect(x.size * len(second))
            for b in second:
                unless = [-y.is_value(b)]
                self._write_runs(x, list(x.domain), partial(_swapped, f, b), made, unless)
            return Linear(0, {made: 1})

        return self._once((name, *self._names(one, two)), make)

    def _write_runs(
        self,
        argument: Integer,
        domain: Sequence[int],
        f: Callable[[int], int],
        made: Integer,
        unless: list[int],
    ) -> None:
        """The result for each run of arguments that have the same one."""
        start = previous = domain[0]
        for value in [*domain[1:], None]:
            if value is None or f(value) != f(start):
                case = [-literal for literal in argument.between(start, previous)]
                self._clauses.add(*unless, *case, made.is_value(f(start)))
                if value is None:
                    return
                start = value
            previous = value

    def _pairs(self, one: Linear, two: Linear) -> float:
        """How many pairs of values two sums have, at most; endless if one has very many values."""
        if _is_large(one) or _is_large(two):
            return float("inf")
        return _size(one) * _size(two)

    def _names(self, *linears: Linear) -> tuple[object, ...]:
        """What tells these sums apart."""
        return tuple((linear.constant, frozenset(linear.terms.items())) for linear in linears)


def _size(linear: Linear) -> int:
    """How many values a sum has, at most."""
    size = linear.high - linear.low + 1
    return min(size, *(x.size for x in linear.terms)) if len(linear.terms) == 1 else size


def _is_large(linear: Linear) -> bool:
    """Whether a sum has too many values to go through them."""
    return _size(linear) > ORDER_LIMIT or any(x.by_bits for x in linear.terms)
