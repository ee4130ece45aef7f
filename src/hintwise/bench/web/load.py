"""Many people who teach at the same time, and others who ask for hints beside them."""

from __future__ import annotations

import asyncio
import itertools
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx

from hintwise.bench.web.callers import Caller, Tally, client_of, now_s
from hintwise.bench.web.plan import MEMORY_EVERY_S, Load, LoadResult, Share
from hintwise.bench.web.server import ServerProcess, running_server
from hintwise.bench.web.stopping import run_unless
from hintwise.bench.web.tastes import Taste
from hintwise.limits import Cancel

_MOST_TRIES = 30
WARM_UP_S = 120.0
"""How long a server is left alone at most."""
_QUIET_S = 6.0
_NOTHING_S = 0.1
"""Of the processor, what workers take that have nothing to do for so long."""
_LEAVES_AFTER = 15
"""Answers, as somebody who was told that this is enough; then somebody new comes."""
_HINT_SEEKERS = 20
"""A person who asks again does not want the hint before any more, so several do."""
_PUZZLES = ("first-light", "easy-1", "easy-2", "medium-1", "medium-2")


def measure_load(
    load: Load, cancel: Cancel | None = None, *, warm_up_s: float = WARM_UP_S
) -> LoadResult:
    """Start a server with an empty database, let people come, and see what they are told.

    Before, it has so much time at most to get ready.
    """
    with tempfile.TemporaryDirectory(prefix="hintwise-load-") as folder:
        database = f"sqlite:///{folder}/hintwise.db"
        log = Path(folder, "server.log")
        with running_server(database, log, workers=load.workers) as server:
            return run_unless(cancel, _under_load(server, load, warm_up_s))


async def _under_load(server: ServerProcess, load: Load, warm_up_s: float) -> LoadResult:
    tally = Tally()
    memory: list[Share] = []
    rng = random.Random(load.seed)
    await _warmed_up(server, warm_up_s)
    async with client_of(server.url) as client:
        teachers = [
            Teacher(client, tally, load, random.Random(rng.random())) for _ in range(load.people)
        ]
        watching = asyncio.create_task(_watch_memory(server, memory))
        try:
            await asyncio.gather(*(teacher.begin() for teacher in teachers))
            began, cpu_before = now_s(), server.cpu_s()
            end = began + load.duration_s
            await asyncio.gather(
                *(teacher.teach(end) for teacher in teachers),
                _ask_for_hints([Caller(client, tally) for _ in range(_HINT_SEEKERS)], load, end),
            )
            seconds, cpu_after = now_s() - began, server.cpu_s()
            for teacher in teachers:
                await teacher.check()
        finally:
            watching.cancel()
    return LoadResult(
        load,
        seconds,
        sum(teacher.acknowledged for teacher in teachers),
        tuple(tally.waits_s),
        tuple(tally.first_waits_s),
        tuple(tally.hint_waits_s),
        tally.requests,
        tally.busy,
        tuple(tally.errors),
        tally.lost,
        Share(cpu_after.server - cpu_before.server, cpu_after.workers - cpu_before.workers),
        tuple(memory),
    )


