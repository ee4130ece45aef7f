"""Whole rehearsals in small: the real web application, its workers, both databases."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hintwise.cli import main
from hintwise.store import open_store
from hintwise.store.studies import NewStudy
from hintwise.study.export import without_times
from hintwise.study.plan import read_plan
from hintwise.study.rehearsal.comparing import differences
from tests.postgres import fresh_database, postgres
from tests.study.made_plans import PLAN

__all__ = ["postgres"]

PEOPLE = (
    "--people",
    "5",
    "--at-once",
    "5",
    "--workers",
    "1",
    "--mix",
    "prior=1,careless=1,quitter=3",
)
_START = "import sys; from hintwise.cli import main; sys.exit(main(sys.argv[1:]))"


def _plan(folder: Path) -> Path:
    file = folder / "plan.toml"
    file.write_text(PLAN, encoding="utf-8")
    return file


def _export(folder: Path) -> dict[str, str]:
    return {file.name: file.read_bytes().decode() for file in (folder / "export").iterdir()}


def _found(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "rehearsal.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a rehearsal that nothing happened to."""
    folder = tmp_path_factory.mktemp("undisturbed")
    out = folder / "out"
    assert main(["study", "rehearse", str(_plan(folder)), *PEOPLE, "--out", str(out)]) == 0
    return out


@pytest.mark.slow
def test_a_rehearsal_says_how_it_went(undisturbed: Path) -> None:
    found = _found(undisturbed)
    assert found["errors"] == []
    assert (found["lost"], found["kills"], found["lost_connections"]) == (0, 0, 0)
    groups = {group["manner"]: group for group in found["groups"]}
    assert groups["prior"]["completed"] == 1
    assert groups["careless"]["median_s"] < 2
    # The first comes back, the second withdraws, the third stays away.
    quitters = groups["quitter"]
    assert [quitters[name] for name in ("completed", "withdrew", "left")] == [1, 1, 1]
    assert found["waits"]["count"] == found["answers"] > 50
    assert {power["people"] for power in found["power"]} == {2, 4, 8}
    assert found["report"]["study"]["rehearsal"] is True
    page = (undisturbed / "rehearsal.html").read_text(encoding="utf-8")
    assert "How often a study would find a difference" in page
    assert "A rehearsal: all people are simulated" in page


@pytest.mark.slow
def test_interruption_kills_and_another_database_change_nothing_but_times(
    undisturbed: Path, tmp_path: Path, postgres: str
) -> None:
    """On SQLite, the benchmark of the web application shows that kills lose nothing."""
    out = tmp_path / "out"
    where = ["--out", str(out), "--database", fresh_database(postgres)]
    command = ["study", "rehearse", str(_plan(tmp_path)), *PEOPLE, *where]
    assert "The same command goes on from here." in _interrupted(command, out / "server.log")
    assert not (out / "export").exists()
    assert main([*command, "--kills", "2", "--compare-with", str(undisturbed)]) == 0
    found = _found(out)
    assert found["kills"] == 2
    assert found["lost_connections"] > 0
    assert found["differences"] == []
    assert without_times(_export(out)) == without_times(_export(undisturbed))


def _interrupted(command: list[str], log: Path) -> str:
    """Start a command, press Ctrl-C once something was answered; gives what it said on stderr."""
    running = subprocess.Popen(
        [sys.executable, "-c", _START, *command],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        _wait_for_answers(log)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does
        _, said = running.communicate(timeout=120)
    finally:
        running.kill()
    assert running.returncode == 130
    return said


def _wait_for_answers(log: Path) -> None:
    end = time.monotonic() + 300
    while not log.exists() or log.read_text(encoding="utf-8").count("/deeds") < 30:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_what_two_exports_have_otherwise_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hintwise.study.rehearsal.comparing.without_times", dict)
    export = {"answers.csv": "person\np1\np2\n", "study.json": "{}"}
    assert differences(export, export) == []
    changed = {"answers.csv": "person\np1\np3\n", "more.json": "{}"}
    first, second, third = differences(export, changed)
    assert first == "answers.csv, line 3, character 2: '2' instead of '3'"
    assert (second, third) == (
        "more.json is missing in one of them",
        "study.json is missing in one of them",
    )


def test_a_real_study_is_not_rehearsed_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, plan = f"sqlite:///{tmp_path}/study.db", read_plan(PLAN)
    with open_store(database) as store:
        store.studies.open(NewStudy(plan.name, plan.as_json(), plan.hash, plan.people))
    where = ["--database", database, "--out", str(tmp_path / "out")]
    assert main(["study", "rehearse", str(_plan(tmp_path)), *where]) == 1
    assert "with real people; rehearse in an empty one" in capsys.readouterr().err


def test_the_folder_of_another_rehearsal_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "people.jsonl").write_text('{"plan": "another"}\n', encoding="utf-8")
    assert main(["study", "rehearse", str(_plan(tmp_path)), "--out", str(out)]) == 1
    assert "was begun with plan another" in capsys.readouterr().err


def test_a_mix_of_unknown_people_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "rehearse", str(_plan(tmp_path)), "--mix", "bored=1"]) == 1
    assert "oracle, prior, careless, quitter" in capsys.readouterr().err
