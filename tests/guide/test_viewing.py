"""All that a front end needs to draw and play."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hintwise.guide.reading import read, read_notes
from hintwise.guide.viewing import view


def record_of(name: str, **options: Any) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(json.dumps(view(read(name), **options).as_json()))
    return record


@pytest.mark.parametrize("name", ["first-light", "killer-small-1", "kites"])
def test_every_variable_has_a_place_and_every_rule_its_variables(name: str) -> None:
    record = record_of(name)
    names = {variable["name"] for variable in record["variables"]}
    placed = record["layout"]["cells" if record["form"] == "board" else "links"]
    assert set(placed) == names
    for rule in (*record["rules"], *record["clues"]):
        assert rule["text"]
        assert set(rule["variables"]) <= names


def test_facts_about_links_can_be_looked_up() -> None:
    record = record_of("kites")
    position = read("kites", known=["Mila = first", "not Otto = second"])
    for fact in position.entries:
        assert record["facts"][str(fact)] == [fact.variable, int(fact.value)]


def test_large_values_are_typed_as_letters() -> None:
    assert record_of("." * 256)["symbols"]["16"] == "G"
    assert record_of("first-light")["symbols"] == {}


def test_rules_are_told_in_the_language_that_is_asked_for() -> None:
    assert record_of("first-light", language="de")["rules"][0]["text"] == "Zeile 1"


def test_notes_are_the_candidates_that_a_text_leaves() -> None:
    grid = "1 234 234 234\n34 34 12 12\n234 1 234 234\n234 234 1 234"
    notes = read_notes(grid)
    assert notes["r2c1"] == [3, 4]
    assert "r1c1" not in notes
    assert read_notes("kites") == {}
