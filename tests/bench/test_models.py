"""The models that people write: each is built, and what is asked of it is measured or reported."""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from hintwise.bench.child import Allowance, Ended, run_in_child
from hintwise.bench.model_times import ModelTimes, measure_models
from hintwise.bench.models import MODELS, NO_SOLUTION
from hintwise.bench.report import table_of
from hintwise.engine import Limits
from hintwise.problem import Problem

ENOUGH = Allowance(60.0, 4 * 2**30)


def counting() -> Iterator[int]:
    yield 1
    yield 2


def endless() -> Iterator[int]:
    yield 1
    time.sleep(600)


def greedy() -> Iterator[int]:
    yield len(bytearray(8 * 2**30))


def dying() -> Iterator[int]:
    yield 1
    os.abort()


def failing() -> Iterator[int]:
    yield {}["missing"]


@pytest.mark.parametrize(
    ("work", "seconds", "ended"),
    [
        (counting, 60.0, Ended((1, 2), "done")),
        (endless, 1.0, Ended((1,), "out of time")),
        (greedy, 60.0, Ended((), "out of memory")),
        (dying, 60.0, Ended((1,), "out of memory")),
        (failing, 60.0, Ended((), "KeyError: 'missing'")),
    ],
)
def test_what_a_child_found_is_kept_however_it_ends(
    work: Any, seconds: float, ended: Ended
) -> None:
    assert run_in_child(work, allowance=Allowance(seconds, 4 * 2**30)) == ended


def test_a_child_ends_when_the_run_is_cancelled() -> None:
    cancel = threading.Event()
    cancel.set()
    assert run_in_child(endless, allowance=ENOUGH, cancel=cancel).how == "cancelled"


@pytest.fixture(scope="module")
def problems() -> dict[str, Problem]:
    return {name: build() for name, build in MODELS.items()}


def test_there_are_many_models_of_more_than_one_constraint(problems: dict[str, Problem]) -> None:
    assert len(problems) >= 40
    assert all(len(problem.constraints) > 1 for problem in problems.values())
    assert set(problems) > NO_SOLUTION


def test_no_two_models_have_the_same_rules(problems: dict[str, Problem]) -> None:
    rules = {name: [str(c.expression) for c in p.constraints] for name, p in problems.items()}
    for one, two in itertools.combinations(rules, 2):
        assert rules[one] != rules[two]


def test_a_model_is_measured_or_its_end_reported() -> None:
    times = result_of(("magic square 3x3", "map colouring"), construction_deadline_s=60.0)
    table = table_of(times)
    assert [row[0] for row in table.rows] == ["magic square 3x3", "map colouring"]
    for record in times.records:
        assert record.outcome == "step"
        assert record.optimal
        assert record.clauses
        assert record.peak_memory_bytes
    assert times.as_json()["constructed"] == 2


def result_of(names: tuple[str, ...], construction_deadline_s: float) -> ModelTimes:
    measured = measure_models(names, construction_deadline_s, Limits(deadline_s=10.0))
    while True:
        try:
            next(measured)
        except StopIteration as end:
            times: ModelTimes = end.value
            return times
