"""The clauses that counting adds are implied, and there where they are needed."""

from __future__ import annotations

import cpmpy as cp
import pytest

from hintwise.engine.encode.counting import Permutation, implied_permutations
from hintwise.problem import Problem
from hintwise.puzzles import sudoku


def permutations_of(problem: Problem) -> list[Permutation]:
    domain = problem.variables[0].domain
    return [
        Permutation(number, constraint.group, constraint.variables, domain)
        for number, constraint in enumerate(problem.constraints)
    ]


@pytest.mark.parametrize("cells", [16, 36])
def test_each_case_follows_from_the_constraints_it_names(cells: int) -> None:
    problem = sudoku("." * cells)
    cases = list(implied_permutations(permutations_of(problem)))
    assert cases
    for selectors, missing in cases:
        used = [problem.constraints[s] for s in selectors]
        assert problem.constraints[missing.selector] not in used
        absent = [problem.variable(name).expression != 1 for name in missing.cells]
        assert not cp.Model([c.expression for c in used], absent).solve()


def test_rows_against_columns_need_all_and_against_blocks_one_band() -> None:
    problem = sudoku("." * 81)
    sizes = {
        (problem.constraints[selectors[0]].group, missing.group): len(selectors)
        for selectors, missing in implied_permutations(permutations_of(problem))
    }
    assert sizes == {
        ("row", "col"): 17,
        ("col", "row"): 17,
        ("row", "block"): 5,
        ("block", "row"): 5,
        ("col", "block"): 5,
        ("block", "col"): 5,
    }


def test_groups_that_overlap_or_differ_in_values_say_nothing() -> None:
    one = Permutation(1, "a", frozenset("xy"), (1, 2))
    overlapping = Permutation(2, "a", frozenset("yz"), (1, 2))
    other_values = Permutation(3, "b", frozenset("xy"), (1, 3))
    assert list(implied_permutations([one, overlapping])) == []
    assert list(implied_permutations([one, other_values])) == []
