"""What a grid file asks for."""

from __future__ import annotations

import json
import re

import pytest

from hintwise.errors import InvalidPuzzle, InvalidValue
from hintwise.problem import Fact, PuzzleQuestion
from hintwise.puzzles import read_logic_grid
from hintwise.puzzles.puzzle import Puzzle

GRID = """
[categories]
owner = ["Ann", "Bob", "Cy"]
pet = ["zebra", "dog", "emu"]
day = [1, 2, 3]

[[clues]]
rule = "Ann is zebra"

[question]
text = "Who owns the  zebra?"
ask = {ask}
"""


def question(ask: str) -> PuzzleQuestion:
    found = read_logic_grid(GRID.replace("{ask}", ask)).question
    assert found is not None
    return found


def test_a_question_asks_for_the_links_of_a_value_with_a_category() -> None:
    found = question('"zebra in Owner"')
    assert found.text == "Who owns the zebra?"
    assert found.variables == tuple(f"owner {name} = pet zebra" for name in ("Ann", "Bob", "Cy"))
    facts = [Fact("owner Bob = pet zebra", False), Fact("owner Ann = pet zebra", True)]
    assert found.answers(facts) == (facts[1],)


def test_a_question_may_ask_for_several_things() -> None:
    found = question('["zebra in owner", "day 2 in pet", "zebra in owner"]')
    assert len(found.variables) == 6
    assert found.variables[3] == "pet zebra = day 2"
    assert question("\"'day 2' in 'pet'\"").variables == found.variables[3:]


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        ('"zebra"', "names no category"),
        ('"zebra in street"', "no category is called 'street'"),
        ('"lion in owner"', "no category has a value 'lion'"),
        ('"zebra in pet"', "of one category"),
        ("[]", "nothing is asked for"),
        ("3", "expected text in quotes"),
    ],
)
def test_a_wrong_question_says_where_it_is_wrong(ask: str, complaint: str) -> None:
    with pytest.raises(InvalidPuzzle, match=rf"^line 12.*{re.escape(complaint)}"):
        question(ask)


def test_a_question_needs_words_and_something_to_ask_for() -> None:
    for missing in ('text = "Who owns the  zebra?"\n', "ask = {ask}\n"):
        with pytest.raises(InvalidPuzzle, match="is missing"):
            read_logic_grid(GRID.replace(missing, "").replace("{ask}", '"zebra in owner"'))


def test_a_question_survives_as_json_and_with_its_puzzle() -> None:
    found = question('"zebra in owner"')
    assert PuzzleQuestion.from_json(json.loads(json.dumps(found.as_json()))) == found
    for record in ({}, {"text": 1, "variables": []}, {"text": "a", "variables": "b"}):
        with pytest.raises(InvalidValue, match="not a question"):
            PuzzleQuestion.from_json(record)
    puzzle = Puzzle.of_grid_file(GRID.replace("{ask}", '"zebra in owner"'))
    again = Puzzle.from_json(puzzle.as_json()).problem()
    assert again.question == found
    assert again.as_json()["question"] == found.as_json()
