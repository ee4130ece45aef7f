"""The workers of a Dask cluster, which several web processes may share."""

from __future__ import annotations

import asyncio
import json
import pickle
import uuid
from concurrent.futures import CancelledError
from typing import Any

from distributed import Client, Future, KilledWorker

from hintwise.errors import InvalidValue
from hintwise.service.jobs.cluster_working import (
    Answer,
    Parcel,
    end_worker_of,
    perform_parcel,
    stop_here,
)
from hintwise.service.jobs.dispatcher import Dispatcher
from hintwise.service.jobs.memory import MEMORY_BYTES
from hintwise.service.jobs.performing import TASKS_MODULE, Broken, Outcome, Stopped, Work
from hintwise.service.jobs.place import Gone, Reports, unless_gone
from hintwise.service.jobs.scheduler import Event, Scheduler
from hintwise.service.jobs.waiting import Bounds
from hintwise.service.jobs.working import WorkerSettings
from hintwise.service.operations.logs import where

MOST_SEATS = 64
"""How many jobs one web process has on a cluster at a time, unless told otherwise."""

_URGENT, _AHEAD = "hintwise-urgent", "hintwise-ahead"
_PRIORITIES = {_URGENT: 10, _AHEAD: -10}

_HEARSAY_S = 0.3
"""How long the word that a job has begun may be on its way."""

_SOON_S = 0.05
"""An urgent job that has not begun by then has others give way to it."""


def open_cluster_jobs(
    scheduler_url: str,
    bounds: Bounds | None = None,
    *,
    seats: int = MOST_SEATS,
    memory_bytes: int = MEMORY_BYTES,
    tasks_module: str = TASKS_MODULE,
) -> ClusterJobs:
    """Jobs on the workers of the Dask scheduler at a URL such as `tcp://10.0.0.1:8786`.

    The workers need the same hintwise as this process. They should have one thread each, and a
    nanny, as they have unless told otherwise: it starts a worker again that had to be ended. One
    web process has no more than so many `seats` there at a time.
    """
    settings = WorkerSettings(tasks_module, memory_bytes)
    return ClusterJobs(Scheduler(scheduler_url), settings, seats, bounds)


class ClusterJobs(Dispatcher):
    """Jobs on a cluster: as many at a time as its workers have threads, be they more or fewer.

    People take turns within each web process, and web processes as they come. What is computed
    ahead gives way to urgent jobs of any web process. A job whose worker dies is done again
    elsewhere, at most as often as the scheduler allows (`allowed-failures`).
    """

    def __init__(
        self,
        scheduler: Scheduler,
        settings: WorkerSettings,
        seats: int,
        bounds: Bounds | None = None,
    ) -> None:
        self._scheduler = scheduler
        room = _Room(scheduler, settings)
        super().__init__(lambda: _Seat(room), seats, bounds)

    async def start(self) -> None:
        """Connect and begin; `InvalidValue` if no scheduler answers."""
        await self._scheduler.client()
        await super().start()

    async def close(self) -> None:
        await super().close()
        await self._scheduler.close()


class _Room:
    """As many seats as the cluster has threads; what does not get one waits."""

    def __init__(self, scheduler: Scheduler, settings: WorkerSettings) -> None:
        self.scheduler = scheduler
        self.settings = settings
        self._seats: dict[_Seat, None] = {}
        self._waiting: list[asyncio.Future[None]] = []
        self._last_at: dict[str, str] = {}
        scheduler.on_change = self._rearrange
        scheduler.on_removed = self._lose

    async def enter(self, seat: _Seat) -> None:
        while len(self._seats) >= self.scheduler.threads:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
            await waiter
        self._seats[seat] = None

    def leave(self, seat: _Seat) -> None:
        if seat in self._seats:
            del self._seats[seat]
            self._rearrange()

    def remember(self, puzzle: str, address: str) -> None:
        """That a worker was at a puzzle."""
        self._last_at.pop(puzzle, None)
        self._last_at[puzzle] = address
        if len(self._last_at) > 1000:
            del self._last_at[next(iter(self._last_at))]

    def idle_worker_at(self, puzzle: str) -> str | None:
        """The worker that was at a puzzle, unless it has something else to do as far as we know."""
        address = self._last_at.get(puzzle) if puzzle else None
        return None if any(seat.address == address for seat in self._seats) else address

    def _lose(self, address: str) -> None:
        for seat in list(self._seats):
            if seat.address == address:
                seat.lose_worker()

    def _rearrange(self) -> None:
        idle = [seat for seat in self._seats if seat.is_idle]
        for seat in idle[: max(0, len(self._seats) - self.scheduler.threads)]:
            seat.end()
        waiting, self._waiting = self._waiting, []
        for waiter in waiting:
            if not waiter.done():
                waiter.set_result(None)


