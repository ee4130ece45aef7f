"""The criterion that decides among equally cheap steps."""

from __future__ import annotations

import numpy as np

from hintwise.engine.search.correction import SearchSpace
from hintwise.engine.search.ties import TOLERANCE, surcharges


def space(targets: list[int], columns: list[int]) -> SearchSpace:
    counts = np.ones((len(targets), len(columns), 1), dtype=np.int16)
    return SearchSpace(np.array(columns), np.array(targets), counts)


def test_surcharges_tell_all_elements_and_targets_apart_and_none_is_zero() -> None:
    extra = surcharges(space([3, 4], [7, 8, 9]), np.ones((2, 3)), least=1.0)
    assert len(set(extra.flat)) == 6
    assert (extra > 0).all()


def test_a_surcharge_belongs_to_element_and_target_whatever_else_there_is() -> None:
    few = surcharges(space([4], [7, 9]), np.ones((1, 2)), least=0.0)
    many = surcharges(space([3, 4], [7, 8, 9]), np.ones((2, 3)), least=0.0)
    assert few[0].tolist() == [many[1, 0], many[1, 2]]


def test_all_surcharges_together_are_within_the_tolerance() -> None:
    costs = 10.0 ** np.arange(-6, 6)[None]
    extra = surcharges(space([0], list(range(12))), costs, least=costs.min())
    assert extra.sum() < TOLERANCE * costs.sum()


def test_what_costs_nothing_is_told_apart_as_well() -> None:
    extra = surcharges(space([0], [1, 2, 3]), np.zeros((1, 3)), least=5.0)
    assert len(set(extra.flat)) == 3
    assert (extra > 0).all()
