"""Defects of tasks and of places: told to whoever waits, logged without what was sent."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hintwise.service.jobs import Bounds, InlineJobs, Job, JobFailed, open_jobs
from hintwise.service.jobs.dispatcher import Dispatcher
from hintwise.service.jobs.performing import Done, Outcome, Work
from hintwise.service.jobs.place import Place, Reports
from tests.service.jobs.probing import OF_OURS

pytestmark = pytest.mark.anyio
TASKS = "tests.service.jobs.probing"


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """What is logged about jobs, with all that a plain handler would show."""
    text = io.StringIO()
    handler, logger = logging.StreamHandler(text), logging.getLogger("hintwise.jobs")
    logger.addHandler(handler)
    yield text
    logger.removeHandler(handler)


class OddPlace:
    """Fails in a way that nobody has thought of, for the jobs that want it."""

    def __init__(self) -> None:
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def start(self) -> None:
        """It is ready."""

    async def do(self, work: Work, reports: Reports) -> Outcome:
        reports.begun()
        if work.task == "odd":
            raise RecursionError(OF_OURS)
        return Done(work.task)

    def stop(self) -> None:
        """It is too quick for that."""

    def kill(self) -> None:
        """Nothing goes on here."""

    def knows(self, puzzle: str) -> bool:
        return False

    async def close(self) -> None:
        """Nothing is left."""


async def test_a_place_that_fails_in_its_own_way_is_replaced_and_others_are_served(
    logged: io.StringIO,
) -> None:
    jobs = Dispatcher(OddPlace, 1)
    await jobs.start()
    for _ in range(3):
        with pytest.raises(JobFailed, match="way of its own") as caught:
            await jobs.run(Job("odd", {}, "ada"))
        assert not caught.value.by_task
    assert await jobs.run(Job("even", {}, "ada")) == "even"
    assert jobs.figures().restarted == 3
    await jobs.close()
    assert "RecursionError" in logged.getvalue()
    assert OF_OURS not in logged.getvalue()


async def test_what_ended_by_a_defect_of_ours_is_begun_again() -> None:
    made: list[Place] = []

    def make() -> Place:
        made.append(OddPlace())
        if len(made) == 1:
            raise ZeroDivisionError
        return made[-1]

    jobs = Dispatcher(make, 1)
    await jobs.start()
    await asyncio.sleep(0)
    assert await asyncio.wait_for(jobs.run(Job("even", {}, "ada")), 60) == "even"
    await jobs.close()


def processes() -> Dispatcher:
    return open_jobs(1, Bounds(patience_s=60), tasks_module=TASKS)


def threads() -> Dispatcher:
    return InlineJobs(1, tasks_module=TASKS)


@pytest.mark.parametrize("make", [processes, threads])
async def test_a_defect_is_logged_with_its_place_but_without_its_message(
    make: Callable[[], Dispatcher], logged: io.StringIO
) -> None:
    jobs = make()
    await jobs.start()
    with pytest.raises(JobFailed) as caught:
        await jobs.run(Job("fail", {}, "ada"))
    await jobs.close()
    assert caught.value.by_task
    assert "ZeroDivisionError" in logged.getvalue()
    assert "probing.py" in logged.getvalue()
    assert OF_OURS not in logged.getvalue()


def nested(depth: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


async def test_what_cannot_be_sent_fails_alone_and_its_worker_stays() -> None:
    jobs = processes()
    await jobs.start()
    worker = await jobs.run(Job("place", {}, "ada"))
    for arguments in ({"value": nested(100_000)}, {"value": lambda: None}):
        with pytest.raises(JobFailed, match="cannot be sent"):
            await jobs.run(Job("echo", arguments, "ada"))
    with pytest.raises(JobFailed, match="result cannot be sent"):
        await jobs.run(Job("give_function", {}, "ada"))
    assert await jobs.run(Job("place", {}, "ada")) == worker
    await jobs.close()
