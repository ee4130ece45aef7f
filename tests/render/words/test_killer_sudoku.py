"""Killer Sudokus in words: cages by sum and place, and hints that keep the secret."""

from __future__ import annotations

import functools
import re

import pytest

from hintwise.engine import Explainer
from hintwise.problem import Fact, Problem, Step
from hintwise.puzzles import killer_sudoku, read_sudoku
from hintwise.puzzles.library import PUZZLES
from hintwise.render.words.hints import hint_ladder
from hintwise.render.words.language import language_names
from hintwise.render.words.steps import rule_text, step_text
from tests.render import reader

CAGES = {
    "en": rf"the cage of (?P<total>\d+) at (?P<cell>{reader.CELL})",
    "de": rf"Käfig (?P<cell>{reader.CELL}) \(Summe (?P<total>\d+)\)",
}
"""A new language needs an entry here, so that its sentences are checked like the others."""

NAMES = ["killer-small-1", "killer-small-2"]
LANGUAGES = language_names()
SIX = read_sudoku(PUZZLES["killer-small-2"]).problem()


@functools.cache
def sequence(name: str) -> tuple[Problem, tuple[Step, ...]]:
    problem = read_sudoku(PUZZLES[name]).problem()
    return problem, tuple(Explainer(problem).smallest_sequence())


def mentioned(problem: Problem, text: str, language: str) -> reader.Mentioned:
    cages = set()
    for match in re.finditer(CAGES[language], text, re.IGNORECASE):
        name = f"cage {match['cell']}"
        assert problem.constraint(name).terms == (match["cell"], match["total"])
        cages.add(name)
    rest = re.sub(CAGES[language], "", text, flags=re.IGNORECASE)
    units = reader.read_sudoku_text(rest, language)
    return reader.Mentioned(units.facts, units.constraints | cages, units.derived)


def step(derived: Fact, *facts: Fact, constraints: tuple[str, ...]) -> Step:
    return Step(derived, facts, constraints, {}, 1.0, True, 1.0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_each_step_mentions_its_elements_and_nothing_else(name: str, language: str) -> None:
    problem, steps = sequence(name)
    for found in steps:
        text = step_text(problem, found, language)
        assert mentioned(problem, text, language) == reader.Mentioned.by(found), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_first_hints_name_neither_cell_nor_value(name: str, language: str) -> None:
    problem, steps = sequence(name)
    for found in steps:
        where, kind, elements, _ = hint_ladder(problem, found, language)
        assert found.derived.variable not in where
        assert not re.search(r"\d", kind)
        assert mentioned(problem, elements, language) == reader.Mentioned(
            frozenset(map(str, found.facts)), frozenset(found.constraints), ""
        )


def test_a_hint_calls_a_cage_by_another_cell_than_the_derived_one() -> None:
    found = step(Fact("r1c1", 6), Fact("r2c1", 2), constraints=("cage r1c1",))
    assert hint_ladder(SIX, found)[0] == "Look at the cage of 8 at r2c1."


def test_a_hint_for_a_cage_of_one_cell_does_not_say_its_sum() -> None:
    problem = killer_sudoku("", ["4 = r2c3"])
    found = step(Fact("r2c3", 4), constraints=("cage r2c3",))
    assert hint_ladder(problem, found)[0] == "Look at row 2."
    assert step_text(problem, found) == (
        "Last cell of a cage: The cage of 4 at r2c3 has no other cell, so r2c3 must be 4."
    )


def test_a_cage_without_a_sum_is_called_by_its_place() -> None:
    problem = killer_sudoku("", ["? = r2c3 + r3c2"])
    assert rule_text(problem, "cage r2c3") == "the cage at r2c3"
    assert rule_text(problem, "cage r2c3", "de") == "Käfig r2c3"


def test_the_last_cell_of_a_cage_is_named() -> None:
    found = step(Fact("r3c6", 4), Fact("r2c6", 3), constraints=("cage r2c6",))
    assert step_text(SIX, found) == (
        "Last cell of a cage: The rest of the cage of 7 at r2c6 is 3 in r2c6, so r3c6 must be 4."
    )


def test_what_units_and_cages_differ_by_is_named() -> None:
    cages = ("block 1", "cage r1c1", "cage r1c2")
    innie = step(Fact("r2c3", 5), constraints=cages)
    assert step_text(SIX, innie).startswith("Innies and outies: Block 1 must add up to 21 in all")
    facts = (Fact("r2c3", 5),)
    outie = step(Fact("r2c6", 3), *facts, constraints=("block 2", "cage r1c4", "cage r2c3"))
    assert "Besides 5 in r2c3 this is one cell, so r2c6 must be 3." in step_text(SIX, outie)


@pytest.mark.parametrize(
    "found",
    [
        step(Fact("r3c6", 5), Fact("r2c6", 3), constraints=("cage r2c6",)),
        step(Fact("r3c6", 4, "≠"), Fact("r2c6", 3), constraints=("cage r2c6",)),
        step(Fact("r3c6", 4), Fact("r2c6", 3, "≠"), constraints=("cage r2c6",)),
        step(Fact("r3c6", 4), Fact("r2c6", 3), Fact("r1c1", 6), constraints=("cage r2c6",)),
        step(Fact("r3c6", 4), Fact("r2c6", 3), constraints=("cage r2c6", "cage r1c1")),
        step(Fact("r2c3", 4), constraints=("block 1", "cage r1c1", "cage r1c2")),
    ],
    ids=["wrong value", "excluded", "by exclusion", "spare fact", "spare cage", "wrong difference"],
)
def test_what_the_sums_of_the_step_do_not_prove_has_no_name(found: Step) -> None:
    assert step_text(SIX, found).startswith("Because")
