"""How long queries take and how long a person waits for them, on a tiny puzzle."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from typing import TypeVar

import numpy as np
import pytest

from hintwise.bench.cases import Puzzle, own_puzzle
from hintwise.bench.look_ahead import (
    FamilyWaits,
    LookAheadWaits,
    Sitting,
    ThinkingUser,
    Waits,
    measure_waits,
)
from hintwise.bench.queries import FamilyQueries, QueryTimes, TimedQuery, measure_queries
from hintwise.bench.report import table_of
from hintwise.elicit.query import Answer, Query
from hintwise.elicit.session import Session
from hintwise.engine import Limits
from hintwise.errors import OutOfTime
from hintwise.puzzles import sudoku

T = TypeVar("T")


def puzzle() -> Puzzle:
    return own_puzzle("tiny", sudoku("1.....3..4.....2"), np.random.default_rng(0))


def outcome(run: Generator[str, None, T]) -> tuple[list[str], T]:
    """What a measurement says on its way, and what it returns."""
    said = []
    while True:
        try:
            said.append(next(run))
        except StopIteration as end:
            result: T = end.value
            return said, result


def cells(section: QueryTimes | LookAheadWaits) -> dict[str, tuple[str, ...]]:
    return {name: tuple(rest) for name, *rest in table_of(section).rows}


class Prefers:
    """Always gives the same answer."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def answer(self, query: Query) -> Answer:
        return self._answer


def test_a_query_takes_longer_than_its_two_steps() -> None:
    rng = np.random.default_rng(0)
    said, family = outcome(measure_queries("Sudoku 4x4", [puzzle()], 4, Limits(), rng))
    assert said[-1] == "Sudoku 4x4, machop: query 4 of 4"
    assert family.sat_calls > 0
    assert family.proven == len(family.queries) == 4
    for query in family.queries:
        assert query.first_step_s > 0
        assert query.optimal_step_s > 0
        assert query.first_step_s + query.second_step_s < query.seconds
    document = json.loads(json.dumps(QueryTimes((family,)).as_json()))
    assert document["families"][0]["query"]["median_s"] > 0
    assert len(document["families"][0]["queries"]) == 4


def test_the_table_of_queries_has_both_steps_beside_each_alone() -> None:
    queries = tuple(TimedQuery(0.5 * n, 0.2 * n, 0.1 * n, n > 1, 0.5, 0.1 * n) for n in (1, 2, 3))
    found = cells(QueryTimes((FamilyQueries("Sudoku", queries),)))
    assert found["both steps proven"] == ("2 of 3",)
    assert found["query, median"] == ("1.00 s",)
    assert found["query, 95th percentile"] == ("1.45 s",)
    assert found["first step, median"] == ("0.400 s",)
    assert found["second step, max"] == ("0.300 s",)
    assert found["in optimal steps, median"] == ("2.5",)


def test_the_solver_calls_of_our_own_questions_are_counted_too() -> None:
    rng = np.random.default_rng(0)
    _, family = outcome(measure_queries("Sudoku 4x4", [puzzle()], 2, Limits(), rng, "bayes"))
    assert family.sat_calls > 0
    assert all(query.optimal_step_s > 0 for query in family.queries)


def test_waits_are_counted_as_none_below_a_twentieth_of_a_second() -> None:
    waits = Waits((0.01, 0.049, 0.05, 1.0))
    assert waits.at_once == 0.5
    assert waits.median_s == pytest.approx(0.0495)
    found = LookAheadWaits((FamilyWaits("Sudoku", Waits((1.0, 1.0)), waits),), 2.0, 3)
    assert cells(found)["Sudoku, without"] == ("2", "0%", "1.00 s", "1.00 s")
    assert cells(found)["Sudoku, with look-ahead"][:2] == ("4", "50%")


def test_the_waits_of_both_runs_are_measured_for_as_many_queries() -> None:
    sitting = Sitting(queries=3, thinking_s=0.0, seed=0, workers=1)
    said, family = outcome(measure_waits("Sudoku 4x4", [puzzle()], sitting, Limits()))
    assert [line for line in said if "with look-ahead" in line][-1].startswith(
        "Sudoku 4x4: query 3 of 3"
    )
    assert len(family.alone.seconds) == len(family.ahead.seconds) == 3
    document = json.loads(json.dumps(LookAheadWaits((family,), 0.0, 1).as_json()))
    assert document["method"] == "machop"
    assert set(document["families"][0]) == {"family", "without", "with"}


def test_someone_who_thinks_answers_the_same_and_stops_thinking_when_cancelled() -> None:
    query = Session([puzzle().problem]).ask()
    cancel = threading.Event()
    cancel.set()
    for user in (
        ThinkingUser(Prefers(Answer.B), 0.01),
        ThinkingUser(Prefers(Answer.B), 1e6, cancel),
    ):
        assert user.answer(query) is Answer.B


def test_a_cancelled_measurement_ends_with_its_workers() -> None:
    cancel = threading.Event()
    sitting = Sitting(queries=50, thinking_s=0.0, seed=0, workers=1)
    run = measure_waits("Sudoku 4x4", [puzzle()], sitting, Limits(cancel=cancel))
    next(line for line in run if "with look-ahead" in line)
    cancel.set()
    with pytest.raises(OutOfTime):
        outcome(run)
