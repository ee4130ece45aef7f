from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.problem import Board, Cage, Constraint, Problem, Staircase, Variable
from hintwise.puzzles import logic_grid, sudoku


def stairs_of(problem: Problem) -> Staircase:
    assert isinstance(problem.layout, Staircase)
    return problem.layout


@given(categories=st.integers(2, 5), size=st.integers(2, 4))
def test_every_link_has_a_place_of_its_own_in_a_table_that_is_drawn(
    categories: int, size: int
) -> None:
    problem = logic_grid(
        {f"c{n}": [f"v{n}{i}" for i in range(size)] for n in range(categories)}, []
    )
    stairs = stairs_of(problem)
    assert len(set(stairs.places.values())) == len(problem.variables)
    assert {(row, column) for row, _, column, _ in stairs.places.values()} == set(stairs.tables)
    pairs = {frozenset(pair) for pair in itertools.combinations(stairs.categories, 2)}
    assert {frozenset(table) for table in stairs.tables} == pairs
    assert len(stairs.tables) == len(pairs)
    for variable in problem.variables:
        row, row_value, column, column_value = stairs.places[variable.name]
        assert {(row, row_value), (column, column_value)} == set(stairs.links[variable.name])


def test_categories_and_values_keep_their_order() -> None:
    problem = logic_grid({"pet": ["dog", "cat"], "hour": ["9", "8"], "home": ["b", "a"]}, [])
    stairs = stairs_of(problem)
    assert dict(stairs.categories) == {
        "pet": ("dog", "cat"),
        "hour": ("9", "8"),
        "home": ("b", "a"),
    }
    assert stairs.side == ("pet", "home")
    assert stairs.top == ("hour", "home")


def test_a_staircase_in_json_has_what_it_takes_to_draw_it() -> None:
    problem = logic_grid(
        {"pet": ["dog", "cat"], "hour": ["9", "8"]}, [], order=["hour", "pet"], ordered=["hour"]
    )
    record = json.loads(json.dumps(stairs_of(problem).as_json()))
    assert record["form"] == "staircase"
    assert list(record["categories"].items()) == [("hour", ["9", "8"]), ("pet", ["dog", "cat"])]
    assert record["ordered"] == ["hour"]
    assert record["links"]["hour 9 = pet dog"] == [["hour", "9"], ["pet", "dog"]]
    assert list(record["links"]) == [variable.name for variable in problem.variables]


def cells(*names: str) -> tuple[Variable, ...]:
    return tuple(Variable(name, (1, 2)) for name in names)


def block(name: str, *members: str) -> Constraint:
    return Constraint(name, "block", frozenset(members), None)


SQUARE = cells("r1c1", "r1c2", "r2c1", "r2c2")


def board_of(variables: tuple[Variable, ...], *constraints: Constraint) -> Board:
    board = Board.named(variables, constraints)
    assert board is not None
    return board


def test_a_sudoku_lies_on_a_board_with_its_blocks_as_regions() -> None:
    problem = sudoku("." * 36)
    board = problem.layout
    assert isinstance(board, Board)
    assert (board.height, board.width) == (6, 6)
    assert board.cells["r2c5"] == (2, 5)
    assert board.names[2, 5] == "r2c5"
    for name, cell in board.cells.items():
        assert name in problem.constraint(board.regions[cell]).variables


def test_walls_follow_regions_of_any_shape() -> None:
    board = board_of(SQUARE, block("ell", "r1c1", "r2c1", "r2c2"), block("rest", "r1c2"))
    # One row and one column further: there is a wall around the board as well.
    spots = list(itertools.product((1, 2, 3), (1, 2, 3)))
    assert [spot for spot in spots if board.wall_above(spot)] == [
        *((1, 1), (1, 2)),
        (2, 2),
        *((3, 1), (3, 2)),
    ]
    assert [spot for spot in spots if board.wall_left(spot)] == [
        *((1, 1), (1, 2), (1, 3)),
        *((2, 1), (2, 3)),
    ]


def test_cells_outside_all_blocks_are_one_region() -> None:
    board = board_of(SQUARE, block("corner", "r1c1"))
    assert dict(board.regions) == {(1, 1): "corner"}
    assert board.wall_left((1, 2))
    assert not board.wall_left((2, 2))


def test_only_constraints_called_blocks_are_regions() -> None:
    row = Constraint("row 1", "row", frozenset({"r1c1", "r1c2"}), None)
    assert not board_of(SQUARE, row).regions


@pytest.mark.parametrize(
    "names",
    [(), ("x",), ("r1c1", "x"), ("r0c1",), ("r1c0",), ("r01c1",), ("R1C1",), ("r1c1 ",), ("r١c1",)],
    ids=repr,
)
def test_variables_of_other_names_lie_on_no_board(names: tuple[str, ...]) -> None:
    assert Board.named(cells(*names), ()) is None


def test_a_board_may_have_holes_and_need_not_be_square() -> None:
    board = board_of(cells("r1c1", "r2c11"))
    assert (board.height, board.width) == (2, 11)
    assert set(board.names) == {(1, 1), (2, 11)}


def test_a_rule_about_all_of_a_row_or_a_column_is_known_as_such() -> None:
    board = board_of(cells("r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"))
    row = Constraint("second", "row", frozenset({"r2c1", "r2c2", "r2c3", "total"}), None)
    column = Constraint("third", "col", frozenset({"r1c3", "r2c3"}), None)
    assert (board.row_of(row), board.column_of(row)) == (2, None)
    assert (board.row_of(column), board.column_of(column)) == (None, 3)
    assert board.cells_of(row) == {(2, 1), (2, 2), (2, 3)}, "a rule may speak of other things too"
    part = Constraint("part", "row", frozenset({"r1c1", "r1c2"}), None)
    assert (board.row_of(part), board.column_of(part)) == (None, None)


def test_a_board_in_json_has_what_it_takes_to_draw_it() -> None:
    named = board_of(SQUARE, block("ell", "r1c1", "r2c1", "r2c2"))
    cage = Cage(frozenset({(2, 1), (1, 1)}), "3")
    board = Board(named.cells, named.regions, (cage,))
    assert json.loads(json.dumps(board.as_json())) == {
        "form": "board",
        "height": 2,
        "width": 2,
        "cells": {"r1c1": [1, 1], "r1c2": [1, 2], "r2c1": [2, 1], "r2c2": [2, 2]},
        "regions": [["ell", ""], ["ell", "ell"]],
        "cages": [{"cells": [[1, 1], [2, 1]], "label": "3"}],
    }
