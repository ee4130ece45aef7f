"""`hintwise experiment`, called as a user calls it, on 4x4 Sudokus."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hintwise.cli import main
from tests.experiments.commands import write_plan

Experiment = Callable[..., tuple[int, str, str]]


@pytest.fixture
def experiment(capsys: pytest.CaptureFixture[str]) -> Experiment:
    """Runs `hintwise experiment`; gives exit code, stdout and stderr."""

    def run(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["experiment", *map(str, arguments)])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    return write_plan(tmp_path, runs=1)


def spoil(plan: Path) -> None:
    """Learn from a Sudoku without solution."""
    text = plan.read_text(encoding="utf-8")
    plan.write_text(text.replace("1.....3..4.....2", "11.............."), encoding="utf-8")


def test_results_and_report_lie_next_to_the_plan(experiment: Experiment, plan: Path) -> None:
    results = plan.with_name("tiny.results.sqlite")
    code, out, err = experiment("run", plan, "--workers", 1)
    assert (code, err) == (0, "")
    assert out == f"4 of 4 runs done, 0 failed; results in {results}\n"
    code, out, _ = experiment("report", plan, "--json")
    assert code == 0
    written = {Path(file) for file in json.loads(out)["files"]}
    assert plan.with_name("tiny.report") / "report.html" in written
    assert all(file.stat().st_size for file in written)


def test_status_tells_what_is_done_before_and_after(experiment: Experiment, plan: Path) -> None:
    def counts() -> list[tuple[str, int, int, int]]:
        code, out, err = experiment("status", plan, "--json")
        assert (code, err) == (0, "")
        rows: list[dict[str, Any]] = json.loads(out)["methods"]
        return [(row["method"], row["done"], row["failed"], row["to_do"]) for row in rows]

    assert counts() == [("MACHOP", 0, 0, 2), ("Choice perceptron", 0, 0, 2)]
    assert not plan.with_name("tiny.results.sqlite").exists()  # looking leaves no trace
    experiment("run", plan, "--workers", 1)
    assert counts() == [("MACHOP", 2, 0, 0), ("Choice perceptron", 2, 0, 0)]
    _, out, _ = experiment("status", plan)
    assert "Choice perceptron" in out
    assert "left, about" in out


def test_runs_that_fail_are_named_with_their_reason(experiment: Experiment, plan: Path) -> None:
    spoil(plan)
    code, out, err = experiment("run", plan, "--workers", 1, "--json")
    assert code == 1
    document = json.loads(out)
    assert (document["runs"], document["done"] + document["failed"]) == (4, 4)
    assert document["failed"] == len(document["failures"]) > 0
    assert "failed: 4x4, " in err
    assert "the problem has no solution" in err
    _, out, _ = experiment("status", plan, "--json")
    assert json.loads(out)["failures"] == document["failures"]


def test_a_broken_plan_is_refused_before_anything_runs(experiment: Experiment, plan: Path) -> None:
    text = plan.read_text(encoding="utf-8")
    plan.write_text(text.replace('method = "machop"', 'method = "magic"'), encoding="utf-8")
    line = 1 + plan.read_text(encoding="utf-8").splitlines().index('method = "magic"')
    for command in ("run", "status", "report"):
        code, out, err = experiment(command, plan)
        assert (code, out) == (1, "")
        assert f"tiny.toml:{line}: " in err
        assert "magic" in err
    assert list(plan.parent.iterdir()) == [plan]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("run", "headlime"), 1, "neither a file nor a built-in plan (known: headline, "),
        (("run", "headline", "--scale", "huge"), 1, "unknown scale 'huge'"),
        (("run", "PLAN", "--scale", "huge"), 1, "unknown scale 'huge'"),
        (("run", "PLAN", "--workers", "0"), 2, "--workers"),
        (("run", "PLAN", "--scheduler", "there"), 1, "'there' is not the address"),
        (("run", "PLAN", "--scheduler", "tcp://a:1", "--workers", "2"), 2, "of its own"),
        (("run", "PLAN", "--results", "PLAN"), 1, "not a database"),
        (("report", "PLAN"), 2, "there are no results at"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    experiment: Experiment, plan: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    found, out, err = experiment(*(plan if a == "PLAN" else a for a in arguments))
    assert (found, out) == (code, "")
    assert said in err


def test_without_the_extra_it_says_what_to_install(
    experiment: Experiment, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    code, _, err = experiment("run", plan)
    assert code == 2
    assert "pip install 'hintwise[experiments]'" in err


def test_the_cells_of_the_plan_can_be_queried(experiment: Experiment, plan: Path) -> None:
    file = plan.with_name("elsewhere.sqlite")
    experiment("run", plan, "--workers", 1, "--results", file)
    with closing(sqlite3.connect(file)) as database:
        rows = database.execute(
            "select problem, method, user, number, outcome from cells "
            "join runs on runs.key = cells.run where plan = 'tiny' order by method, user"
        ).fetchall()
    assert rows == [
        ("4x4", method, f"user {user}", 1, "done")
        for method in ("Choice perceptron", "MACHOP")
        for user in (0, 1)
    ]
