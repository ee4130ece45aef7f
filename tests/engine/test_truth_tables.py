"""Every global of CPMpy, wherever it stands: the clauses have just the solutions CPMpy says.

What CPMpy says is `argval`: a function without a value (a division by zero, an index outside its
array) makes the nearest Boolean expression around it false. Its OR-Tools interface says the same,
but for a decision diagram with a dead end, whose decomposition loses assignments when negated, and
one with an unreachable node, on which it fails with a KeyError.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from cpmpy.expressions.core import Expression
from cpmpy.expressions.utils import argval
from cpmpy.expressions.variables import _NumVarImpl
from pysat.solvers import Solver

from hintwise.engine.encode import encode
from hintwise.errors import HintwiseError
from hintwise.problem import Problem
from hintwise.puzzles import Rule, from_cpmpy
from tests.engine.global_examples import (
    CONTEXTS,
    Build,
    Context,
    Variables,
    all_globals,
    examples,
)

EXAMPLES = dict(examples())

REFUSED: set[str] = set()
"""Examples that the engine refuses by name, in whatever context."""


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_global_has_the_solutions_that_cpmpy_gives_in_every_context(example: str) -> None:
    wrong = [
        f"{context}: {found}"
        for context in CONTEXTS
        if (found := difference(example, EXAMPLES[example], CONTEXTS[context]))
    ]
    assert not wrong, "\n".join(wrong)


def test_every_global_of_cpmpy_has_an_example() -> None:
    used = {type(e) for build in EXAMPLES.values() for e in _walk(build(Variables()))}
    assert not {kind.__name__ for kind in all_globals() - used}


def test_there_are_some_thousand_tables_and_most_say_yes_and_no() -> None:
    assert len(EXAMPLES) * len(CONTEXTS) > 2000
    one_sided = []
    for name, build in EXAMPLES.items():
        problem = _problem(build, CONTEXTS["plain"])
        if len({holds for _, holds in truth_table(problem)}) < 2:
            one_sided.append(name)
    assert len(one_sided) < len(EXAMPLES) / 8, one_sided


def difference(name: str, build: Build, context: Context) -> str:
    """An assignment that the clauses see otherwise than CPMpy, and how; empty if there is none."""
    problem = _problem(build, context)
    # Before encoding: CPMpy's decomposition of an MDD changes the expression itself.
    table = list(truth_table(problem))
    try:
        encoding = encode(problem)
    except HintwiseError as error:
        named = "it" in str(error)
        return "" if name in REFUSED and named else f"refused: {error}"
    literals = {
        (v.name, value): encoding.literal(problem.fact(v.name, value))
        for v in problem.variables
        for value in v.domain
    }
    with Solver("mgh", bootstrap_with=encoding.clauses) as solver:
        for assignment, holds in table:
            assumed = [literals[fact] for fact in assignment.items()]
            if solver.solve(assumptions=[*assumed, *encoding.selectors]) != holds:
                return f"{assignment} is {'no solution' if holds else 'a solution'}"
            if not solver.solve(assumptions=assumed):
                return f"{assignment} is ruled out by a constraint that is switched off"
    return ""


def truth_table(problem: Problem) -> Iterator[tuple[dict[str, int], bool]]:
    """Each assignment of the fact variables, and whether CPMpy says that the constraint holds."""
    expression = problem.constraint("it").expression
    for values in itertools.product(*(v.domain for v in problem.variables)):
        for variable, value in zip(problem.variables, values, strict=True):
            variable.expression._value = bool(value) if variable.boolean else value
        names = (v.name for v in problem.variables)
        yield dict(zip(names, values, strict=True)), bool(argval(expression))


def _problem(build: Build, context: Context) -> Problem:
    v = Variables()
    return from_cpmpy([Rule(context(lambda: build(v), v), name="it")])


def _walk(expression: Any) -> Iterator[Any]:
    yield expression
    if isinstance(expression, _NumVarImpl):
        return
    if isinstance(expression, Expression):
        for argument in expression.args:
            yield from _walk(argument)
    elif isinstance(expression, (list, tuple, np.ndarray)):
        for part in expression:
            yield from _walk(part)
