"""`hintwise why`, called as a person calls it."""

from __future__ import annotations

import json

import pytest

from hintwise.cli import main

PUZZLE = "1.....3..4.....2"
SEVERAL = "1.....3..4......"


def test_a_fact_that_follows_is_shown_with_its_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", PUZZLE, "r1c2=3"]) == 0
    assert "r1c2 must be 3." in " ".join(capsys.readouterr().out.split())
    assert main(["why", PUZZLE, "r1c2=3", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["fact"], record["follows"]) == ("r1c2=3", True)
    assert record["step"]["derived"] == "r1c2=3"


def test_a_wrong_fact_is_refuted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", PUZZLE, "r1c2=4"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert out.startswith("r1c2=4 is wrong.")
    assert "4 can be crossed out in r1c2." in out
    assert main(["why", PUZZLE, "r1c2=4", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["fact"], record["follows"]) == ("r1c2=4", False)
    assert record["step"]["derived"] == "r1c2≠4"


def test_where_solutions_differ_neither_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", SEVERAL, "r4c4=2"]) == 0
    assert "does not follow, and nothing speaks against it" in capsys.readouterr().out
    assert main(["why", SEVERAL, "r4c4=2", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document == {"fact": "r4c4=2", "follows": False, "step": None}


def test_what_the_person_has_found_counts(capsys: pytest.CaptureFixture[str]) -> None:
    known = ["--known", "r1c2=3", "--known", "r1c4=4"]
    assert main(["why", PUZZLE, "r1c3=2", *known, "--json"]) == 0
    assert "r1c2=3" in json.loads(capsys.readouterr().out)["step"]["facts"]


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        ((PUZZLE,), 2, "Missing argument 'FACT'"),
        ((PUZZLE, "r1c2"), 1, "is not a fact"),
        ((PUZZLE, "r1c1=1"), 1, "r1c1=1 is given"),
        ((PUZZLE, "r1c3=2", "--known", "r1c2=4"), 1, "there is a mistake"),
        (("no-such-file", "r1c1=1"), 1, "nor is there such a file"),
    ],
)
def test_wrong_questions_end_with_a_message(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, complaint: str
) -> None:
    assert main(["why", *arguments]) == code
    assert complaint in capsys.readouterr().err
