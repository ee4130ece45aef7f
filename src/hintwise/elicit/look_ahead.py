"""Queries computed in worker processes before they are needed.

While a person thinks, the next query is computed for each answer they may give. Taking one of them
stops the others. One set of worker processes serves any number of sessions.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import os
import pickle
import threading
from collections.abc import Iterable
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any

from hintwise.closable import Closable
from hintwise.elicit.progress import Inquiry, Progress, next_query
from hintwise.elicit.query import Answer, Query
from hintwise.elicit.questions.rule import Pair
from hintwise.elicit.settings import Settings
from hintwise.errors import InvalidValue, OutOfTime
from hintwise.limits import Cancel
from hintwise.problem import Fact, Problem, State
from hintwise.processes import context as workers_context
from hintwise.processes import interrupts_left_to_parent, pool_of

WORKERS = min(len(Answer), os.cpu_count() or 1)
"""A process for each answer that may come, but no more than there are cores."""

MOST_JOBS = 1024
"""Under way at a time; what is asked for beyond is computed when it is needed."""

_LOOK_EVERY_S = 0.05
"""How often a wait for a worker looks whether it is cancelled."""


class QueryWorkers(Closable):
    """Worker processes that compute queries, for any number of sessions.

    Closed after use, by `close` or a `with` block. They import the script that started them, which
    must therefore run under `if __name__ == "__main__":`. Between two jobs a worker keeps only what
    all queries on a few puzzles need, so memory stays bounded. If the workers die, sessions compute
    their queries in their own process.

    >>> with QueryWorkers(1) as workers:
    ...     workers
    <QueryWorkers: 1 process, 0 jobs under way>
    """

    def __init__(self, count: int = WORKERS) -> None:
        if count < 1:
            raise InvalidValue(f"{count!r} worker processes; look-ahead needs one process or more")
        self.count = count
        # Without a lock: a worker that is killed while it holds one would block us for ever. A
        # place holds the number of the one job that was given it, or 0 once nobody wants that.
        self._wanted: Any = workers_context.RawArray("q", MOST_JOBS)
        self._pool = pool_of(count, _start, self._wanted)
        # All are started before anything watches them. If one died while another was started, the
        # latter could be forgotten, and closing would wait for it for ever (Python 3.11).
        self._pool._safe_to_dynamically_spawn_children = False  # type: ignore[attr-defined]
        self._numbers = itertools.count(1)
        self._places = list(range(MOST_JOBS))
        self._under_way: set[Ordered] = set()
        # Sessions may be served by several threads. The pool's own thread takes the first lock, so
        # that is never held while the pool is called; the second keeps orders out of a closing.
        self._lock = threading.Lock()
        self._ordering = threading.Lock()

    def __repr__(self) -> str:
        processes = "1 process" if self.count == 1 else f"{self.count} processes"
        return f"<QueryWorkers: {processes}, {len(self._under_way)} jobs under way>"

    def close(self) -> None:
        """Stop all jobs and end the processes; sessions then compute their queries themselves."""
        with self._ordering:
            self._cancel_all()
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(cancel_futures=True)
            for process in processes:  # they have ended, unless the thread that ends them failed
                process.terminate()
                process.join()

    def order(self, problem: Problem, settings: Settings, progress: Progress) -> Ordered | None:
        """Start on a query; None if the workers are dead, closed, or have too much to do."""
        with self._ordering:
            with self._lock:
                if not self._places:
                    return None
                place, number = self._places.pop(), next(self._numbers)
                self._wanted[place] = number
            job = _Job(place, number, _packed(problem), settings, progress)
            try:
                with interrupts_left_to_parent():
                    future = self._pool.submit(_compute, job)
            except (RuntimeError, OSError):  # broken, shut down, or no process can be started
                with self._lock:
                    self._wanted[place] = 0
                    self._places.append(place)
                return None
            ordered = Ordered(progress, place, future)
            with self._lock:
                self._under_way.add(ordered)
        future.add_done_callback(lambda _: self._finish(ordered))
        if self._pool._broken:
            # A worker died just then: the thread that tells the futures so may have missed this
            # one, or have failed on it and told no other (Python 3.11).
            self._cancel_all()
            return None
        return ordered

    def cancel(self, ordered: Ordered) -> None:
        """Nobody wants that query any more: a worker that computes it stops."""
        ordered.dropped.set()
        with self._lock:
            if ordered in self._under_way:  # else another job may have its place
                self._wanted[ordered.place] = 0
        # Its future is not cancelled: if a worker died just then, the thread that tells the other
        # futures would fail on that one (Python 3.11), and who waits for them would wait for ever.

    def _cancel_all(self) -> None:
        with self._lock:
            under_way = list(self._under_way)
        for ordered in under_way:
            self.cancel(ordered)

    def _finish(self, ordered: Ordered) -> None:
        with self._lock:
            self._under_way.discard(ordered)
            self._places.append(ordered.place)


@dataclass(frozen=True, eq=False)
class Ordered:
    """A query that workers compute, or have computed."""

    progress: Progress
    place: int
    future: Future[_Computed]
    dropped: threading.Event = field(default_factory=threading.Event)
    """Set once nobody wants it: what comes out then may be cut short."""

    def result(self, cancel: Cancel | None) -> _Computed | None:
        """Wait for what comes out; None if nothing does that could be used."""
        while True:
            try:
                found = self.future.result(timeout=_LOOK_EVERY_S)
                return None if self.dropped.is_set() else found
            except TimeoutError:
                if self.dropped.is_set():
                    return None
                if cancel is not None and cancel.is_set():
                    raise OutOfTime("cancelled while a query was computed") from None
            except (BrokenProcessPool, CancelledError):
                return None
            except OutOfTime:
                if self.dropped.is_set():
                    return None
                raise


class LookAhead:
    """Has the queries of several possible futures of one session computed at once.

    At most one batch of futures is held. Other sessions' jobs are left alone.
    """

    def __init__(self, inquiry: Inquiry, workers: QueryWorkers) -> None:
        self._inquiry = inquiry
        self._workers = workers
        self._batch: list[Progress] = []
        self._ordered: list[Ordered] = []

    def prepare(self, futures: Iterable[Progress]) -> None:
        """Start on the queries of these futures, the likeliest first; forget all others."""
        wanted = list(futures)
        if self._batch == wanted:
            return
        self.drop()
        self._batch = wanted
        for progress in wanted:
            problem = self._inquiry.problems[progress.instances.puzzle]
            ordered = self._workers.order(problem, self._inquiry.settings, progress)
            if ordered is not None:
                self._ordered.append(ordered)

    def query(self, progress: Progress, cancel: Cancel | None = None) -> Query:
        """The query of one future: at once if it is ready, and only it if it is not."""
        for ordered in self._ordered:
            if ordered.progress != progress:
                continue
            for other in self._ordered:
                if other is not ordered:
                    self._workers.cancel(other)
            self._ordered = [ordered]
            if (found := ordered.result(cancel)) is not None:
                return self._query(progress, found)
        return self._inquiry.query(progress, cancel)

    def drop(self) -> None:
        """Stop all that is computed for this session."""
        for ordered in self._ordered:
            self._workers.cancel(ordered)
        self._batch, self._ordered = [], []

    def _query(self, progress: Progress, found: _Computed) -> Query:
        puzzle = progress.instances.puzzle
        state = State(self._inquiry.problems[puzzle], found.facts, found.targets)
        seed = self._inquiry.settings.seed
        return found.pair.asked(progress.knowledge.number, puzzle, state, seed)


@dataclass(frozen=True, slots=True)
class _Packed:
    """A puzzle for a worker, which unpacks it unless it has it already."""

    key: str
    data: bytes = field(repr=False, compare=False)


@functools.lru_cache(maxsize=64)
def _packed(problem: Problem) -> _Packed:
    # Not its fingerprint, which leaves out how features are counted.
    data = pickle.dumps(problem)
    return _Packed(hashlib.sha256(data).hexdigest(), data)


@functools.lru_cache(maxsize=16)
def _unpacked(packed: _Packed) -> Problem:
    problem: Problem = pickle.loads(packed.data)
    return problem


@dataclass(frozen=True, slots=True)
class _Job:
    place: int
    number: int
    puzzle: _Packed
    settings: Settings
    progress: Progress


@dataclass(frozen=True, slots=True)
class _Computed:
    """A query without its problem, which would be large to send back and forth."""

    facts: frozenset[Fact]
    targets: frozenset[Fact]
    pair: Pair


@dataclass(frozen=True, slots=True)
class _Unwanted:
    """Set once the place of a job does not hold its number any more."""

    job: _Job
    wanted: Any

    def is_set(self) -> bool:
        return bool(self.wanted[self.job.place] != self.job.number)


_wanted: Any


def _start(wanted: Any) -> None:
    global _wanted  # a worker process has nowhere else to keep what it was started with
    _wanted = wanted


def _compute(job: _Job) -> _Computed:
    unwanted = _Unwanted(job, _wanted)
    if unwanted.is_set():
        raise OutOfTime("cancelled before it was begun")
    query = next_query(
        _unpacked(job.puzzle), job.settings, job.progress, job.settings.limits(unwanted)
    )
    pair = Pair(
        query.a,
        query.b,
        query.fallback,
        query.proven,
        stake=query.stake,
        risk=query.risk,
        check=query.check,
    )
    return _Computed(query.state.facts, query.state.targets, pair)
