"""What is said of crossed-out candidates is read back, and says what the step does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from hintwise.problem import CONTRADICTION, Fact, Step
from hintwise.puzzles import sudoku
from hintwise.render.words.hints import hint_ladder
from hintwise.render.words.language import language_names
from hintwise.render.words.steps import step_text
from hintwise.render.words.sudoku.moves import PATTERNS
from hintwise.render.words.sudoku.proof import reason_candidates
from tests.render.reader import CELL, GRAMMARS, several
from tests.render.words.pencil_examples import PENCIL_EXAMPLES, facts, holding, only, step

NINE = sudoku("." * 81)
CELLS, VALUES = several(CELL), r"((?:\d(?:, | and | und | or | oder )?)+)"
UNIT = r"(row|column|block|zeile|spalte) (\d)"

SAID = {
    "en": {
        "unit": rf"{UNIT} can have {VALUES} only in {CELLS}",
        "cell": rf"{CELLS} can only be {VALUES}",
        "listed": rf"{VALUES} (?:is|are) crossed out in {CELLS}",
        "derived": rf"{VALUES} can be crossed out in {CELLS}",
    },
    "de": {
        "unit": rf"{UNIT} kann {VALUES} nur in {CELLS} haben",
        "cell": rf"{CELLS} kann nur {VALUES} sein",
        "listed": rf"{VALUES} (?:ist|sind) gestrichen in {CELLS}",
        "derived": rf"{VALUES} (?:kann|können) gestrichen werden in {CELLS}",
    },
}


def numbers(text: str) -> set[int]:
    return {int(n) for n in re.findall(r"\d", text)}


def crossed_out(text: str, language: str) -> Iterator[Fact]:
    """The candidates that a text says are crossed out."""
    said = SAID[language]
    for kind, number, values, cells in re.findall(said["unit"], text, re.IGNORECASE):
        name = f"{GRAMMARS[language].units[kind.lower()]} {number}"
        for cell in NINE.constraint(name).variables - set(re.findall(CELL, cells)):
            yield from (Fact(cell, value, "≠") for value in numbers(values))
    for cells, values in re.findall(said["cell"], text, re.IGNORECASE):
        for cell in re.findall(CELL, cells):
            yield from (Fact(cell, v, "≠") for v in set(range(1, 10)) - numbers(values))
    for values, cells in re.findall(said["listed"], text, re.IGNORECASE):
        for cell in re.findall(CELL, cells):
            yield from (Fact(cell, value, "≠") for value in numbers(values))


@pytest.mark.parametrize("language", language_names())
@pytest.mark.parametrize("pattern", PENCIL_EXAMPLES)
def test_a_text_names_what_is_crossed_out_and_nothing_else(pattern: str, language: str) -> None:
    example = PENCIL_EXAMPLES[pattern]
    text = step_text(NINE, example, language)
    negative = {fact for fact in example.facts if not fact.settles}
    assert set(crossed_out(text, language)) == negative, text
    if not example.breaks_rule:
        values, cells = re.findall(SAID[language]["derived"], text, re.IGNORECASE)[-1]
        assert example.derived.variable in cells
        assert example.derived.value in numbers(values)


@pytest.mark.parametrize("pattern", PENCIL_EXAMPLES)
def test_the_first_hints_say_nothing_of_cells_and_values(pattern: str) -> None:
    example = PENCIL_EXAMPLES[pattern]
    for hint in hint_ladder(NINE, example)[:2]:
        assert not re.search(CELL, hint)


LOCKED = step("r1c3≠4", only("row", 3, 4, (1, 2)), "r3 b1")
HIDDEN = step("r3c1=4", only("row", 3, 4, (1,)), "r3")


def test_what_has_the_same_reason_is_told_at_once() -> None:
    together = replace(LOCKED, taken_along=tuple(facts("r2c1≠4")))
    assert step_text(NINE, together) == (
        "Locked candidates (claiming): Row 3 can have 4 only in r3c1 and r3c2, all in block 1, so "
        "4 can be crossed out in r1c3 and r2c1."
    )


def test_a_cell_with_all_other_values_crossed_out_is_a_naked_single() -> None:
    single = step("r7c5=7", holding("r7c5", (7,)), "")
    assert step_text(NINE, single) == (
        "Naked single: All other values are crossed out in r7c5, so r7c5 must be 7."
    )
    assert "7 is" not in hint_ladder(NINE, single)[2]


def test_a_unit_with_a_value_crossed_out_elsewhere_has_a_hidden_single() -> None:
    assert step_text(NINE, HIDDEN) == (
        "Hidden single: All other cells of row 3 have 4 crossed out, so r3c1 must be 4."
    )


def test_a_rule_that_crossed_out_candidates_break_is_told_without_listing_them() -> None:
    assert step_text(NINE, step(CONTRADICTION, holding("r7c5", ()), "")) == (
        "No possible value: All values are crossed out in r7c5, which breaks the rules."
    )
    assert step_text(NINE, step(CONTRADICTION, only("row", 3, 4, ()), "r3")) == (
        "No possible place: All cells of row 3 have 4 crossed out, which breaks the rule."
    )


def test_what_a_cell_is_not_is_told_without_what_it_is() -> None:
    marked = replace(HIDDEN, derived=Fact("r3c1", 5, "≠"))
    held = step("r1c1≠5", facts("r2c5=4 r3c8=4 r1c2=1 r1c3=2"), "r2 r3 b1")
    for example in (marked, held):
        assert step_text(NINE, example).startswith("Hidden single")
        assert step_text(NINE, example).endswith(
            f"5 can be crossed out in {example.derived.variable}."
        )
        assert "must be" not in step_text(NINE, example)
        assert reason_candidates(NINE, example) == set()
    assert "That leaves block 1 no cell but r1c1 for another value" in step_text(NINE, held)
    row = facts("r1c1=1 r1c2=2 r1c3=3 r1c4=4 r1c5=5 r1c6=6 r1c7=7 r5c8=8")
    through_another = step_text(NINE, step("r2c8≠9", row, "r1 c8"))
    assert through_another.startswith("Naked single: Because")
    assert "must be" not in through_another


def test_a_step_that_breaks_a_rule_without_a_pattern_says_that_it_does() -> None:
    broken = PENCIL_EXAMPLES["twice"]
    padded = replace(broken, constraints=("row 1", "row 2"))
    assert step_text(NINE, padded).endswith("these cannot all be true.")


def test_singles_before_a_broken_rule_name_the_step() -> None:
    full_row = facts("r1c1=1 r1c2=2 r1c3=3 r1c4=4 r1c5=5 r1c6=6 r1c7=7 r1c8=8 r5c9=9")
    found = Step(PENCIL_EXAMPLES["twice"].derived, tuple(full_row), (), {}, 1.0, True, 1.0)
    text = step_text(NINE, replace(found, constraints=("row 1", "col 9")))
    assert text.startswith("No possible value")
    assert set(PENCIL_EXAMPLES) <= set(PATTERNS)
