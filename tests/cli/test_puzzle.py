"""`hintwise puzzle`, called as a user calls it."""

from __future__ import annotations

import io
import json
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from hintwise.cli import main
from hintwise.cli.inputs import read_position, read_puzzle
from hintwise.puzzles.library import PUZZLES
from hintwise.puzzles.sudoku.text import SudokuText
from hintwise.puzzles.sudoku.writers import FORMS, write_sudokus

FOUR = "1.....3..4.....2"
NINE = PUZZLES["first-light"]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `hintwise` in this process; gives exit code, stdout and stderr."""

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(arguments)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


@pytest.fixture
def two(tmp_path: Path) -> str:
    file = tmp_path / "two.sdm"
    file.write_text(f"# two\n{NINE}\n{FOUR}\n", encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_converts_to_a_line(run: Run, tmp_path: Path, form: str) -> None:
    file = tmp_path / "puzzle"
    file.write_text(write_sudokus([SudokuText.of(NINE)], form), encoding="utf-8")
    assert run("puzzle", "convert", str(file), "--to", "line") == (0, f"{NINE}\n", "")


@pytest.mark.parametrize("form", ["sdk", "fpuzzles"])
def test_entries_that_a_form_tells_from_givens_are_the_persons_own(form: str) -> None:
    text = write_sudokus([SudokuText.of(FOUR).with_entries({6})], form)
    position = read_position(text)
    assert [str(fact) for fact in position.problem.givens] == ["r1c1=1", "r3c2=4", "r4c4=2"]
    assert [str(fact) for fact in position.entries] == ["r2c3=3"]
    assert [str(fact) for fact in read_position(text, original="1" + "." * 15).entries] == [
        *("r2c3=3", "r3c2=4", "r4c4=2"),
    ]
    assert len(read_puzzle(text).problem().givens) == 4


def test_without_such_a_form_every_filled_cell_is_given() -> None:
    position = read_position(FOUR, known=["r1c2=2"])
    assert len(position.problem.givens) == 4
    assert [str(fact) for fact in position.entries] == ["r1c2=2"]


def test_convert_writes_entries_too(run: Run) -> None:
    placed = FOUR[:15] + "+2"
    assert run("puzzle", "convert", f":0000:x:{placed}::") == (0, f"{FOUR}\n", "")


@pytest.mark.parametrize("form", FORMS)
def test_a_puzzle_is_written_in_every_form(run: Run, form: str) -> None:
    expected = write_sudokus([SudokuText.of(NINE, title="First light")], form)
    assert run("puzzle", "convert", "first-light", "--to", form) == (0, f"{expected}\n", "")


def test_convert_writes_a_line_unless_told_otherwise(run: Run, two: str) -> None:
    assert run("puzzle", "convert", two) == (0, f"{NINE}\n{FOUR}\n", "")
    assert run("puzzle", "convert", two, "--number", "2") == (0, f"{FOUR}\n", "")


def test_convert_reads_stdin(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(write_sudokus([SudokuText.of(FOUR)], "ss").encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    assert run("puzzle", "convert", "-") == (0, f"{FOUR}\n", "")


def test_a_pipe_is_read_like_a_file(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    try:
        os.mkfifo(pipe)
    except (AttributeError, OSError):
        pytest.skip("there are no named pipes here")
    writer = threading.Thread(target=pipe.write_text, args=(NINE,))
    writer.start()
    assert run("puzzle", "convert", str(pipe)) == (0, f"{NINE}\n", "")
    writer.join()


def test_cells_that_start_with_a_dash_stand_behind_two(run: Run) -> None:
    dashes = NINE.replace(".", "-")
    assert run("puzzle", "convert", "--", dashes) == (0, f"{NINE}\n", "")


def test_a_grid_shows_which_categories_are_ordered(run: Run) -> None:
    code, out, _ = run("puzzle", "show", "kites")
    assert code == 0
    assert "  child: Mila, Otto, Suri\n  launch, in this order: first, second, third\n" in out
    (shown,) = json.loads(run("puzzle", "show", "kites", "--json")[1])["puzzles"]
    assert shown["ordered"] == ["launch"]


def test_a_grid_shows_its_rules_as_they_were_understood(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bakers.toml"
    file.write_text(
        """
