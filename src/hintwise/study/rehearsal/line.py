"""The connection of one person: what is not acknowledged is sent again, as the page does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from hintwise.bench.web.callers import API, BUSY
from hintwise.study.rehearsal.tally import Tally

PATIENCE_S = 300.0
"""Who gets no reply for so long gives up."""
_AGAIN_S = 0.2
_MOST_FAILURES = 5
"""How often a request is repeated that makes the server fail."""
_QUOTED = 300


class GaveUp(Exception):
    """A simulated person cannot go on; the tally's errors say why."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: an answer, or a refusal that was reckoned with."""

    status: int
    document: Any
    retry_after_s: float | None
    sent: int
    """How often the request had to be sent."""


class Line:
    """Sends requests about one study until there is a reply, and counts what happens."""

    def __init__(self, client: httpx.AsyncClient, study: str, tally: Tally, person: int) -> None:
        self._client = client
        self._path = f"{API}/studies/{study}"
        self._tally = tally
        self._person = person
        self.token = ""

    async def ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        refusals: frozenset[int] = frozenset(),
    ) -> Reply:
        """The reply, which may be one of these refusals; raises `GaveUp` for any other."""
        end_s = time.monotonic() + PATIENCE_S
        sent = failures = 0
        while time.monotonic() < end_s:
            sent += 1
            answer = await self._try(method, path, body)
            if answer is None:
                await asyncio.sleep(_AGAIN_S)
                continue
            if answer.status_code < 300 or answer.status_code in refusals:
                return _reply(answer, sent)
            after = answer.headers.get("retry-after")
            if answer.status_code in BUSY and after is not None:
                self._tally.busy += 1
                await asyncio.sleep(float(after))
                continue
            self._complain(f"{method} {path}: {answer.status_code} {answer.text[:_QUOTED]}")
            failures += 1
            if answer.status_code < 500 or failures == _MOST_FAILURES:
                raise GaveUp
            await asyncio.sleep(_AGAIN_S)
        self._complain(f"{method} {path}: no reply in {PATIENCE_S:.0f} s")
        raise GaveUp

    async def _try(
        self, method: str, path: str, body: Mapping[str, Any] | None
    ) -> httpx.Response | None:
        """One try; None if the connection was lost."""
        self._tally.requests += 1
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            return await self._client.request(
                method, f"{self._path}{path}", json=body, headers=headers
            )
        except httpx.TransportError:
            self._tally.lost_connections += 1
            return None

    def _complain(self, what: str) -> None:
        self._tally.errors.append(f"person {self._person}: {what}")


def _reply(answer: httpx.Response, sent: int) -> Reply:
    is_json = "json" in answer.headers.get("content-type", "")
    after = answer.headers.get("retry-after")
    return Reply(
        answer.status_code,
        answer.json() if is_json else None,
        None if after is None else float(after),
        sent,
    )
