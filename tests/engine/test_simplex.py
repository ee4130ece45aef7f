"""The relaxation's bounds against an independent linear solver."""

from __future__ import annotations

import math

import numpy as np
import pytest
from ortools.linear_solver import pywraplp

from hintwise.engine.basis import Rows
from hintwise.engine.simplex import Relaxation


def least_cost(matrix: np.ndarray, bounds: np.ndarray, costs: np.ndarray, fixed: dict) -> float:
    solver = pywraplp.Solver.CreateSolver("GLOP")
    x = [solver.NumVar(0, 1, str(i)) for i in range(len(costs))]
    for element, value in fixed.items():
        x[element].SetBounds(value, value)
    for row, bound in zip(matrix, bounds, strict=True):
        solver.Add(sum(float(a) * v for a, v in zip(row, x, strict=True) if a) >= float(bound))
    solver.Minimize(sum(float(c) * v for c, v in zip(costs, x, strict=True)))
    return solver.Objective().Value() if solver.Solve() == solver.OPTIMAL else math.inf


def cover_rows(rng: np.random.Generator, count: int, width: int) -> np.ndarray:
    rows = (rng.random((count, width)) < rng.uniform(0.05, 0.3)).astype(float)
    rows[rows.sum(axis=1) == 0, 0] = 1.0
    return rows


def same(bound: float, least: float) -> bool:
    return bound == least or bound == pytest.approx(least, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("seed", range(60))
def test_the_bound_is_the_least_cost_as_elements_are_fixed_and_rows_added(seed: int) -> None:
    rng = np.random.default_rng(seed)
    width = int(rng.integers(5, 40))
    costs = 10 ** rng.uniform(-2, 2, width) if seed % 2 else np.ones(width)
    if seed % 3 == 0:
        costs[rng.random(width) < 0.4] = 0.0
    rows = Rows(width)
    count = int(rng.integers(5, 90))
    rows.add(cover_rows(rng, count, width), np.ones(count))
    relaxation = Relaxation(rows, costs)
    fixed: dict[int, int] = {}
    assert same(relaxation.solve(math.inf), least_cost(rows.matrix, rows.bounds, costs, fixed))
    for element in rng.permutation(width)[:4]:
        relaxation = relaxation.copy()
        fixed[int(element)] = int(rng.integers(0, 2))
        relaxation.fix(int(element), fixed[int(element)])
        rows.add(cover_rows(rng, 3, width), np.ones(3))
        relaxation.sync()
        least = least_cost(rows.matrix, rows.bounds, costs, fixed)
        assert same(relaxation.solve(math.inf), least)
        if math.isinf(least):
            break
        assert (rows.matrix @ relaxation.primal() >= rows.bounds - 1e-6).all()


@pytest.mark.parametrize("seed", range(40))
def test_negative_costs_and_side_rows_are_bounded_exactly(seed: int) -> None:
    rng = np.random.default_rng(seed)
    width = int(rng.integers(4, 15))
    costs = rng.normal(size=width)
    group = (rng.random(width) < 0.5).astype(float)
    rows = Rows(width)
    rows.add(-group[None, :], np.array([-math.inf]))
    rows.add(cover_rows(rng, 6, width), np.ones(6))
    bounds = rows.bounds.copy()
    relaxation = Relaxation(rows, costs)
    if rng.random() < 0.5:  # before the limit, or after
        assert same(relaxation.solve(math.inf), least_cost(rows.matrix, bounds, costs, {}))
    bounds[0] = -float(rng.integers(1, 4))
    relaxation.restrict(0, bounds[0])
    assert same(relaxation.solve(math.inf), least_cost(rows.matrix, bounds, costs, {}))


def test_a_cutoff_may_stop_early_but_only_with_a_valid_bound() -> None:
    rng = np.random.default_rng(3)
    rows = Rows(40)
    rows.add(cover_rows(rng, 200, 40), np.ones(200))
    least = Relaxation(rows, np.ones(40)).solve(math.inf)
    early = Relaxation(rows, np.ones(40)).solve(least / 3)
    assert least / 3 <= early <= least
