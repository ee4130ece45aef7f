"""Calls that are stopped: each is made, stopped in its way, and what it came back with is told."""

from __future__ import annotations

import pytest

from hintwise.bench.deadlines import GUIDED, OPERATIONS, WAYS, Call, DeadlineTimes, stop_calls
from hintwise.bench.report import table_of


# A signal that strikes within a destructor is reported by Python, and lost.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("way", WAYS)
def test_every_operation_answers_or_says_that_it_was_stopped(way: str) -> None:
    calls = list(stop_calls("zebra", [(operation, way) for operation in OPERATIONS]))
    assert [call.operation for call in calls] == list(OPERATIONS)
    assert [call for call in calls if not call.as_it_should] == []


def test_what_a_person_asks_is_stopped_as_well() -> None:
    calls = list(stop_calls("Sudoku 9x9", [(operation, "cancel") for operation in GUIDED]))
    assert [call for call in calls if not call.as_it_should] == []


def test_a_model_without_a_solution_has_nothing_to_ask_steps_of() -> None:
    wanted = [("optimal_step", "deadline"), ("Explainer", "deadline")]
    one, two = stop_calls("roster 10 x 14, too tight", wanted)
    assert one.outcome == "refused"
    assert two.as_it_should


def test_the_table_tells_the_worst_of_each_operation() -> None:
    calls = (
        Call("a", "also", "cancel", "answer", -0.1),
        Call("a", "also", "deadline", "answer", 0.1),
        Call("b", "also", "Ctrl-C", "interrupted", 0.3),
        Call("b", "minimise", "deadline", "KeyError: 7", 0.2),
    )
    table = table_of(DeadlineTimes(calls, 0.2))
    assert table.rows == (
        ("also", "3", "1", "2", "0.200 s", "0.300 s", "b, Ctrl-C"),
        ("minimise", "1", "0", "1", "0.200 s", "0.200 s", "b, deadline"),
    )
    assert "KeyError: 7" in table.notes[-1]
