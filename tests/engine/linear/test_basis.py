"""The rows of a programme, and a basis whose inverse follows every change."""

from __future__ import annotations

import numpy as np
import pytest

from hintwise.engine.linear.basis import Basis, Rows, first_to_zero


def basis_of(matrix: np.ndarray, rows: list[int], elements: list[int]) -> Basis:
    basis = Basis.of(rows, elements)
    assert basis.refresh(matrix)
    return basis


def is_inverse(basis: Basis, matrix: np.ndarray) -> bool:
    product = matrix[np.ix_(basis.rows, basis.elements)] @ basis.inverse
    return bool(np.allclose(product, np.eye(len(basis.rows)), atol=1e-8))


@pytest.mark.parametrize("seed", range(10))
def test_the_inverse_follows_each_of_the_four_changes(seed: int) -> None:
    matrix = np.random.default_rng(seed).normal(size=(8, 8))
    basis = basis_of(matrix, [0, 1, 2], [3, 4, 5])

    line = matrix[6, basis.elements] @ basis.inverse
    column = basis.inverse @ matrix[basis.rows, 7]
    pivot = matrix[6, 7] - line @ matrix[basis.rows, 7]
    basis.grow(6, 7, line, column, float(pivot))
    assert is_inverse(basis, matrix)

    basis.exchange_row(1, 5, matrix[5, basis.elements] @ basis.inverse)
    assert (basis.rows[1], is_inverse(basis, matrix)) == (5, True)

    basis.exchange_element(2, 0, basis.inverse @ matrix[basis.rows, 0])
    assert (basis.elements[2], is_inverse(basis, matrix)) == (0, True)

    basis.shrink(0, 2)
    assert (len(basis.rows), is_inverse(basis, matrix)) == (3, True)


def test_a_copy_changes_alone() -> None:
    matrix = np.eye(3)
    basis = basis_of(matrix, [0, 1], [0, 1])
    twin = basis.copy()
    twin.shrink(0, 0)
    assert (len(basis.rows), len(twin.rows)) == (2, 1)
    assert is_inverse(basis, matrix)


@pytest.mark.parametrize("second", [[1.0, 2.0], [1.0, 2.0 + 1e-14]])
def test_rows_that_say_the_same_have_no_inverse(second: list[float]) -> None:
    assert not Basis.of([0, 1], [0, 1]).refresh(np.array([[1.0, 2.0], second]))


def test_a_small_pivot_makes_an_inverse_doubtful_until_it_is_computed_anew() -> None:
    matrix = np.array([[1.0, 1.0], [1.0, 1.001]])
    basis = basis_of(matrix, [0], [0])
    line, column = matrix[1, [0]] @ basis.inverse, basis.inverse @ matrix[[0], 1]
    basis.grow(1, 1, line, column, 0.001)
    assert basis.doubtful
    assert basis.refresh(matrix)
    assert not basis.doubtful


def test_rows_are_scaled_by_powers_of_two_and_stay_exact() -> None:
    rows = Rows(3)
    rows.add(np.array([[0.0, 7.0, 9999.0], [1.0, 0.0, 1.0]]), np.array([12345.0, 1.0]))
    assert rows.scales.tolist() == [2.0**-13, 1.0]
    assert (rows.matrix / rows.scales[:, None]).tolist() == [[0, 7, 9999], [1, 0, 1]]
    assert (rows.bounds / rows.scales).tolist() == [12345, 1]
    assert np.abs(rows.matrix).max() < 2


def test_rows_can_be_added_without_end() -> None:
    rows = Rows(2)
    for n in range(100):
        rows.add(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([n, -n], dtype=float))
    assert (rows.count, rows.matrix.shape, rows.columns.shape) == (200, (200, 2), (2, 200))
    assert rows.bounds[-2:].tolist() == [99, -99]


def test_the_first_to_reach_zero_is_found_and_of_slow_ones_at_the_same_time_the_fastest() -> None:
    values = np.array([3.0, 1.0, 2.0, 5.0])
    assert first_to_zero(values, np.array([1.0, 1.0, 4.0, -1.0]), 1e-9) == (2, 0.5)
    assert first_to_zero(values, np.zeros(4), 1e-9) == (-1, np.inf)
    slow = np.array([3e-7, 1e-7, 2e-7, 0.0])
    assert first_to_zero(values, slow, 1e-9)[0] == 0
