"""The whole rehearsal: people arrive one after the other, and then walk, so many at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy

import httpx
import numpy as np

from hintwise.bench.web.callers import client_of
from hintwise.bench.web.server import ServerProcess
from hintwise.study.rehearsal.journal import Ending
from hintwise.study.rehearsal.line import GaveUp, Line
from hintwise.study.rehearsal.people import Return, SimulatedPerson
from hintwise.study.rehearsal.tally import Tally
from hintwise.study.rehearsal.walking import Surroundings, Walker

_LOOK_S = 0.02
_LATER_S = 0.5
"""How long after such a moment a kill comes at most: in the middle of something."""
_TOLD_EVERY_S = 0.5
_SPARE_CONNECTIONS = 10
_FIRST, _LAST = 0.02, 0.95
"""Between which shares of all that is done the server is killed."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a rehearsal is."""

    people: int
    arrived: int
    ended: int
    done: float
    """The share of all questions."""
    kills: int
    errors: int


ReportProgress = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Rehearsing:
    """A study that waits for these people."""

    study: str
    crowd: Sequence[SimulatedPerson]
    at_once: int
    around: Surroundings
    questions: int = 1
    """Of the whole course of a person."""
    kills: int = 0
    """How often the server and its workers are killed on the way, and started again."""
    kill_seed: int = 0

    async def run(self, server: ServerProcess, report: ReportProgress) -> None:
        """Let everybody come and walk; who had come to an end before stays there."""
        async with client_of(server.url, self.at_once + _SPARE_CONNECTIONS) as client:
            # Everybody has a token of their own; the cookie of one must not go out with another's.
            client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
            done = asyncio.Event()
            killing = asyncio.create_task(self._kill_now_and_then(server, done))
            telling = asyncio.create_task(self._tell(report))
            try:
                await self.walk(client)
            finally:
                done.set()
                telling.cancel()
                await killing  # a server that was killed is up again after that
        report(self._progress())

    async def walk(self, client: httpx.AsyncClient) -> None:
        """The same without kills, on any server that the client reaches."""
        endings, tally = self.around.journal.endings, self.around.tally
        walkers = [
            Walker(person, Line(client, self.study, tally, person.number), self.around)
            for person in self.crowd
            if endings.get(person.number) in (None, Ending.GAVE_UP)
        ]
        try:
            for walker in walkers:  # who comes when decides which arm they get
                await walker.arrive()
        except GaveUp:
            return
        waiting = deque(walkers)
        await asyncio.gather(*(_take_turns(waiting) for _ in range(self.at_once)))

    async def _tell(self, report: ReportProgress) -> None:
        while True:
            report(self._progress())
            await asyncio.sleep(_TOLD_EVERY_S)

    def _progress(self) -> Progress:
        tally, endings = self.around.tally, self.around.journal.endings
        return Progress(
            len(self.crowd),
            tally.arrived,
            sum(ending is not Ending.GAVE_UP for ending in endings.values()),
            self._done(),
            tally.kills,
            len(tally.errors),
        )

    def _done(self) -> float:
        """Which share of all questions that these people will see is behind them."""
        tally, endings = self.around.tally, self.around.journal.endings
        expected = done = 0.0
        for person in self.crowd:
            expected += (own := _share_seen(person) * self.questions)
            done += own if person.number in endings else tally.done.get(person.number, 0)
        return min(1.0, done / max(expected, 1.0))

    async def _kill_now_and_then(self, server: ServerProcess, done: asyncio.Event) -> None:
        """The first of several kills strikes while people arrive, the others while they answer."""
        tally = self.around.tally
        rng = np.random.default_rng([self.kill_seed, self.kills])
        if self.kills > 1:
            arrived = int(rng.integers(1, len(self.crowd) + 1))
            if await _reached(lambda: tally.arrived, arrived, done):
                await _kill(server, tally)
        for moment in sorted(rng.uniform(_FIRST, _LAST, self.kills - tally.kills)):
            if await _reached(self._done, moment, done):
                await asyncio.sleep(rng.uniform(0, _LATER_S))
                await _kill(server, tally)


def _share_seen(person: SimulatedPerson) -> float:
    leaving = person.leaving
    return 1.0 if leaving is None or leaving.then is Return.LATER else leaving.at


async def _take_turns(waiting: deque[Walker]) -> None:
    """Walk with one after the other; who will be back comes after all others."""
    while waiting:
        walker = waiting.popleft()
        if await walker.walk() is None:
            waiting.append(walker)


async def _reached(count: Callable[[], float], least: float, done: asyncio.Event) -> bool:
    """Wait for so many; whether there are, before all is done."""
    while count() < least and not done.is_set():
        await asyncio.sleep(_LOOK_S)
    return not done.is_set()


async def _kill(server: ServerProcess, tally: Tally) -> None:
    await asyncio.to_thread(server.kill_all)
    tally.kills += 1
    await asyncio.to_thread(server.restart)
