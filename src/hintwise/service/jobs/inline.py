"""Jobs in threads of this process, for tests and for whoever has no processes to spare."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from hintwise.service.jobs.dispatcher import Dispatcher
from hintwise.service.jobs.job import Job
from hintwise.service.jobs.performing import TASKS_MODULE, Bench, Outcome, Work
from hintwise.service.jobs.place import RecentPuzzles, Reports, unless_gone
from hintwise.service.jobs.waiting import Bounds


class InlineJobs(Dispatcher):
    """As worker processes do it, but in threads of this process.

    A thread cannot be ended: one that heeds no deadline is left alone, and goes on for nobody. No
    memory is limited, and a crash is one of the whole process.
    """

    def __init__(
        self,
        threads: int = 2,
        bounds: Bounds | None = None,
        *,
        warm_ups: Iterable[Job] = (),
        tasks_module: str = TASKS_MODULE,
    ) -> None:
        super().__init__(lambda: _Thread(tasks_module), threads, bounds, warm_ups)


class _Thread:
    """A place that does each job in a new thread."""

    def __init__(self, tasks_module: str) -> None:
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._bench = Bench(tasks_module)
        self._unwanted = threading.Event()
        self._puzzles = RecentPuzzles()

    async def start(self) -> None:
        """It is ready."""

    async def do(self, work: Work, reports: Reports) -> Outcome:
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[Outcome] = loop.create_future()
        self._unwanted = unwanted = threading.Event()
        self._puzzles.add(work.puzzle)

        def in_loop(function: Callable[[Any], object], value: Any) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(function, value)

        def settle(found: Outcome) -> None:
            if not outcome.done():
                outcome.set_result(found)

        def perform() -> None:
            found = self._bench.perform(work, unwanted, lambda part: in_loop(reports.emit, part))
            in_loop(settle, found)

        reports.begun()
        threading.Thread(target=perform, name="hintwise-job", daemon=True).start()
        return await unless_gone(outcome, self.gone)

    def stop(self) -> None:
        self._unwanted.set()

    def kill(self) -> None:
        self._unwanted.set()
        if not self.gone.done():
            self.gone.set_result(None)

    def knows(self, puzzle: str) -> bool:
        return puzzle in self._puzzles

    async def close(self) -> None:
        self.kill()
