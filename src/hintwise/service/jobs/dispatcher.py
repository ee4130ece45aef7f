"""Which job is computed next, and where: the same for processes, clusters and threads."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from hintwise.service.jobs.figures import Figures
from hintwise.service.jobs.job import Busy, Job, JobFailed, Superseded
from hintwise.service.jobs.performing import Broken, Done, Outcome, Refused, Stopped
from hintwise.service.jobs.place import Gone, Place, Reports, outcome_at, unless_gone
from hintwise.service.jobs.ticket import Ticket
from hintwise.service.jobs.waiting import Bounds, WaitingRoom

MOST_DEATHS = 2
"""A job during which that many workers have died is given up: it may be what kills them."""

_FIRST_PAUSE_S = 0.1
_LONGEST_PAUSE_S = 10.0
"""How long we wait before a worker is started again that could not be started."""

_GUESS_S = 0.5
"""How long a job takes, before any was done."""

_LATEST = 0.1
"""The share of the latest job in how long the next one is expected to take."""

_log = logging.getLogger("hintwise.jobs")


class Dispatcher:
    """Jobs that wait for one of several places.

    Every job ends in exactly one way: with its result, with an error, or cancelled. A place has at
    most one job at a time. All of it happens in the event loop in which it was started.

    Every place does the `warm_ups` while nothing waits: they leave something behind there that
    makes jobs quicker, and give way to any. They appear in no figures.
    """

    def __init__(
        self,
        make_place: Callable[[], Place],
        places: int,
        bounds: Bounds | None = None,
        warm_ups: Iterable[Job] = (),
    ) -> None:
        self._make_place = make_place
        self._warm_ups = list(warm_ups)
        self._may_warm = max(1, places - 1)
        self._count = places
        self._bounds = bounds or Bounds()
        self._waiting = WaitingRoom(self._bounds)
        self._running: dict[Ticket, Place] = {}
        self._warming: dict[Ticket, Place] = {}
        self._slots: dict[tuple[str, str], Ticket] = {}
        self._idle: dict[Place, asyncio.Future[Ticket | None]] = {}
        self._serving: list[asyncio.Task[None]] = []
        self._ready = 0
        self._figures = Figures()
        self._usual_s = _GUESS_S
        self._is_closed = False

    async def start(self) -> None:
        """Begin; jobs may be given at once, and wait until there is a place for them."""
        self._begin_serving()

    def _begin_serving(self) -> None:
        self._serving = [task for task in self._serving if not task.done()]
        while len(self._serving) < self._count:
            task = asyncio.create_task(self._serve())
            task.add_done_callback(_log_defect)
            self._serving.append(task)

    async def close(self) -> None:
        """Stop all jobs and end all places; who still waits is told `JobFailed`."""
        self._is_closed = True
        while self._waiting:
            self._end(self._waiting.take(), "failed", _closing())
        for ticket in list(self._running):
            self._end(ticket, "failed", _closing())
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def run(self, job: Job) -> Any:
        """What the task returns; see `Jobs.run`."""
        ticket = self._give(job)
        try:
            return await ticket.result
        finally:
            self._end(ticket, "cancelled")

    async def stream(self, job: Job) -> AsyncIterator[Any]:
        """What the task emits; see `Jobs.stream`."""
        parts: asyncio.Queue[Any] = asyncio.Queue()
        ticket = self._give(job, parts)
        end = object()
        ticket.result.add_done_callback(lambda _: parts.put_nowait(end))
        try:
            while (part := await parts.get()) is not end:
                yield part
            await ticket.result
        finally:
            self._end(ticket, "cancelled")

    def figures(self) -> Figures:
        """How much there is to do and was done, up to now."""
        return replace(
            self._figures,
            workers=self._ready,
            queued=self._waiting.urgent,
            ahead=self._waiting.ahead,
            running=sum(not ticket.is_ended for ticket in self._running),
        )

    # How a job comes in, and what becomes of it.

    def _give(self, job: Job, parts: asyncio.Queue[Any] | None = None) -> Ticket:
        if self._is_closed:
            raise _closing()
        self._begin_serving()
        older = self._slots.get((job.person, job.slot))
        if older is not None:
            self._end(older, "cancelled", Superseded(f"a newer {job.task} has taken its place"))
        self._make_room(job)
        ticket = Ticket(job, asyncio.get_running_loop().create_future(), parts)
        if job.slot:
            self._slots[job.person, job.slot] = ticket
        self._waiting.add(ticket)
        self._watch(ticket)
        self._hand_out()
        return ticket

    def _make_room(self, job: Job) -> None:
        """Raise `Busy` if too much waits, unless another person has more than their share of it."""
        is_late = job.urgent and self._expected_wait_s() > self._bounds.longest_wait_s
        if not is_late and not self._waiting.is_full_for(job):
            return
        last = self._waiting.make_room_for(job)
        if last is None:
            self._figures = self._figures.with_one("refused")
            raise self._busy()
        self._end(last, "refused", self._busy())

    def _busy(self) -> Busy:
        return Busy(max(1.0, self._expected_wait_s()))

    def _expected_wait_s(self) -> float:
        """How long an urgent job that comes now will wait."""
        return self._waiting.urgent * self._usual_s / max(1, self._ready)

    def _watch(self, ticket: Ticket) -> None:
        """See to it that a job in the queue is refused if it waits too long."""
        ticket.call_off()
        if ticket.job.urgent:
            patience_s = self._bounds.patience_s
            ticket.call_later(patience_s, lambda: self._end(ticket, "refused", self._busy()))

    def _put_back(self, ticket: Ticket) -> None:
        """Have it computed once more, before all that came later.

        It is not handed out here: the place where it was is about to ask for a job.
        """
        ticket.is_put_off = False
        self._waiting.put_back(ticket)
        self._watch(ticket)

    def _end(
        self, ticket: Ticket, counted: str, error: Exception | None = None, value: Any = None
    ) -> None:
        """Decide what whoever waits for it is told, unless it is decided; the work is stopped."""
        if ticket.is_ended:
            return
        ticket.is_ended = True
        ticket.call_off()
        self._figures = self._figures.with_one(counted)
        slot = (ticket.job.person, ticket.job.slot)
        if self._slots.get(slot) is ticket:
            del self._slots[slot]
        if not ticket.result.done():  # else whoever waited was cancelled
            if error is None:
                ticket.result.set_result(value)
            else:
                ticket.result.set_exception(error)
                ticket.result.exception()  # nobody need wait for it any more
        if ticket in self._running:
            self._stop(ticket, self._running[ticket])
        else:
            self._waiting.discard(ticket)

    def _stop(self, ticket: Ticket, place: Place) -> None:
        """Stop the work on it, if need be by force."""
        place.stop()
        ticket.call_later(self._bounds.grace_s, place.kill)

    # Who gets which job.

    def _hand_out(self) -> None:
        while self._idle and self._waiting:
            ticket = self._waiting.take()
            place = self._place_for(ticket.job)
            self._running[ticket] = place
            self._idle.pop(place).set_result(ticket)
        self._make_way()

    def _place_for(self, job: Job) -> Place:
        """An idle place, at best one that knows the puzzle."""
        known = (place for place in self._idle if job.puzzle and place.knows(job.puzzle))
        return next(known, next(iter(self._idle)))

    def _make_way(self) -> None:
        """Stop as many warm-ups as jobs wait, and then jobs that are not urgent for urgent ones."""
        ended = sum(ticket.is_ended for ticket in self._running)
        ahead = {t: p for t, p in self._running.items() if not (t.job.urgent or t.is_ended)}
        self._put_off(self._warming, len(self._waiting) - ended - _count_put_off(ahead))
        self._put_off(ahead, self._waiting.urgent - ended - _count_put_off(self._warming))

    def _put_off(self, tickets: Mapping[Ticket, Place], count: int) -> None:
        """Have so many of them give way, of which some may be about to."""
        others = [ticket for ticket in reversed(list(tickets)) if not ticket.is_put_off]
        missing = max(0, count - _count_put_off(tickets))
        for ticket in others[:missing]:  # the latest one has the least to lose
            ticket.is_put_off = True
            self._stop(ticket, tickets[ticket])

    # What places do.

    async def _serve(self) -> None:
        """Keep a place going; when it is gone another takes its place."""
        pause_s = 0.0
        while True:
            place = self._make_place()
            try:
                await place.start()
                pause_s = 0.0
                await self._serve_at(place)
            except Gone:
                self._figures = self._figures.with_one("restarted")
            finally:
                await place.close()
            await asyncio.sleep(pause_s)
            pause_s = min(max(2 * pause_s, _FIRST_PAUSE_S), _LONGEST_PAUSE_S)

    async def _serve_at(self, place: Place) -> None:
        self._ready += 1
        warm_ups = deque(self._warm_ups)
        try:
            while True:
                ticket = await self._next_at(place, self._bounds.quiet_s if warm_ups else None)
                if ticket is not None:
                    await self._do(ticket, place)
                    continue
                # One place is left alone: not all of a warm-up can be stopped at once.
                while warm_ups and not self._waiting and len(self._warming) < self._may_warm:
                    await self._warm_up(warm_ups, place)
        finally:
            self._ready -= 1

    async def _next_at(self, place: Place, at_most_s: float | None) -> Ticket | None:
        """The next job for a place, or None if there is none for so long."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[Ticket | None] = loop.create_future()
        self._idle[place] = turn
        self._hand_out()
        if at_most_s is not None:  # not `wait_for`, which may lose what comes just then
            loop.call_later(at_most_s, self._tire_of_waiting, place, turn)
        try:
            return await unless_gone(turn, place.gone)
        finally:
            self._idle.pop(place, None)

    def _tire_of_waiting(self, place: Place, turn: asyncio.Future[Ticket | None]) -> None:
        if self._idle.get(place) is turn:
            self._idle.pop(place).set_result(None)

    async def _warm_up(self, warm_ups: deque[Job], place: Place) -> None:
        """Do the next one; if it is interrupted, it is begun again next time."""
        ticket = Ticket(warm_ups[0], asyncio.get_running_loop().create_future())
        self._warming[ticket] = place
        ticket.call_later(ticket.job.deadline_s + self._bounds.grace_s, place.kill)
        try:
            outcome = await outcome_at(place, ticket.work(), Reports())
        except Gone:
            if not ticket.is_put_off and ticket.job in self._warm_ups:
                self._warm_ups.remove(ticket.job)  # or it might end place after place
            raise
        finally:
            del self._warming[ticket]
            ticket.call_off()
        if not isinstance(outcome, Stopped):
            warm_ups.popleft()
        if isinstance(outcome, Broken) and outcome.by_place:
            raise Gone

    async def _do(self, ticket: Ticket, place: Place) -> None:
        outcome: Outcome | None = None
        try:
            if ticket.is_ended or ticket.is_put_off:  # since it was handed out, just before
                outcome = Stopped()
            else:
                begun, lost = partial(self._begin, ticket, place), partial(self._lose, ticket)
                reports = ticket.reports(begun, lost)
                outcome = await outcome_at(place, ticket.work(), reports)
        finally:
            began_s, ticket.began_s = ticket.began_s, None
            del self._running[ticket]
            ticket.call_off()
            if outcome is None and not self._is_closed:  # the place is gone
                if began_s is not None:
                    self._lose(ticket)
                if not ticket.is_ended:
                    self._put_back(ticket)
                self._hand_out()
        self._finish(ticket, outcome, began_s)
        if isinstance(outcome, Broken) and (outcome.ran_out_of_memory or outcome.by_place):
            self._hand_out()
            raise Gone

    def _begin(self, ticket: Ticket, place: Place) -> None:
        ticket.began_s = now = time.monotonic()
        if ticket.is_ended or ticket.is_put_off:
            return
        if ticket.job.urgent and not ticket.deaths:
            waits = self._figures.waits.with_one(now - ticket.given_s)
            self._figures = replace(self._figures, waits=waits)
        longest_s = ticket.job.deadline_s + self._bounds.grace_s
        ticket.call_later(longest_s, partial(self._overrun, ticket, place))

    def _overrun(self, ticket: Ticket, place: Place) -> None:
        deadline_s = ticket.job.deadline_s
        self._end(ticket, "failed", JobFailed(f"it took longer than {deadline_s:g} s"))
        place.kill()

    def _lose(self, ticket: Ticket) -> None:
        """Whoever computed it has died."""
        ticket.deaths += 1
        ticket.began_s = None
        if ticket.is_ended:
            return
        if ticket.deaths >= MOST_DEATHS:
            message = f"the worker that computed it ended, {MOST_DEATHS} times"
            self._end(ticket, "failed", JobFailed(message))
        else:
            self._watch(ticket)

    def _finish(self, ticket: Ticket, outcome: Outcome, began_s: float | None) -> None:
        if began_s is not None:
            took_s = time.monotonic() - began_s
            self._usual_s += _LATEST * (took_s - self._usual_s)
            self._figures = replace(self._figures, runs=self._figures.runs.with_one(took_s))
        if ticket.is_ended:
            return
        match outcome:
            case Done(value):
                self._end(ticket, "done", value=value)
            case Refused(error):
                self._end(ticket, "done", error)
            case Stopped():
                self._figures = self._figures.with_one("gave_way")
                self._put_back(ticket)
            case Broken(ran_out_of_memory=True) if ticket.deaths + 1 < MOST_DEATHS:
                ticket.deaths += 1  # perhaps it was not this job that took it
                self._put_back(ticket)
            case Broken(message, trace=trace, by_task=by_task):
                _log.error("a job failed: %s: %s\n%s", ticket.job.task, message, trace)
                self._end(ticket, "failed", JobFailed(message, by_task=by_task))


def _count_put_off(tickets: Iterable[Ticket]) -> int:
    return sum(ticket.is_put_off for ticket in tickets)


def _closing() -> JobFailed:
    return JobFailed("the service is shutting down")


def _log_defect(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("a worker is lost for good", exc_info=error)
