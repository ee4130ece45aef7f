"""The person: settings, all that is stored, and how it goes away."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from hintwise.errors import Unavailable
from hintwise.service.jobs import InlineJobs, Job, JobFailed
from hintwise.service.settings import ServiceLimits
from hintwise.store.people import MOST_STREAMS, MOST_TOKENS
from hintwise.store.sqlite import SqliteDatabase
from tests.service.api.asked import HOST, PATH, Json, problem_of, program, running, visitor
from tests.service.api.test_games import filled, started
from tests.service.api.test_sessions import answered, begun

pytestmark = pytest.mark.anyio


async def test_settings_are_remembered_key_by_key(browser: httpx.AsyncClient) -> None:
    assert (await browser.get("/me/settings")).json() == {}
    await browser.patch("/me/settings", json={"theme": "dark", "timer": False})
    after = await browser.patch("/me/settings", json={"timer": True, "helps": {"marks": True}})
    expected = {"theme": "dark", "timer": True, "helps": {"marks": True}}
    assert after.json() == expected
    assert (await browser.get("/me/settings")).json() == expected


async def test_switches_that_two_tabs_change_at_once_are_both_kept(
    browser: httpx.AsyncClient,
) -> None:
    await browser.patch("/me/settings", json={"helps": {"timer": True, "same": True}})
    await browser.patch("/me/settings", json={"helps": {"timer": False}})
    after = await browser.patch("/me/settings", json={"helps": {"seen": False}})
    assert after.json()["helps"] == {"timer": False, "same": True, "seen": False}


async def test_looking_makes_nobody(browser: httpx.AsyncClient) -> None:
    for path in ("/me", "/me/settings", "/games", "/sessions", "/library", "/profiles/sudoku"):
        answer = await browser.get(path)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", ["/me/export", "/games/abc", "/sessions/abc"])
async def test_who_is_not_known_is_told_how_to_be(browser: httpx.AsyncClient, path: str) -> None:
    answer = await browser.get(path)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert problem_of(answer)["type"] == "urn:hintwise:problem:no-person"


@pytest.mark.parametrize("token", ["", "x", "x" * 43, "ü" * 43])
async def test_a_program_with_a_wrong_token_is_not_taken_for_nobody(
    app: FastAPI, token: str
) -> None:
    transport = httpx.ASGITransport(app)
    headers = {"Authorization": f"Bearer {token}".encode()}
    base = f"{HOST}{PATH}"
    async with httpx.AsyncClient(transport=transport, base_url=base, headers=headers) as client:
        assert (await client.get("/games")).status_code == 401


async def test_a_program_without_a_token_is_told_to_get_one(app: FastAPI) -> None:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=f"{HOST}{PATH}") as client:
        answer = await client.post("/games", json={"position": {"puzzle": "first-light"}})
        assert answer.status_code == 401
        assert "POST /people" in problem_of(answer)["detail"]
        assert "set-cookie" not in answer.headers


async def test_the_cookie_is_out_of_reach_for_scripts(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/games", json={"position": {"puzzle": "first-light"}})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "max-age=31536000" in cookie


async def test_all_can_be_taken_to_another_server(app: FastAPI, client: httpx.AsyncClient) -> None:
    game = await started(client)
    moves = {"expected": 1, "events": [filled("a", "r1c2", 3)]}
    await client.post(f"/games/{game}/events", json=moves)
    await client.patch("/me/settings", json={"theme": "dark"})
    everything = (await client.get("/me/export")).json()
    async with program(app) as other:
        answer = await other.post("/me/import", json=everything)
        assert answer.json()["streams"] >= 1
        (line,) = (await other.get("/games")).json()
        assert line["filled"] == 1
        assert line["id"] != game
        assert (await other.get("/me/settings")).json() == {"theme": "dark"}
        assert (await other.post("/me/import", json=everything)).json() == {"streams": 0}


async def test_what_was_not_exported_here_is_refused(client: httpx.AsyncClient) -> None:
    for document in ({}, {"version": 99}, {"streams": [1]}, {"streams": [{"events": "x"}]}):
        answer = await client.post("/me/import", json=document)
        assert answer.status_code == 422
        problem_of(answer)


async def test_a_session_is_taken_along_whole_or_not_at_all(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    session = await answered(client, await begun(client))
    everything = (await client.get("/me/export")).json()
    async with program(app) as other:
        for broken in (_without_sources, _with_another_answer, _without_beginning):
            answer = await other.post("/me/import", json=broken(everything))
            assert answer.status_code == 422, broken.__name__
            problem_of(answer)
            assert (await other.get("/sessions")).json() == []
        assert (await other.post("/me/import", json=everything)).json() == {"streams": 1}
        (line,) = (await other.get("/sessions")).json()
        again = (await other.get(f"/sessions/{line['id']}")).json()
        assert again["answers"] == session["answers"] == 1


def _changed(document: Json, change: Callable[[list[Json]], object]) -> Json:
    copy: Json = json.loads(json.dumps(document))
    change(copy["streams"][0]["events"])
    return copy


def _without_sources(document: Json) -> Json:
    return _changed(document, lambda events: events[0]["body"].pop("sources"))


def _with_another_answer(document: Json) -> Json:
    (place,) = (
        i for i, e in enumerate(document["streams"][0]["events"]) if e["kind"] == "answered"
    )
    return _changed(document, lambda events: events[place]["body"].update(answer="perhaps"))


def _without_beginning(document: Json) -> Json:
    return _changed(document, lambda events: events.pop(0))


async def test_deleting_all_leaves_nobody(app: FastAPI, browser: httpx.AsyncClient) -> None:
    game = await started(browser)
    token = browser.cookies["hintwise"]
    assert (await browser.delete("/me")).status_code == 204
    assert "hintwise" not in browser.cookies
    async with visitor(app, Cookie=f"hintwise={token}") as old:
        assert (await old.get("/me")).json()["known"] is False
        assert (await old.get(f"/games/{game}")).status_code == 401


async def test_deleting_all_does_not_wait_for_the_files_to_be_cleared(
    browser: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_use(database: SqliteDatabase) -> None:
        raise Unavailable("the database is in use elsewhere")

    await started(browser)
    monkeypatch.setattr(SqliteDatabase, "clear_files", in_use)
    assert (await browser.delete("/me")).status_code == 204
    assert "hintwise" not in browser.cookies


async def test_signing_out_elsewhere_leaves_this_browser_alone(
    app: FastAPI, browser: httpx.AsyncClient
) -> None:
    game = await started(browser)
    tokens = [(await browser.post("/me/token")).json()["token"] for _ in range(2)]
    async with program(app) as stranger:
        assert (await browser.delete("/me/tokens/others")).json() == {"ended": 2}
        assert (await stranger.get("/me")).json()["known"] is True
    for token in tokens:
        async with visitor(app, Authorization=f"Bearer {token}") as other:
            assert (await other.get(f"/games/{game}")).status_code == 401
            assert (await other.post("/people/known", json={"token": token})).status_code == 401
    assert (await browser.get(f"/games/{game}")).status_code == 200
    assert (await browser.delete("/me/tokens/others")).json() == {"ended": 0}


async def test_nobody_hands_out_tokens_without_end(client: httpx.AsyncClient) -> None:
    for _ in range(MOST_TOKENS - 1):
        assert (await client.post("/me/token")).status_code == 201
    refused = await client.post("/me/token")
    assert refused.status_code == 422
    assert problem_of(refused)["type"] == "urn:hintwise:problem:no-room"
    assert "11 devices and links" in refused.json()["detail"]


async def test_many_people_of_one_address_come_one_after_the_other(tmp_path: Path) -> None:
    limits = ServiceLimits(newcomer_rate=0.1, newcomer_burst=2)
    async with running(tmp_path, limits=limits) as app, visitor(app) as known:
        await started(known)
        async with program(app):
            pass
        async with visitor(app) as third:
            position = {"position": {"puzzle": "first-light"}}
            refused = await third.post("/games", json=position)
            assert refused.status_code == 429
            assert 1 <= int(refused.headers["retry-after"]) <= 10
            assert "from your address" in problem_of(refused)["detail"]
            assert (await third.post("/people")).status_code == 429
        await started(known)  # who is known is not concerned


class FailingJobs(InlineJobs):
    async def run(self, job: Job) -> Any:
        if job.task == "profile_of_lesson":
            raise JobFailed("the worker that computed it ended, 2 times")
        return await super().run(job)


async def test_a_worker_that_fails_is_not_the_fault_of_a_document(
    app: FastAPI, client: httpx.AsyncClient, tmp_path_factory: pytest.TempPathFactory
) -> None:
    await begun(client)
    everything = (await client.get("/me/export")).json()
    folder = tmp_path_factory.mktemp("other")
    async with running(folder, FailingJobs()) as elsewhere, program(elsewhere) as same:
        answer = await same.post("/me/import", json=everything)
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "5"
        assert "try again later" in problem_of(answer)["detail"]


async def test_as_many_sessions_as_a_person_may_have_can_come_back(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    """Rebuilt many times; what is in them does not matter."""
    await begun(client)
    everything = (await client.get("/me/export")).json()
    (stream,) = everything["streams"]
    copies = [json.loads(json.dumps(stream)) for _ in range(40)]
    for number, copy in enumerate(copies):
        copy["events"][0]["id"] = f"begun-{number}"
    async with program(app) as other:
        answer = await other.post("/me/import", json={**everything, "streams": copies})
        assert answer.json() == {"streams": 40}
        too_many = {**everything, "streams": [stream] * (MOST_STREAMS["lesson"] + 1)}
        refused = await other.post("/me/import", json=too_many)
        assert problem_of(refused)["type"] == "urn:hintwise:problem:no-room"
