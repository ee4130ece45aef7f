"""`hintwise puzzle generate` and `hintwise puzzle list`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hintwise.cli import main
from hintwise.puzzles import read_logic_grid
from hintwise.puzzles.library import collection
from hintwise.puzzles.sudoku.formats import read_sudoku


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["puzzle", *arguments]) == 0
    return capsys.readouterr().out


def test_the_same_seed_prints_the_same_sudoku(capsys: pytest.CaptureFixture[str]) -> None:
    printed = [output(capsys, "generate", "sudoku", "--size", "4", "--seed", "5") for _ in range(2)]
    assert printed[0] == printed[1]
    assert "seed: 5" in printed[0]
    assert "difficulty: easy (" in printed[0]
    assert read_sudoku(printed[0]).size == 4


def test_a_drawn_seed_is_shown_and_can_be_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    first = json.loads(output(capsys, "generate", "sudoku", "--size", "4", "--json"))
    again = output(
        capsys, "generate", "sudoku", "--size", "4", "--json", "--seed", str(first["seed"])
    )
    assert json.loads(again) == first


def test_json_holds_puzzle_and_difficulty_but_no_solution(
    capsys: pytest.CaptureFixture[str],
) -> None:
    document = json.loads(
        output(capsys, "generate", "sudoku", "--size", "6", "--seed", "1", "--count", "2", "--json")
    )
    assert document["seed"] == 1
    assert len(document["puzzles"]) == 2
    for puzzle in document["puzzles"]:
        assert set(puzzle) == {"kind", "puzzle", "title", "story", "author", "difficulty"}
        assert len(puzzle["puzzle"]) == 36
        assert "." in puzzle["puzzle"]
        assert puzzle["difficulty"]["grade"] == "easy"
        assert puzzle["difficulty"]["estimated"] is False


def test_a_grid_is_printed_as_a_file_that_can_be_checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    options = ("--categories", "3", "--values", "3", "--clues", "is_not,before", "--seed", "2")
    printed = output(capsys, "generate", "logic_grid", *options)
    assert printed.startswith("# difficulty: ")
    assert len(read_logic_grid(printed).variables) == 27
    file = tmp_path / "grid.toml"
    file.write_text(printed, encoding="utf-8")
    assert "Clues" in output(capsys, "show", str(file))


def test_the_wanted_difficulty_is_drawn_and_progress_goes_to_stderr(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shape = ["--categories", "3", "--values", "4"]
    wanted = ["--difficulty", "medium", "--seed", "0"]
    assert main(["puzzle", "generate", "logic_grid", *shape, *wanted, "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["puzzles"][0]["difficulty"]["grade"] == "medium"
    assert all("not medium" in line for line in captured.err.splitlines())


def test_a_difficulty_that_no_draw_has_ends_with_what_was_drawn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["puzzle", "generate", "sudoku", "--size", "4", "--difficulty", "expert"]
    assert main([*arguments, "--seed", "1"]) == 1
    assert "none of 30 puzzles drawn is expert (30 easy)" in capsys.readouterr().err


def test_without_grading_there_is_no_difficulty(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output(capsys, "generate", "sudoku", "--ungraded", "--seed", "1", "--json")
    assert json.loads(printed)["puzzles"][0]["difficulty"] is None


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["sudoku", "--size", "5"], 2, "'5' is not one of '4', '6', '9', '16'"),
        (["sudoku", "--ungraded", "--difficulty", "easy"], 2, "choose one"),
        (["logic_grid", "--categories", "7"], 1, "3 to 6 categories, not 7"),
        (["logic_grid", "--values", "2"], 1, "3 to 8 values, not 2"),
        (["logic_grid", "--clues", "is_not,betwen"], 1, "did you mean 'between'?"),
        (["logic_grid", "--clues", "next_to"], 1, "do not single out a solution"),
        (["crossword"], 2, "crossword"),
    ],
)
def test_bad_orders_end_with_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, complaint: str
) -> None:
    assert main(["puzzle", "generate", *arguments]) == code
    captured = capsys.readouterr()
    assert complaint in captured.err
    assert captured.out == ""


def test_the_list_names_every_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output(capsys, "list")
    for name in collection():
        assert name in printed
    listed = json.loads(output(capsys, "list", "--json"))["puzzles"]
    assert [record["name"] for record in listed] == list(collection())
    assert set(listed[0]) == {"name", "kind", "title", "size", "grade", "score"}


def test_a_grid_of_the_library_is_shown_with_its_story_and_numbered_clues(
    capsys: pytest.CaptureFixture[str],
) -> None:
    printed = output(capsys, "show", "kites")
    assert printed.startswith("Three kites over the dunes\n")
    assert "launch, in this order: first, second, third" in printed
    assert "  4. Mila had to wait" in printed
    shown = json.loads(output(capsys, "show", "kites", "--json"))["puzzles"][0]
    assert shown["categories"]["kite"] == ["dragon", "fish", "star"]
    assert len(shown["clues"]) == 4


def test_a_name_that_is_nearly_right_gets_a_guess(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "show", "esay-1"]) == 1
    assert "did you mean 'easy-1'?" in capsys.readouterr().err


def test_a_grid_cannot_be_converted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "convert", "kites"]) == 1
    assert "is a logic grid; only Sudokus are accepted" in capsys.readouterr().err
