"""`hintwise explain --html`: a page beside the normal report, whole or not at all."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hintwise.cli import main
from hintwise.cli.outputs import write_whole
from hintwise.engine import Explainer
from hintwise.errors import InvalidValue
from hintwise.puzzles.library import PUZZLES

PUZZLE = "1.....3..4.....2"
SOLUTION = "1324423124133142"


def test_the_page_holds_the_steps_of_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "walkthrough.html"
    assert main(["explain", PUZZLE, "--json", "--html", str(file)]) == 0
    captured = capsys.readouterr()
    steps = json.loads(captured.out)["steps"]
    assert captured.err == f"{file}: a page with 12 steps\n"
    page = file.read_text(encoding="utf-8")
    assert page.count('<section class="step"') == len(steps) == 12
    for number, step in enumerate(steps, 1):
        assert f'<h2 id="step-{number}-heading">{step["derived"]}</h2>' in page
        assert step["text"] in page
    assert 'class="note"' not in page


def test_people_still_see_boards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [PUZZLE, "--steps", "1", "--html", str(tmp_path / "page.html")]
    assert main(["explain", *arguments]) == 0
    assert "┌──────┬──────┐" in capsys.readouterr().out


def test_the_page_speaks_the_language_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    arguments = [PUZZLE, "--steps", "1", "--language", "de", "--html", str(file)]
    assert main(["explain", *arguments]) == 0
    assert "Schritt 1 von 1" in file.read_text(encoding="utf-8")


def test_the_best_few_steps_are_called_alternatives(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    assert main(["explain", PUZZLE, "--top", "3", "--html", str(file)]) == 0
    assert "same position" in file.read_text(encoding="utf-8")


def test_a_solved_puzzle_gives_a_page_that_says_so(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    assert main(["explain", SOLUTION, "--html", str(file)]) == 0
    assert "nothing to explain" in file.read_text(encoding="utf-8")


def test_a_page_that_is_there_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("old", encoding="utf-8")
    assert main(["explain", PUZZLE, "--steps", "1", "--html", str(file)]) == 0
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert os.listdir(tmp_path) == ["page.html"]


def test_what_a_link_leads_to_is_written_and_the_link_stays(tmp_path: Path) -> None:
    target, link = tmp_path / "target.html", tmp_path / "link.html"
    link.symlink_to(target)
    write_whole(link, "new")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"


def test_a_bad_puzzle_leaves_an_old_page_alone(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("old", encoding="utf-8")
    assert main(["explain", "11" + "." * 14, "--html", str(file)]) == 1
    assert main(["explain", PUZZLE, "--target", "r4c1=2", "--html", str(file)]) == 1
    assert file.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("name", ["", "missing/page.html", "file/page.html"])
def test_a_place_that_cannot_be_written_is_named_before_anything_is_computed(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    def never(problem: object) -> Explainer:
        raise AssertionError("computed")

    monkeypatch.setattr("hintwise.guide.steps.situation.Explainer", never)
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["explain", PUZZLE, "--html", str(tmp_path / name)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert str(tmp_path) in captured.err
    assert captured.err.count("\n") == 1


def test_a_device_is_not_replaced_by_a_page() -> None:
    assert main(["explain", PUZZLE, "--html", os.devnull]) == 1
    assert not Path(os.devnull).is_file()


def test_a_page_that_cannot_be_finished_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="cannot be written"):
        write_whole(tmp_path / "missing" / "page.html", "text")
    folder = tmp_path / "page.html"
    folder.mkdir()
    with pytest.raises(InvalidValue, match="cannot be written"):
        write_whole(folder, "text")
    assert os.listdir(tmp_path) == ["page.html"]


def start_process(*arguments: str) -> subprocess.Popen[str]:
    script = "import sys; from hintwise.cli import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.Popen(
        [sys.executable, "-c", script, "explain", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_ctrl_c_leaves_a_page_with_the_steps_so_far(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    with start_process("first-light", "--json", "--html", str(file)) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline(), process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        err = process.stderr.read()
    assert process.returncode == 130
    assert "stopped early" in err
    page = file.read_text(encoding="utf-8")
    assert 1 <= page.count('<section class="step"') < PUZZLES["first-light"].count(".")
    assert "stopped early" in page
    assert page.rstrip().endswith("</html>")


def test_a_reader_that_leaves_does_not_spoil_the_page(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    with start_process(PUZZLE, "--html", str(file)) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.wait(timeout=60) == 141
        assert "stopped early" in process.stderr.read()
    assert file.read_text(encoding="utf-8").count('<section class="step"') >= 1
