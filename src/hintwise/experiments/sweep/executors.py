"""Where jobs are computed: the contract, and worker processes on this machine.

`hintwise.experiments.sweep.cluster` fulfils the same contract with a Dask cluster.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Protocol

from hintwise.closable import Closable
from hintwise.errors import HintwiseError, InvalidValue
from hintwise.processes import context as workers_context
from hintwise.processes import interrupts_left_to_parent, one_thread_each

MOST_DEATHS = 3
"""A job during which that many workers have died is given up: it may be what kills them."""


@dataclass(frozen=True, slots=True)
class Job:
    """A call of a function that can be pickled, as can its argument and its result."""

    key: str
    function: Callable[[Any], Any]
    argument: Any


@dataclass(frozen=True, slots=True)
class Done:
    """What the function of a job has returned."""

    key: str
    value: Any


@dataclass(frozen=True, slots=True)
class Failed:
    """What the function of a job has raised, in words; or that its workers died."""

    key: str
    message: str


Outcome = Done | Failed


class Executor(AbstractContextManager["Executor"], Protocol):
    """Computes jobs somewhere. Used in a `with` block, which frees what it holds."""

    def outcomes(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """The outcome of every job, as soon as it is there.

        Jobs are taken in their order, and only a bounded number ahead of what is finished. One that
        fails, or kills its worker, leaves the others alone. Closing the iterator drops what is
        under way.
        """


def attempt(job: Job) -> Outcome:
    """Do a job here and now; whatever it raises is its outcome."""
    try:
        return Done(job.key, job.function(job.argument))
    except HintwiseError as error:
        return Failed(job.key, str(error))
    # Not swallowed: it is recorded, and one defect must not end a sweep of hours.
    except Exception as error:
        *_, frame = traceback.extract_tb(error.__traceback__)
        where = f"{Path(frame.filename).name}, line {frame.lineno}"
        return Failed(job.key, f"{type(error).__name__}: {error} ({where})")


class LocalProcesses(Closable):
    """So many worker processes on this machine, started when there is work for them.

    A worker that dies is replaced, and its job is done again. Workers die with the process that
    started them, even if that is killed; they import the script that started it, which must
    therefore do so under `if __name__ == "__main__":`.
    """

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise InvalidValue(f"workers is {workers!r}; a sweep needs one process or more")
        self._count = workers
        self._idle: list[_Worker] = []
        self._busy: dict[Any, tuple[_Worker, Job]] = {}  # by the connection to the worker

    def close(self) -> None:
        self._stop_busy()
        while self._idle:
            self._idle.pop().stop()

    def outcomes(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        source = iter(jobs)
        again: deque[Job] = deque()
        deaths: Counter[str] = Counter()
        try:
            while True:
                self._hand_out(again, source)
                if not self._busy:
                    return
                for connection in wait(list(self._busy)):
                    worker, job = self._busy.pop(connection)
                    outcome = worker.outcome()
                    if outcome is not None:
                        self._idle.append(worker)
                        yield outcome
                        continue
                    deaths[job.key] += 1
                    if deaths[job.key] < MOST_DEATHS:
                        again.append(job)
                    else:
                        yield Failed(job.key, f"its worker process died {MOST_DEATHS} times")
        finally:
            self._stop_busy()

    def _hand_out(self, again: deque[Job], source: Iterator[Job]) -> None:
        while len(self._busy) < self._count:
            job = again.popleft() if again else next(source, None)
            if job is None:
                return
            worker = self._idle.pop() if self._idle else _Worker()
            worker.start(job)
            self._busy[worker.connection] = (worker, job)

    def _stop_busy(self) -> None:
        while self._busy:
            _, (worker, _) = self._busy.popitem()
            worker.stop()


class _Worker:
    """A worker process as its parent sees it."""

    def __init__(self) -> None:
        self.connection, theirs = workers_context.Pipe()
        self._process: BaseProcess = workers_context.Process(
            target=_work, args=(theirs,), daemon=True
        )
        with interrupts_left_to_parent(), one_thread_each():
            self._process.start()
        theirs.close()  # so that we notice when the worker, the only one to hold it, is gone

    def start(self, job: Job) -> None:
        # A worker that died while idle is noticed when its outcome is asked for.
        with suppress(ConnectionError):
            self.connection.send(job)

    def outcome(self) -> Outcome | None:
        """The outcome of the job it was given, or None if the worker has died."""
        try:
            outcome: Outcome = self.connection.recv()
        except (EOFError, OSError):  # the latter if it died in the middle of a message
            self.stop()
            return None
        return outcome

    def stop(self) -> None:
        """End the process, whatever it is at."""
        self._process.kill()
        self._process.join()
        self._process.close()
        self.connection.close()


def _work(jobs: Connection) -> None:
    """What a worker process does until it is stopped."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # when the parent is gone
        while True:
            jobs.send(attempt(jobs.recv()))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
