"""Solutions, against going through all assignments."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import cpmpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.engine import Limits, Solutions
from hintwise.errors import OutOfTime, UnknownName
from hintwise.problem import Problem
from hintwise.puzzles import Rule, from_cpmpy, sudoku
from tests.engine.drawn import Rng, small_grid, small_model, small_sudoku

FIRST_ROW_OF_FOUR = "1234............"


def every_solution(problem: Problem, without: set[str]) -> set[tuple[int, ...]]:
    """By evaluating the expressions under each assignment of the variables."""
    rules = [c.expression for c in problem.constraints if c.name not in without]
    found = set()
    for values in itertools.product(*(v.domain for v in problem.variables)):
        for variable, value in zip(problem.variables, values, strict=True):
            variable.expression._value = bool(value) if variable.boolean else value
        assignment = dict(zip((v.name for v in problem.variables), values, strict=True))
        if all(fact.holds_in(assignment) for fact in problem.givens) and all(
            expression.value() for rule in (*rules, *problem.hard) for expression in _parts(rule)
        ):
            found.add(values)
    return found


def _parts(rule: object) -> list[cp.expressions.core.Expression]:
    return list(rule) if isinstance(rule, list | tuple) else [rule]


def found_by_engine(problem: Problem, without: set[str]) -> list[tuple[int, ...]]:
    solutions = Solutions(problem).find(problem.givens, without=without)
    return [tuple(int(s[v.name]) for v in problem.variables) for s in solutions]


@settings(max_examples=15, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1))
def test_every_solution_is_found_once(seed: int) -> None:
    rng = np.random.default_rng(seed)
    problem = small_model(rng)
    names = [constraint.name for constraint in problem.constraints]
    for without in (set[str](), set(rng.permutation(names)[:3].tolist())):
        found = found_by_engine(problem, without)
        assert len(found) == len(set(found))
        assert set(found) == every_solution(problem, without)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1))
def test_reasons_imply_the_fact_and_are_there_iff_it_holds_in_every_solution(seed: int) -> None:
    rng = np.random.default_rng(seed)
    problem = small_model(rng)
    names = [constraint.name for constraint in problem.constraints]
    without = set(rng.permutation(names)[:2].tolist())
    solutions = Solutions(problem)
    left = every_solution(problem, without)
    for index, variable in enumerate(problem.variables):
        for value in variable.domain:
            fact = problem.fact(variable.name, value)
            reasons = solutions.reasons(fact, problem.givens, without=without)
            assert (reasons is not None) == all(found[index] == value for found in left)
            if reasons is not None:
                assert reasons <= set(names) - without
                enough = every_solution(problem, set(names) - reasons)
                assert all(found[index] == value for found in enough)


@pytest.mark.parametrize("draw", [small_sudoku, small_grid])
@settings(max_examples=15, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1))
def test_as_many_solutions_as_another_solver_counts(
    draw: Callable[[Rng], Problem], seed: int
) -> None:
    problem = draw(np.random.default_rng(seed))
    model = cp.Model([c.expression for c in problem.constraints])
    by_name = problem.variable_by_name
    model += [by_name[f.variable].expression == int(f.value) for f in problem.givens]
    count = model.solveAll(solver="ortools", solution_limit=400)
    found = list(itertools.islice(Solutions(problem).find(problem.givens), 400))
    assert len(found) == count


def test_the_grids_of_four_are_counted() -> None:
    assert len(list(Solutions(sudoku("." * 16)).find([]))) == 288


def test_searches_do_not_disturb_each_other() -> None:
    problem = sudoku(FIRST_ROW_OF_FOUR)
    solutions = Solutions(problem)
    first = solutions.find(problem.givens)
    one = next(first)
    assert len(list(solutions.find(problem.givens))) == 12
    assert 1 + sum(1 for _ in first) == 12
    assert one in list(solutions.find(problem.givens))


def test_solutions_that_differ_outside_the_fact_variables_count_once() -> None:
    x, hidden = cp.intvar(1, 2, name="x"), cp.intvar(1, 5, name="hidden")
    problem = from_cpmpy([Rule(hidden >= x, name="above")], variables=[x])
    assert sorted(solution["x"] for solution in Solutions(problem).find([])) == [1, 2]


def test_an_unknown_constraint_is_named() -> None:
    with pytest.raises(UnknownName, match="row 9"):
        next(Solutions(sudoku("." * 16)).find([], without=["row 9"]))


def test_out_of_time_is_said() -> None:
    with pytest.raises(OutOfTime, match="more time"):
        list(Solutions(sudoku("." * 81)).find([], limits=Limits(deadline_s=0.05)))