class _Seat:
    """A place on the cluster, at whatever worker its job is computed."""

    def __init__(self, room: _Room) -> None:
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._room = room
        self._scheduler = room.scheduler
        self._client: Client | None = None
        self._future: Future[Answer] | None = None
        self._reports: Reports | None = None
        self._parts = 0
        self._is_stopped = False
        self.address: str | None = None
        """The worker that has begun with the job."""

    @property
    def is_idle(self) -> bool:
        return self._future is None

    async def start(self) -> None:
        try:
            self._client = await self._scheduler.client()
        except InvalidValue:
            raise Gone from None
        await self._room.enter(self)

    async def do(self, work: Work, reports: Reports) -> Outcome:
        sort = _URGENT if work.urgent else _AHEAD
        key = f"{sort}-{uuid.uuid4().hex}"
        self._reports, self._parts = reports, 0
        self._is_stopped, self.address = False, None
        self._scheduler.listen(key, self._hear)
        self._future = self._submit(key, work, _PRIORITIES[sort])
        answer = asyncio.ensure_future(self._answer(self._future, work.puzzle))
        if work.urgent:
            asyncio.get_running_loop().call_later(_SOON_S, self._make_way, self._future, _SOON_S)
        try:
            return await unless_gone(answer, self.gone)
        finally:
            answer.cancel()
            self._scheduler.stop_listening(key)
            self._future.release()
            self._future = None
            self.address = None

    def stop(self) -> None:
        if self._future is None:
            return
        self._is_stopped = True
        key = str(self._future.key)
        if self.address is not None:
            self._scheduler.tell([self.address], stop_here, key)
            return
        # It waits at the scheduler, unless it has just begun.
        self._scheduler.tell(None, stop_here, key)
        self._scheduler.begin(self._cancel(self._future))

    def kill(self) -> None:
        if self._future is not None:
            self._scheduler.begin(self._end_worker(self._future, self.address))
        self.end()

    def end(self) -> None:
        """Leave the cluster as it is, and be gone."""
        if not self.gone.done():
            self.gone.set_result(None)

    def lose_worker(self) -> None:
        """The worker that has begun is gone; Dask gives the job to another one."""
        self.address = None
        if self._reports is not None:
            self._reports.lost()

    def knows(self, puzzle: str) -> bool:
        """Seats are all the same: which worker it is, is decided when there is a job."""
        return False

    async def close(self) -> None:
        self.end()
        self._room.leave(self)

    def _submit(self, key: str, work: Work, priority: int) -> Future[Answer]:
        assert self._client is not None
        known = self._room.idle_worker_at(work.puzzle)
        # As bytes, which the scheduler passes on without looking inside.
        packed = pickle.dumps(Parcel(key, work, self._room.settings))
        return self._client.submit(
            perform_parcel,
            packed,
            key=key,
            pure=False,
            priority=priority,
            workers=known,
            allow_other_workers=known is not None,
        )

    async def _answer(self, future: Future[Answer], puzzle: str) -> Outcome:
        try:
            answer: Answer = await future
        except KilledWorker:
            return Broken("the workers that computed it ended, several times")
        except (CancelledError, OSError):
            if self._is_stopped:
                return Stopped()
            assert self._client is not None
            self._scheduler.begin(self._scheduler.forget(self._client))
            raise Gone from None
        # Errors of the task itself are outcomes, so this one comes from before it began.
        except Exception as error:
            return Broken("a worker of the cluster cannot do our jobs", where(error))
        for part in answer.parts[self._parts :]:
            self._emit(part)
        self._room.remember(puzzle, answer.address)
        return answer.outcome

    def _hear(self, told: Event) -> None:
        """What a worker says about our job; of one that is done again it is heard once more."""
        if "begun" in told:
            self.address = told["begun"]
            if self._reports is not None:
                self._reports.begun()
        elif told["part"] == self._parts:
            self._emit(json.loads(told["value"]))

    def _emit(self, part: Any) -> None:
        self._parts += 1
        if self._reports is not None:
            self._reports.emit(part)

    def _make_way(self, future: Future[Answer], waited_s: float) -> None:
        """Unless the job has begun, have another one give way, and look again later."""
        if self._future is not future or self.address is not None:
            return
        self._scheduler.begin(self._stop_one_ahead(str(future.key)))
        asyncio.get_running_loop().call_later(2 * waited_s, self._make_way, future, 2 * waited_s)

    async def _stop_one_ahead(self, key: str) -> None:
        """Stop one job that is not urgent, at best where ours waits; its owner gives it again."""
        client = await self._scheduler.client()
        processing: dict[str, list[str]] = await client.processing()
        if any(set(keys) <= {key} for keys in processing.values()):
            return  # nothing is in its way: it is about to begin
        near = sorted(processing, key=lambda address: key not in processing[address])
        for address in near:
            ahead = [other for other in processing[address] if str(other).startswith(_AHEAD)]
            if ahead and self.address is None:
                await client.run(stop_here, ahead[0], workers=[address], on_error="ignore")
                return

    async def _cancel(self, future: Future[Answer]) -> None:
        """Take it from the scheduler, unless we hear that it has begun and was told to stop."""
        await asyncio.sleep(_HEARSAY_S)
        if self._future is future and self.address is None:
            await future.cancel(force=True)

    async def _end_worker(self, future: Future[Answer], address: str | None) -> None:
        # First, or Dask would have it done again elsewhere.
        await future.cancel(force=True)
        client = await self._scheduler.client()
        # If nobody has told us where it began, only the worker that is at it ends.
        where_it_is = None if address is None else [address]
        await client.run(end_worker_of, str(future.key), workers=where_it_is, on_error="ignore")
