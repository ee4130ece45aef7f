"""`--text`: steps without pictures, a line each."""

from __future__ import annotations

import re

import pytest

from hintwise.cli import main
from hintwise.cli.reports import step_line
from hintwise.engine.verify import Verdict
from hintwise.guide.explaining import Explained, Extent, explain
from hintwise.guide.reading import read

PUZZLE = "1.....3..4.....2"
Captured = pytest.CaptureFixture[str]


def test_every_step_is_one_line_with_number_pattern_and_sentence(capsys: Captured) -> None:
    assert main(["explain", PUZZLE, "--text"]) == 0
    *steps, last = capsys.readouterr().out.splitlines()
    assert last == "Solved."
    assert len(steps) == 12
    for number, line in enumerate(steps, 1):
        assert re.fullmatch(rf"{number}\. [A-Z][a-z ]+: .* must be \d\.", line)


def test_it_goes_with_other_options(capsys: Captured) -> None:
    assert main(["explain", PUZZLE, "--text", "--steps", "2", "--language", "de"]) == 0
    assert [line[:2] for line in capsys.readouterr().out.splitlines()] == ["1.", "2."]
    assert main(["explain", PUZZLE, "--text", "--target", "r1c4", "--verify"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.endswith(
        "so r1c4 must be 4. (verified: it follows, and nothing in it is superfluous)"
    )


def test_why_says_its_step_in_a_line(capsys: Captured) -> None:
    assert main(["why", PUZZLE, "r1c2=3", "--text"]) == 0
    verdict, line = capsys.readouterr().out.splitlines()
    assert verdict == "r1c2=3 is right."
    assert line.endswith("r1c2 must be 3.")
    assert main(["why", PUZZLE, "r1c2=4", "--text"]) == 0
    verdict, line = capsys.readouterr().out.splitlines()
    assert verdict == "r1c2=4 is wrong."
    assert line.endswith("4 can be crossed out in r1c2.")


def test_it_is_not_json_as_well(capsys: Captured) -> None:
    for arguments in (["explain", PUZZLE], ["why", PUZZLE, "r1c2=3"]):
        assert main([*arguments, "--text", "--json"]) == 2
        assert "choose one" in capsys.readouterr().err


def test_what_is_not_proven_or_superfluous_is_said_in_the_line() -> None:
    (found,) = explain(read(PUZZLE), Extent(steps=1))
    step = type(found.step)(found.step.derived, (), (), {}, 2.0, False, 1.0)
    doubtful = Verdict(True, minimal=False, superfluous=("row 1",))
    line = step_line(Explained(found.state, step, "So it is.", None, doubtful))
    assert line == (
        "So it is. (not proven to be the easiest step) "
        "(verified: it follows, but without row 1 as well)"
    )
