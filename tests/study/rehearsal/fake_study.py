"""A study in memory that answers as the web application does, and loses what it is told to lose."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx

PATH = "/api/v1/studies/small"
QUESTIONS = 10
FEATURES = ("adjacent_facts_other_value", "adjacent_row", "other_row")


@dataclass(slots=True)
class Taken:
    """One participation."""

    number: int
    name: str
    deeds: list[dict[str, Any]] = field(default_factory=list)
    shown: int = -1
    """The last position that was computed."""


@dataclass(slots=True)
class FakeStudy:
    """Consent, a form, a text, questions and the end, for everybody who comes.

    `trouble` is drawn before and after every request: how the connection breaks, or whether the
    server says that it is busy.
    """

    trouble: float = 0.0
    rng: random.Random = field(default_factory=lambda: random.Random(0))
    taken: dict[str, Taken] = field(default_factory=dict)
    """By token."""
    withdrawn: int = 0
    newest: int = 0

    def client(self) -> httpx.AsyncClient:
        transport = httpx.MockTransport(self._answer)
        return httpx.AsyncClient(transport=transport, base_url="http://study")

    def export(self) -> list[tuple[int, list[dict[str, Any]]]]:
        """What everybody did, in order of arrival."""
        people = {taken.number: taken for taken in self.taken.values()}
        return [(number, people[number].deeds) for number in sorted(people)]

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        if self.rng.random() < self.trouble:
            if self.rng.random() < 0.5:
                return httpx.Response(503, headers={"retry-after": "0"})
            raise httpx.ConnectError("the server is being killed")
        reply = self._served(request)
        if self.rng.random() < self.trouble:
            raise httpx.ReadError("the server was killed before it could reply")
        return reply

    def _served(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path.removeprefix(PATH)
        body = json.loads(request.content or b"null")
        if (request.method, path) == ("POST", "/participants"):
            return self._joined(body)
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        if token not in self.taken:
            return httpx.Response(401, json={"type": "urn:hintwise:problem:no-participant"})
        routes: dict[tuple[str, str], Callable[[str, Any], httpx.Response]] = {
            ("GET", "/participation"): lambda token, _: self._state(token),
            ("POST", "/participation/next"): lambda token, _: self._next(token),
            ("POST", "/participation/deeds"): self._done,
            ("POST", "/participation/link"): lambda token, _: self._linked(token),
            ("DELETE", "/participation"): lambda token, _: self._withdrawn(token),
        }
        return routes[request.method, path](token, body)

    def _joined(self, body: dict[str, Any]) -> httpx.Response:
        for token, taken in self.taken.items():
            if taken.name == body["id"]:
                return httpx.Response(200, json={"token": token, "returned": True})
        self.newest += 1
        token = f"token-{self.newest}"
        self.taken[token] = Taken(self.newest, body["id"])
        return httpx.Response(201, json={"token": token, "returned": False})

    def _state(self, token: str) -> httpx.Response:
        taken = self.taken[token]
        position = len(taken.deeds)
        about = {"position": position, "number": taken.number}
        if taken.shown < position:
            waiting = {**about, "stage": "waiting", "progress": None}
            return httpx.Response(200, json=waiting, headers={"retry-after": "0"})
        progress = {"done": max(0, position - 3), "of": QUESTIONS}
        return httpx.Response(
            200, json={**about, "progress": progress, **_item(taken.number, position)}
        )

    def _next(self, token: str) -> httpx.Response:
        self.taken[token].shown = len(self.taken[token].deeds)
        return self._state(token)

    def _done(self, token: str, body: dict[str, Any]) -> httpx.Response:
        taken = self.taken[token]
        position = body.pop("position")
        if position == len(taken.deeds):
            taken.deeds.append(body)
        elif position != len(taken.deeds) - 1 or taken.deeds[-1] != body:
            return httpx.Response(409, json={"position": len(taken.deeds), "state": {}})
        if self.rng.random() < 0.5:  # else they have to ask for it
            taken.shown = len(taken.deeds)
        return self._state(token)

    def _linked(self, token: str) -> httpx.Response:
        other = f"{token}-link"
        self.taken[other] = self.taken[token]
        return httpx.Response(201, json={"token": other, "url": "http://study/resume"})

    def _withdrawn(self, token: str) -> httpx.Response:
        del self.taken[token]
        self.withdrawn += 1
        return httpx.Response(204)


def _item(number: int, position: int) -> dict[str, Any]:
    """What comes at a position of somebody's course."""
    if position == 0:
        return {"stage": "consent", "consent": {"text": "Do you agree?"}}
    if position == 1:
        fields = [
            {"name": "often", "kind": "choice", "options": ["never", "daily"], "required": True},
            {"name": "age", "kind": "number", "least": 18, "most": 99},
            {"name": "ease", "kind": "scale"},
            {"name": "remarks", "kind": "text"},
        ]
        return {"stage": "form", "form": {"name": "demographics", "fields": fields}}
    if position == 2:
        return {"stage": "text", "text": {"name": "instructions", "params": {}}}
    if position == 3 + QUESTIONS:
        return {"stage": "end", "end": {"code": "done"}}
    drawn = random.Random(f"{number}/{position}")
    left, right = ({name: drawn.randrange(4) for name in FEATURES} for _ in range(2))
    question = {"key": f"q{position - 2}", "features": {"left": left, "right": right}}
    return {"stage": "question", "question": question}
