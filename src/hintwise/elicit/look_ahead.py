"""Queries computed in worker processes before they are needed.

While a person thinks, the next query is computed for each answer they may give. Taking one of them
stops the others.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from hintwise.elicit.progress import Inquiry, Progress
from hintwise.elicit.query import Answer, Query
from hintwise.elicit.questions.rule import Pair
from hintwise.engine.limits import Cancel
from hintwise.errors import InvalidValue, OutOfTime
from hintwise.problem import Fact, State
from hintwise.processes import context as workers_context
from hintwise.processes import interrupts_left_to_parent, pool_of

WORKERS = min(len(Answer), os.cpu_count() or 1)
"""A process for each answer that may come, but no more than there are cores."""

_LOOK_EVERY_S = 0.05
"""How often a wait for a worker looks whether it is cancelled."""

_ANY = -1
"""In the place of the wanted job: none has been chosen yet."""


@dataclass(frozen=True, slots=True)
class _Job:
    batch: int
    number: int
    progress: Progress


@dataclass(frozen=True, slots=True)
class _Found:
    """A query without its problem, which would be large to send back and forth."""

    facts: frozenset[Fact]
    targets: frozenset[Fact]
    pair: Pair


class LookAhead:
    """Computes the queries of several possible futures at once.

    At most one batch of futures is held, and between two jobs a worker keeps only what all queries
    on a puzzle need, so memory stays bounded. If the workers die, queries are computed in this
    process.
    """

    def __init__(self, inquiry: Inquiry, workers: int) -> None:
        if workers < 1:
            raise InvalidValue(f"workers is {workers!r}; look-ahead needs one process or more")
        self._inquiry = inquiry
        # Without a lock: a worker that is killed while it holds one would block us for ever, and
        # any mixture of old and new values is unwanted by old jobs, before new ones are there.
        self._wanted: Any = workers_context.RawArray("q", [0, _ANY])
        self._pool = pool_of(workers, _start, inquiry, self._wanted)
        self._jobs: list[tuple[_Job, Future[_Found]]] = []

    def prepare(self, futures: Iterable[Progress]) -> None:
        """Start on the queries of these futures, the likeliest first; forget all others."""
        wanted = list(futures)
        if [job.progress for job, _ in self._jobs] == wanted:
            return
        self._drop()
        batch = self._wanted[0]
        jobs = [_Job(batch, number, progress) for number, progress in enumerate(wanted)]
        # Without workers the queries are computed when they are asked for.
        with contextlib.suppress(BrokenProcessPool), interrupts_left_to_parent():
            self._jobs = [(job, self._pool.submit(_compute, job)) for job in jobs]

    def query(self, progress: Progress, cancel: Cancel | None = None) -> Query:
        """The query of one future: at once if it is ready, and only it if it is not."""
        for job, future in self._jobs:
            if job.progress != progress:
                continue
            self._wanted[1] = job.number
            for _, other in self._jobs:
                if other is not future:
                    other.cancel()
            self._jobs = [(job, future)]
            # Without workers it is computed here.
            with contextlib.suppress(BrokenProcessPool):
                return self._query(progress, _result(future, cancel))
        return self._inquiry.query(progress, cancel)

    def close(self) -> None:
        self._drop()
        self._pool.shutdown(cancel_futures=True)

    def _drop(self) -> None:
        self._wanted[:] = [self._wanted[0] + 1, _ANY]
        for _, future in self._jobs:
            future.cancel()
        self._jobs = []

    def _query(self, progress: Progress, found: _Found) -> Query:
        puzzle = progress.instances.puzzle
        state = State(self._inquiry.problems[puzzle], found.facts, found.targets)
        return found.pair.asked(progress.knowledge.number, puzzle, state)


def _result(future: Future[_Found], cancel: Cancel | None) -> _Found:
    while True:
        try:
            return future.result(timeout=_LOOK_EVERY_S)
        except TimeoutError:
            if cancel is not None and cancel.is_set():
                raise OutOfTime("cancelled while a query was computed") from None


@dataclass(frozen=True, slots=True)
class _Unwanted:
    """Set once another batch has begun, or another job of this one was chosen."""

    job: _Job
    wanted: Any

    def is_set(self) -> bool:
        batch, number = self.wanted[:]
        return bool(batch != self.job.batch or number not in (_ANY, self.job.number))


_inquiry: Inquiry
_wanted: Any


def _start(inquiry: Inquiry, wanted: Any) -> None:
    global _inquiry, _wanted  # a worker process has nowhere else to keep what it was started with
    _inquiry, _wanted = inquiry, wanted


def _compute(job: _Job) -> _Found:
    query = _inquiry.query(job.progress, _Unwanted(job, _wanted))
    pair = Pair(query.a, query.b, query.fallback, query.proven, stake=query.stake)
    return _Found(query.state.facts, query.state.targets, pair)
