"""Ordinary arithmetic encodes small, and what would not fit is refused with a figure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cpmpy as cp
import numpy as np
import pytest

from hintwise.engine.encode import clauses, encode
from hintwise.errors import UnsupportedExpression
from hintwise.limits import Clock, Limits, Stopped
from hintwise.puzzles import Rule, from_cpmpy


def send_more_money() -> list[Any]:
    s, e, n, d, m, o, r, y = letters = cp.intvar(0, 9, shape=8, name=tuple("SENDMORY"))
    send = 1000 * s + 100 * e + 10 * n + d
    more = 1000 * m + 100 * o + 10 * r + e
    money = 10000 * m + 1000 * o + 100 * n + 10 * e + y
    return [cp.AllDifferent(letters), send + more == money, s > 0, m > 0]


def before(last: int) -> list[Any]:
    x, y = cp.intvar(0, last, shape=2, name=("x", "y"))
    return [x + 5 <= y]


def total(last: int) -> list[Any]:
    x, y, z = cp.intvar(0, last, shape=3, name=("x", "y", "z"))
    return [x + y == z]


def product() -> list[Any]:
    x, y = cp.intvar(1, 20, shape=2, name=("x", "y"))
    return [x * y == 380]


def queens(count: int) -> list[Any]:
    q = cp.intvar(1, count, shape=count, name="q")
    rows = np.arange(count)
    return [cp.AllDifferent(q), cp.AllDifferent(q + rows), cp.AllDifferent(q - rows)]


def rulers(count: int) -> list[Any]:
    mark = cp.intvar(0, 25, shape=count, name="mark")
    pairs = [(i, j) for j in range(count) for i in range(j)]
    return [cp.IncreasingStrict(mark), cp.AllDifferent([mark[j] - mark[i] for i, j in pairs])]


def magic_square() -> list[Any]:
    square = cp.intvar(1, 16, shape=(4, 4), name="m")
    return [cp.AllDifferent(square), *(cp.sum(line) == 34 for line in [*square, *square.T])]


def meetings() -> list[Any]:
    start = cp.intvar(0, 600, shape=4, name="start")
    return [cp.NoOverlap(start, [45, 60, 90, 30]), start[0] + start[1] <= 700]


def seconds_of_a_week() -> list[Any]:
    x, y, z = cp.intvar(0, 604_800, shape=3, name=("x", "y", "z"))
    return [x + y == z, x * 2 <= y, z // 60 == 1000, y % 60 == 0, cp.max([x, y]) != 30]


MOST: dict[str, tuple[Callable[[], list[Any]], int]] = {
    "SEND + MORE = MONEY": (send_more_money, 2_500),
    "x + 5 <= y over 0..100": (lambda: before(100), 300),
    "x + 5 <= y over 0..300": (lambda: before(300), 900),
    "x + y == z over 0..60": (lambda: total(60), 4_500),
    "x + y == z over 0..300": (lambda: total(300), 3_500),
    "x * y == 380 over 1..20": (product, 450),
    "12 queens": (lambda: queens(12), 2_700),
    "marks of a ruler": (lambda: rulers(6), 33_000),
    "a magic square": (magic_square, 15_000),
    "meetings in minutes": (meetings, 12_000),
    "seconds of a week": (seconds_of_a_week, 5_000),
}


@pytest.mark.parametrize("name", MOST)
def test_it_takes_at_most_so_many_clauses(name: str) -> None:
    build, most = MOST[name]
    assert len(encode(from_cpmpy(build())).clauses) <= most


def test_what_would_not_fit_is_refused_by_name_with_a_figure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clauses, "MOST_CLAUSES", 20_000)
    x = cp.intvar(0, 3_000, shape=2, name="x")
    problem = from_cpmpy([x[0] < x[1], Rule(cp.NValue(x * 7) == 2, name="few values")])
    with pytest.raises(
        UnsupportedExpression, match=r"constraint 'few values' would need about [\d,]+ clauses"
    ):
        encode(problem)


def test_a_table_with_too_many_rows_is_refused_before_it_is_written() -> None:
    x = cp.intvar(0, 9, shape=2, name="x")
    rows = np.zeros((3_100_000, 2), dtype=int)
    problem = from_cpmpy([Rule(cp.Table(x, rows), name="rows", description="many rows")])
    with pytest.raises(UnsupportedExpression, match=r"'rows' .* 3,100,000 clauses.*3,000,000"):
        encode(problem)


def test_encoding_stops_on_time() -> None:
    with pytest.raises(Stopped):
        encode(from_cpmpy(magic_square()), Clock(Limits(deadline_s=1e-9)))


def test_more_numbers_than_values_cannot_all_differ() -> None:
    x = cp.intvar(1, 12, shape=13, name="x")
    encoding = encode(from_cpmpy([cp.AllDifferent(x)], variables=x))
    assert [-encoding.selectors[0]] in encoding.clauses
