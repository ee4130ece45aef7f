"""The relaxation's bounds against an independent linear solver."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from ortools.linear_solver import pywraplp

from hintwise.engine.linear.basis import Rows
from hintwise.engine.linear.simplex import Relaxation


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


def extreme_programme(rng: np.random.Generator) -> tuple[Rows, np.ndarray]:
    """Correction sets and up to three limits on counts to 10⁴, at costs from 10⁻⁶ to 10⁶."""
    width = int(rng.integers(4, 11))
    rows = Rows(width)
    rows.add(cover_rows(rng, 8, width), np.ones(8))
    for _ in range(rng.integers(1, 4)):
        counts = rng.integers(0, int(rng.choice([3, 10_000])), size=width).astype(float)
        counts[rng.random(width) < 0.3] = float(rng.integers(0, 3))
        limit = float(rng.integers(0, max(1, int(counts.sum())) + 1))
        sign = rng.choice([-1.0, 1.0])
        rows.add(sign * counts[None], np.array([sign * limit]))
    signs = rng.choice([-1.0, 1.0], width) if rng.random() < 0.5 else np.ones(width)
    return rows, signs * 10 ** rng.uniform(-6, 6, width)


def whole_points(width: int) -> np.ndarray:
    return np.array(list(itertools.product((0.0, 1.0), repeat=width)))


@pytest.mark.parametrize("seed", range(150))
def test_extreme_numbers_give_bounds_that_hold_and_meet_their_point(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, costs = extreme_programme(rng)
    relaxation = Relaxation(rows, costs)
    points = whole_points(len(costs))
    for element in [None, *rng.permutation(len(costs))[:3].tolist()]:
        if element is not None:
            value = int(rng.integers(0, 2))
            relaxation.fix(element, value)
            points = points[points[:, element] == value]
        bound = relaxation.solve(math.inf)
        feasible = points[(points @ rows.matrix.T >= rows.bounds).all(axis=1)]
        size = np.abs(costs).sum()
        assert bound <= (feasible @ costs).min(initial=math.inf) + 1e-14 * size
        if math.isinf(bound):
            return
        assert relaxation.solved
        point = relaxation.primal()
        assert (rows.matrix @ point >= rows.bounds - 1e-7).all()
        assert costs @ point - bound <= 1e-8 * size


@pytest.mark.parametrize("seed", range(40))
def test_other_costs_start_from_the_old_basis_and_end_at_the_same_bound(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, costs = extreme_programme(rng)
    relaxation = Relaxation(rows, costs)
    relaxation.solve(math.inf)
    others = rng.normal(size=len(costs))
    before = relaxation.bound()
    anew = Relaxation(rows, others).solve(math.inf)
    assert same(relaxation.with_costs(others).solve(math.inf), anew)
    assert relaxation.bound() == before


def test_equal_costs_and_free_elements_come_to_an_end() -> None:
    rng = np.random.default_rng(11)
    rows = Rows(60)
    rows.add(cover_rows(rng, 400, 60), np.ones(400))
    costs = np.where(rng.random(60) < 0.5, 0.0, 1.0)
    for values in (np.ones(60), costs, np.zeros(60)):
        relaxation = Relaxation(rows, values)
        bound = relaxation.solve(math.inf)
        assert relaxation.solved
        assert relaxation.pivots < 500
        assert same(bound, least_cost(rows.matrix, rows.bounds, values, {}))


@pytest.mark.parametrize("spoiled", [math.nan, 0.0, 1e300, 17.0])
def test_a_spoiled_inverse_never_gives_a_bound_that_does_not_hold(spoiled: float) -> None:
    rng = np.random.default_rng(2)
    rows = Rows(20)
    rows.add(cover_rows(rng, 60, 20), np.ones(60))
    costs = 10 ** rng.uniform(-1, 1, 20)
    relaxation = Relaxation(rows, costs)
    least = relaxation.solve(math.inf)
    relaxation._basis.inverse[:, 1] = spoiled
    with np.errstate(all="ignore"):
        assert relaxation.bound() <= least + 1e-12
        assert relaxation.solve(math.inf) <= least + 1e-12


def test_an_element_that_cannot_pay_is_fixed_at_the_end_where_it_rests() -> None:
    rows = Rows(3)
    rows.add(np.array([[1.0, 1.0, 0.0]]), np.ones(1))
    relaxation = Relaxation(rows, np.array([1.0, 5.0, -5.0]))
    assert relaxation.solve(math.inf) == -4.0
    relaxation.exclude_above(3.0)
    assert relaxation.free.tolist() == [True, False, False]
    assert relaxation.primal().tolist() == [1.0, 0.0, 1.0]
    assert relaxation.undecided(3.0) == 0


def test_a_whole_point_is_admitted_exactly() -> None:
    rows = Rows(2)
    rows.add(np.array([[-9999.0, -2.0]]), np.array([-9999.0]))
    relaxation = Relaxation(rows, np.ones(2))
    assert relaxation.admits(np.array([1.0, 0.0]))
    assert not relaxation.admits(np.array([1.0, 1.0]))
    relaxation.restrict(0, -9998.0)
    assert not relaxation.admits(np.array([1.0, 0.0]))
