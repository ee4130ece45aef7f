"""What jobs promise, wherever they are computed."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from hintwise.errors import InvalidValue, NotImplied, UnknownName
from hintwise.service.jobs import (
    Bounds,
    Busy,
    InlineJobs,
    Job,
    JobFailed,
    Jobs,
    Superseded,
    open_jobs,
)
from hintwise.service.jobs.cluster import open_cluster_jobs
from tests.experiments.sweep.clusters import Cluster, started_cluster

TASKS = "tests.service.jobs.probing"
PATIENCE_S = 60
"""For what takes a second or two on a machine with nothing else to do."""

Scenario = Callable[[Jobs], Awaitable[None]]


@dataclass(frozen=True)
class Maker:
    """Makes jobs of one sort, each with one place if not told otherwise."""

    sort: str
    make: Callable[..., Jobs]

    def check(self, scenario: Scenario, places: int = 1, **bounds: Any) -> None:
        """Play a scenario; afterwards every job that was given must be accounted for."""

        async def play() -> None:
            # A busy machine is not a failing test.
            jobs = self.make(places, Bounds(**{"patience_s": PATIENCE_S, **bounds}))
            await jobs.start()
            try:
                await asyncio.wait_for(ready(jobs, places), PATIENCE_S)
                await asyncio.wait_for(scenario(jobs), PATIENCE_S)
            finally:
                await jobs.close()
            left = jobs.figures()
            assert (left.queued, left.ahead, left.running) == (0, 0, 0)

        asyncio.run(play())


async def ready(jobs: Jobs, places: int) -> None:
    while jobs.figures().workers < places:
        await asyncio.sleep(0.01)


def inline(places: int, bounds: Bounds) -> Jobs:
    return InlineJobs(places, bounds, tasks_module=TASKS)


def processes(places: int, bounds: Bounds) -> Jobs:
    return open_jobs(places, bounds, memory_bytes=2**30, tasks_module=TASKS)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with started_cluster(tmp_path_factory.mktemp("dask"), nanny=True) as cluster:
        yield cluster


ON_CLUSTER = pytest.param("dask", marks=pytest.mark.slow)


@pytest.fixture(params=["inline", "processes", ON_CLUSTER])
def maker(request: pytest.FixtureRequest) -> Maker:
    return maker_of(request)


@pytest.fixture(params=["processes", ON_CLUSTER])
def mortal(request: pytest.FixtureRequest) -> Maker:
    """Jobs in processes that can end."""
    return maker_of(request)


@pytest.fixture
def local() -> Maker:
    """Jobs in processes that are ours."""
    return Maker("processes", processes)


def maker_of(request: pytest.FixtureRequest) -> Maker:
    if request.param != "dask":
        return Maker(request.param, inline if request.param == "inline" else processes)
    url = request.getfixturevalue("cluster").url

    def on_cluster(places: int, bounds: Bounds) -> Jobs:
        return open_cluster_jobs(url, bounds, seats=places, memory_bytes=2**30, tasks_module=TASKS)

    return Maker("dask", on_cluster)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "log"


def job(task: str, person: str = "ada", **more: Any) -> Job:
    fields = ("puzzle", "slot", "urgent", "unlikely", "deadline_s")
    known = {name: more.pop(name) for name in fields if name in more}
    return Job(
        task, {k: str(v) if isinstance(v, Path) else v for k, v in more.items()}, person, **known
    )


def lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


async def until(file: Path, pattern: str, count: int = 1) -> list[re.Match[str]]:
    """Wait for lines in a file."""
    while len(found := [m for line in lines(file) if (m := re.fullmatch(pattern, line))]) < count:
        await asyncio.sleep(0.01)
    return found


@asynccontextmanager
async def held(jobs: Jobs, file: Path, **more: Any) -> AsyncIterator[asyncio.Task[Any]]:
    """A job that is computed inside the block, and afterwards stopped."""
    name = more.setdefault("name", "first")
    task = asyncio.create_task(jobs.run(job("hold", file=file, deadline_s=50, **more)))
    try:
        await until(file, f"{name} begun by .*")
        yield task
    finally:
        task.cancel()


async def later(jobs: Jobs, *given: Job) -> list[asyncio.Task[Any]]:
    """Jobs that are given now, in this order."""
    tasks = [asyncio.create_task(jobs.run(one)) for one in given]
    await asyncio.sleep(0)
    return tasks


def test_a_job_has_the_result_of_its_task(maker: Maker) -> None:
    async def scenario(jobs: Jobs) -> None:
        assert await jobs.run(job("echo", text="ä", numbers=[1, 2.5, None])) == {
            "text": "ä",
            "numbers": [1, 2.5, None],
        }
        assert jobs.figures().done == 1

    maker.check(scenario)


def test_an_error_of_the_task_arrives_as_it_was(maker: Maker) -> None:
    async def scenario(jobs: Jobs) -> None:
        with pytest.raises(NotImplied, match="r1c1=1 does not follow") as caught:
            await jobs.run(job("refuse"))
        assert caught.value.counter_example == {"r1c1": 2}
        with pytest.raises(UnknownName, match="unknown task 'nap'"):
            await jobs.run(job("nap"))

    maker.check(scenario)


def test_a_defect_is_reported_without_its_details(maker: Maker) -> None:
    async def scenario(jobs: Jobs) -> None:
        with pytest.raises(JobFailed) as caught:
            await jobs.run(job("fail"))
        assert "secret" not in str(caught.value)
        assert await jobs.run(job("echo")) == {}

    maker.check(scenario)


def test_parts_arrive_in_order(maker: Maker) -> None:
    async def scenario(jobs: Jobs) -> None:
        parts = [part async for part in jobs.stream(job("count", to=300))]
        assert parts == [{"number": number} for number in range(300)]
        with pytest.raises(NotImplied):
            [part async for part in jobs.stream(job("refuse"))]

    maker.check(scenario)


def test_a_part_arrives_before_the_task_is_done(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        stream = jobs.stream(job("count_until_stopped", file=file, deadline_s=50))
        assert await anext(aiter(stream)) == 0
        assert "counting stopped" not in lines(file)
        await stream.aclose()  # type: ignore[attr-defined]
        await until(file, "counting stopped")
        assert jobs.figures().cancelled == 1

    maker.check(scenario)


def test_when_nobody_waits_any_more_the_work_stops(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with held(jobs, file) as task:
            task.cancel()
            await until(file, "first stopped")
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await jobs.run(job("echo")) == {}
        assert jobs.figures().cancelled == 1

    maker.check(scenario)


def test_what_is_cancelled_in_the_queue_is_never_begun(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with held(jobs, file):
            [waiting] = await later(jobs, job("log", file=file, line="never"))
            waiting.cancel()
            await asyncio.wait({waiting})
            assert jobs.figures().queued == 0
        await jobs.run(job("log", file=file, line="last"))
        assert "never" not in lines(file)

    maker.check(scenario)


def test_a_newer_job_takes_the_place_of_an_older_one_in_its_slot(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with held(jobs, file, slot="hint") as older:
            newer = jobs.run(job("log", file=file, line="newer", slot="hint"))
            assert await newer == "newer"
            with pytest.raises(Superseded):
                await older
        assert lines(file)[1:] == ["first stopped", "newer"]

    maker.check(scenario)


def test_slots_of_others_are_their_own(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with held(jobs, file, slot="hint") as task:
            others = await later(jobs, job("echo", "bob", slot="hint"), job("echo", slot="check"))
            assert not task.done()
            file.with_suffix(".released").touch()
            assert await task == "first"
            await asyncio.gather(*others)

    maker.check(scenario)


def test_people_take_turns(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with held(jobs, file):
            given = ["ada 1", "ada 2", "ada 3", "bob 1", "bob 2", "eve 1"]
            tasks = await later(
                jobs, *(job("log", name.split()[0], file=file, line=name) for name in given)
            )
        await asyncio.gather(*tasks)
        assert lines(file)[2:] == ["ada 1", "bob 1", "eve 1", "ada 2", "bob 2", "ada 3"]

    maker.check(scenario)


def test_what_is_urgent_goes_first(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with held(jobs, file):
            tasks = await later(
                jobs,
                job("log", file=file, line="ahead", urgent=False),
                job("log", file=file, line="urgent"),
            )
        await asyncio.gather(*tasks)
        assert lines(file)[2:] == ["urgent", "ahead"]

    maker.check(scenario)


def test_what_is_unlikely_to_be_needed_comes_last(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with held(jobs, file):
            tasks = await later(
                jobs,
                job("log", "ada", file=file, line="unlikely", urgent=False, unlikely=True),
                job("log", "bob", file=file, line="ahead", urgent=False),
            )
        await asyncio.gather(*tasks)
        assert lines(file)[2:] == ["ahead", "unlikely"]

    maker.check(scenario)


def test_what_is_computed_ahead_gives_way_and_is_done_later(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with held(jobs, file, urgent=False) as ahead:
            assert await jobs.run(job("log", file=file, line="urgent")) == "urgent"
            await until(file, "first begun by .*", 2)
            file.with_suffix(".released").touch()
            assert await ahead == "first"
        assert lines(file)[1:3] == ["first stopped", "urgent"]
        assert jobs.figures().gave_way == 1

    maker.check(scenario)


def test_only_as_much_gives_way_as_is_needed(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with (
            held(jobs, file, urgent=False, name="one"),
            held(jobs, file, urgent=False, name="two"),
        ):
            await jobs.run(job("log", file=file, line="urgent"))
            await until(file, "two begun by .*", 2)
            assert "one stopped" not in lines(file)
            assert jobs.figures().gave_way == 1

    maker.check(scenario, places=2)


def test_who_comes_when_too_much_waits_is_told_when_to_come_back(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with held(jobs, file):
            tasks = await later(jobs, job("echo", "bob"), job("echo", "eve"))
            with pytest.raises(Busy) as caught:
                await jobs.run(job("echo", "ada"))
            assert caught.value.retry_after_s >= 1
            with pytest.raises(Busy):
                [part async for part in jobs.stream(job("count", "ada", to=1))]
            assert jobs.figures().refused == 2
        assert await asyncio.gather(*tasks) == [{}, {}]

    maker.check(scenario, urgent=2)


def test_who_would_wait_too_long_is_told_at_once(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with held(jobs, file):
            [first] = await later(jobs, job("echo", "bob"))
            with pytest.raises(Busy):
                await jobs.run(job("echo", "ada"))
            [ahead] = await later(jobs, job("echo", "ada", urgent=False))
        assert await asyncio.gather(first, ahead) == [{}, {}]

    maker.check(scenario, longest_wait_s=0.1)


def test_nobody_fills_the_queue_for_all_others(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with held(jobs, file):
            tasks = await later(jobs, *(job("echo", "ada", number=n) for n in range(3)))
            [other] = await later(jobs, job("echo", "bob"))
            with pytest.raises(Busy):
                await tasks[2]
        assert await asyncio.gather(other, *tasks[:2]) == [{}, {"number": 0}, {"number": 1}]

    maker.check(scenario, urgent=3)


def test_what_is_computed_ahead_has_a_bound_of_its_own(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with held(jobs, file):
            ahead = await later(jobs, job("echo", urgent=False))
            with pytest.raises(Busy):
                await jobs.run(job("echo", urgent=False))
            urgent = await later(jobs, job("echo"))
        await asyncio.gather(*ahead, *urgent)

    maker.check(scenario, ahead=1)


def test_who_waits_too_long_is_told_so(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with held(jobs, file):
            with pytest.raises(Busy):
                await jobs.run(job("echo"))

    maker.check(scenario, patience_s=1.5)


def test_a_task_is_told_when_its_time_is_over(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        assert await jobs.run(job("hold", file=file, name="short", deadline_s=0.1)) == "short"
        assert "short stopped" in lines(file)

    maker.check(scenario)


def test_a_task_that_heeds_no_deadline_is_ended(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        with pytest.raises(JobFailed, match=r"longer than 0\.1 s"):
            await jobs.run(job("be_stuck", file=file, deadline_s=0.1))
        assert await jobs.run(job("echo")) == {}
        assert len(lines(file)) == 1
        assert jobs.figures().failed == 1

    maker.check(scenario, grace_s=0.2)


def test_a_task_that_heeds_no_cancellation_is_ended(maker: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        [task] = await later(jobs, job("be_stuck", file=file, deadline_s=50))
        await until(file, "stuck .*")
        task.cancel()
        assert await jobs.run(job("echo")) == {}
        assert jobs.figures().restarted == 1

    maker.check(scenario, grace_s=0.2)


def test_jobs_on_the_same_puzzle_go_to_the_same_place(mortal: Maker) -> None:
    async def scenario(jobs: Jobs) -> None:
        places = {}
        for puzzle in "abab":
            places.setdefault(puzzle, set()).add(await jobs.run(job("place", puzzle=puzzle)))
        assert all(len(pids) == 1 for pids in places.values())

    mortal.check(scenario, places=2)


def test_nobody_waits_for_a_place_that_knows_the_puzzle(mortal: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        async with held(jobs, file, puzzle="a"):
            [busy] = await until(file, "first begun by (.*)")
            assert await jobs.run(job("place", puzzle="a")) != int(busy[1])

    mortal.check(scenario, places=2)


@pytest.mark.parametrize("softly", [True, False])
def test_a_job_whose_worker_dies_is_done_again(mortal: Maker, file: Path, softly: bool) -> None:
    async def scenario(jobs: Jobs) -> None:
        survivor = await jobs.run(job("die_once", file=file, softly=softly))
        assert lines(file) != [f"dying {survivor}"]
        assert jobs.figures().done == 1

    mortal.check(scenario)


def test_a_job_that_kills_its_workers_fails_and_others_are_done(mortal: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        bad, *others = await later(jobs, job("die", file=file), *[job("echo", n) for n in "abc"])
        assert await asyncio.gather(*others) == [{}, {}, {}]
        with pytest.raises(JobFailed, match="ended, "):
            await bad
        assert len(lines(file)) == 2

    mortal.check(scenario, places=2)


def test_a_part_is_not_delivered_twice_if_a_worker_dies(mortal: Maker, file: Path) -> None:
    async def scenario(jobs: Jobs) -> None:
        parts = [part async for part in jobs.stream(job("count_and_die_once", file=file))]
        assert parts == [0, 1, 2, 3]

    mortal.check(scenario)


def test_a_worker_that_dies_while_idle_is_replaced(mortal: Maker) -> None:
    async def scenario(jobs: Jobs) -> None:
        for _ in range(2):  # it does not count against the jobs that come next
            os.kill(await jobs.run(job("place")), signal.SIGKILL)
        assert await jobs.run(job("echo")) == {}
        assert jobs.figures().done == 3

    mortal.check(scenario)


def test_a_job_that_takes_too_much_memory_fails(mortal: Maker) -> None:
    async def scenario(jobs: Jobs) -> None:
        with pytest.raises(JobFailed, match="memory"):
            await jobs.run(job("eat", bytes=2**31))
        assert await jobs.run(job("eat", bytes=2**20)) == 2**20

    mortal.check(scenario)


def test_closing_leaves_no_process_and_nobody_waiting(local: Maker, file: Path) -> None:
    tasks: list[asyncio.Task[Any]] = []

    async def scenario(jobs: Jobs) -> None:
        tasks.extend(
            await later(jobs, job("be_stuck", file=file), job("echo"), job("echo", urgent=False))
        )
        await until(file, "stuck .*")
        await jobs.close()
        for task in tasks:
            with pytest.raises(JobFailed, match="shutting down"):
                await task
        with pytest.raises(JobFailed):
            await jobs.run(job("echo"))
        [stuck] = await until(file, "stuck (.*)")
        assert not psutil.pid_exists(int(stuck[1]))

    local.check(scenario)


def test_jobs_can_be_closed_before_they_are_ready() -> None:
    async def play() -> None:
        jobs = processes(2, Bounds())
        await jobs.start()
        [waiting] = await later(jobs, job("echo"))
        await jobs.close()
        with pytest.raises(JobFailed):
            await waiting

    before = set(psutil.Process().children(recursive=True))  # a cluster of other tests has some
    asyncio.run(play())
    left = set(psutil.Process().children(recursive=True)) - before
    assert not [child for child in left if "spawn_main" in " ".join(child.cmdline())]


@pytest.mark.parametrize("make", [InlineJobs, open_jobs])
def test_warm_ups_are_done_while_nothing_waits(make: Callable[..., Jobs], file: Path) -> None:
    async def play() -> None:
        warm_ups = [
            job("log", file=file, line="warm"),
            job("hold", file=file, name="hot", deadline_s=50),
        ]
        bounds = Bounds(patience_s=PATIENCE_S, quiet_s=0.01)
        jobs = make(1, bounds, warm_ups=warm_ups, tasks_module=TASKS)
        await jobs.start()
        await until(file, "hot begun by .*")
        assert await jobs.run(job("log", file=file, line="job", urgent=False)) == "job"
        await until(file, "hot begun by .*", 2)
        assert await jobs.run(job("log", file=file, line="job")) == "job"
        assert jobs.figures().done == 2
        await jobs.close()

    asyncio.run(play())
    told = [line.split(" by ")[0] for line in lines(file)]
    assert told[:6] == ["warm", "hot begun", "hot stopped", "job", "hot begun", "hot stopped"]


def test_a_warm_up_that_ends_its_worker_is_left_out(file: Path) -> None:
    async def play() -> None:
        warm_ups = [job("die", file=file), job("log", file=file, line="warm")]
        jobs = open_jobs(1, Bounds(quiet_s=0.01), warm_ups=warm_ups, tasks_module=TASKS)
        await jobs.start()
        await until(file, "warm")
        assert await jobs.run(job("echo")) == {}
        await jobs.close()

    asyncio.run(play())
    assert len(lines(file)) == 2


@pytest.mark.slow
def test_what_another_web_process_computes_ahead_gives_way(cluster: Cluster, file: Path) -> None:
    async def play() -> None:
        bounds = Bounds(patience_s=PATIENCE_S)
        one, other = (open_cluster_jobs(cluster.url, bounds, tasks_module=TASKS) for _ in "ab")
        await asyncio.gather(one.start(), other.start())
        await asyncio.wait_for(asyncio.gather(ready(one, 2), ready(other, 2)), PATIENCE_S)
        async with held(one, file, urgent=False), held(one, file, urgent=False, name="second"):
            assert await asyncio.wait_for(other.run(job("echo")), PATIENCE_S) == {}
            await until(file, "(first|second) begun by .*", 3)
            assert (one.figures().gave_way, other.figures().gave_way) == (1, 0)
        await asyncio.gather(one.close(), other.close())

    asyncio.run(play())


@pytest.mark.parametrize("url", ["", "localhost", "http://localhost:8786", "tcp://localhost"])
def test_what_is_no_address_of_a_scheduler_is_refused(url: str) -> None:
    with pytest.raises(InvalidValue, match="not the address of a Dask scheduler"):
        open_cluster_jobs(url)


@pytest.mark.parametrize("deadline_s", [0, -1, float("nan"), float("inf"), "1", None])
def test_a_deadline_is_a_number_above_zero(deadline_s: Any) -> None:
    with pytest.raises(InvalidValue, match="deadline_s"):
        job("echo", deadline_s=deadline_s)


@pytest.mark.parametrize("workers", [0, -1, 1.5, None])
def test_less_than_one_process_is_refused(workers: Any) -> None:
    with pytest.raises(InvalidValue, match="workers is"):
        open_jobs(workers)
