"""Two steps beside each other, and one under the other."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from hintwise.elicit.query import Query
from hintwise.elicit.session import Session
from hintwise.elicit.settings import settings_for
from hintwise.problem import Fact, Step
from hintwise.puzzles import sudoku
from hintwise.render.terminal.side_by_side import SideBySide, differences
from hintwise.render.words.steps import step_text


@pytest.fixture(scope="module")
def query() -> Query:
    """Of MACHOP, whose first query has a very long second step."""
    return Session.of([sudoku("1.....3..4.....2")], settings_for("machop")).ask()


def shown(query: Query, width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width)
    console.print(SideBySide(query.state, query.a, query.b))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text.splitlines()


def test_boards_are_side_by_side_where_there_is_room(query: Query) -> None:
    lines = shown(query, 80)
    assert sum("┌" in line for line in lines) == 1
    assert f"← {query.a.derived}" in lines[0]
    assert f"→ {query.b.derived}" in lines[0]


def test_boards_are_one_under_the_other_where_there_is_not(query: Query) -> None:
    lines = shown(query, 30)
    assert [line.count("┌") for line in lines if "┌" in line] == [1, 1]
    assert max(map(len, lines)) <= 30


@pytest.mark.parametrize("width", [30, 80, 200])
def test_neither_cost_nor_optimality_is_shown(query: Query, width: int) -> None:
    text = "\n".join(shown(query, width))
    assert "cost" not in text
    assert "optimal" not in text


def test_a_long_sentence_is_shown_to_its_end(query: Query) -> None:
    lines = shown(query, 24)
    text = " ".join(" ".join(lines).split())
    for step in (query.a, query.b):
        assert step_text(query.state.problem, step) in text


def test_only_features_that_differ_are_named_on_the_side_that_has_less() -> None:
    def step(**features: int) -> Step:
        return Step(Fact("r1c1", 1), (), (), features, 1.0, True, 1.0)

    one = step(adjacent_row=1, other_row=2, other_col=3)
    other = step(adjacent_row=4, other_row=2, other_col=0)
    assert [line.plain for line in differences(one, other)] == [
        "Less on the left: near rows (1 instead of 4)",
        "Less on the right: far columns (0 instead of 3)",
    ]
    assert list(differences(one, one)) == []


def test_facts_that_are_counted_twice_are_named_once() -> None:
    def words(**features: int) -> list[str]:
        less, more = ({name: n * k for name, n in features.items()} for k in (1, 2))
        steps = [Step(Fact("r1c1", 1), (), (), f, 1.0, True, 1.0) for f in (less, more)]
        return [line.plain for line in differences(*steps)]

    assert words(adjacent_facts_from_row=2, adjacent_facts_other_value=3) == [
        "Less on the left: near facts of other values (3 instead of 6)"
    ]
    assert words(adjacent_facts_from_row=2) == [
        "Less on the left: near facts through rows (2 instead of 4)"
    ]
