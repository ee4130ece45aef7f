"""`hintwise experiment`, called as a user calls it, on 4x4 Sudokus."""

from __future__ import annotations

import json
import signal
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hintwise.cli import main
from hintwise.cli.progress.sweeps import ProgressLines
from hintwise.experiments.sweep.execution import Progress
from hintwise.experiments.sweep.executors import Failed, Job, Outcome, attempt
from hintwise.experiments.sweep.task import SequenceTask
from tests.experiments.sweep.commands import write_plan

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


class Failing:
    """An executor under which every run fails."""

    def __enter__(self) -> Failing:
        return self

    def __exit__(self, *error: object) -> None: ...

    def outcomes(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        for job in jobs:
            is_run = job.function is not SequenceTask.compute
            yield Failed(job.key, "out of luck") if is_run else attempt(job)


class Interrupted(Failing):
    """An executor during which Ctrl-C strikes at a moment when Python drops what is raised."""

    class Freed:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    def outcomes(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        for outcome in super().outcomes(jobs):
            self.Freed()
            yield outcome


def test_results_and_report_lie_next_to_the_plan(experiment: Experiment, plan: Path) -> None:
    results = plan.with_name("tiny.results.sqlite")
    code, out, err = experiment("run", plan, "--workers", 1)
    assert (code, err) == (0, "2 optimal sequences to compute\n4 runs to compute\n")
    assert out == f"4 of 4 runs done, 0 failed; results in {results}\n"
    assert experiment("run", plan)[2] == ""  # nothing left to do
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


def test_runs_that_fail_are_named_with_their_reason(
    experiment: Experiment, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hintwise.cli.commands.experiment.open_executor", lambda **where: Failing())
    code, out, err = experiment("run", plan, "--workers", 1, "--json")
    assert code == 1
    document = json.loads(out)
    assert (document["runs"], document["done"], document["failed"]) == (4, 0, 4)
    assert len(document["failures"]) == 4
    assert "failed: 4x4, MACHOP, user 0, run 1: out of luck" in err
    _, out, _ = experiment("status", plan, "--json")
    assert json.loads(out)["failures"] == document["failures"]
    code, _, err = experiment("report", plan)
    assert code == 0
    assert "no run has finished yet" in err


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_is_not_lost_while_something_is_freed(
    experiment: Experiment, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "hintwise.cli.commands.experiment.open_executor", lambda **where: Interrupted()
    )
    code, out, err = experiment("run", plan)
    assert (code, out) == (130, "")
    assert "run again to go on" in err


def test_status_says_what_comes_before_the_runs(experiment: Experiment, plan: Path) -> None:
    _, out, _ = experiment("status", plan)
    assert "Not included: 2 optimal sequences" in out
    experiment("run", plan, "--workers", 1)
    _, out, _ = experiment("status", plan)
    assert "optimal sequence" not in out
    assert json.loads(experiment("status", plan, "--json")[1])["sequences_to_do"] == 0


def test_looking_leaves_an_empty_file_empty(experiment: Experiment, plan: Path) -> None:
    file = plan.with_name("tiny.results.sqlite")
    file.touch()
    assert experiment("status", plan)[0] == 0
    code, _, err = experiment("report", plan)
    assert (code, file.read_bytes()) == (2, b"")
    assert "there are no results at" in err


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
        (("run", "PLAN", "--results", "."), 1, "it is a folder; name a file in it"),
        (("run", "PLAN", "--results", "no/such.sqlite"), 1, "there is no folder no; make it"),
        (("run", "."), 1, "'.' is a folder; name the file of a plan"),
        (("report", "PLAN"), 2, "there are no results at"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    experiment: Experiment, plan: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    found, out, err = experiment(*(plan if a == "PLAN" else a for a in arguments))
    assert (found, out) == (code, "")
    assert said in err


def test_every_scale_has_tables_of_its_own(experiment: Experiment, plan: Path) -> None:
    with plan.open("a", encoding="utf-8") as file:
        file.write("[scales.one]\nusers = 1\n")
    results = plan.with_name("tiny.results.sqlite")
    experiment("run", plan, "--workers", 1)
    experiment("run", plan, "--workers", 1, "--scale", "one")
    with closing(sqlite3.connect(results)) as database:
        rows = database.execute("select plan, count(*) from cells group by plan").fetchall()
    assert rows == [("tiny", 4), ("tiny (one)", 2)]


def test_a_log_gets_a_line_every_half_minute(capsys: pytest.CaptureFixture[str]) -> None:
    clock = iter([0, 0, 35, 70, 70, 100, 110])
    lines = ProgressLines(lambda: float(next(clock)))
    for stage, total, finished in (
        ("sequences", 3, 0),
        ("sequences", 3, 1),
        ("sequences", 3, 3),
        ("runs", 200, 0),
        ("runs", 200, 12),
        ("runs", 200, 13),
    ):
        lines.show(Progress(stage, total, finished, failed=finished // 10))
    assert capsys.readouterr().err.splitlines() == [
        "3 optimal sequences to compute",
        "1 of 3 optimal sequences, about 70.0 s left",
        "200 runs to compute",
        "12 of 200 runs, 1 failed, about 8 min left",
    ]


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
