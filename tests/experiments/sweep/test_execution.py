"""Sweeps that are resumed, killed and hindered: the table at the end is always the same."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
import pytest

from hintwise.elicit.learners.perceptron import Perceptron
from hintwise.evaluate import OptimalSequence
from hintwise.experiments.sweep.execution import Progress, carry_out
from hintwise.experiments.sweep.executors import Job, LocalProcesses, Outcome, attempt
from hintwise.experiments.sweep.progress import failures, progress_by_method
from hintwise.experiments.sweep.results import IN_MEMORY, Results
from hintwise.experiments.sweep.task import Cell, RunTask
from hintwise.puzzles import sudoku
from tests.experiments.sweep.clusters import PATIENCE_S, wait_until
from tests.experiments.sweep.commands import run, start_run, undisturbed, write_plan
from tests.experiments.sweep.sweeps import TRAINING, finished_runs, has_finished, table, tiny_cells

IMPOSSIBLE = sudoku("1234............".replace("4", "1"))


class Here:
    """Does every job in this very process, and remembers which."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *error: object) -> None: ...

    def outcomes(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        for job in jobs:
            self.keys.append(job.key)
            yield attempt(job)


def ignore(progress: Progress) -> None: ...


def sweep(cells: Iterable[Cell], results: Results) -> list[str]:
    """Carry out cells here; return the keys of what was computed."""
    executor = Here()
    carry_out(cells, results, executor, ignore)
    return executor.keys


def test_sequences_come_first_once_for_each_user_and_then_the_runs_round_by_round() -> None:
    cells = tiny_cells(users=2, runs=2)
    with Results(IN_MEMORY) as results:
        keys = sweep(cells, results)
        assert keys[:2] == list(dict.fromkeys(cell.task.sequence.key for cell in cells))
        rounds = [[cell.task.key for cell in cells if cell.run == run] for run in (1, 2)]
        assert keys[2:] == [*rounds[0], *rounds[1]]
        for cell in cells[::3]:
            result = results.run(cell.task.key)
            assert result is not None
            expected = cell.task.compute(cell.task.sequence.compute())
            assert result.evaluations == expected.evaluations
            assert [replace(q, seconds=0) for q in result.queries] == [
                replace(q, seconds=0) for q in expected.queries
            ]


def test_what_is_done_is_not_done_again() -> None:
    cells = tiny_cells(users=1)
    with Results(IN_MEMORY) as results:
        sweep(cells[:3], results)
        assert sweep(cells, results) == [cells[3].task.key]
        assert sweep(cells, results) == []


def test_a_changed_setting_recomputes_only_what_it_affects() -> None:
    cells = tiny_cells(users=1)
    settings = replace(cells[0].task.settings, learner=Perceptron(rate=2.0))
    changed = replace(cells[0], task=replace(cells[0].task, settings=settings))
    with Results(IN_MEMORY) as results:
        sweep(cells, results)
        assert sweep([changed, *cells[1:]], results) == [changed.task.key]
        assert results.is_done(cells[0].task.key)


def test_cells_that_share_a_task_share_its_run() -> None:
    (cell,) = tiny_cells(users=1, runs=1, methods=("machop",))
    with Results(IN_MEMORY) as results:
        twice = [cell, replace(cell, method="the same under another name")]
        assert sweep(twice, results) == [cell.task.sequence.key, cell.task.key]


def test_a_failure_is_recorded_the_others_go_on_and_it_is_tried_again() -> None:
    good, bad, worse = tiny_cells(users=3, runs=1, methods=("machop",))
    bad = replace(bad, task=replace(bad.task, training=(IMPOSSIBLE, *TRAINING)))
    sequence = replace(worse.task.sequence, judged_on=IMPOSSIBLE)
    worse = replace(worse, task=replace(worse.task, sequence=sequence))
    reports: list[Progress] = []
    with Results(IN_MEMORY) as results:
        carry_out([bad, worse, good], results, Here(), reports.append)
        assert results.is_done(good.task.key)
        ((first, why), (second, why_not)) = failures([bad, good, worse], results)
        assert (first, second) == (bad, worse)
        assert "the problem has no solution" in why
        assert "optimal sequence was not found: the problem has no solution" in why_not
        assert sweep([good, bad, worse], results) == [sequence.key, bad.task.key]
        (progress,) = progress_by_method([good, bad, worse], results)
        assert (progress.done, progress.failed, progress.to_do) == (1, 2, 0)
    assert reports[0] == Progress("sequences", 3)
    assert Progress("sequences", 3, finished=3, failed=1) in reports
    assert reports[-1] == Progress("runs", 2, finished=2, failed=1)


def test_a_defect_in_a_task_is_recorded_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: RunTask, best: OptimalSequence) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(RunTask, "compute", broken)
    (cell,) = tiny_cells(users=1, runs=1, methods=("machop",))
    with Results(IN_MEMORY) as results:
        sweep([cell], results)
        message = results.failure(cell.task.key)
    assert message is not None
    assert message.startswith("ZeroDivisionError: a defect (test_execution.py, line ")


