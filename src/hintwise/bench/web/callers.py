"""People who use the JSON API as the pages do, and count what they are told."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

API = "/api/v1"
BUSY = {429, 503}
"""Told honestly to come back later."""

PATIENCE_S = 60.0
"""Who waits longer for an answer counts it as an error."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back."""

    status: int
    document: Any
    retry_after_s: float | None

    @property
    def is_good(self) -> bool:
        return self.status < 300

    @property
    def is_busy(self) -> bool:
        return self.status in BUSY and self.retry_after_s is not None


@dataclass(slots=True)
class Tally:
    """What happened to all callers together."""

    waits_s: list[float] = field(default_factory=list)
    """For the next question, from the answer to the one before."""
    first_waits_s: list[float] = field(default_factory=list)
    hint_waits_s: list[float] = field(default_factory=list)
    busy: int = 0
    """How often somebody was told to come back."""
    errors: list[str] = field(default_factory=list)
    lost: int = 0
    """Answers that were acknowledged and are not there."""
    requests: int = 0


class Caller:
    """One person with a token of their own; every reply is counted."""

    def __init__(self, client: httpx.AsyncClient, tally: Tally) -> None:
        self._client = client
        self._tally = tally
        self._headers: dict[str, str] = {}

    async def come(self) -> None:
        """Become a person."""
        reply = await self.ask("POST", "/people")
        if reply.is_good:
            self._headers = {"authorization": f"Bearer {reply.document['token']}"}

    async def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Reply:
        """Ask once; what is neither an answer nor an honest "busy" is noted as an error."""
        self._tally.requests += 1
        try:
            answer = await self._client.request(
                method, f"{API}{path}", json=body, headers=self._headers
            )
        except httpx.TransportError as error:
            self._tally.errors.append(f"{method} {path}: {type(error).__name__}")
            return Reply(0, None, None)
        reply = _reply(answer)
        if reply.is_busy:
            self._tally.busy += 1
        elif not reply.is_good:
            # The start of the answer says why.
            self._tally.errors.append(f"{method} {path}: {reply.status} {answer.text[:200]}")
        return reply

    async def ask_for_hint(self, puzzle: str) -> None:
        """Ask for all of the next hint; how long it took is noted if it came."""
        asked_s = now_s()
        reply = await self.ask("POST", "/hint", {"puzzle": puzzle, "level": 4})
        if reply.is_good:
            self._tally.hint_waits_s.append(now_s() - asked_s)


def _reply(answer: httpx.Response) -> Reply:
    is_json = "json" in answer.headers.get("content-type", "")
    after = answer.headers.get("retry-after")
    return Reply(
        answer.status_code,
        answer.json() if is_json else None,
        float(after) if after is not None else None,
    )


def client_of(url: str, connections: int = 200) -> httpx.AsyncClient:
    """One for all callers."""
    return httpx.AsyncClient(
        base_url=url,
        timeout=PATIENCE_S,
        limits=httpx.Limits(max_connections=connections, max_keepalive_connections=connections),
        trust_env=False,
    )


def now_s() -> float:
    return time.perf_counter()
