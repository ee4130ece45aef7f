"""`hintwise check`, called as a user calls it."""

from __future__ import annotations

import io
import json
import multiprocessing
from collections.abc import Callable
from pathlib import Path

import pytest

from hintwise.cli import main
from hintwise.cli.commands.check import check_each
from hintwise.guide.reading import read

PROPER = "1.....3..4.....2"
SEVERAL = "12............12"
CLASHING = "1..1............"
MANY = 51
"""So many that worker processes are used."""

GRID = """
title = "Three bakers"

[categories]
baker = ["Ada", "Ben", "Cleo"]
bread = ["rye", "spelt", "oat"]
hour = [6, 7, 8]

[[clues]]
text = "Ada bakes rye at six."
rule = "Ada is rye and Ada is 6"

[[clues]]
text = "Ben bakes spelt at seven."
rule = "Ben is spelt and Ben is 7"
"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `hintwise check` in this process; gives exit code, stdout and stderr."""

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(("check", *arguments))
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


@pytest.fixture
def grid(tmp_path: Path) -> Callable[[str], str]:
    """Writes the logic grid with more clues; gives the name of the file."""

    def write(more: str = "") -> str:
        file = tmp_path / "grid.toml"
        file.write_text(GRID + more, encoding="utf-8")
        return str(file)

    return write


def listing(folder: Path, *lines: str) -> str:
    file = folder / "list.sdm"
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


def test_a_proper_puzzle_exits_0(run: Run) -> None:
    assert run(PROPER) == (0, "One solution.\n", "")


def test_several_solutions_are_reported_in_full_and_exit_1(run: Run) -> None:
    assert run(SEVERAL) == (1, "Several solutions (2 or more): r2c1 can be 3 or 4.\n", "")
    assert run(SEVERAL, "--limit", "3")[1].startswith("Several solutions (3 or more): ")
    assert run(SEVERAL, "--limit", "9")[1].startswith("Several solutions (4): ")


def test_no_solution_is_put_into_words(run: Run) -> None:
    assert run(CLASHING) == (1, "No solution: r1c1=1 and r1c4=1 clash with row 1.\n", "")


def test_entries_beyond_the_original_may_be_wrong(run: Run) -> None:
    filled = "1.1...3..4.....2"
    code, out, err = run(filled, "--original", PROPER)
    assert (code, err) == (1, "")
    assert out == (
        "One solution.\nThere is a mistake: your r1c3=1 and the given r1c1=1 clash with row 1.\n"
    )


def test_entries_that_fit_exit_0_and_say_how_much_is_left(run: Run) -> None:
    code, out, _ = run(PROPER, "--known", "r1c2=3")
    assert (code, out) == (0, "One solution.\nNo mistake: your entry fits, 11 cells left.\n")
    solved = "1324423124133142"
    code, out, _ = run(solved, "--original", PROPER)
    assert (code, out) == (0, "One solution.\nNo mistake: your 12 entries fit, all done.\n")


def test_entries_of_a_puzzle_without_solution_are_not_judged(run: Run) -> None:
    out = run(CLASHING, "--known", "r2c2=2")[1]
    assert "Your entry cannot be judged: the puzzle itself is wrong." in out


def test_json_says_everything_as_data(run: Run) -> None:
    code, out, _ = run(CLASHING, "--json")
    assert code == 1
    document = json.loads(out)
    [last] = document.pop("way")
    assert last["derived"] is None
    assert document == {
        "kind": "sudoku",
        "puzzle": CLASHING,
        "title": "",
        "story": "",
        "author": "",
        "solutions": 0,
        "exhaustive": True,
        "sound": False,
        "left": 14,
        "conflict": {
            "givens": ["r1c1=1", "r1c4=1"],
            "entries": [],
            "constraints": ["row 1"],
            "smallest": True,
        },
        "text": "No solution: r1c1=1 and r1c4=1 clash with row 1.",
    }


def test_remarks_on_a_grid_do_not_change_the_exit_code(
    run: Run, grid: Callable[[str], str]
) -> None:
    code, out, _ = run(grid('[[clues]]\nrule = "Cleo is not rye"\n'))
    assert code == 0
    assert out == (
        "One solution.\n"
        "In no clue: bread oat and hour 8.\n"
        "Redundant: clue 3, “Cleo is not rye”, follows from the others.\n"
    )


