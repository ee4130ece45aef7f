"""The model of a Killer Sudoku: a Sudoku with one more rule for each cage."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from hintwise.engine import Explainer, Solutions
from hintwise.engine.verify import Verifier
from hintwise.errors import InvalidPuzzle
from hintwise.features import feature_names
from hintwise.problem import Board, Cage
from hintwise.puzzles import killer_sudoku, sudoku
from hintwise.puzzles.killer_sudoku.cages import SumCage
from hintwise.puzzles.killer_sudoku.kind import KILLER_SUDOKU
from hintwise.puzzles.library import PUZZLES
from tests.puzzles.killer_sudoku.drawn import cages as drawn_cages

SMALL = PUZZLES["killer-small-2"].split("\n")[:-1]


@functools.cache
def grids_of_four() -> list[tuple[int, ...]]:
    """All solved 4x4 Sudokus, row by row."""
    rows = list(itertools.permutations(range(1, 5)))

    def is_right(grid: tuple[int, ...]) -> bool:
        columns = [grid[i::4] for i in range(4)]
        blocks = [(*grid[i : i + 2], *grid[i + 4 : i + 6]) for i in (0, 2, 8, 10)]
        return all(len(set(unit)) == 4 for unit in (*columns, *blocks))

    return [g for four in itertools.product(rows, repeat=4) if is_right(g := sum(four, ()))]


def keeps(grid: Sequence[int], cage: SumCage) -> bool:
    values = [grid[4 * (row - 1) + column - 1] for row, column in cage.cells]
    return len(set(values)) == len(values) and cage.total in (None, sum(values))


@settings(max_examples=40, deadline=None)
@given(drawn_cages(4, most=4))
def test_the_solutions_are_the_sudokus_that_keep_every_cage(cages: list[SumCage]) -> None:
    problem = killer_sudoku("." * 16, cages)
    names = [variable.name for variable in problem.variables]
    found = {tuple(s[name] for name in names) for s in Solutions(problem).find(())}
    assert found == {g for g in grids_of_four() if all(keeps(g, cage) for cage in cages)}


def test_a_killer_has_the_rules_of_a_sudoku_and_one_for_each_cage() -> None:
    problem = killer_sudoku("", SMALL)
    plain = sudoku("." * 36)
    assert problem.kind == KILLER_SUDOKU
    assert problem.variables is plain.variables
    assert problem.constraints[: len(plain.constraints)] == plain.constraints
    assert len(problem.constraints) == len(plain.constraints) + len(SMALL)
    cage = problem.constraint("cage r1c1")
    assert (cage.group, cage.terms, str(cage)) == (
        "cage",
        ("r1c1", "8"),
        "r1c1 + r2c1 = 8, all different",
    )


def test_a_cage_without_a_sum_only_says_that_its_cells_differ() -> None:
    cage = killer_sudoku("", ["? = r1c1 + r2c3"]).constraint("cage r1c1")
    assert (cage.terms, str(cage)) == (("r1c1",), "r1c1, r2c3: all different")


def test_the_features_are_those_of_a_sudoku_and_of_cages() -> None:
    names = set(feature_names(killer_sudoku("", SMALL)))
    more = {"adjacent_cage", "other_cage", "adjacent_facts_from_cage"}
    assert names == set(feature_names(sudoku("." * 36))) | more


def test_the_board_has_the_cages_with_their_sums() -> None:
    layout = killer_sudoku("", ["3 = r1c1 + r1c2", "? = r3c3 + r4c3"]).layout
    assert isinstance(layout, Board)
    assert layout.cages == (
        Cage(frozenset({(1, 1), (1, 2)}), "3"),
        Cage(frozenset({(3, 3), (4, 3)}), ""),
    )
    assert layout.regions == sudoku("." * 16).layout.regions  # type: ignore[union-attr]


def test_the_same_cages_in_any_order_share_their_rules() -> None:
    one, other = killer_sudoku("", SMALL), killer_sudoku("1" + "." * 35, SMALL[::-1])
    assert one.constraints is other.constraints
    assert [str(fact) for fact in other.givens] == ["r1c1=1"]


def test_boxes_and_title_can_be_given() -> None:
    problem = killer_sudoku("." * 36, SMALL, box=(3, 2), title="Upright")
    assert problem.title == "Upright"
    assert "r3c1" in problem.constraint("block 1").variables


def test_what_is_wrong_with_a_cage_is_said() -> None:
    with pytest.raises(InvalidPuzzle, match="outside the grid"):
        killer_sudoku("." * 16, ["5 = r5c1 + r4c1"])


def test_every_step_of_a_killer_is_proven_by_the_independent_check() -> None:
    problem = killer_sudoku("", SMALL)
    verifier = Verifier(problem)
    steps = list(Explainer(problem).smallest_sequence())
    assert len(steps) == 36
    assert any("cage" in name for step in steps for name in step.constraints)
    assert all(step.optimal and verifier.check(step, minimal=True).valid for step in steps)
