"""Relaxations that hold few of the correction sets, and as much as all of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hintwise.engine.linear.basis import Rows, Vector
from hintwise.engine.linear.compiled import Compiled
from hintwise.engine.linear.simplex import Relaxation
from hintwise.engine.search.correction import CorrectionSets, SearchSpace
from hintwise.engine.search.objective import Task
from hintwise.engine.search.relaxations import Relaxations

WIDTH = 40


def drawn(seed: int, *, gains: bool) -> tuple[CorrectionSets, Relaxations, Task]:
    """Two hundred models that violate the one target, and what the other elements cost."""
    rng = np.random.default_rng(seed)
    masks = rng.random((200, WIDTH + 1)) < 0.15
    masks[:, WIDTH] = True
    masks[:, 0] |= ~masks[:, :WIDTH].any(axis=1)
    columns, targets = np.arange(WIDTH), np.array([WIDTH])
    space = SearchSpace(columns, targets, np.ones((1, WIDTH, 1), dtype=np.int16))
    correction = CorrectionSets(masks, space)
    costs = rng.uniform(0.1, 3.0, WIDTH) - (2.0 * (rng.random(WIDTH) < 0.1) if gains else 0.0)
    return correction, Relaxations(space, correction, {}, Compiled()), Task(0, costs, 0.0, ())


def solved(relaxations: Relaxations, correction: CorrectionSets, task: Task) -> Relaxation:
    relaxation, rows = relaxations.of(task), relaxations.rows(task)
    relaxation.solve(math.inf)
    while rows.demand_missed(correction, relaxation.primal()):
        relaxation.solve(math.inf)
    return relaxation


def with_all_rows(correction: CorrectionSets, costs: Vector) -> Relaxation:
    rows = Rows(WIDTH)
    rows.add_sets(correction.sets)
    relaxation = Relaxation(rows, costs)
    relaxation.solve(math.inf)
    return relaxation


@pytest.mark.parametrize("gains", [False, True])
def test_the_sets_that_a_point_misses_are_enough(gains: bool) -> None:
    for seed in range(10):
        correction, relaxations, task = drawn(seed, gains=gains)
        few = solved(relaxations, correction, task)
        every = with_all_rows(correction, task.costs)
        assert few.bound() == pytest.approx(every.bound(), rel=1e-9)
        assert few.primal() == pytest.approx(every.primal(), abs=1e-6)
        assert (correction.sets @ few.primal()).min() > 1 - 1e-5
        assert relaxations.rows(task).rows.count < len(correction)


def test_sets_that_are_found_later_count_as_well() -> None:
    correction, relaxations, task = drawn(0, gains=False)
    before = solved(relaxations, correction, task)
    point = before.primal()
    mask = np.ones(WIDTH + 1, dtype=bool)
    mask[:WIDTH] = point == 0
    correction.add(mask)
    rows = relaxations.rows(task)
    assert rows.demand_missed(correction, point)
    assert not rows.demand_missed(correction, point)  # it is a row now
    assert before.solve(math.inf) > task.costs @ point


def test_an_added_set_is_found_in_all_three_views() -> None:
    correction, _, _ = drawn(1, gains=False)
    known = len(correction)
    for number in range(200):
        mask = np.zeros(WIDTH + 1, dtype=bool)
        mask[[number % WIDTH, WIDTH]] = True
        correction.add(mask)
    assert len(correction) == known + 200
    assert (correction.sets == correction.hits.T).all()
    assert (correction.sets[known:].argmax(axis=1) == np.arange(200) % WIDTH).all()
    assert correction.violates[:, 0].all()
    assert len(correction.take_news()) == 200
