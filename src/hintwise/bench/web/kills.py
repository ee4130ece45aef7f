"""Playing and teaching while server and workers are killed, and what is there afterwards.

The player sends moves and repeats, with the same ids, what was not acknowledged, as the page does.
The teacher answers, and looks at the session again after a lost reply. After every kill of the
server, what it has stored is compared with what it acknowledged:

- every acknowledged move is there, once, in order and unchanged, and none that nobody made;
- the session has every acknowledged answer, and no more than the one that was on its way;
- its question is the one that was open before, or the next if the answer had come through.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx

from hintwise.bench.web.callers import API, client_of, now_s
from hintwise.bench.web.plan import KillResult
from hintwise.bench.web.server import ServerProcess, running_server
from hintwise.bench.web.stopping import run_unless
from hintwise.limits import Cancel

_PUZZLE = "first-light"
_LEAST_S, _MOST_S = 0.1, 2.0
"""Between the last answer that was waited for, or the last kill, and the next kill."""
_PATIENCE_S = 120.0
_AGAIN_S = 0.05


def measure_kills(
    database: str | None,
    kills: int,
    *,
    seed: int = 0,
    workers: int = 1,
    cancel: Cancel | None = None,
) -> KillResult:
    """Kill so many times, in a database that is empty; by default a new file of SQLite."""
    with tempfile.TemporaryDirectory(prefix="hintwise-kills-") as folder:
        url = database or f"sqlite:///{folder}/hintwise.db"
        result = KillResult(url.partition(":")[0])
        log = Path(folder, "server.log")
        with running_server(url, log, workers=workers) as server:
            began = now_s()
            run_unless(cancel, _run(server, kills, random.Random(seed), result))
            result.seconds = now_s() - began
            server.stop()
            if left := server.left_behind():
                result.complaints.append(f"{len(left)} processes were left behind")
    return result


async def _run(server: ServerProcess, kills: int, rng: random.Random, result: KillResult) -> None:
    async with client_of(server.url) as client:
        done = asyncio.Event()
        player = Player(client, result, random.Random(rng.random()))
        teacher = Teacher(client, result, random.Random(rng.random()))
        await player.begin()
        await teacher.begin()
        working = [asyncio.create_task(player.play(done)), asyncio.create_task(teacher.teach(done))]
        try:
            for number in range(kills):
                if number % 2 == 0:  # the others may come while it is still starting
                    await teacher.has_gone_on()
                await asyncio.sleep(rng.uniform(_LEAST_S, _MOST_S))
                if number % 3 == 1:
                    await asyncio.to_thread(server.kill_workers)
                    result.worker_kills += 1
                else:
                    await asyncio.to_thread(server.kill)
                    await asyncio.to_thread(server.restart)
                    result.server_kills += 1
                for task in working:
                    if task.done():  # it raised
                        task.result()
        finally:
            done.set()
            await asyncio.gather(*working)
        await player.check()
        await teacher.check()


class _Person:
    """Somebody who does not give up."""

    def __init__(self, client: httpx.AsyncClient, result: KillResult, rng: random.Random) -> None:
        self._client = client
        self._result = result
        self._rng = rng
        self._headers: dict[str, str] = {}

    async def _come(self) -> None:
        person = await self._insist("POST", "/people")
        self._headers = {"authorization": f"Bearer {person['token']}"}

    async def _try(
        self, method: str, path: str, body: Mapping[str, Any] | None = None
    ) -> httpx.Response | None:
        """One try; None if the connection was lost."""
        try:
            return await self._client.request(
                method, f"{API}{path}", json=body, headers=self._headers
            )
        except httpx.TransportError:
            await asyncio.sleep(_AGAIN_S)
            return None

    async def _insist(
        self, method: str, path: str, body: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Try until there is an answer."""
        end = now_s() + _PATIENCE_S
        while now_s() < end:
            answer = await self._try(method, path, body)
            if answer is None:
                continue
            if answer.status_code < 300:
                found: dict[str, Any] = answer.json()
                return found
            if answer.status_code < 500 and answer.status_code != 429:
                raise AssertionError(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
            await asyncio.sleep(_AGAIN_S)
        raise AssertionError(f"{method} {path}: no answer in {_PATIENCE_S:.0f} s")

    def _complain(self, text: str) -> None:
        self._result.complaints.append(text)


class Player(_Person):
    """Fills in and empties cells."""

    def __init__(self, client: httpx.AsyncClient, result: KillResult, rng: random.Random) -> None:
        super().__init__(client, result, rng)
        self._path = ""
        self._first = 1
        self._sent: list[dict[str, Any]] = []
        """Every move that was acknowledged."""

    async def begin(self) -> None:
        await self._come()
        game = await self._insist("POST", "/games", {"position": {"puzzle": _PUZZLE}})
        self._path = f"/games/{game['id']}"
        self._first = (await self._insist("GET", self._path))["position"]

    async def play(self, done: asyncio.Event) -> None:
        while not done.is_set():
            moves = [self._move() for _ in range(self._rng.randint(1, 3))]
            body = {"expected": self._first + len(self._sent), "events": moves}
            reply = await self._try("POST", f"{self._path}/events", body)
            if reply is not None and reply.status_code < 300:
                added = reply.json()
            else:
                known = self._first + len(self._sent)
                stored = (await self._insist("GET", self._path))["events"][known:]
                self._result.came_through += len(stored)
                # As the page does: the same moves, with the same ids.
                added = await self._insist("POST", f"{self._path}/events", body)
            self._sent += moves
            self._result.moves += len(moves)
            if added["position"] != self._first + len(self._sent):
                self._complain(f"position {added['position']} after {len(self._sent)} moves")
            if self._rng.random() < 0.1:
                await self.check()
            await asyncio.sleep(self._rng.random() * 0.1)

    def _move(self) -> dict[str, Any]:
        cell = f"r{self._rng.randint(1, 9)}c{self._rng.randint(1, 9)}"
        changes = [[cell, "digit", self._rng.choice([None, *range(1, 10)])]]
        return {"id": uuid.uuid4().hex, "kind": "changed", "body": {"changes": changes, "by": "me"}}

    async def check(self) -> None:
        """Is the game what was acknowledged?"""
        stored = (await self._insist("GET", self._path))["events"][self._first :]
        kept = [{key: event[key] for key in ("id", "kind", "body")} for event in stored]
        if kept != self._sent:
            missing = [move["id"] for move in self._sent if move not in kept]
            self._complain(f"{len(kept)} moves instead of {len(self._sent)}; lost: {missing[:5]}")


class Teacher(_Person):
    """Answers questions."""

    def __init__(self, client: httpx.AsyncClient, result: KillResult, rng: random.Random) -> None:
        super().__init__(client, result, rng)
        self._path = ""
        self._answers = 0
        self._open: dict[str, Any] | None = None

    async def begin(self) -> None:
        await self._come()
        session = await self._insist("POST", "/sessions/main/sudoku")
        self._path = f"/sessions/{session['id']}"
        self._open = session["question"]

    async def has_gone_on(self) -> None:
        """Wait until one more answer is acknowledged, but not for ever."""
        before, end = self._answers, now_s() + _PATIENCE_S
        while self._answers == before and now_s() < end:
            await asyncio.sleep(_AGAIN_S)

    async def teach(self, done: asyncio.Event) -> None:
        while not done.is_set():
            question = self._open
            if question is None:
                await asyncio.sleep(_AGAIN_S)
                self._look(await self._insist("GET", self._path))
                continue
            answer = {"question": question["number"], "answer": self._rng.choice(("a", "b"))}
            reply = await self._try("POST", f"{self._path}/answers", answer)
            if reply is not None and reply.status_code < 300:
                self._answers += 1
                self._open = None
                self._look(reply.json())
            else:
                # Lost, or refused: 409 is "that question has been answered".
                self._look(await self._insist("GET", self._path), on_its_way=True)
            await asyncio.sleep(self._rng.random() * 0.3)

    def _look(self, session: dict[str, Any], *, on_its_way: bool = False) -> None:
        """Compare a session with what is known of it, and go on from there."""
        found, question = session["answers"], session["question"]
        if on_its_way and found == self._answers + 1:
            self._result.came_through += 1
            self._answers += 1
            self._open = None
        if found != self._answers:
            self._complain(f"{found} answers instead of {self._answers}")
            self._answers = found
        self._result.answers = self._answers
        if question is None:
            return
        if self._open is not None and _core(question) != _core(self._open):
            self._complain(f"another question in place of number {self._open['number']}")
        self._open = question

    async def check(self) -> None:
        """Is the session where it should be, and does it go on there?"""
        end = now_s() + _PATIENCE_S
        while True:
            session = await self._insist("GET", self._path)
            self._look(session)
            if session["question"] is not None:
                return
            if now_s() > end:
                self._complain("the session does not go on")
                return
            await asyncio.sleep(_AGAIN_S)


def _core(question: Mapping[str, Any]) -> tuple[Any, ...]:
    """What makes it that question: its number, and which steps it compares."""
    return question["number"], question.get("a"), question.get("b")
