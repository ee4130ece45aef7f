"""Facts over any domain have literals, made when they are asked for."""

from __future__ import annotations

import cpmpy as cp
import pytest
from pysat.solvers import Solver

from hintwise.engine.encode import Encoding, encode
from hintwise.problem import Problem
from hintwise.puzzles import from_cpmpy

SIZES = [2, 3, 10, 33, 1_000, 10_000, 10**9]


def any_number(size: int) -> Problem:
    x = cp.intvar(-3, size - 4, name="x")
    return from_cpmpy([x == x], variables=[x])


def holds_with(encoding: Encoding, *literals: int) -> bool:
    with Solver("mgh", bootstrap_with=encoding.clauses) as solver:
        return bool(solver.solve(assumptions=[*encoding.selectors, *literals]))


@pytest.mark.parametrize("size", SIZES)
def test_values_and_bounds_agree(size: int) -> None:
    encoding = encode(any_number(size))
    for value in {-3, -2, size // 2 - 3, size - 4}:
        equal = encoding.is_value("x", value)
        least, above = encoding.at_least("x", value), encoding.at_least("x", value + 1)
        assert holds_with(encoding, equal, least, -above)
        assert not holds_with(encoding, equal, above)
        assert not holds_with(encoding, equal, -least)
        assert not holds_with(encoding, least, -above, -equal)


@pytest.mark.parametrize("size", SIZES)
def test_different_facts_have_different_literals(size: int) -> None:
    encoding = encode(any_number(size))
    values = sorted({-3, -2, size // 2 - 3, size - 4})
    literals = [encoding.is_value("x", value) for value in values]
    literals += [encoding.at_least("x", value) for value in values]
    assert len({abs(literal) for literal in literals}) == len(literals)
    assert literals[: len(values)] == [encoding.is_value("x", value) for value in values]


@pytest.mark.parametrize("size", SIZES)
def test_a_model_is_read_as_the_value_that_was_assumed(size: int) -> None:
    encoding = encode(any_number(size))
    for value in {-3, -2, size // 2 - 3, size - 4}:
        literal = encoding.is_value("x", value)
        with Solver("mgh", bootstrap_with=encoding.clauses) as solver:
            assert solver.solve(assumptions=[literal])
            assert encoding.decode(solver.get_model()) == {"x": value}


def test_a_fact_on_a_large_domain_adds_few_clauses() -> None:
    encoding = encode(any_number(10**6))
    before = len(encoding.clauses)
    assert before < 100
    encoding.is_value("x", 123_456)
    encoding.at_least("x", 654_321)
    assert len(encoding.clauses) - before < 120


@pytest.mark.parametrize("last", [40, 10_000, 10**7])
def test_arithmetic_is_right_on_domains_of_any_size(last: int) -> None:
    x, y = cp.intvar(0, last, shape=2, name=("x", "y"))
    names = ("sum", "product", "quotient", "rest", "most", "distance", "power")
    results = cp.intvar(-last, last * last, shape=len(names), name=names)
    values = [x - 2 * y, x * y, x // y, x % y, cp.max([x, y + 7]), abs(x - y), y**2]
    encoding = encode(
        from_cpmpy([result == value for result, value in zip(results, values, strict=True)])
    )
    for a, b in [(last - 1, 7), (last // 3, last // 4 + 1), (0, last), (17, 5)]:
        assumed = [encoding.is_value("x", a), encoding.is_value("y", b)]
        with Solver("mgh", bootstrap_with=encoding.clauses) as solver:
            if a - 2 * b < -last:
                assert not solver.solve(assumptions=[*assumed, *encoding.selectors])
                continue
            assert solver.solve(assumptions=[*assumed, *encoding.selectors])
            found = encoding.decode(solver.get_model())
        expected = (a - 2 * b, a * b, a // b, a % b, max(a, b + 7), abs(a - b), b * b)
        assert tuple(found[name] for name in names) == expected
