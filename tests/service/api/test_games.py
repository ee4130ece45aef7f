"""Games over the wire: nothing lost, nothing doubled, nobody else's."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.service.api.asked import FOUR, Json, problem_of, program, visitor

pytestmark = pytest.mark.anyio


def filled(event_id: str, variable: str, value: int) -> Json:
    body: dict[str, Any] = {"changes": [[variable, "digit", value]], "by": "me"}
    return {"id": event_id, "kind": "changed", "body": body}


async def started(client: httpx.AsyncClient, **more: Any) -> str:
    answer = await client.post("/games", json={"position": {"puzzle": FOUR}, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_a_browser_becomes_a_person_by_its_first_game(browser: httpx.AsyncClient) -> None:
    assert (await browser.get("/me")).json()["known"] is False
    assert not browser.cookies
    game = await started(browser)
    cookie = browser.cookies["hintwise"]
    assert len(cookie) == 43
    assert (await browser.get("/me")).json() == {"known": True, "games": 1, "sessions": 0}
    assert (await browser.get(f"/games/{game}")).json()["puzzle"]["puzzle"] == FOUR


async def test_a_game_that_is_refused_makes_nobody(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/games", json={"position": {"puzzle": "12"}})
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers


async def test_every_event_is_there_in_its_order(client: httpx.AsyncClient) -> None:
    game = await started(client, origin="library", notes={"r1c3": [1, 2]})
    sent = [
        filled("a", "r1c2", 3),
        {"id": "b", "kind": "undone", "body": {}},
        {"id": "c", "kind": "redone", "body": {"event": "a"}},
    ]
    answer = await client.post(f"/games/{game}/events", json={"expected": 1, "events": sent})
    assert answer.json() == {"position": 4}
    found = (await client.get(f"/games/{game}")).json()
    assert found["position"] == 4
    first, *others = found["events"]
    assert first["kind"] == "started"
    assert first["body"]["notes"] == {"r1c3": [1, 2]}
    assert [{key: e[key] for key in ("id", "kind", "body")} for e in others] == sent
    later = (await client.get(f"/games/{game}", params={"after": 2})).json()
    assert [event["id"] for event in later["events"]] == ["b", "c"]


async def test_a_game_that_is_asked_for_again_with_its_id_is_one_game(
    client: httpx.AsyncClient,
) -> None:
    first = await started(client, id="mine")
    assert await started(client, id="mine") == first
    assert await started(client, id="other") != first
    assert len((await client.get("/games")).json()) == 2
    events = (await client.get(f"/games/{first}")).json()["events"]
    assert [event["id"] for event in events] == ["mine"]


async def test_the_view_speaks_the_language_that_is_asked_for(client: httpx.AsyncClient) -> None:
    game = await started(client)
    words = {
        language: (await client.get(f"/games/{game}", params={"language": language})).json()
        for language in ("en", "de")
    }
    assert words["en"]["view"]["rules"][0]["text"] == "row 1"
    assert words["de"]["view"]["rules"][0]["text"] == "Zeile 1"


async def test_events_sent_again_are_not_stored_twice(client: httpx.AsyncClient) -> None:
    game = await started(client)
    moves = {"expected": 1, "events": [filled("a", "r1c2", 3)]}
    for _ in range(2):
        answer = await client.post(f"/games/{game}/events", json=moves)
        assert answer.json() == {"position": 2}
    assert (await client.get(f"/games/{game}")).json()["position"] == 2


async def test_the_second_of_two_tabs_is_told_what_the_first_did(client: httpx.AsyncClient) -> None:
    game = await started(client)
    first = {"expected": 1, "events": [filled("a", "r1c2", 3)]}
    second = {"expected": 1, "events": [filled("b", "r1c2", 4)]}
    await client.post(f"/games/{game}/events", json=first)
    answer = await client.post(f"/games/{game}/events", json=second)
    assert answer.status_code == 409
    document = problem_of(answer)
    assert document["type"] == "urn:hintwise:problem:outdated"
    assert document["position"] == 2
    assert [event["id"] for event in document["events"]] == ["a"]
    again = {**second, "expected": document["position"]}
    assert (await client.post(f"/games/{game}/events", json=again)).json() == {"position": 3}


async def test_the_list_says_how_far_each_game_is(client: httpx.AsyncClient) -> None:
    game = await started(client)
    events = [
        filled("a", "r1c2", 3),
        {"id": "b", "kind": "ticked", "body": {"seconds": 61}},
    ]
    await client.post(f"/games/{game}/events", json={"expected": 1, "events": events})
    (line,) = (await client.get("/games")).json()
    assert line["id"] == game
    assert (line["kind"], line["filled"], line["of"]) == ("sudoku", 1, 12)
    assert (line["seconds"], line["solved"]) == (61, False)
    solved = {"expected": 3, "events": [{"id": "c", "kind": "solved", "body": {"seconds": 70}}]}
    await client.post(f"/games/{game}/events", json=solved)
    (line,) = (await client.get("/games")).json()
    assert (line["seconds"], line["solved"]) == (70, True)


async def test_a_game_that_is_deleted_is_gone(client: httpx.AsyncClient) -> None:
    game = await started(client)
    assert (await client.delete(f"/games/{game}")).status_code == 204
    assert (await client.get(f"/games/{game}")).status_code == 404
    assert (await client.get("/games")).json() == []


@pytest.mark.parametrize(
    "event",
    [
        {"id": "a", "kind": "started", "body": {}},
        {"id": "a", "kind": "cheated", "body": {}},
        {"id": "a", "kind": "changed", "body": {}},
        {"id": "a", "kind": "changed", "body": {"changes": [["r1c1", "ink", 5]]}},
        {"id": "a", "kind": "changed", "body": {"changes": [["r1c1", "digit", "5"]]}},
        {"id": "a", "kind": "changed", "body": {"changes": [["r1c1", "corner", 5]]}},
        {"id": "a b", "kind": "undone", "body": {}},
        {"id": "a", "kind": "ticked", "body": {"seconds": -1}},
        {"id": "a", "kind": "undone", "body": {"why": "so"}},
    ],
)
async def test_what_is_no_event_of_a_game_is_refused(
    client: httpx.AsyncClient, event: Json
) -> None:
    game = await started(client)
    answer = await client.post(f"/games/{game}/events", json={"expected": 1, "events": [event]})
    assert answer.status_code == 422
    assert problem_of(answer)["type"] == "urn:hintwise:problem:invalid-request"


async def test_a_game_begun_with_a_cookie_goes_on_with_the_token(
    app: FastAPI, browser: httpx.AsyncClient
) -> None:
    game = await started(browser)
    token = (await browser.post("/me/token")).json()["token"]
    async with visitor(app) as other:
        assert (await other.post("/people/known", json={"token": token})).status_code == 204
        assert (await other.get(f"/games/{game}")).status_code == 200
    async with program(app) as stranger:
        assert (await stranger.get(f"/games/{game}")).status_code == 404
