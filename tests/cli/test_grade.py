"""`hintwise puzzle grade`, called as a person calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hintwise.cli import main
from hintwise.guide.grading import grade
from hintwise.guide.reading import read

PUZZLE, SEVERAL, CLASHING = "1.....3..4.....2", "1...............", "11.............."
Captured = pytest.CaptureFixture[str]


def test_one_puzzle_is_graded_with_what_that_rests_on(capsys: Captured) -> None:
    assert main(["puzzle", "grade", PUZZLE]) == 0
    verdict, basis, scale = capsys.readouterr().out.splitlines()
    assert verdict == "easy, 17.5 points"
    assert basis.startswith("Its 8 steps have 17.5 points on average, and the hardest one 22:")
    assert scale == "Sudoku: easy below 38, medium from 38, hard from 46, expert from 60."


def test_the_figures_are_those_of_the_difficulty(capsys: Captured) -> None:
    assert main(["puzzle", "grade", PUZZLE, "--json"]) == 0
    (record,) = json.loads(capsys.readouterr().out)["puzzles"]
    puzzle = read(PUZZLE).puzzle
    assert record["difficulty"] == grade(puzzle).as_json()  # type: ignore[arg-type]
    assert record["puzzle"] == PUZZLE


def test_each_of_several_is_graded_and_those_without_a_grade_say_why(
    capsys: Captured, tmp_path: Path
) -> None:
    file = tmp_path / "two.sdm"
    file.write_text(f"{PUZZLE}\n{SEVERAL}\n", encoding="utf-8")
    assert main(["puzzle", "grade", str(file), CLASHING, "killer-1", "kites"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "1: easy, 17.5 points"
    assert "has several" in lines[1]
    assert "no solution" in lines[2]
    assert "a Killer Sudoku has no grade" in lines[3]
    assert lines[4].startswith("5: Three kites over the dunes: easy")
    assert [line.partition(":")[0] for line in lines[5:]] == ["Sudoku", "Logic grid"]


def test_a_number_picks_one_of_a_file(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "two.sdm"
    file.write_text(f"{SEVERAL}\n{PUZZLE}\n", encoding="utf-8")
    assert main(["puzzle", "grade", str(file), "--number", "2"]) == 0
    assert capsys.readouterr().out.startswith("easy")
