"""Sweeps on a real Dask cluster."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from hintwise.errors import InvalidValue
from hintwise.experiments.sweep import cluster as cluster_module
from hintwise.experiments.sweep.cluster import DaskCluster
from hintwise.experiments.sweep.executors import Done, Failed, Job
from tests.contracts.test_executors import end_worker
from tests.experiments.sweep.clusters import Cluster, started_cluster, wait_until
from tests.experiments.sweep.commands import run, start_run, undisturbed, write_plan
from tests.experiments.sweep.sweeps import finished_runs, has_finished, table


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with started_cluster(tmp_path) as cluster:
        yield cluster


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_of_a_sweep_changes_nothing(
    tmp_path: Path, cluster: Cluster
) -> None:
    plan, there = write_plan(tmp_path, runs=4), tmp_path / "there.sqlite"
    with start_run(plan, there, "--scheduler", cluster.url) as process:
        wait_until(partial(has_finished, there, 3))
        cluster.workers[0].kill()
        _, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert cluster.workers[0].wait() == -signal.SIGKILL
    assert cluster.workers[1].poll() is None
    assert table(there) == undisturbed(runs=4)


@pytest.mark.slow
def test_outcomes_that_are_lost_with_their_worker_are_computed_again(cluster: Cluster) -> None:
    jobs = [Job(f"job {n}", time.sleep, 0.5) for n in range(4)]  # two for each worker
    with DaskCluster(cluster.url) as executor:
        wait_until(lambda: executor.threads == 2)
        outcomes = executor.outcomes(jobs)
        found = [next(outcomes)]
        waiting = executor._client.futures.values()
        wait_until(lambda: all(future.status == "finished" for future in waiting))
        cluster.workers[0].kill()
        wait_until(lambda: executor.threads == 1)
        assert any(future.status != "finished" for future in waiting)
        found += outcomes
    assert set(found) == {Done(job.key, None) for job in jobs}


@pytest.mark.slow
def test_a_sweep_begun_here_goes_on_there(tmp_path: Path, cluster: Cluster) -> None:
    plan, moved = write_plan(tmp_path, runs=4), tmp_path / "moved.sqlite"
    with start_run(plan, moved, "--workers", "1") as process:
        wait_until(partial(has_finished, moved, 3))
        process.kill()
    assert finished_runs(moved) < 16
    run(plan, moved, "--scheduler", cluster.url)
    assert table(moved) == undisturbed(runs=4)


@pytest.mark.slow
def test_a_scheduler_that_goes_away_ends_the_sweep_in_a_line(
    tmp_path: Path, cluster: Cluster
) -> None:
    plan, results = write_plan(tmp_path, runs=20), tmp_path / "results.sqlite"
    with start_run(plan, results, "--scheduler", cluster.url) as process:
        wait_until(partial(has_finished, results, 2))
        cluster.scheduler.kill()
        _, err = process.communicate(timeout=300)
    assert process.returncode == 1
    assert f"the Dask scheduler at '{cluster.url}' is gone" in err
    assert "Traceback" not in err
    assert finished_runs(results) >= 2


@pytest.mark.slow
def test_a_worker_with_other_versions_is_refused(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = cluster_module._versions() | {"numpy": "1.0"}
    monkeypatch.setattr(cluster_module, "_versions", lambda: ours)
    with (
        DaskCluster(cluster.url) as executor,
        pytest.raises(InvalidValue, match=r"worker .* numpy [\d.]+ instead of 1\.0"),
    ):
        list(executor.outcomes([Job("any", abs, -1)]))


@pytest.mark.slow
def test_a_job_that_kills_its_workers_fails(cluster: Cluster) -> None:
    with DaskCluster(cluster.url) as executor:
        (outcome,) = executor.outcomes([Job("bad", end_worker, None)])
    assert outcome == Failed("bad", "its workers on the cluster died, several times")


@pytest.mark.parametrize("url", ["127.0.0.1:8786", "http://127.0.0.1:8786", "tcp://here", ""])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(InvalidValue, match=r"not the address .*tcp://10\.0\.0\.1:8786"):
        DaskCluster(url)


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT_S", 0.2)
    with pytest.raises(InvalidValue, match=r"no Dask scheduler answers at 'tcp://127\.0\.0\.1:1'"):
        DaskCluster("tcp://127.0.0.1:1")
