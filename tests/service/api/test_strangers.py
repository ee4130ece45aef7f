"""A stranger's id is as good as none: every route that takes an id, tried with another's."""

from __future__ import annotations

import httpx
import pytest
from fastapi import FastAPI

from tests.service.api.asked import FOUR, PATH, Json, program
from tests.service.api.test_games import filled, started
from tests.service.api.test_sessions import begun

pytestmark = pytest.mark.anyio

UNKNOWN = {"game": "x" * 22, "session": "x" * 22, "page": "x" * 10}

BODIES: dict[str, Json] = {
    "/games/{game}/events": {"expected": 1, "events": [filled("stolen", "r1c2", 3)]},
    "/sessions/{session}/answers": {"question": 1, "answer": "a"},
    "/sessions/{session}/observations": {"a": {"x": 1}, "b": {"x": 2}, "answer": "a"},
    "/sessions/{session}/corrections": {"number": 0},
}
"""What is sent to those that take something."""


def routes_with_ids(app: FastAPI) -> list[tuple[str, str]]:
    """Method and path, below the API's, of all that are about something of somebody's."""
    paths = app.openapi()["paths"]
    return [
        (method.upper(), path.removeprefix(PATH))
        for path, operations in paths.items()
        for method in operations
        if any(f"{{{name}}}" in path for name in UNKNOWN)
    ]


async def owned(client: httpx.AsyncClient) -> dict[str, str]:
    """The ids of one of each."""
    page = await client.post("/walkthroughs", json={"puzzle": "12343412214.432."})
    return {
        "game": await started(client),
        "session": (await begun(client))["id"],
        "page": page.json()["id"],
    }


async def test_a_strangers_id_is_answered_as_an_unknown_one(app: FastAPI) -> None:
    routes = routes_with_ids(app)
    assert len(routes) >= 11
    async with program(app) as owner, program(app) as stranger:
        ids = await owned(owner)
        before = (await owner.get("/me/export")).json()
        for method, path in routes:
            told = [
                await stranger.request(method, path.format(**names), json=BODIES.get(path))
                for names in (ids, UNKNOWN)
            ]
            assert [answer.status_code for answer in told] == [404, 404], (method, path)
            assert told[0].content == told[1].content
            assert _telling(told[0].headers) == _telling(told[1].headers)
        after = (await owner.get("/me/export")).json()
        assert after["streams"] == before["streams"]


async def test_an_id_of_another_kind_is_unknown_too(app: FastAPI) -> None:
    async with program(app) as owner:
        ids = await owned(owner)
        swapped = {"game": ids["session"], "session": ids["game"], "page": UNKNOWN["page"]}
        for method, path in routes_with_ids(app):
            answer = await owner.request(method, path.format(**swapped), json=BODIES.get(path))
            assert answer.status_code == 404, (method, path)


async def test_a_strangers_session_gives_no_weights(app: FastAPI) -> None:
    async with program(app) as owner, program(app) as stranger:
        ids = await owned(owner)
        told = [
            await stranger.post("/hint", json={"puzzle": FOUR, "session": session})
            for session in (ids["session"], UNKNOWN["session"])
        ]
        assert [answer.status_code for answer in told] == [404, 404]
        assert told[0].content == told[1].content


def _telling(headers: httpx.Headers) -> dict[str, str]:
    """The headers, but for what differs with every request."""
    return {name: value for name, value in headers.items() if name != "x-request-id"}
