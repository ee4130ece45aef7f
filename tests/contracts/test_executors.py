"""What every executor promises."""

from __future__ import annotations

import gc
import math
import os
import signal
import struct
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from hintwise.errors import InvalidValue
from hintwise.experiments.sweep.cluster import DaskCluster
from hintwise.experiments.sweep.executors import Done, Executor, Failed, Job, LocalProcesses
from tests.experiments.sweep.clusters import Cluster, started_cluster


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with started_cluster(tmp_path_factory.mktemp("dask")) as cluster:
        yield cluster


@pytest.fixture(
    params=["one process", "two processes", pytest.param("dask", marks=pytest.mark.slow)]
)
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    made: Executor
    if request.param == "dask":
        made = DaskCluster(request.getfixturevalue("cluster").url)
    else:
        made = LocalProcesses(1 if request.param == "one process" else 2)
    with made as executor:
        yield executor


def refuse(value: object) -> None:
    raise InvalidValue(f"the value is {value!r}")


def test_every_job_has_an_outcome(executor: Executor) -> None:
    jobs = [Job(f"root of {n}", math.sqrt, n) for n in range(20)]
    outcomes = list(executor.outcomes(jobs))
    assert len(outcomes) == 20
    assert set(outcomes) == {Done(f"root of {n}", math.sqrt(n)) for n in range(20)}


def test_it_can_be_used_again(executor: Executor) -> None:
    for key in ("first", "second"):
        assert list(executor.outcomes([Job(key, abs, -1)])) == [Done(key, 1)]
    assert list(executor.outcomes([])) == []


def test_a_job_that_fails_leaves_the_others_alone(executor: Executor) -> None:
    jobs = [Job("bad", refuse, 7), Job("good", abs, -2), Job("worse", math.sqrt, -1)]
    outcomes = {outcome.key: outcome for outcome in executor.outcomes(jobs)}
    assert outcomes["bad"] == Failed("bad", "the value is 7")
    assert outcomes["good"] == Done("good", 2)
    worse = outcomes["worse"]
    assert isinstance(worse, Failed)
    assert worse.message.startswith("ValueError: ")
    assert "executors.py, line" in worse.message


def test_jobs_are_taken_only_as_there_is_room_for_them(executor: Executor) -> None:
    taken = []

    def jobs() -> Iterator[Job]:
        for n in range(100):
            taken.append(n)
            yield Job(f"job {n}", abs, n)

    outcomes = executor.outcomes(jobs())
    next(outcomes)
    assert len(taken) < 20
    outcomes.close()  # type: ignore[attr-defined]


def test_closing_drops_what_is_under_way(executor: Executor) -> None:
    outcomes = executor.outcomes([Job("quick", abs, -1), Job("endless", time.sleep, 1000)])
    assert next(outcomes) == Done("quick", 1)
    outcomes.close()  # type: ignore[attr-defined]
    assert list(executor.outcomes([Job("next", abs, -3)])) == [Done("next", 3)]


def end_worker_once(file: Path) -> str:
    """Kill the process that calls this, the first time."""
    if not file.exists():
        file.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def end_worker(value: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def end_worker_once_while_it_answers(file: Path) -> str:
    """Send the first bytes of an answer of a hundred, then kill the process, the first time."""
    if not file.exists():
        file.touch()
        for pipe in (found for found in gc.get_objects() if isinstance(found, Connection)):
            if pipe.writable:
                os.write(pipe.fileno(), struct.pack("!i", 100) + b"answer")
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have another form there")
def test_a_worker_that_dies_in_the_middle_of_its_answer_is_replaced(tmp_path: Path) -> None:
    with LocalProcesses(1) as executor:
        job = Job("any", end_worker_once_while_it_answers, tmp_path / "killed")
        assert list(executor.outcomes([job])) == [Done("any", "done")]
    assert (tmp_path / "killed").exists()


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_a_job_whose_worker_dies_is_done_again(tmp_path: Path, workers: int) -> None:
    jobs = [Job(f"job {n}", end_worker_once, tmp_path / str(n)) for n in range(3)]
    with LocalProcesses(workers) as executor:
        outcomes = list(executor.outcomes(jobs))
    assert set(outcomes) == {Done(f"job {n}", "done") for n in range(3)}


@pytest.mark.slow
def test_a_job_that_kills_every_worker_fails_and_the_others_are_done() -> None:
    jobs = [Job("bad", end_worker, None), *(Job(f"job {n}", abs, n) for n in range(5))]
    with LocalProcesses(2) as executor:
        outcomes = {outcome.key: outcome for outcome in executor.outcomes(jobs)}
    assert outcomes.pop("bad") == Failed("bad", "its worker process died 3 times")
    assert outcomes == {f"job {n}": Done(f"job {n}", n) for n in range(5)}


def test_less_than_one_process_is_refused() -> None:
    with pytest.raises(InvalidValue, match="workers is 0"):
        LocalProcesses(0)
