"""Questions computed before they are needed: for each answer that a person may give next."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hintwise.service.jobs import Job, Jobs

MOST = 300
"""Lessons that are looked ahead in: results take about 100 kB for each answer."""
LASTS_S = 120.0
"""Who has not answered by then has left, as a rule, and is not waited for."""

Moment = tuple[str, int]
"""A lesson's stream, and the position that it is at."""


@dataclass(frozen=True, slots=True)
class _Look:
    position: int
    tasks: Mapping[str, asyncio.Task[Any]]
    began_s: float


class Foresight:
    """What each of several next deeds would lead to; one moment of each lesson at a time.

    Its jobs are not urgent: they are computed while nobody waits for anything.
    """

    def __init__(
        self, jobs: Jobs, most: int = MOST, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._jobs = jobs
        self._most = most
        self._now_s = now_s
        self._looks: OrderedDict[str, _Look] = OrderedDict()  # by stream, the oldest first

    @property
    def under_way(self) -> list[asyncio.Task[Any]]:
        """What is being computed, or was and waits to be taken."""
        return [task for look in self._looks.values() for task in look.tasks.values()]

    def look(self, moment: Moment, jobs: Mapping[str, Job]) -> None:
        """Begin with the job of each deed, unless that was begun before."""
        stream, position = moment
        if stream in self._looks and self._looks[stream].position == position:
            return
        self.forget(stream)
        tasks = {deed: asyncio.ensure_future(self._jobs.run(job)) for deed, job in jobs.items()}
        for task in tasks.values():
            task.add_done_callback(_hear)
        self._looks[stream] = _Look(position, tasks, self._now_s())
        self._forget_oldest()

    def take(self, moment: Moment, deed: str) -> Any | None:
        """What was computed for a deed, if it is there; the others are not wanted any more."""
        stream, position = moment
        look, found = self._looks.get(stream), None
        if look is not None and look.position == position:
            task = look.tasks.get(deed)
            if task is not None and task.done() and not task.cancelled():
                found = None if task.exception() else task.result()
        self.forget(stream)
        return found

    def forget(self, stream: str) -> None:
        """Stop what is computed for a lesson."""
        if (look := self._looks.pop(stream, None)) is not None:
            _cancel(look.tasks.values())

    def _forget_oldest(self) -> None:
        while self._looks:
            stream, oldest = next(iter(self._looks.items()))
            age_s = self._now_s() - oldest.began_s
            if len(self._looks) <= self._most and age_s <= LASTS_S:
                return
            self.forget(stream)

    def close(self) -> None:
        _cancel(self.under_way)
        self._looks.clear()


def _cancel(tasks: Iterable[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()


def _hear(task: asyncio.Task[Any]) -> None:
    """Nobody may ever ask for it: what went wrong then shows when the answer is computed anew."""
    if not task.cancelled():
        task.exception()
