"""`hintwise study`, called as a user calls it."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hintwise.cli import main
from hintwise.people.study import write_answers
from tests.people.test_study import HEADER, made_study

Statistics = Callable[..., tuple[int, str, str]]


@pytest.fixture
def statistics(capsys: pytest.CaptureFixture[str]) -> Statistics:
    """Runs `hintwise study statistics`; gives exit code, stdout and stderr."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main(["study", "statistics", *map(str, arguments)])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    file = tmp_path / "answers.csv"
    file.write_text(write_answers(made_study()), encoding="utf-8")
    return file


def test_the_tables_are_those_of_the_paper(statistics: Statistics, answers: Path) -> None:
    code, out, err = statistics(answers)
    assert (code, err) == (0, "")
    assert "people: 6" in out
    assert "37.5 ± 17.7   50.0 ± 35.4     12.5 ± 17.7" in out
    assert "one-sided Wilcoxon signed-rank test" in out


def test_json_and_files_hold_the_same(
    statistics: Statistics, answers: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "made" / "here"
    code, out, err = statistics(answers, "--json", "--out", folder)
    assert (code, err) == (0, f"written to {folder}\n")
    document = json.loads(out)
    assert document["people"] == 6
    assert document == json.loads((folder / "study.json").read_text(encoding="utf-8"))
    assert "| machop | 10 |" in (folder / "study.md").read_text(encoding="utf-8")


def test_a_spreadsheet_s_byte_order_mark_does_no_harm(
    statistics: Statistics, answers: Path
) -> None:
    answers.write_text(write_answers(made_study()), encoding="utf-8-sig")
    assert statistics(answers)[0] == 0


def test_without_scipy_it_says_what_to_install(
    statistics: Statistics, answers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    code, out, err = statistics(answers)
    assert (code, out) == (2, "")
    assert "needs scipy, not installed: pip install 'hintwise[experiments]'" in err


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "no such file of answers"),
        (b"", "answers.csv, line 1: column person is missing"),
        (f"{HEADER}\np1,machop,10,1,both\n".encode(), "line 2: column answer is 'both'"),
        (b"\xff\x00", "not text in UTF-8"),
    ],
)
def test_a_bad_table_is_one_line_and_exit_code_1(
    statistics: Statistics, answers: Path, content: bytes | None, complaint: str
) -> None:
    answers.unlink()
    if content is not None:
        answers.write_bytes(content)
    code, out, err = statistics(answers)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert complaint in err


def test_a_folder_that_cannot_be_made_is_refused(statistics: Statistics, answers: Path) -> None:
    code, _, err = statistics(answers, "--out", answers / "below")
    assert (code, "cannot be made" in err) == (1, True)
