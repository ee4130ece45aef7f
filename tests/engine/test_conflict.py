"""The smallest conflict, against all subsets of facts and constraints."""

from __future__ import annotations

from dataclasses import replace

import cpmpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.engine import Conflict, Limits, smallest_conflict
from hintwise.engine.conflict import minimal_conflict
from hintwise.errors import OutOfTime, UnknownName
from hintwise.problem import Fact
from hintwise.puzzles import Rule, from_cpmpy, sudoku
from tests.engine import checks
from tests.engine.checks import draw_facts, implies_nothing
from tests.engine.drawn import DRAWS

FIRST_LIGHT = sudoku(
    ".8...7.3...436.....6.....72......86..1.839.4..97......54.....8.....827...7.6...2."
)
WRONG = Fact("r1c1", 2)
"""It clashes with nothing directly."""


class CancelAfter:
    """Cancels a search at its n-th look, wherever that is."""

    def __init__(self, looks: int) -> None:
        self._left = looks

    def is_set(self) -> bool:
        self._left -= 1
        return self._left < 0


@pytest.mark.parametrize("kind", DRAWS)
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1))
def test_no_conflict_is_smaller(kind: str, seed: int) -> None:
    checks.no_conflict_is_smaller(kind, checks.seeded(seed))


@pytest.mark.parametrize("kind", DRAWS)
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_minimal_conflict_needs_all_it_has(kind: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    problem = DRAWS[kind](rng)
    facts = draw_facts(problem, kind, rng)
    conflict = minimal_conflict(problem, facts)
    assert (conflict is None) == (smallest_conflict(problem, facts) is None)
    if conflict is not None:
        assert implies_nothing(problem, conflict)
        for element in (*conflict.facts, *conflict.constraints):
            fewer = replace(
                conflict,
                facts=tuple(f for f in conflict.facts if f != element),
                constraints=tuple(c for c in conflict.constraints if c != element),
            )
            assert not implies_nothing(problem, fewer)


def test_two_equal_givens_in_a_row_clash_with_it() -> None:
    problem = sudoku(".5....5.." + "." * 72)
    row_1 = (Fact("r1c2", 5), Fact("r1c7", 5))
    assert smallest_conflict(problem, problem.givens) == Conflict(row_1, ("row 1",), smallest=True)


def test_two_values_of_one_variable_clash_without_any_constraint() -> None:
    problem = sudoku("." * 16)
    facts = (Fact("r1c1", 1), Fact("r1c1", 2))
    assert smallest_conflict(problem, facts) == Conflict(facts, (), smallest=True)


def test_a_fact_and_its_negation_clash() -> None:
    x = cp.boolvar(name="x")
    problem = from_cpmpy([Rule(x | ~x, name="idle")], variables=[x])
    facts = (Fact("x", True), Fact("x", False))
    conflict = smallest_conflict(problem, facts)
    assert conflict is not None
    assert set(conflict.facts) == set(facts)
    assert conflict.constraints == ()


def test_constraints_can_clash_without_any_fact() -> None:
    x = cp.intvar(1, 3, name="x")
    rules = [Rule(x > 2, name="big"), Rule(x < 2, name="small"), Rule(x != 2, name="odd")]
    problem = from_cpmpy(rules, variables=[x])
    assert smallest_conflict(problem, []) == Conflict((), ("big", "small"), smallest=True)


def test_hard_expressions_that_clash_leave_nothing_to_name() -> None:
    x = cp.intvar(1, 3, name="x")
    problem = from_cpmpy([Rule(x > 1, name="big")], variables=[x], hard=[x < 2, x > 2])
    assert smallest_conflict(problem, [Fact("x", 3)]) == Conflict((), (), smallest=True)


def test_what_has_a_solution_has_no_conflict() -> None:
    problem = sudoku("1.....3..4.....2")
    assert smallest_conflict(problem, problem.givens) is None


def test_nothing_can_be_left_out_of_a_conflict_that_is_hard_to_see() -> None:
    conflict = smallest_conflict(FIRST_LIGHT, [*FIRST_LIGHT.givens, WRONG])
    assert conflict is not None
    assert len(conflict) > 3
    assert WRONG in conflict.facts
    assert implies_nothing(FIRST_LIGHT, conflict)
    for fact in conflict.facts:
        facts = tuple(f for f in conflict.facts if f != fact)
        assert not implies_nothing(FIRST_LIGHT, replace(conflict, facts=facts))
    for name in conflict.constraints:
        rest = tuple(n for n in conflict.constraints if n != name)
        assert not implies_nothing(FIRST_LIGHT, replace(conflict, constraints=rest))


def test_cancelled_at_any_moment_it_still_gives_a_conflict_and_says_that_it_is_not_proven() -> None:
    facts = [*FIRST_LIGHT.givens, WRONG]
    proven = smallest_conflict(FIRST_LIGHT, facts)
    assert proven is not None
    for looks in (1, 2, 3, 5, 20, 30):
        limits = Limits(cancel=CancelAfter(looks))
        try:
            conflict = smallest_conflict(FIRST_LIGHT, facts, limits=limits)
        except OutOfTime:
            assert looks < 5  # while the rules are loaded
            continue
        assert conflict is not None
        assert not conflict.smallest
        assert len(conflict) >= len(proven)
        assert implies_nothing(FIRST_LIGHT, conflict)


def test_cancelled_before_anything_is_known_it_says_so() -> None:
    with pytest.raises(OutOfTime, match="longer deadline"):
        smallest_conflict(FIRST_LIGHT, [WRONG], limits=Limits(cancel=CancelAfter(0)))


def test_a_fact_of_another_problem_is_refused() -> None:
    with pytest.raises(UnknownName, match="r9c9"):
        smallest_conflict(sudoku("." * 16), [Fact("r9c9", 1)])
