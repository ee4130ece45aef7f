"""A job on its way from whoever asked for it to its result."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hintwise.service.jobs.job import Job
from hintwise.service.jobs.performing import Work
from hintwise.service.jobs.place import Reports

_numbers = itertools.count(1)


@dataclass(eq=False, slots=True)
class Ticket:
    """A job, how far it has come, and who waits for it."""

    job: Job
    result: asyncio.Future[Any]
    parts: asyncio.Queue[Any] | None = None
    """Where parts go, if anybody wants them."""

    given_s: float = field(default_factory=time.monotonic)
    began_s: float | None = None
    """Since when it is computed, while it is."""

    deaths: int = 0
    """How many workers have died while they were at it."""

    is_put_off: bool = False
    """Whether it was told to give way, and has not done so yet."""

    is_ended: bool = False
    """Whether it is decided what whoever waits for it is told."""

    timer: asyncio.TimerHandle | None = None
    """Ends its wait, or the place where it is computed."""

    _delivered: int = 0

    def work(self) -> Work:
        job = self.job
        wants_parts = self.parts is not None
        return Work(
            next(_numbers),
            job.task,
            job.arguments,
            job.deadline_s,
            job.puzzle,
            job.urgent,
            wants_parts,
        )

    def reports(self, begun: Callable[[], object], lost: Callable[[], object]) -> Reports:
        """For one attempt: what an earlier one has delivered is not delivered again."""
        numbers = itertools.count()

        def emit(part: Any) -> None:
            if self.parts is not None and next(numbers) >= self._delivered:
                self._delivered += 1
                self.parts.put_nowait(part)

        return Reports(begun, emit, lost)

    def call_later(self, seconds: float, action: Callable[[], object]) -> None:
        """Instead of whatever was to be called."""
        self.call_off()
        self.timer = asyncio.get_running_loop().call_later(seconds, action)

    def call_off(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
