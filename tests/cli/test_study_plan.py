"""`hintwise study init` and `hintwise study check`, called as a researcher calls them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hintwise.cli import main
from hintwise.study.plan import PAPER_PLAN
from tests.study.made_plans import PLAN, small_plan

Study = Callable[..., tuple[int, str, str]]


@pytest.fixture
def study(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Study:
    """Runs `hintwise study` in an empty folder; gives exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["study", *arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


def test_the_plan_of_the_paper_is_written_and_found_right(study: Study) -> None:
    code, out, _ = study("init")
    assert (code, out.split(";")[0]) == (0, "written to study.toml")
    assert Path("study.toml").read_text(encoding="utf-8") == PAPER_PLAN
    code, out, err = study("check", "study.toml")
    assert code == 0
    assert "compares 448 pairs of steps\nin about 50 to 100 minutes:\n" in out
    assert "    56    learned steps against the smallest, after 30\n" in out
    assert "30 participants, balanced over:\n" in out
    assert "15  order-2: choice_perceptron, then machop" in out
    assert "note: text in [consent] still has places to fill in" in err


def test_a_file_that_is_there_is_not_written_over(study: Study) -> None:
    Path("mine.toml").write_text("mine", encoding="utf-8")
    code, out, err = study("init", "mine.toml")
    assert (code, out) == (1, "")
    assert "mine.toml is there already; name another file" in err
    assert Path("mine.toml").read_text(encoding="utf-8") == "mine"


def test_all_mistakes_are_listed_with_file_and_line(study: Study) -> None:
    wrong = PLAN.replace("people = 4", "people = 0").replace('"tiny-3"', '"tiny-33"')
    Path("wrong.toml").write_text(wrong, encoding="utf-8")
    code, out, err = study("check", "wrong.toml")
    assert (code, out) == (1, "")
    told, *lines = err.splitlines()
    assert told == "hintwise: the plan has 2 mistakes, so nothing was run"
    assert lines[0] == "wrong.toml:5: people: expected a whole number from 1 to 100000, not 0"
    assert lines[1].startswith(
        "wrong.toml:10: evaluate in [puzzles], entry 1: 'tiny-33' is neither"
    )
    assert lines[1].endswith("(nor is there such a file)")
    code, out, err = study("check", "wrong.toml", "--json")
    assert (code, err) == (1, "")
    assert json.loads(out) == {"mistakes": lines}


def test_json_tells_the_hash_and_what_participants_go_through(study: Study) -> None:
    Path("small.toml").write_text(PLAN, encoding="utf-8")
    code, out, err = study("check", "small.toml", "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["hash"] == small_plan().hash
    assert document["mistakes"] == []
    assert document["purposes"] == {
        "practice": 1,
        "train": 16,
        "dominated": 2,
        "repeat": 2,
        "evaluate": 7,
    }


def test_a_puzzle_may_be_a_file_beside_the_plan(study: Study) -> None:
    folder = Path("elsewhere")
    folder.mkdir()
    (folder / "mine.txt").write_text("..12.....2.44...\n", encoding="utf-8")
    (folder / "plan.toml").write_text(PLAN.replace("tiny-1", "mine.txt"), encoding="utf-8")
    assert study("check", "elsewhere/plan.toml")[0] == 0
    (folder / "plan.toml").write_text(PLAN.replace("tiny-3", "mine.txt"), encoding="utf-8")
    code, _, err = study("check", "elsewhere/plan.toml")
    assert code == 1
    assert "is among those to train and to evaluate" in err


def test_a_plan_that_is_not_there_is_told(study: Study) -> None:
    code, _, err = study("check", "nowhere.toml")
    assert (code, err) == (1, "hintwise: nowhere.toml: no such file of a plan\n")
    code, _, err = study("check", ".")
    assert (code, err) == (1, "hintwise: . is a folder; name the file of a plan\n")


@pytest.mark.parametrize("zone", ["Etc/GMT+12", "Etc/GMT-14"])  # in one of them it is another day
def test_the_last_day_of_a_plan_is_one_in_utc_wherever_it_is_checked(
    study: Study, monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    today = datetime.now(UTC).date()
    codes = []
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("TZ", zone)
        time.tzset()
        for day in (today, today - timedelta(days=1)):
            Path("plan.toml").write_text(PLAN.replace("seed = 3", f"closes = {day}"))
            codes.append(study("check", "plan.toml")[0])
    time.tzset()
    assert codes == [0, 1]