def test_what_is_left_is_estimated_from_runs_of_the_same_kind() -> None:
    cells = tiny_cells(users=2, runs=1)
    with Results(IN_MEMORY) as results:
        assert [s.remaining_s for s in progress_by_method(cells, results)] == [None, None]
        sweep(cells[:1], results)
        seconds = results.seconds(cells[0].task.key)
        assert seconds is not None
        one, other = progress_by_method(cells, results)
        assert (one.method, one.done, one.to_do) == ("machop", 1, 1)
        assert one.seconds == one.remaining_s == seconds
        assert other.remaining_s == pytest.approx(2 * seconds)
        sweep(cells, results)
        assert [s.remaining_s for s in progress_by_method(cells, results)] == [0.0, 0.0]


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_the_table_is_the_same_with_any_number_of_processes(tmp_path: Path, workers: int) -> None:
    cells = tiny_cells()
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    with Results(here) as results:
        sweep(cells, results)
    with Results(there) as results, LocalProcesses(workers) as executor:
        carry_out(cells, results, executor, ignore)
    assert table(there) == table(here)


@pytest.mark.slow
def test_workers_that_are_killed_change_nothing(tmp_path: Path) -> None:
    cells = tiny_cells()
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    with Results(here) as results:
        sweep(cells, results)

    def kill_workers(progress: Progress) -> None:
        if progress.stage == "runs" and progress.finished in (2, 5):
            for worker in multiprocessing.active_children():
                assert worker.pid is not None
                os.kill(worker.pid, signal.SIGKILL)

    with Results(there) as results, LocalProcesses(2) as executor:
        carry_out(cells, results, executor, kill_workers)
    assert table(there) == table(here)


@pytest.mark.slow
def test_a_sweep_that_is_killed_at_random_moments_ends_with_the_same_table(tmp_path: Path) -> None:
    plan, killed = write_plan(tmp_path, runs=4), tmp_path / "killed.sqlite"
    moments = random.Random(5)
    for _ in range(2):
        enough = finished_runs(killed) + moments.randint(1, 5)
        with start_run(plan, killed, "--workers", "2") as process:
            wait_until(partial(has_finished, killed, enough))
            workers = psutil.Process(process.pid).children(recursive=True)
            process.kill()
        assert process.returncode == -signal.SIGKILL
        _, alive = psutil.wait_procs(workers, timeout=PATIENCE_S)
        assert not alive, "workers outlive the sweep that started them"
    assert finished_runs(killed) < 16
    run(plan, killed, "--workers", "2")
    assert table(killed) == undisturbed(runs=4)


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_finished_and_leaves_no_process_behind(tmp_path: Path) -> None:
    plan, results = write_plan(tmp_path, runs=100), tmp_path / "results.sqlite"
    with start_run(plan, results, "--workers", "2") as process:
        wait_until(partial(has_finished, results, 2))
        workers = psutil.Process(process.pid).children(recursive=True)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
        out, err = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, out) == (130, "")
    assert "run again to go on" in err
    assert "Traceback" not in err
    _, alive = psutil.wait_procs(workers, timeout=PATIENCE_S)
    assert not alive
    assert 2 <= finished_runs(results) < 400


@pytest.mark.slow
def test_a_second_sweep_into_the_same_file_is_refused(tmp_path: Path) -> None:
    plan, results = write_plan(tmp_path, runs=20), tmp_path / "results.sqlite"
    with start_run(plan, results, "--workers", "1") as first:
        wait_until(partial(has_finished, results, 1))
        with start_run(plan, results, "--workers", "1") as second:
            _, err = second.communicate(timeout=PATIENCE_S)
        first.kill()
    assert second.returncode == 1
    assert err.startswith("hintwise: another sweep is writing to")
