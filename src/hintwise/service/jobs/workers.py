"""Worker processes on this machine, as the web process sees them."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from hintwise.errors import InvalidValue, is_whole_number, shown
from hintwise.processes import context as workers_context
from hintwise.processes import interrupts_left_to_parent, one_thread_each
from hintwise.service.jobs.dispatcher import Dispatcher
from hintwise.service.jobs.job import Job
from hintwise.service.jobs.memory import MEMORY_BYTES
from hintwise.service.jobs.messages import UNSENDABLE, Begun, Finished, Message, Part, Ready
from hintwise.service.jobs.performing import TASKS_MODULE, Broken, Outcome, Work
from hintwise.service.jobs.place import RecentPuzzles, Reports, unless_gone
from hintwise.service.jobs.waiting import Bounds
from hintwise.service.jobs.working import WorkerSettings, work
from hintwise.service.operations.logs import where


def open_jobs(
    workers: int,
    bounds: Bounds | None = None,
    *,
    warm_ups: Iterable[Job] = (),
    memory_bytes: int = MEMORY_BYTES,
    tasks_module: str = TASKS_MODULE,
) -> Dispatcher:
    """Jobs in so many processes of this machine, which are started by `start`.

    Each of them does the `warm_ups` while nothing waits. They import the script that started this
    process, which must therefore do whatever it does under `if __name__ == "__main__":`.
    """
    if not is_whole_number(workers) or workers < 1:
        raise InvalidValue(f"workers is {shown(workers)}; it takes one process or more")
    settings = WorkerSettings(tasks_module, memory_bytes)
    return Dispatcher(lambda: WorkerProcess(settings), workers, bounds, warm_ups)


_log = logging.getLogger("hintwise.jobs")

_starting_or_reaping = threading.Lock()
"""`multiprocessing` looks after its children in any thread that starts one, and not carefully."""


class WorkerProcess:
    """A place that is a process; a thread of ours listens to it, and sees it end."""

    def __init__(self, settings: WorkerSettings) -> None:
        self._loop = asyncio.get_running_loop()
        self.gone: asyncio.Future[None] = self._loop.create_future()
        self._is_ready: asyncio.Future[None] = self._loop.create_future()
        self._outcome: asyncio.Future[Outcome] = self._loop.create_future()
        self._reports: Reports | None = None
        self._puzzles = RecentPuzzles()
        # Without a lock: a worker that is killed while it holds one would block us for ever.
        self._wanted: Any = workers_context.RawValue("q", 0)
        self._connection, self._theirs = workers_context.Pipe()
        self._process: BaseProcess = workers_context.Process(
            target=work,
            args=(settings, self._theirs, self._wanted),
            name="hintwise-worker",
            daemon=True,
        )
        self._started: asyncio.Future[None] | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid

    async def start(self) -> None:
        self._started = asyncio.ensure_future(asyncio.to_thread(self._start))
        await asyncio.shield(self._started)
        await unless_gone(self._is_ready, self.gone)

    async def do(self, work: Work, reports: Reports) -> Outcome:
        self._wanted.value = work.number
        self._puzzles.add(work.puzzle)
        self._reports = reports
        self._outcome = self._loop.create_future()
        try:
            # In a thread: a process that does not listen would hold up everybody.
            await asyncio.to_thread(self._connection.send, work)
        except OSError:  # it is gone, or soon will be
            pass
        except UNSENDABLE as error:  # found out before anything is sent, so the worker is well
            return Broken("it cannot be sent to a worker", where(error), by_task=True)
        return await unless_gone(self._outcome, self.gone)

    def stop(self) -> None:
        self._wanted.value = 0

    def kill(self) -> None:
        self._process.kill()

    def knows(self, puzzle: str) -> bool:
        return puzzle in self._puzzles

    async def close(self) -> None:
        if self._started is None:
            return
        await self._started  # the thread that starts it cannot be stopped
        if self._process.pid is not None:
            self._process.kill()
        await self.gone
        self._connection.close()

    def _receive(self, message: Message) -> None:
        match message:
            case Ready():
                self._is_ready.set_result(None)
            case Begun():
                if self._reports is not None:
                    self._reports.begun()
            case Part(value):
                if self._reports is not None:
                    self._reports.emit(value)
            case Finished(outcome):
                if not self._outcome.done():
                    self._outcome.set_result(outcome)

    # In threads of their own.

    def _start(self) -> None:
        try:
            with _starting_or_reaping, interrupts_left_to_parent(), one_thread_each():
                self._process.start()
        except OSError as error:  # the system has no room for another process
            _log.warning("no worker process can be started: %s", error)
            self._loop.call_soon_threadsafe(self._end)
            return
        finally:
            # So that we notice when the worker, the only one to hold it then, is gone.
            self._theirs.close()
        threading.Thread(target=self._listen, name="hintwise-listener", daemon=True).start()

    def _listen(self) -> None:
        with suppress(RuntimeError):  # our loop is closed
            _listen_to(self._connection, self._post)
            self._process.kill()
            with _starting_or_reaping:
                self._process.join()
            self._loop.call_soon_threadsafe(self._end)

    def _post(self, message: Message) -> None:
        self._loop.call_soon_threadsafe(self._receive, message)

    def _end(self) -> None:
        if not self.gone.done():
            self.gone.set_result(None)


def _listen_to(connection: Connection, post: Any) -> None:
    try:
        while True:
            post(connection.recv())
    except (EOFError, OSError):  # the latter if it died in the middle of a message
        return
    # Whatever it is, nothing that comes after can be trusted: the worker is ended and replaced.
    except Exception as error:
        _log.error("a worker sent what cannot be read", exc_info=error)
