"""What a worker process does until it is ended."""

from __future__ import annotations

import os
import queue
import threading
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from hintwise.service.jobs.memory import FULL, MEMORY_BYTES, limit_memory, taken_bytes
from hintwise.service.jobs.messages import UNSENDABLE, Begun, Finished, Part, Ready
from hintwise.service.jobs.performing import TASKS_MODULE, Bench, Broken, Work
from hintwise.service.operations.logs import where


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """What a worker can do, and how much memory it may take for that."""

    tasks_module: str = TASKS_MODULE
    memory_bytes: int = MEMORY_BYTES


def work(settings: WorkerSettings, connection: Connection, wanted: Any) -> None:
    """Do what comes over the connection, one after the other.

    `wanted` holds the number of the one job that is wanted; anything else stops it. The process
    ends with the one at the other end of the connection, whatever either of them is at.
    """
    inbox: queue.SimpleQueue[Work] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(connection, inbox), daemon=True).start()
    limit_memory(settings.memory_bytes)
    bench = Bench(settings.tasks_module)
    with suppress(OSError):  # nobody listens any more, and `_listen` ends the process
        connection.send(Ready())
        while True:
            given = inbox.get()
            connection.send(Begun())
            outcome = bench.perform(
                given,
                _Unwanted(given.number, wanted),
                lambda part: connection.send(Part(part)),
            )
            try:
                connection.send(Finished(outcome))
            except UNSENDABLE as error:
                told = Broken("its result cannot be sent", where(error), by_task=True)
                connection.send(Finished(told))
            if taken_bytes() > FULL * settings.memory_bytes:
                return  # and make room for a new process


@dataclass(frozen=True, slots=True)
class _Unwanted:
    number: int
    wanted: Any

    def is_set(self) -> bool:
        return bool(self.wanted.value != self.number)


def _listen(connection: Connection, inbox: queue.SimpleQueue[Work]) -> None:
    """A thread of its own, so that the end of the web process is noticed while we compute."""
    try:
        while True:
            inbox.put(connection.recv())
    except (EOFError, OSError):
        os._exit(1)
