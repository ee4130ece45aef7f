"""`hintwise solve`, called as a person calls it."""

from __future__ import annotations

import json

import pytest

from hintwise.cli import main

Captured = pytest.CaptureFixture[str]


def test_a_sudoku_is_shown_as_a_board_and_written_as_a_line(capsys: Captured) -> None:
    assert main(["solve", "1.....3..4.....2"]) == 0
    assert " 1 │ 1  3 │ 2  4 │" in capsys.readouterr().out
    assert main(["solve", "1.....3..4.....2", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["solutions"], document["line"]) == (1, "1324423124133142")
    assert document["solution"]["r1c4"] == 4


def test_a_logic_grid_is_shown_as_a_table_of_answers(capsys: Captured) -> None:
    assert main(["solve", "kites"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["child", "launch", "kite"] in rows
    assert ["Otto", "first", "dragon"] in rows


def test_of_several_solutions_the_common_part_is_shown(capsys: Captured) -> None:
    assert main(["solve", "1.....3..4......"]) == 0
    out = capsys.readouterr().out
    assert "6 of 13 open cells" in out
    assert " 1 │ 1  3 │      │" in out
    assert main(["solve", "." * 16]) == 0
    assert capsys.readouterr().out.startswith("Several solutions, and none of the 16 open cells")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["11.............."], "clash with row 1"),
        (["1.....3..4.....2", "--known", "r1c2=4"], "There is a mistake: your r1c2=4"),
        (["11..............", "--language", "de"], "Zeile 1"),
    ],
)
def test_without_a_solution_the_clash_is_told(
    capsys: Captured, arguments: list[str], said: str
) -> None:
    assert main(["solve", *arguments]) == 1
    assert said in capsys.readouterr().out