version = 2
[categories]
baker = ["Ada", "Ben", "Cleo"]
bread = ["rye", "spelt", "oat"]
price = { values = [10, 5, 20], unit = "$" }
[[clues]]
text = "Ada bakes rye, or she takes ten."
rule = "Ada is either the rye or 10"
[[clues]]
rule = "Ada is 5 less than Ben in price"
[[clues]]
rule = "Ben is not spelt"
""",
        encoding="utf-8",
    )
    out = run("puzzle", "show", str(file))[1]
    assert "  price: $10, $5, $20\n" in out
    assert out.endswith(
        "  1. Ada bakes rye, or she takes ten.\n"
        "     rule: Ada is either rye or $10, but not both\n"
        "  2. Ada is 5 less than Ben in price\n"
        "     rule: Ada is $5 less than Ben in price\n"
        "  3. Ben is not spelt\n"
    )
    (shown,) = json.loads(run("puzzle", "show", str(file), "--json")[1])["puzzles"]
    assert shown["rules"] == [
        "Ada is either rye or $10, but not both",
        "Ada is $5 less than Ben in price",
        "Ben is not spelt",
    ]


def test_a_toml_file_is_a_logic_grid_however_broken(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text("[stuff\nx", encoding="utf-8")
    code, _, err = run("puzzle", "show", str(file))
    assert code == 1
    assert "line 1, column 7: " in err
    assert "a logic-grid file is written in TOML" in err


def test_show_draws_what_was_understood(run: Run, two: str) -> None:
    code, out, err = run("puzzle", "show", two)
    assert (code, err) == (0, "")
    assert "| . 8 . | . . 7 | . 3 . |" in out
    assert "9x9 Sudoku, 27 of 81 cells filled" in out
    assert "4x4 Sudoku, 4 of 16 cells filled" in out


def test_show_says_title_and_author(run: Run) -> None:
    link = write_sudokus([SudokuText.of(FOUR, title="Small", author="us")], "fpuzzles")
    assert run("puzzle", "show", link)[1].startswith("Small by us\n+-----+")


def test_json_is_one_document(run: Run, two: str) -> None:
    shown = json.loads(run("puzzle", "show", two, "--json")[1])
    assert [p["puzzle"] for p in shown["puzzles"]] == [NINE, FOUR]
    assert shown["puzzles"][1] == {
        "kind": "sudoku",
        "puzzle": FOUR,
        "title": "",
        "story": "",
        "author": "",
        "entries": [],
        "size": 4,
        "box": [2, 2],
    }
    written = json.loads(run("puzzle", "convert", FOUR, "--to", "grid", "--json")[1])
    assert written["form"] == "grid"
    assert written["puzzles"][0]["text"] == "1...\n..3.\n.4..\n...2"


@pytest.mark.parametrize(
    ("puzzle", "complaint"),
    [
        ("no-such-file.sdk", "neither"),
        ("folder.d/missing.sdk", "neither"),
        ("https://sudokupad.app/abc", "carries no puzzle, only the name of one"),
        (f"https://sudokupad.app/scf{'A1' * 20}", "old form scf"),
        ("S9B0102", "S9B0102"),
        (":0000:x:12:", "2 characters"),
        ("1...\n..3.\n.4.\n...2", "row 3 of 4 has 3 cells"),
    ],
)
@pytest.mark.parametrize("command", ["show", "convert"])
def test_bad_puzzles_exit_1_with_a_message(
    run: Run, command: str, puzzle: str, complaint: str
) -> None:
    code, out, err = run("puzzle", command, puzzle)
    assert (code, out) == (1, "")
    assert complaint in err


def test_wrong_options_exit_2(run: Run) -> None:
    assert run("puzzle", "convert", FOUR, "--to", "paper")[0] == 2
    assert run("puzzle", "convert", FOUR, "--number", "0")[0] == 2


def test_explain_takes_any_form(run: Run) -> None:
    for form in FORMS:
        text = write_sudokus([SudokuText.of(FOUR)], form)
        code, out, err = run("explain", text, "--steps", "1", "--json")
        assert (code, err) == (0, "")
        assert json.loads(out)["puzzle"] == FOUR


def test_explain_wants_one_puzzle_and_says_how_to_pick_it(run: Run, two: str) -> None:
    code, out, err = run("explain", two, "--steps", "1", "--json")
    assert (code, out) == (1, "")
    assert "there are 2 Sudokus" in err
    assert "--number" in err
    code, out, _ = run("explain", two, "--number", "2", "--steps", "1", "--json")
    assert code == 0
    assert json.loads(out)["puzzle"] == FOUR
    assert run("explain", two, "--number", "3")[0] == 1


def test_a_killer_sudoku_is_shown_with_its_cages(run: Run) -> None:
    code, shown, _ = run("puzzle", "show", "killer-small-1")
    assert code == 0
    assert "9 = r1c1 + r2c1\n" in shown
    assert shown.endswith("6x6 Killer Sudoku, 0 of 36 cells filled\n")
    (record,) = json.loads(run("puzzle", "show", "killer-small-1", "--json")[1])["puzzles"]
    assert record["cages"][0] == "9 = r1c1 + r2c1"


def test_a_killer_sudoku_is_converted_to_forms_that_have_cages(run: Run) -> None:
    code, link, _ = run("puzzle", "convert", "killer-small-1", "--to", "fpuzzles")
    assert code == 0
    assert (
        run("puzzle", "convert", link.strip(), "--to", "killer")[1]
        == (run("puzzle", "convert", "killer-small-1", "--to", "killer")[1])
    )
    code, _, complaint = run("puzzle", "convert", "killer-small-1", "--to", "line")
    assert code == 1
    assert "accepted are fpuzzles, killer" in complaint


def test_a_killer_sudoku_is_checked_hinted_at_and_explained_by_name(run: Run) -> None:
    code, checked, _ = run("check", "killer-small-1", "--json")
    assert (code, json.loads(checked)["solutions"]) == (0, 1)
    code, hint, _ = run("hint", "killer-small-1", "--level", "1")
    assert code == 0
    assert "Look at" in hint
    code, explained, _ = run("explain", "killer-small-1", "--steps", "2", "--json")
    assert code == 0
    steps = json.loads(explained)["steps"]
    assert len(steps) == 2
    assert all(step["optimal"] for step in steps)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_files_may_be_saved_by_windows(
    encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzle.txt"
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    file.write_text(f"{mark}Für dich\r\n1...\r\n..3.\r\n.4..\r\n...2\r\n", encoding=encoding)
    assert main(["puzzle", "show", str(file), "--json"]) == 0
    (shown,) = json.loads(capsys.readouterr().out)["puzzles"]
    assert (shown["puzzle"], shown["title"]) == ("1.....3..4.....2", "Für dich")


def test_a_broken_file_says_what_it_was_taken_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for contents, name in ((b"\xff\xfe1", "UTF-16"), (b"\xff1", "UTF-8")):
        (tmp_path / "puzzle.txt").write_bytes(contents)
        assert main(["puzzle", "show", str(tmp_path / "puzzle.txt")]) == 1
        assert f"is not text in {name}\n" in capsys.readouterr().err
