"""Texts say what a step says: each is read back by a reader of its own and compared with it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hintwise.errors import UnknownName
from hintwise.problem import Constraint, Fact, Kind, Problem, Step, Variable
from hintwise.puzzles import logic_grid, sudoku
from hintwise.puzzles.logic_grid.clues import Clue, IsNot
from hintwise.render.words.language import language_names
from hintwise.render.words.steps import rule_text, step_text, wording_of
from hintwise.render.words.sudoku import moves as patterns_sudoku
from tests.render import reader, samples
from tests.render.words.test_patterns import EXAMPLES

LANGUAGES = language_names()

PROBLEM = Problem(
    kind=Kind("errands"),
    variables=(
        *(Variable(name, (1, 2, 3)) for name in ("x", "y")),
        *(Variable(name, (0, 1), boolean=True) for name in ("rain", "snow")),
    ),
    constraints=(
        Constraint("c1", "rule", frozenset("xy"), None, description="x comes before y."),
        Constraint("c2", "rule", frozenset("x"), None),
    ),
)


def step(derived: Fact, *facts: Fact, constraints: tuple[str, ...] = (), **more: Any) -> Step:
    return Step(derived, facts, constraints, {}, 1.0, True, 1.0, **more)


def check_sudoku(problem: Problem, step: Step, language: str, solution: Any) -> None:
    text = step_text(problem, step, language)
    assert reader.read_sudoku_text(text, language) == reader.Mentioned.by(step), text
    assert all(solution[cell] == value for cell, value in reader.placements(text, language)), text
    inside = {cell for name in step.constraints for cell in problem.constraint(name).variables}
    inside |= {step.derived.variable, *(fact.variable for fact in step.facts)}
    assert set(re.findall(reader.CELL, text)) <= inside, text


def check_grid(problem: Problem, step: Step, language: str) -> None:
    text = step_text(problem, step, language)
    assert reader.read_grid_text(problem, text, language) == reader.Mentioned.by(step), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "spread"),
    [
        *(("4x4", 0), ("4x4", 2), ("6x6", 0), ("6x6", 2), ("9x9", 0)),
        pytest.param("9x9", 2, marks=pytest.mark.slow),
    ],
)
def test_each_step_of_a_sudoku_mentions_its_elements_and_nothing_else(
    name: str, spread: int, language: str
) -> None:
    problem, steps = samples.sequence(name, spread)
    for found in steps:
        check_sudoku(problem, found, language, samples.explainer(name).solution)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("spread", [0, 2])
def test_each_step_of_a_logic_grid_mentions_its_elements_and_nothing_else(
    spread: int, language: str
) -> None:
    problem, steps = samples.sequence("grid", spread)
    for found in steps:
        check_grid(problem, found, language)


@pytest.mark.parametrize("name", ["4x4", "6x6"])
@given(data=st.data(), language=st.sampled_from(LANGUAGES))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_steps_of_any_state_under_any_weights_are_told_in_full(
    name: str, data: st.DataObject, language: str
) -> None:
    problem, found = data.draw(samples.steps(name))
    check_sudoku(problem, found, language, samples.explainer(name).solution)


@given(data=st.data(), language=st.sampled_from(LANGUAGES))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_links_of_any_state_under_any_weights_are_told_in_full(
    data: st.DataObject, language: str
) -> None:
    problem, found = data.draw(samples.steps("grid"))
    check_grid(problem, found, language)


def check_on_the_whole_board(problem: Problem, steps: Iterable[Step], solution: Any) -> None:
    """A person sees all that is known before a step, not only what the step uses."""
    known = {fact.variable: fact.value for fact in problem.givens}
    for found in steps:
        board = reader.WholeBoard(problem, dict(known), solution)
        for language in LANGUAGES:
            text = step_text(problem, found, language)
            assert board.false_claims(text, language) == [], text
        known[found.derived.variable] = found.derived.value


@pytest.mark.parametrize(
    ("name", "spread"),
    [("6x6", 0), ("6x6", 2), ("9x9", 0), pytest.param("9x9", 2, marks=pytest.mark.slow)],
)
def test_every_sentence_is_true_on_the_whole_board(name: str, spread: int) -> None:
    problem, steps = samples.sequence(name, spread)
    check_on_the_whole_board(problem, steps, samples.explainer(name).solution)


@given(steps=samples.odd_sequences("6x6"))
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_sentence_is_true_on_the_whole_board_under_any_weights(steps: list[Step]) -> None:
    found = samples.explainer("6x6")
    check_on_the_whole_board(found.problem, steps, found.solution)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pattern", patterns_sudoku.PATTERNS)
def test_what_is_given_may_be_found_again_in_every_pattern(pattern: str, language: str) -> None:
    problem, example = sudoku("." * 81), EXAMPLES[pattern]
    text = step_text(problem, example, language)
    known = {fact.variable: fact.value for fact in example.facts if fact.settles}
    on_the_way = dict(reader.placements(text, language))
    solution = {variable.name: 0 for variable in problem.variables} | known | on_the_way
    board = reader.WholeBoard(problem, known | on_the_way, solution)
    assert board.false_claims(text, language) == []


@pytest.mark.parametrize(
    "claim",
    [
        "Row 1 still needs its 2.",
        "Row 1 has 1 in r1c1 and 2 in r1c2; column 2 has 2 in r1c2.",
        "Row 1 and column 2 have 1 in r1c1.",
        "Row 1 has 3 in r1c3.",
        "Row 1 has its 2 by now.",
        "r1c2 is filled by now.",
        "So the 3 of row 1 must lie where it meets block 1.",
        "So row 1 and row 2 must have their 1 where they meet column 1 and column 2.",
        "So r1c3 must be 4.",
    ],
)
def test_the_reader_notices_what_is_not_so_on_the_whole_board(claim: str) -> None:
    solution = dict(samples.explainer("4x4").solution) | {"r1c1": 1, "r1c2": 2, "r1c3": 3}
    board = reader.WholeBoard(sudoku("." * 16), {"r1c1": 1, "r1c2": 2}, solution)
    true = "Row 1 and block 1 have 1 in r1c1."
    assert board.false_claims(f"{true} {claim}", "en") == [claim]


def test_a_place_that_works_through_two_units_is_named_once() -> None:
    problem = samples.explainer("6x6").problem
    facts = map(problem.parse_fact, ["r1c6=4", "r3c5=4", "r5c1=1", "r5c2=3", "r6c6=2"])
    constraints = ("row 5", "col 5", "col 6", "block 6")
    assert step_text(problem, step(Fact("r5c4", 4), *facts, constraints=constraints)) == (
        "Chain of singles: Row 5 must have its 2 somewhere. Block 6 and column 6 have 2 in r6c6; "
        "already filled: 1 in r5c1 and 3 in r5c2. That leaves one place for it, so r5c3 must be 2. "
        "Row 5 must have its 4 somewhere. Column 5 has 4 in r3c5; column 6 has 4 in r1c6; already "
        "filled: 1 in r5c1 and 3 in r5c2; r5c3 is filled by now. That leaves one place for it, so "
        "r5c4 must be 4."
    )


def test_the_reader_notices_what_is_missing_is_missing_wrong_or_too_much() -> None:
    problem, steps = samples.sequence("4x4")
    text = step_text(problem, steps[0])
    right = reader.Mentioned.by(steps[0])
    assert reader.read_sudoku_text(text, "en") == right
    fact = re.search(rf"(\d+) in ({reader.CELL})", text)
    assert fact is not None
    for wrong in (
        text.replace(fact[0], "it"),
        text.replace(fact[0], f"{int(fact[1]) + 1} in {fact[2]}"),
        f"Row 9 too. {text}",
        re.sub(r"must be \d", "must be 9", text),
    ):
        assert reader.read_sudoku_text(wrong, "en") != right


def test_a_hidden_single_reads_as_a_player_would_say_it() -> None:
    problem = samples.explainer("9x9").problem
    (first, *_) = samples.sequence("9x9")[1]
    assert step_text(problem, first) == (
        "Hidden single: Row 2 must have its 7 somewhere. Column 2 has 7 in r9c2, column 3 has 7 in "
        "r6c3, block 2 has 7 in r1c6 and block 3 has 7 in r3c8. That leaves one place for it, so "
        "r2c1 must be 7."
    )
    assert step_text(problem, first, "de") == (
        "Versteckter Einer: In Zeile 2 muss irgendwo die 7 stehen. Spalte 2 hat 7 in r9c2, Spalte "
        "3 hat 7 in r6c3, Block 2 hat 7 in r1c6 und Block 3 hat 7 in r3c8. Es bleibt nur ein "
        "Platz dafür, also: r2c1 muss 7 sein."
    )


def test_the_pattern_of_a_step_is_what_its_sentence_begins_with() -> None:
    problem, steps = samples.sequence("6x6")
    for found, language in itertools.product(steps, LANGUAGES):
        named = wording_of(problem, language).named(found)
        assert named is not None
        assert step_text(problem, found, language).lower().startswith(f"{named.pattern.lower()}: ")
    assert wording_of(PROBLEM).named(step(Fact("x", 1))) is None


def test_a_sudoku_step_that_is_no_known_pattern_is_told_in_general() -> None:
    problem = sudoku("1.....3..4.....2")
    text = step_text(
        problem,
        step(Fact("r1c3", 2), Fact("r1c1", 1), Fact("r2c3", 3), constraints=("row 1", "col 3")),
    )
    assert text == "Because r1c1=1 and r2c3=3, and because of row 1 and column 3, r1c3 must be 2."


def test_links_of_one_value_are_told_together_and_numbers_with_their_category() -> None:
    problem = logic_grid(
        {"pet": ["cat", "dog", "emu"], "day": ["1", "2", "3"]},
        [Clue("The emu did not come on day 1.", IsNot("emu", "day 1"))],
    )
    found = step(
        Fact("pet cat = day 3", True),
        Fact("pet cat = day 1", False),
        Fact("pet cat = day 2", False),
        constraints=("pet-day: one day for each pet",),
    )
    assert step_text(problem, found) == (
        "Only one left: Cat does not go with day 1 or 2. Every pet has exactly one day. "
        "So cat must go with day 3."
    )
    assert rule_text(problem, "clue 1") == "“The emu did not come on day 1”"


def test_values_that_two_categories_share_are_told_apart() -> None:
    problem = logic_grid(
        {"first": ["Kim", "Lee"], "last": ["Lee", "Moss"]},
        [Clue("a", IsNot("Kim", "Moss"))],
    )
    text = step_text(problem, step(Fact("first Kim = last Moss", False), constraints=("clue 1",)))
    assert text == "One clue: A clue says “a”. So Kim cannot go with Moss."
    text = step_text(problem, step(Fact("first Lee = last Lee", False), constraints=("clue 1",)))
    assert text == "One clue: A clue says “a”. So first Lee cannot go with last Lee."


def test_a_description_is_quoted_and_a_bare_name_is_not() -> None:
    text = step_text(PROBLEM, step(Fact("x", 1), constraints=("c1", "c2")))
    assert text == "Because of “x comes before y” and c2, x must be 1."


@pytest.mark.parametrize(
    ("derived", "conclusion"),
    [
        (Fact("x", 1), "x must be 1"),
        (Fact("x", 1, "≠"), "x cannot be 1"),
        (Fact("x", 2, "≥"), "x must be at least 2"),
        (Fact("x", 2, "≤"), "x must be at most 2"),
        (Fact("rain", True), "rain must be true"),
        (Fact("rain", False), "rain cannot be true"),
    ],
)
def test_every_kind_of_fact_can_be_concluded(derived: Fact, conclusion: str) -> None:
    assert step_text(PROBLEM, step(derived, Fact("y", 2))) == f"Because y=2, {conclusion}."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_is_told_with_all_its_facts_and_descriptions(language: str) -> None:
    facts = [Fact("y", 3, "≠"), Fact("y", 2, "≤"), Fact("x", 1, "≥"), Fact("rain", False)]
    text = step_text(PROBLEM, step(Fact("x", 1), *facts, constraints=("c1",)), language)
    assert all(part in text for part in ("x", "1", "y≠3", "y≤2", "x≥1", "rain", "x comes before y"))
    assert "c2" not in text


def test_a_step_without_reasons_still_reads_as_a_sentence() -> None:
    assert step_text(PROBLEM, step(Fact("x", 1))) == "In any case, x must be 1."


@pytest.mark.parametrize(
    ("facts", "english", "german"),
    [
        ("rain", "rain is true", "rain gilt"),
        ("not rain", "rain is ruled out", "rain ist ausgeschlossen"),
        ("rain, snow", "rain and snow are true", "rain und snow gelten"),
        ("x=1, y≠2", "x=1 and y≠2", "x=1 und y≠2"),
        (
            "x=1, not rain, snow",
            "rain is ruled out, snow is true and x=1",
            "rain ist ausgeschlossen, snow gilt und x=1",
        ),
    ],
)
def test_known_facts_are_told_as_one_or_several(facts: str, english: str, german: str) -> None:
    found = step(Fact("x", 3), *map(PROBLEM.parse_fact, facts.split(", ")))
    assert step_text(PROBLEM, found) == f"Because {english}, x must be 3."
    assert step_text(PROBLEM, found, "de") == f"Bekannt: {german}. Daraus folgt: x muss 3 sein."


@pytest.mark.parametrize(
    ("derived", "english", "german"),
    [
        (
            "x=1, not rain",
            "x must be 1 and rain cannot be true",
            "x muss 1 sein und rain kann nicht gelten",
        ),
        ("rain, snow", "rain and snow must be true", "rain und snow müssen gelten"),
        ("x≠3, x≠1", "x cannot be 1 or 3", "x kann nicht 1 oder 3 sein"),
        ("x≠3, y≠3", "x and y cannot be 3", "x und y können nicht 3 sein"),
        ("x≠3, x=2, x≠1", "x must be 2", "x muss 2 sein"),
        ("x≠3, x=2, y≠1", "x must be 2 and y cannot be 1", "x muss 2 sein und y kann nicht 1 sein"),
    ],
)
def test_what_is_taken_along_is_told_with_what_is_derived(
    derived: str, english: str, german: str
) -> None:
    first, *others = map(PROBLEM.parse_fact, derived.split(", "))
    found = step(first, taken_along=tuple(others))
    assert step_text(PROBLEM, found) == f"In any case, {english}."
    assert step_text(PROBLEM, found, "de") == f"Auf jeden Fall gilt: {german}."


def test_a_known_pattern_tells_in_another_sentence_what_it_takes_along() -> None:
    found = replace(EXAMPLES["full_house"], taken_along=(Fact("r2c1", 4), Fact("r1c9", 8, "≠")))
    text = step_text(sudoku("." * 81), found)
    assert text.endswith("so r1c9 must be 9. For the same reason, r2c1 must be 4.")


def test_an_unknown_language_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"'tlh'.*known: de, en"):
        step_text(PROBLEM, step(Fact("x", 1)), "tlh")