class Teacher:
    """Answers question after question of a session of their own, until somebody else comes."""

    def __init__(
        self, client: httpx.AsyncClient, tally: Tally, load: Load, rng: random.Random
    ) -> None:
        self._client = client
        self._caller = Caller(client, tally)
        self._tally = tally
        self._load = load
        self._rng = rng
        self._taste = Taste(load.kind, rng)
        self._path = ""
        self._open: dict[str, Any] | None = None
        self._answers = 0
        self.acknowledged = 0
        """Of all who came."""

    async def begin(self) -> None:
        """Come at some moment of the first thinking time, and wait for the first question."""
        await asyncio.sleep(self._rng.random() * self._load.thinking_s)
        await self._come()

    async def _come(self) -> None:
        self._answers = 0
        self._caller = Caller(self._client, self._tally)
        await self._caller.come()
        asked_s = now_s()
        session = await self._insist("POST", f"/sessions/main/{self._load.kind}")
        if session is not None:
            self._path = f"/sessions/{session['id']}"
            self._open = await self._question(session)
            self._tally.first_waits_s.append(now_s() - asked_s)

    async def teach(self, end_s: float) -> None:
        """Answer until the end; the first answer comes at some moment of the thinking time."""
        thought_s = self._load.thinking_s * self._rng.random()
        while self._open is not None and now_s() + thought_s < end_s:
            await asyncio.sleep(thought_s)
            self._open = await self._answer(self._open, thought_s)
            if self._answers == _LEAVES_AFTER:
                await self.check()
                await self._come()
            thought_s = self._load.thinking_s * (0.5 + self._rng.random())

    async def _answer(self, question: dict[str, Any], thought_s: float) -> dict[str, Any] | None:
        """Give an answer; the next question."""
        body = {
            "question": question["number"],
            "answer": self._taste.answer(question["a"]["features"], question["b"]["features"]),
            "seconds": round(thought_s, 1),
        }
        asked_s = now_s()
        session = await self._insist("POST", f"{self._path}/answers", body)
        if session is None:
            return None
        self.acknowledged += 1
        self._answers += 1
        following = await self._question(session)
        self._tally.waits_s.append(now_s() - asked_s)
        return following

    async def _question(self, session: dict[str, Any]) -> dict[str, Any] | None:
        """The question, waited for if it is not there yet."""
        for _ in range(_MOST_TRIES):
            if session.get("question") is not None:
                found: dict[str, Any] = session["question"]
                return found
            self._tally.busy += 1
            await asyncio.sleep(1.0)
            latest = await self._insist("GET", self._path)
            if latest is None:
                return None
            session = latest
        self._tally.errors.append(f"{self._path}: no question after {_MOST_TRIES} tries")
        return None

    async def _insist(
        self, method: str, path: str, body: dict[str, Any] | None = None
    ) -> dict[str, Any] | None:
        """Ask until it is not busy; None if something went wrong."""
        for _ in range(_MOST_TRIES):
            reply = await self._caller.ask(method, path, body)
            if not reply.is_busy:
                return reply.document if reply.is_good else None
            await asyncio.sleep(reply.retry_after_s or 1.0)
        self._tally.errors.append(f"{method} {path}: busy {_MOST_TRIES} times")
        return None

    async def check(self) -> None:
        """Are all answers there that were acknowledged?"""
        if self._path:
            session = await self._insist("GET", self._path)
            if session is not None:
                self._tally.lost += max(0, self._answers - session["answers"])


async def _ask_for_hints(callers: Sequence[Caller], load: Load, end_s: float) -> None:
    """At a steady pace, one person after the other, whether earlier hints are there or not."""
    if load.hints_per_minute <= 0:
        return
    rng = random.Random(load.seed)
    for caller in callers:
        await caller.come()
    asking: set[asyncio.Task[None]] = set()
    for caller in itertools.cycle(callers):
        if now_s() >= end_s:
            break
        asking.add(asyncio.create_task(caller.ask_for_hint(rng.choice(_PUZZLES))))
        await asyncio.sleep(60 / load.hints_per_minute)
    await asyncio.gather(*asking)


async def _warmed_up(server: ServerProcess, most_s: float) -> None:
    """Leave a server alone until its workers have got ready, as one does that was just started."""
    end_s = now_s() + most_s
    busy_s, quiet_since_s = server.cpu_s().workers, now_s()
    while now_s() < min(end_s, quiet_since_s + _QUIET_S):
        await asyncio.sleep(0.5)
        used_s = server.cpu_s().workers
        if used_s > busy_s + _NOTHING_S:
            busy_s, quiet_since_s = used_s, now_s()


async def _watch_memory(server: ServerProcess, found: list[Share]) -> None:
    while True:
        found.append(await asyncio.to_thread(server.memory))
        await asyncio.sleep(MEMORY_EVERY_S)
