"""What lies near to a target."""

from __future__ import annotations

import numpy as np

from hintwise.engine.search.correction import SearchSpace
from hintwise.engine.search.objective import Task
from hintwise.engine.search.vicinity import nearest_columns

# Facts about variables 0 to 3, and constraints between two neighbours each.
SCOPES = [0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b0110, 0b1100]


def nearest(scopes: list[int], costs: list[float]) -> list[int]:
    """The elements, nearest to the fact about variable 0 first."""
    columns = np.arange(1, len(SCOPES))
    counts = np.ones((1, len(columns), 1), dtype=np.int16)
    space = SearchSpace(columns, np.array([0]), counts, scopes)
    task = Task(0, np.array(costs), 0.0, ())
    return columns[nearest_columns(space, task)].tolist()


def test_constraints_on_a_variable_come_first_then_facts_about_their_variables_and_so_on() -> None:
    assert nearest(SCOPES, [1.0] * 6) == [4, 1, 5, 2, 6, 3]


def test_cheaper_elements_come_first_where_they_are_equally_near() -> None:
    everywhere = [0b0001, *[0b1111] * 6]
    assert nearest(everywhere, [3.0, 1.0, 2.0, 6.0, 5.0, 4.0]) == [2, 3, 1, 6, 5, 4]


def test_what_cannot_be_reached_comes_last() -> None:
    apart = [0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b1100, 0b1100]
    assert nearest(apart, [1.0] * 6)[:2] == [4, 1]


def test_without_scopes_costs_decide() -> None:
    assert nearest([], [3.0, 1.0, 2.0, 6.0, 5.0, 4.0]) == [2, 3, 1, 6, 5, 4]
