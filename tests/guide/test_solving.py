"""Solutions, and what several have in common."""

from __future__ import annotations

import threading

import cpmpy as cp
import pytest

from hintwise.engine import Solutions
from hintwise.errors import InvalidModel, InvalidValue
from hintwise.guide.reading import read, read_model
from hintwise.guide.solving import solve

SEVERAL = "1.....3..4......"


def test_what_is_common_is_what_every_solution_has() -> None:
    problem = read(SEVERAL).problem
    every = [set(solution.items()) for solution in Solutions(problem).find(problem.givens)]
    solved = solve(read(SEVERAL))
    assert (solved.solutions, solved.exhaustive) == (2, False)
    assert solved.facts is not None
    assert {(fact.variable, fact.value) for fact in solved.facts} == set.intersection(*every)
    assert solved.lines == ("Several solutions. Common to all of them: 6 of 13 open cells.",)


def test_what_a_person_knows_is_part_of_the_question() -> None:
    solved = solve(read(SEVERAL, known=["r1c3=2", "r3c1=2"]))
    assert (solved.solutions, solved.line) == (1, "1324423124133142")


def test_a_mistake_is_told_and_nothing_solved() -> None:
    solved = solve(read("1.....3..4.....2", known=["r1c2=4"]))
    assert (solved.solutions, solved.facts) == (0, None)
    assert "your r1c2=4" in solved.lines[-1]
    assert solved.as_json()["solution"] is None


def test_out_of_time_is_not_taken_for_no_solution() -> None:
    cancel = threading.Event()
    cancel.set()
    solved = solve(read("1.....3..4.....2"), cancel=cancel)
    assert (solved.solutions, solved.exhaustive) == (0, False)
    assert solved.lines[0].startswith("Not decided")


def test_a_model_is_a_position_like_others() -> None:
    x, y = cp.intvar(1, 3, shape=2, name=("x", "y"))
    position = read_model(cp.Model([x < y]), source="here", known=["y=2"])
    assert solve(position).as_json()["solution"] == {"x": 1, "y": 2}
    assert position.as_json()["puzzle"] == "here"
    assert position.puzzle.problem() is position.problem
    with pytest.raises(InvalidValue, match="here is a model"):
        position.as_sudoku()


@pytest.mark.parametrize("value", [3, "x < y", None])
def test_what_is_no_model_is_named(value: object) -> None:
    with pytest.raises(InvalidModel, match="a cpmpy Model or a hintwise Problem is accepted"):
        read_model(value)
