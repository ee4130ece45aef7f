from __future__ import annotations

from typing import Any

import pytest

from hintwise.problem import Constraint, Fact, Problem, Step, Variable
from hintwise.puzzles import sudoku
from hintwise.render.words import step_text

PROBLEM = Problem(
    kind="errands",
    variables=(Variable("x", (1, 2, 3)), Variable("y", (1, 2, 3)), Variable("rain", (0, 1), True)),
    constraints=(
        Constraint("c1", "rule", frozenset("xy"), None, description="x comes before y."),
        Constraint("c2", "rule", frozenset("x"), None),
    ),
)


def step(derived: Fact, *facts: Fact, constraints: tuple[str, ...] = (), **more: Any) -> Step:
    return Step(derived, facts, constraints, {}, 1.0, True, 1.0, **more)


def test_facts_come_first_and_rules_second() -> None:
    problem = sudoku("1.....3..4.....2")
    text = step_text(
        problem,
        step(Fact("r1c3", 2), Fact("r1c1", 1), Fact("r2c3", 3), constraints=("row 1", "col 3")),
    )
    assert text == ("Because r1c1=1 and r2c3=3, and because of row 1 and column 3, r1c3 must be 2.")


def test_a_description_is_quoted_and_a_bare_name_is_not() -> None:
    text = step_text(PROBLEM, step(Fact("x", 1), constraints=("c1", "c2")))
    assert text == "Because of “x comes before y” and c2, x must be 1."


@pytest.mark.parametrize(
    ("derived", "conclusion"),
    [
        (Fact("x", 1), "x must be 1"),
        (Fact("x", 1, equal=False), "x cannot be 1"),
        (Fact("rain", True), "rain must hold"),
        (Fact("rain", False), "rain cannot hold"),
    ],
)
def test_every_kind_of_fact_can_be_concluded(derived: Fact, conclusion: str) -> None:
    assert step_text(PROBLEM, step(derived, Fact("y", 2))) == f"Because y=2, {conclusion}."


def test_a_step_without_reasons_still_reads_as_a_sentence() -> None:
    assert step_text(PROBLEM, step(Fact("x", 1))) == "In any case, x must be 1."


def test_facts_taken_along_are_told() -> None:
    text = step_text(PROBLEM, step(Fact("x", 1), Fact("y", 2), taken_along=(Fact("rain", False),)))
    assert text == "Because y=2, x must be 1. So follows not rain."