def test_clues_that_are_only_redundant_one_at_a_time_are_told_apart(
    run: Run, grid: Callable[[str], str]
) -> None:
    twice = '[[clues]]\nrule = "Ben is spelt and Ben is 7"\n'
    assert (
        "They cannot all be left out together: without clue 2, the others are needed."
        in run(grid(twice))[1]
    )
    idle = '[[clues]]\nrule = "Cleo is not rye"\n[[clues]]\nrule = "Cleo is not spelt"\n'
    assert "They can all be left out together." in run(grid(idle))[1]


def test_a_grid_without_solution_quotes_the_clues_that_clash(
    run: Run, grid: Callable[[str], str]
) -> None:
    code, out, _ = run(grid('[[clues]]\ntext = "Cleo came at six."\nrule = "Cleo is 6"\n'))
    assert code == 1
    assert "“Ada bakes rye at six”" in out
    assert "“Cleo came at six”" in out
    assert "contradict each other." in out


def test_a_known_link_of_a_grid_may_be_wrong(run: Run, grid: Callable[[str], str]) -> None:
    code, out, _ = run(grid(""), "--known", "Ada = 7")
    assert code == 1
    assert "There is a mistake: your baker Ada = hour 7 clashes with these rules: " in out
    assert "Redundant" not in out


def test_a_check_speaks_the_language_asked_for(run: Run, tmp_path: Path) -> None:
    german = ("--language", "de")
    assert run(PROPER, "--known", "r1c2=3", *german)[1] == (
        "Genau eine Lösung.\nKein Fehler: Deine Eingabe passt, noch offen: 11 Zellen.\n"
    )
    assert run(listing(tmp_path, PROPER, CLASHING), *german)[1].splitlines() == [
        "1: Genau eine Lösung.",
        "2: Keine Lösung: r1c1=1 und r1c4=1 vertragen sich nicht mit Zeile 1.",
        "2 Rätsel: 1 mit genau einer Lösung, 1 ohne Lösung.",
    ]
    text = json.loads(run(CLASHING, "--json", *german)[1])["text"]
    assert text == "Keine Lösung: r1c1=1 und r1c4=1 vertragen sich nicht mit Zeile 1."


def test_all_puzzles_of_a_file_are_checked(run: Run, tmp_path: Path) -> None:
    file = listing(tmp_path, PROPER, SEVERAL, CLASHING)
    code, out, err = run(file)
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "1: One solution.",
        "2: Several solutions (2 or more): r2c1 can be 3 or 4.",
        "3: No solution: r1c1=1 and r1c4=1 clash with row 1.",
        "3 puzzles: 1 with one solution, 1 with several solutions, 1 without solution.",
    ]
    assert run(file, "--number", "1") == (0, "One solution.\n", "")


def test_stdin_may_hold_several_puzzles(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(f"{PROPER}\n{PROPER}\n".encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    code, out, _ = run("-", "--json")
    assert code == 0
    puzzles = json.loads(out)["puzzles"]
    assert [(p["number"], p["puzzle"], p["solutions"]) for p in puzzles] == [
        (1, PROPER, 1),
        (2, PROPER, 1),
    ]


def test_many_puzzles_are_checked_by_worker_processes_in_order(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # a terminal, for all that the progress bar can see
    code, out, err = run(listing(tmp_path, *[PROPER] * (MANY - 1), CLASHING))
    assert code == 1
    lines = out.splitlines()
    assert lines[0] == "1: One solution."
    assert lines[MANY - 1] == f"{MANY}: No solution: r1c1=1 and r1c4=1 clash with row 1."
    assert lines[MANY] == f"{MANY} puzzles: {MANY - 1} with one solution, 1 without solution."
    assert "checking" in err
    assert f"{MANY}/{MANY}" in err


def test_workers_end_when_nobody_wants_their_results() -> None:
    results = check_each([read(PROPER)] * MANY, limit=2, deadline_s=10.0)
    assert next(results).sound
    results.close()
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["no-such-file.sdm"], "neither"),
        ([PROPER, "--known", "r1c1=9"], "9 is not in the domain of r1c1"),
        ([PROPER, "--known", "r1c1"], "is not a fact"),
        ([PROPER, "--original", SEVERAL], "r1c2=2"),
        ([PROPER, "--original", "." * 81], "another kind or size"),
    ],
)
def test_bad_input_exits_1_with_a_message(run: Run, arguments: list[str], complaint: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert complaint in err


@pytest.mark.parametrize(
    "option", [("--limit", "1"), ("--deadline", "0"), ("--deadline", "nan"), ("--number", "0")]
)
def test_wrong_options_exit_2(run: Run, option: tuple[str, str]) -> None:
    assert run(PROPER, *option)[0] == 2
