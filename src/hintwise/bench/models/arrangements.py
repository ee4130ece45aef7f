"""Squares, rulers, labellings and sequences."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import cpmpy as cp

from hintwise.problem import Problem
from hintwise.puzzles import from_cpmpy


def magic_square_3() -> Problem:
    return _magic_square(3, 15, [(0, 0, 2), (0, 1, 7)])


def magic_square_4() -> Problem:
    shown = [(0, 0, 16), (0, 1, 3), (0, 2, 2), (1, 0, 5), (1, 2, 11), (3, 1, 15)]
    return _magic_square(4, 34, shown)


def _magic_square(n: int, total: int, shown: list[tuple[int, int, int]]) -> Problem:
    x = cp.intvar(1, n * n, shape=(n, n), name="x")
    rules = {
        "different": [cp.AllDifferent(x)],
        "row": [cp.sum(row) == total for row in x],
        "column": [cp.sum(column) == total for column in x.T],
        "diagonal": [
            cp.sum([x[i, i] for i in range(n)]) == total,
            cp.sum([x[i, n - 1 - i] for i in range(n)]) == total,
        ],
    }
    return from_cpmpy(rules, variables=x, givens=[x[i, j] == value for i, j, value in shown])


def magic_square_5() -> Problem:
    shown = [(0, 0, 17), (0, 1, 24), (0, 3, 8), (1, 0, 23), (1, 2, 7), (2, 3, 20), (3, 1, 12)]
    return _magic_square(5, 65, [*shown, (3, 4, 3), (4, 0, 11), (4, 4, 9)])


def magic_square_of_products() -> Problem:
    x = cp.intvar(1, 36, shape=(3, 3), name="x")

    def product(line: Any) -> Any:
        return line[0] * line[1] * line[2] == 216

    rules = {
        "different": [cp.AllDifferent(x)],
        "row": [product(row) for row in x],
        "column": [product(column) for column in x.T],
        "diagonal": [product([x[0, 0], x[1, 1], x[2, 2]]), product([x[0, 2], x[1, 1], x[2, 0]])],
    }
    return from_cpmpy(rules, variables=x, givens=[x[0, 0] == 2, x[0, 1] == 9])


def queens_8() -> Problem:
    return _queens(8, {0: 1, 4: 2})


def queens_12() -> Problem:
    return _queens(12, {0: 3, 1: 8, 2: 12, 3: 7, 5: 11, 8: 10})


def _queens(n: int, shown: dict[int, int]) -> Problem:
    queen = cp.intvar(1, n, shape=n, name="queen")
    rules = {
        "column": [cp.AllDifferent(queen)],
        "rising": [cp.AllDifferent([queen[i] + i for i in range(n)])],
        "falling": [cp.AllDifferent([queen[i] - i for i in range(n)])],
    }
    return from_cpmpy(rules, variables=queen, givens=[queen[i] == v for i, v in shown.items()])


def golomb_ruler_7() -> Problem:
    """Seven marks on a ruler of 25, no distance twice."""
    return _golomb_ruler(7, 25, lambda mark: [mark[1] == 2, mark[2] < 5])


def golomb_ruler_8() -> Problem:
    """Eight marks on a ruler of 34; one of the two mirror images."""
    return _golomb_ruler(8, 34, lambda mark: [mark[1] < 34 - mark[6]])


def _golomb_ruler(n: int, length: int, told: Callable[[Any], list[Any]]) -> Problem:
    mark = cp.intvar(0, n * n, shape=n, name="mark")
    distances = [b - a for a, b in itertools.combinations(mark, 2)]
    rules = {
        "order": [mark[i] < mark[i + 1] for i in range(n - 1)],
        "ends": [mark[0] == 0, mark[n - 1] <= length],
        "distances": [cp.AllDifferent(distances)],
        "told": told(mark),
    }
    return from_cpmpy(rules, variables=mark)


def graceful_graph() -> Problem:
    """K4 x P2: labels from 0 to 16 whose differences along the edges are all different."""
    label = cp.intvar(0, 16, shape=8, name="label")
    edges = [*itertools.combinations(range(4), 2), *itertools.combinations(range(4, 8), 2)]
    edges += [(i, i + 4) for i in range(4)]
    rules = {
        "labels": [cp.AllDifferent(label)],
        "edges": [cp.AllDifferent([abs(label[i] - label[j]) for i, j in edges])],
    }
    shown = {0: 0, 1: 1, 2: 10, 4: 11}
    return from_cpmpy(rules, variables=label, givens=[label[i] == v for i, v in shown.items()])


def langford() -> Problem:
    """Each of 1 to 7 twice in a row, k and k with k others between them."""
    place = cp.intvar(1, 14, shape=7, name=tuple(f"first {k}" for k in range(1, 8)))
    second = [place[k - 1] + k + 1 for k in range(1, 8)]
    rules = {
        "places": [cp.AllDifferent([*place, *second])],
        "fits": [s <= 14 for s in second],
        "told": [place[6] == 1, place[0] > place[1], place[5] > place[4]],
    }
    return from_cpmpy(rules, variables=place)


def self_counting() -> Problem:
    """Ten digits: digit i says how often i occurs among them."""
    digit = cp.intvar(0, 9, shape=10, name="digit")
    rules = {
        "count": [cp.Count(digit, i) == digit[i] for i in range(10)],
        "total": [cp.sum(digit) == 10],
    }
    return from_cpmpy(rules, variables=digit)


def block_design() -> Problem:
    """Seven blocks of three out of seven, each pair of points in one block, rows in order."""
    has = cp.boolvar(shape=(7, 7), name="has")
    rules = {
        "row": [cp.sum(row) == 3 for row in has],
        "column": [cp.sum(column) == 3 for column in has.T],
        "pair": [cp.sum(a & b) == 1 for a, b in itertools.combinations(has, 2)],
        "order": [
            *(cp.LexLess(has[i + 1], has[i]) for i in range(6)),
            *(cp.LexLess(has[:, i + 1], has[:, i]) for i in range(6)),
        ],
    }
    return from_cpmpy(rules, variables=has)


def round_trip() -> Problem:
    """A shortest round trip through seven towns."""
    distance = [
        [0, 12, 29, 22, 13, 24, 31],
        [12, 0, 19, 3, 25, 6, 17],
        [29, 19, 0, 21, 23, 28, 9],
        [22, 3, 21, 0, 4, 5, 16],
        [13, 25, 23, 4, 0, 16, 18],
        [24, 6, 28, 5, 16, 0, 22],
        [31, 17, 9, 16, 18, 22, 0],
    ]
    after = cp.intvar(0, 6, shape=7, name="after")
    leg = cp.intvar(0, 31, shape=7, name="leg")
    rules = {
        "round": [cp.Circuit(after)],
        "leg": [leg[i] == cp.Element(distance[i], after[i]) for i in range(7)],
        "length": [cp.sum(leg) <= 83],
        "closed": [after[1] != 6, after[6] != 1],
        "direction": [after[0] < 2],
    }
    return from_cpmpy(rules, variables=[after, leg])
