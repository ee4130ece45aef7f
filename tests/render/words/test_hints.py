"""No hint gives away what belongs to a later one."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hintwise.problem import Constraint, Fact, Kind, Problem, Staircase, Step, Variable
from hintwise.render.words.hints import DEDUCTION, hint_ladder
from hintwise.render.words.language import find_language, language_names
from hintwise.render.words.steps import step_text
from tests.render import reader, samples

LANGUAGES = language_names()


def check_sudoku(problem: Problem, step: Step, language: str) -> None:
    where, kind, elements, deduction = hint_ladder(problem, step, language)
    assert not re.search(reader.CELL, where + kind)
    assert not re.search(r"\d", kind)
    (unit,) = reader.read_sudoku_text(where, language).constraints
    assert len(re.findall(r"\d+", where)) == 1
    assert unit in step.constraints
    listed = reader.read_sudoku_text(elements, language)
    assert (listed.facts, listed.constraints) == (
        frozenset(map(str, step.facts)),
        frozenset(step.constraints),
    )
    assert listed.derived == ""
    held = {str(fact.value) for fact in step.facts}
    numbers = {name.split()[1] for name in step.constraints}
    named = set(re.findall(r"(?<![rc\d])\d+", elements))
    assert named <= held | numbers
    assert deduction == step_text(problem, step, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9"])
def test_hints_for_a_sudoku_give_away_only_what_their_level_says(name: str, language: str) -> None:
    problem, steps = samples.sequence(name)
    for step in steps:
        check_sudoku(problem, step, language)
        unit = problem.constraint(
            *reader.read_sudoku_text(hint_ladder(problem, step, language)[0], language).constraints
        )
        assert step.derived.variable in unit.variables


@given(data=st.data(), language=st.sampled_from(LANGUAGES))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_hints_under_any_weights_give_away_only_what_their_level_says(
    data: st.DataObject, language: str
) -> None:
    check_sudoku(*data.draw(samples.steps("6x6")), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_for_a_logic_grid_give_away_only_what_their_level_says(language: str) -> None:
    problem, steps = samples.sequence("grid")
    assert isinstance(problem.layout, Staircase)
    links = problem.layout.links
    values = {name for link in links.values() for _, name in link}
    for step in steps:
        where, kind, elements, deduction = hint_ladder(problem, step, language)
        assert not values & set(re.findall(r"\w+", where + kind))
        assert all(c in where for c, _ in links[step.derived.variable])
        listed = reader.read_grid_text(problem, elements, language)
        assert listed == reader.Mentioned(
            frozenset(map(str, step.facts)), frozenset(step.constraints), ""
        )
        assert deduction == step_text(problem, step, language)


def test_a_known_pattern_is_named_in_the_second_hint() -> None:
    problem, steps = samples.sequence("9x9")
    assert hint_ladder(problem, steps[0])[:2] == (
        "Look at row 2.",
        "The pattern is: hidden single.",
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_model_gets_hints(language: str) -> None:
    problem = Problem(
        kind=Kind("errands"),
        variables=(Variable("x", (1, 2)), Variable("y", (1, 2))),
        constraints=(
            Constraint("c1", "order", frozenset("xy"), None, description="first this"),
            Constraint("c2", "wish", frozenset("y"), None),
        ),
    )
    step = Step(Fact("x", 1), (Fact("y", 2),), ("c2", "c1"), {}, 1.0, True, 1.0)
    ladder = hint_ladder(problem, step, language)
    assert len(ladder) == DEDUCTION
    assert "order" in ladder[0]
    assert "wish" not in ladder[0]
    assert all(group in ladder[1] for group in ("order", "wish"))
    assert all(part in ladder[2] for part in ("first this", "c2", "y=2"))
    assert not any(re.search(r"\bx\b", hint) for hint in ladder[:3])
    assert re.search(r"\bx\b.*1", ladder[3])


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_holds_in_any_case_has_hints_too(language: str) -> None:
    problem = Problem(kind=Kind("errands"), variables=(Variable("x", (1,)),), constraints=())
    ladder = hint_ladder(problem, Step(Fact("x", 1), (), (), {}, 0.0, True, 0.0), language)
    say = find_language(language).say
    assert ladder[:3] == (say("hint.anywhere"), say("hint.no_kinds"), say("hint.nothing"))
