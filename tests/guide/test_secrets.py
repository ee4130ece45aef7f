"""Nothing that is said about a mistake gives any of the solution away."""

from __future__ import annotations

import contextlib
import io
import json
import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.cli import main
from hintwise.engine import Explainer
from hintwise.errors import HintwiseError
from hintwise.guide.checking import check
from hintwise.guide.explaining import Extent, explain
from hintwise.guide.hinting import hint
from hintwise.guide.reading import read
from hintwise.guide.reasons import why
from hintwise.problem import Fact

PUZZLES = ("1.....3..4.....2", "first-light", "kites")
QUESTIONS = (
    ("explain", "--target"),
    ("hint", "--level", "4", "--target"),
    ("hint", "--level", "4", "--known"),
    ("explain", "--top", "2", "--target"),
    ("check", "--known"),
    ("solve", "--known"),
    ("why",),
)


@cache
def open_facts(puzzle: str) -> tuple[Fact, ...]:
    """What is to be found out: the values of cells, the links that hold."""
    targets = Explainer(read(puzzle).problem).start.targets
    return tuple(sorted(fact for fact in targets if fact.value))


def wrong_versions(fact: Fact, puzzle: str) -> list[str]:
    if isinstance(fact.value, bool):
        return [f"not {fact.variable}"]
    domain = read(puzzle).problem.variable(fact.variable).domain
    return [f"{fact.variable}={value}" for value in domain if value != fact.value]


def said_by_why(fact: Fact) -> set[str]:
    """What has to be said to who asks about a wrong version: that a link does not fail holds."""
    return {str(fact)} if isinstance(fact.value, bool) else set()


def secrets_in(said: str, puzzle: str) -> list[str]:
    found = []
    for fact in open_facts(puzzle):
        if isinstance(fact.value, bool):
            told = re.search(rf"(?<!not ){re.escape(fact.variable)}", said)
        else:
            told = re.search(rf"{fact.variable}(=| must be | is | can be ){fact.value}\b", said)
        found += [str(fact)] if told else []
    return found


def run(*arguments: str) -> tuple[int, str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main(arguments)
    return code, out.getvalue()


@settings(max_examples=25)
@given(st.sampled_from(PUZZLES), st.sampled_from(QUESTIONS), st.booleans(), st.data())
def test_commands_keep_the_solution_to_themselves(
    puzzle: str, question: tuple[str, ...], as_json: bool, data: st.DataObject
) -> None:
    fact = data.draw(st.sampled_from(open_facts(puzzle)))
    wrong = data.draw(st.sampled_from(wrong_versions(fact, puzzle)))
    command, *options = question
    code, said = run(command, puzzle, *options, wrong, *(["--json"] if as_json else []))
    assert code == (0 if command == "why" else 1)
    assert said
    assert set(secrets_in(said, puzzle)) <= (said_by_why(fact) if command == "why" else set())


@settings(max_examples=25)
@given(st.sampled_from(PUZZLES), st.data())
def test_guide_keeps_the_solution_to_itself(puzzle: str, data: st.DataObject) -> None:
    fact = data.draw(st.sampled_from(open_facts(puzzle)))
    wrong = data.draw(st.sampled_from(wrong_versions(fact, puzzle)))
    mistaken = read(puzzle, known=[wrong])
    for ask in (
        lambda: explain(mistaken),
        lambda: hint(mistaken, 4),
        lambda: why(mistaken, str(fact)),
        lambda: explain(read(puzzle), Extent(targets=(wrong,))),
    ):
        with pytest.raises(HintwiseError) as caught:
            ask()
        assert secrets_in(str(caught.value), puzzle) == []
    for answer, allowed in (
        (check(mistaken), set()),
        (why(read(puzzle), wrong), said_by_why(fact)),
    ):
        said = json.dumps(answer.as_json(), ensure_ascii=False)
        assert set(secrets_in(said, puzzle)) <= allowed


def test_the_search_for_secrets_can_fail() -> None:
    assert secrets_in("r1c2=3 is a solution", PUZZLES[0]) == ["r1c2=3"]
    assert secrets_in("so r1c2 must be 3.", PUZZLES[0]) == ["r1c2=3"]
    (link, *_) = open_facts("kites")
    assert secrets_in(f"{link} holds", "kites") == [str(link)]
    assert secrets_in(f"not {link} does not follow", "kites") == []
