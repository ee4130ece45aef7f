"""The clauses of a constraint have just the solutions that CPMpy says it has."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import cpmpy as cp
import pytest
from pysat.solvers import Solver

from hintwise.engine import Explainer
from hintwise.engine.encode import encode
from hintwise.engine.verify import Verifier
from hintwise.errors import UnsupportedExpression
from hintwise.problem import Constraint, Fact, Kind, Problem, Variable
from hintwise.puzzles import Rule, from_cpmpy, sudoku

Build = Callable[[Any, Any], Any]

CONSTRAINTS: dict[str, Build] = {
    "all different, a permutation": lambda x, b: cp.AllDifferent(x),
    "all different, of some": lambda x, b: cp.AllDifferent(x[:2]),
    "all different, of expressions": lambda x, b: cp.AllDifferent([x[0], x[1] + 1, 2]),
    "all different, negated": lambda x, b: ~cp.AllDifferent(x),
    "a clause": lambda x, b: b[0] | ~b[1],
    "exactly one": lambda x, b: cp.sum(b) == 1,
    "a sum": lambda x, b: cp.sum(x) <= 5,
    "a weighted sum": lambda x, b: 2 * x[0] - 3 * x[1] + 5 * b[0] >= 1,
    "a weighted equality": lambda x, b: 2 * x[0] + 3 * x[1] == 4 * x[2] + b[1],
    "an implication": lambda x, b: b[0].implies(x[0] > x[1]),
    "an equivalence": lambda x, b: b[0] == (x[0] + x[1] != x[2]),
    "xor": lambda x, b: cp.Xor([b[0], b[1], x[0] == 1]),
    "not and": lambda x, b: ~(b[0] & (x[0] < 2)),
    "a product": lambda x, b: x[0] * x[1] == 6,
    "an absolute value": lambda x, b: abs(x[0] - x[1]) == 2,
    "a division": lambda x, b: x[0] // x[1] == 2,
    "a remainder": lambda x, b: x[0] % x[1] == 1,
    "max": lambda x, b: cp.max(x) == x[2],
    "element": lambda x, b: cp.Element([3, 1, 2, 1], x[0]) == x[1],
    "a table": lambda x, b: cp.Table([x[0], x[1]], [(1, 2), (3, 1)]),
    "count": lambda x, b: cp.Count(x, 2) >= 2,
    "a circuit": lambda x, b: cp.Circuit([x[0] - 1, x[1] - 1, x[2] - 1]),
    "a regular language": lambda x, b: cp.Regular(x, [("s", 1, "t"), ("t", 3, "t")], "s", ["t"]),
    "increasing": lambda x, b: cp.Increasing(x),
    "all equal": lambda x, b: cp.AllEqual(x[:2]),
    "global cardinality": lambda x, b: cp.GlobalCardinalityCount(x, [1, 2], [b[0], b[1]]),
    "a cumulative": lambda x, b: cp.Cumulative(
        x, [1, 2, 1], [x[0] + 1, x[1] + 2, x[2] + 1], [1, 1, 2], 2
    ),
    "lexicographic": lambda x, b: cp.LexLess([x[0], x[1]], [x[1], x[2]]),
    "among": lambda x, b: cp.Among(x, [1, 3]) == 2,
    "in a set": lambda x, b: cp.InDomain(x[0], [1, 3]),
    "if then else": lambda x, b: cp.IfThenElse(b[0], x[0] < x[1], x[1] < x[2]),
    "inverse": lambda x, b: cp.Inverse([x[0] - 1, x[1] - 1, x[2] - 1], [2, 0, 1]),
    "a list": lambda x, b: [x[0] < x[1], b[0]],
    "always": lambda x, b: cp.BoolVal(True) | b[0],
    "never": lambda x, b: (x[0] > 3) & (x[0] < 2),
    "nothing else fits": lambda x, b: cp.sum(x) > 20,
}


def problem_of(build: Build) -> Problem:
    x = cp.intvar(1, 3, shape=3, name="x")
    b = cp.boolvar(shape=2, name="b")
    return from_cpmpy([Rule(build(x, b), name="it")], variables=[*x, *b])


@pytest.mark.parametrize("name", CONSTRAINTS)
def test_switched_on_it_has_the_models_cpmpy_gives_and_switched_off_all(name: str) -> None:
    problem = problem_of(CONSTRAINTS[name])
    encoding = encode(problem)
    (selector,) = encoding.selectors
    rule = problem.constraint("it").expression
    with Solver("mgh", bootstrap_with=encoding.clauses) as solver:
        for values in itertools.product(*(v.domain for v in problem.variables)):
            literals = []
            for variable, value in zip(problem.variables, values, strict=True):
                literals.append(encoding.is_value(variable.name, value))
                variable.expression._value = bool(value) if variable.boolean else value
            assert solver.solve(assumptions=[*literals, selector]) == bool(rule.value())
            assert solver.solve(assumptions=literals)


def test_zero_and_negative_values_are_encoded_as_others() -> None:
    x = cp.intvar(-2, 1, shape=2, name="x")
    problem = from_cpmpy([Rule(2 * x[0] - 3 * x[1] == 1, name="it")], variables=x)
    encoding = encode(problem)
    with Solver("mgh", bootstrap_with=encoding.clauses) as solver:
        for one, two in itertools.product(range(-2, 2), repeat=2):
            values = [encoding.is_value("x[0]", one), encoding.is_value("x[1]", two)]
            holds = 2 * one - 3 * two == 1
            assert solver.solve(assumptions=[*values, *encoding.selectors]) == holds


def test_values_outside_a_domain_with_gaps_are_ruled_out() -> None:
    x = cp.intvar(1, 3, name="x")
    variables = (Variable("x", (1, 3), expression=x),)
    rule = Constraint("small", "rule", frozenset({"x"}), x <= 2)
    step = Explainer(Problem(Kind("cpmpy"), variables, (rule,))).optimal_step()
    assert step.derived == Fact("x", 1)
    assert Verifier(Problem(Kind("cpmpy"), variables, (rule,))).check(step, minimal=True).valid


def test_a_variable_may_be_called_like_an_expression() -> None:
    x, y, z = cp.intvar(1, 3, shape=3, name=("sum", "y", "z"))
    problem = from_cpmpy([cp.AllDifferent([x, y + z]), y + z == 2, x < 3], variables=[x, y, z])
    assert {str(s.derived) for s in Explainer(problem).sequence()} == {"sum=1", "y=1", "z=1"}


def test_a_variable_has_just_one_value() -> None:
    encoding = encode(sudoku("." * 16))
    with Solver("mgh", bootstrap_with=encoding.clauses) as solver:
        literals = [encoding.is_value("r1c1", value) for value in (1, 2, 3, 4)]
        assert not solver.solve(assumptions=[-literal for literal in literals])
        assert not solver.solve(assumptions=literals[:2])


def test_large_groups_of_at_most_one_are_encoded_too() -> None:
    b = cp.boolvar(shape=40, name="b")
    encoding = encode(from_cpmpy([cp.sum(b) <= 1], variables=b))
    with Solver("mgh", bootstrap_with=encoding.clauses) as solver:
        one, two = encoding.is_value("b[3]", 1), encoding.is_value("b[39]", 1)
        assert solver.solve(assumptions=[encoding.selectors[0], one])
        assert not solver.solve(assumptions=[encoding.selectors[0], one, two])


def test_sudokus_of_one_shape_share_their_clauses() -> None:
    one, two = encode(sudoku("." * 16)), encode(sudoku("1" + "." * 15))
    assert all(mine is yours for mine, yours in zip(one.clauses, two.clauses, strict=True))
    assert len(one.clauses) != len(encode(sudoku("." * 36)).clauses)


@pytest.mark.parametrize("highest", [12, 600, 9000])  # by values, by bounds and by bits
def test_an_encoding_does_not_depend_on_the_facts_that_another_was_asked_for(highest: int) -> None:
    x = cp.intvar(0, highest, name="x")
    problem = from_cpmpy([x >= 2], variables=[x])
    before = encode(problem)
    clauses = list(before.clauses)
    asked = encode(problem)
    asked.is_value("x", 3)
    asked.at_least("x", 4)
    after = encode(problem)
    assert list(before.clauses) == list(after.clauses) == clauses
    assert before.is_value("x", 3) == after.is_value("x", 3)
    assert after.clauses == before.clauses


def test_an_expression_without_translation_is_named() -> None:
    x = cp.intvar(1, 3, name="x")
    problem = from_cpmpy([Rule(x > 1, name="fine")], variables=[x])
    direct = cp.DirectConstraint("add_nothing", ())
    broken = Problem(
        kind=Kind("cpmpy"),
        variables=problem.variables,
        constraints=problem.constraints,
        hard=(direct,),
    )
    with pytest.raises(UnsupportedExpression, match="add_nothing"):
        encode(broken)
