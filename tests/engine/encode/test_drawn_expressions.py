"""The clauses of drawn expressions have just the solutions that CPMpy says they have."""

from __future__ import annotations

import numpy as np
import pytest
from pysat.solvers import Solver

from hintwise.engine.encode import encode
from hintwise.puzzles import Rule, from_cpmpy
from tests.engine.encode.drawn_expressions import Drawing, holds

SMALL = {}
LARGE = {
    "integers.ORDER_LIMIT": 3,
    "integers.PAIRWISE_LIMIT": 2,
    "linear.ORDER_LIMIT": 3,
    "linear.PAIRWISE_LIMIT": 2,
    "clauses.PAIRWISE_LIMIT": 2,
    "linear._MOST_EDGES": 8,
    "linear._MOST_TERMS": 4,
    "linear._PART": 2,
    "functions.ORDER_LIMIT": 3,
    "functions._MOST_PAIRS": 6,
    "functions._MOST_REMAINDERS": 2,
}
"""As if small things were large: the encodings of last resort, on problems that can be checked."""


@pytest.mark.parametrize("limits", [SMALL, LARGE], ids=["as small", "as large"])
@pytest.mark.parametrize("seed", range(60))
def test_a_drawn_expression_has_the_solutions_that_cpmpy_gives(
    seed: int, limits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in limits.items():
        monkeypatch.setattr(f"hintwise.engine.encode.{name}", value)
    drawing = Drawing(np.random.default_rng(seed))
    expression = drawing.truth(int(np.random.default_rng(seed).integers(1, 4)))
    check(drawing, expression)


def check(drawing: Drawing, expression: object) -> None:
    problem = from_cpmpy(
        [Rule(expression, name="it")], variables=[*drawing.integers, *drawing.booleans]
    )
    encoding = encode(problem)
    literals = {
        (v.name, value): encoding.is_value(v.name, value)
        for v in problem.variables
        for value in v.domain
    }
    with Solver("mgh", bootstrap_with=encoding.clauses) as solver:
        for assignment in drawing.assignments():
            assumed = [literals[fact] for fact in assignment.items()]
            there = solver.solve(assumptions=[*assumed, *encoding.selectors])
            assert there == holds(expression), (str(expression), assignment)
            assert solver.solve(assumptions=assumed), (str(expression), assignment)
