from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from hintwise.puzzles import logic_grid, sudoku
from hintwise.render.staircase import Staircase, is_grid


@given(categories=st.integers(2, 5), size=st.integers(2, 4))
def test_every_link_has_a_place_of_its_own_in_a_table_that_is_drawn(
    categories: int, size: int
) -> None:
    problem = logic_grid(
        {f"c{n}": [f"v{n}{i}" for i in range(size)] for n in range(categories)}, []
    )
    stairs = Staircase.of(problem)
    assert len(set(stairs.places.values())) == len(problem.variables)
    assert {(row, column) for row, _, column, _ in stairs.places.values()} == set(stairs.tables)
    pairs = {frozenset(pair) for pair in itertools.combinations(stairs.values, 2)}
    assert {frozenset(table) for table in stairs.tables} == pairs
    assert len(stairs.tables) == len(pairs)
    for variable in problem.variables:
        row, row_value, column, column_value = stairs.places[variable.name]
        assert {(row, row_value), (column, column_value)} == set(variable.parts)


def test_categories_and_values_keep_their_order() -> None:
    problem = logic_grid({"pet": ["dog", "cat"], "hour": ["9", "8"], "home": ["b", "a"]}, [])
    stairs = Staircase.of(problem)
    assert dict(stairs.values) == {"pet": ("dog", "cat"), "hour": ("9", "8"), "home": ("b", "a")}
    assert stairs.side == ("pet", "home")
    assert stairs.top == ("hour", "home")


def test_only_a_whole_grid_is_one() -> None:
    assert is_grid(logic_grid({"pet": ["dog", "cat"], "hour": ["9", "8"]}, []))
    assert not is_grid(sudoku("." * 16))
