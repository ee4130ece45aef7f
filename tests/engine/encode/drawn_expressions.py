"""Random Boolean expressions over a few small variables, of every operator that CPMpy has."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import cpmpy as cp
import numpy as np
from cpmpy.expressions.utils import argval

Rng = np.random.Generator


class Drawing:
    """Draws expressions over three integers, negative values among them, and two Booleans."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        lows = rng.integers(-3, 2, size=3).tolist()
        self.integers = [cp.intvar(low, low + 3, name=f"x{i}") for i, low in enumerate(lows)]
        self.booleans = [cp.boolvar(name=f"b{i}") for i in range(2)]

    def truth(self, depth: int) -> Any:
        """A Boolean expression of at most this depth."""
        rng = self._rng
        if depth == 0 or rng.random() < 0.1:
            boolean = self._one_of(self.booleans)
            return boolean if rng.random() < 0.5 else ~boolean
        if rng.random() < 0.6:
            return self._comparison(depth)
        kinds: list[Callable[[], Any]] = [
            lambda: ~self.truth(depth - 1),
            lambda: self.truth(depth - 1).implies(self.truth(depth - 1)),
            lambda: self.truth(depth - 1) & self.truth(depth - 1),
            lambda: cp.any([self.truth(depth - 1) for _ in range(3)]),
            lambda: cp.Xor([self.truth(depth - 1) for _ in range(2)]),
            lambda: self.truth(depth - 1) == self.truth(depth - 1),
            lambda: cp.AllDifferent(self._numbers(depth - 1, 3)),
            lambda: cp.Table(self._numbers(depth - 1, 2), self._rows(4, 2)),
            lambda: cp.InDomain(self.number(depth - 1), self._constants(3)),
            lambda: cp.IfThenElse(*(self.truth(depth - 1) for _ in range(3))),
            lambda: cp.Increasing(self._numbers(depth - 1, 3)),
            lambda: cp.LexLess(self._numbers(depth - 1, 2), self._numbers(depth - 1, 2)),
            lambda: cp.AllEqual(self._numbers(depth - 1, 2)),
            lambda: self._global(depth - 1),
            lambda: self._global(depth - 1),
            lambda: self._global(depth - 1),
        ]
        return self._one_of(kinds)()

    def _global(self, depth: int) -> Any:
        """A global constraint on three or four numbers."""
        three = self._numbers(depth, 3)
        steps = [("a", v, "b") for v in self._constants(2)] + [("b", 1, "b"), ("b", 0, "a")]
        kinds: list[Callable[[], Any]] = [
            lambda: cp.NegativeTable(three, self._rows(3, 3)),
            lambda: cp.ShortTable(three, [[1, "*", 0], ["*", "*", 2], [*self._constants(2), "*"]]),
            lambda: cp.AllDifferentExcept0(three),
            lambda: cp.AllEqualExceptN(three, self._constants(2)),
            lambda: cp.Circuit(three),
            lambda: cp.Inverse(three, self._numbers(depth, 3)),
            lambda: cp.Regular([self.number(depth) + 0 for _ in range(3)], steps, "a", ["b"]),
            lambda: cp.GlobalCardinalityCount(three, [0, 1], self._numbers(depth, 2)),
            lambda: cp.GlobalCardinalityCount(three, [0, 1, 2], [1, 1, three[0]], closed=True),
            lambda: cp.Cumulative(three, self._numbers(depth, 3), None, [2, 1, 1], 2),
            lambda: cp.NoOverlap(three, [2, 1, self.number(depth)]),
            lambda: cp.NoOverlapOptional(three, [2, 1, 1], is_present=self._truths(depth, 3)),
            lambda: cp.Precedence(three, [1, 0]),
            lambda: cp.DecreasingStrict(three),
            lambda: cp.LexChainLessEq([three[:2], three[1:]]),
            lambda: cp.Among(three, self._constants(2)) == self.number(depth),
            lambda: cp.NValueExcept(three, 1) < 2,
        ]
        return self._one_of(kinds)()

    def number(self, depth: int) -> Any:
        """A number of at most this depth."""
        if depth == 0 or self._rng.random() < 0.2:
            return self._one_of([*self.integers, *self.integers, *self.booleans])
        kinds: list[Callable[[], Any]] = [
            lambda: self.number(depth - 1) + self.number(depth - 1),
            lambda: self.number(depth - 1) - self._constants(1)[0],
            lambda: cp.sum([c * x for c, x in zip(self._constants(3), self.integers, strict=True)]),
            lambda: self.number(depth - 1) * self.number(depth - 1),
            lambda: self.number(depth - 1) // self.number(depth - 1),
            lambda: self.number(depth - 1) % self.number(depth - 1),
            lambda: self.number(depth - 1) ** int(self._rng.integers(0, 4)),
            lambda: abs(self.number(depth - 1)),
            lambda: -self.number(depth - 1),
            lambda: cp.max(self._numbers(depth - 1, 2)),
            lambda: cp.min(self._numbers(depth - 1, 3)),
            lambda: cp.Element(self._numbers(depth - 1, 3), self._one_of(self.integers)),
            lambda: cp.Element(self._constants(4), self._one_of(self.integers) + 1),
            lambda: cp.Count(self._numbers(depth - 1, 3), self._constants(1)[0]),
            lambda: cp.NValue(self._numbers(depth - 1, 3)),
            lambda: cp.sum([self.truth(depth - 1) for _ in range(3)]),
        ]
        return self._one_of(kinds)()

    def assignments(self) -> Iterator[dict[str, int]]:
        """Every assignment; the variables have its values until the next one."""
        variables = [*self.integers, *self.booleans]
        for values in itertools.product(*(range(v.lb, v.ub + 1) for v in variables)):
            for variable, value in zip(variables, values, strict=True):
                variable._value = bool(value) if variable.is_bool() else value
            names = (variable.name for variable in variables)
            yield dict(zip(names, values, strict=True))

    def _comparison(self, depth: int) -> Any:
        left, right = self.number(depth - 1), self.number(depth - 1)
        if self._rng.random() < 0.4:
            right = self._constants(1)[0]
        name = self._one_of(["==", "!=", "<=", "<", ">=", ">"])
        return cp.expressions.core.Comparison(name, left, right)

    def _numbers(self, depth: int, count: int) -> list[Any]:
        return [self.number(depth) for _ in range(count)]

    def _truths(self, depth: int, count: int) -> list[Any]:
        return [self.truth(depth) for _ in range(count)]

    def _constants(self, count: int) -> list[int]:
        return [int(c) for c in self._rng.integers(-4, 5, size=count)]

    def _rows(self, count: int, width: int) -> list[list[int]]:
        return [self._constants(width) for _ in range(count)]

    def _one_of(self, options: Sequence[Any]) -> Any:
        return options[int(self._rng.integers(len(options)))]


def holds(expression: Any) -> bool:
    """What CPMpy says under the values that the variables have; undefined is false."""
    return bool(argval(expression))
