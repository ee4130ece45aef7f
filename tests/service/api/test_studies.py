"""Studies over HTTP: joining, answering from several tabs and devices, leaving."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import zipfile
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select

from hintwise.service.jobs import Busy, InlineJobs, Job
from hintwise.service.operations.logs import FORMS, LOGGER
from hintwise.service.settings import ServiceLimits
from hintwise.store import Store, backups
from hintwise.store.studies.participants import hash_of
from hintwise.store.tables import metadata
from hintwise.study.replaying import replay
from tests.postgres import fresh_database
from tests.service.api.asked import HOST, PATH, problem_of, visitor
from tests.service.study.asked import (
    NAME,
    browser,
    do,
    join,
    open_study,
    program,
    studying,
    until,
)
from tests.service.study.visiting import deed_for
from tests.store.conftest import DATABASES
from tests.store.test_studies import make_stale
from tests.study.made_plans import changed, small_plan

pytestmark = pytest.mark.anyio

ABOUT = f"{HOST}{PATH}/studies/{NAME}"
PROBLEM = "urn:hintwise:problem:"
PROLIFIC = {"PROLIFIC_PID": "5f1ehazelnut", "STUDY_ID": "61almond", "SESSION_ID": "8awalnut"}


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    async with studying(tmp_path) as found:
        yield found


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as found:
        yield found


@pytest.fixture(params=DATABASES)
async def either(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[FastAPI]:
    """The application on each database."""
    more: dict[str, Any] = {}
    if request.param == "postgresql":
        more["database"] = fresh_database(request.getfixturevalue("postgres"))
    async with studying(tmp_path, **more) as found:
        yield found


def rows(store: Store) -> dict[str, list[Any]]:
    """All that is in the database."""
    with store.database.reading() as connection:
        return {
            table.name: list(connection.execute(select(table)).all())
            for table in metadata.sorted_tables
        }


# Coming


async def test_looking_at_an_invitation_stores_nothing(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    before = rows(app.state.store)
    told = await client.get(ABOUT, params=PROLIFIC)
    assert told.json()["status"] == "open"
    assert told.json()["title"] == "A small study"
    assert "set-cookie" not in told.headers
    assert (await client.get("/participation")).status_code == 401
    assert rows(app.state.store) == before


async def test_a_participant_answers_everything_and_gets_the_code_at_the_end(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    joined = await join(client, external=PROLIFIC)
    assert (joined["returned"], joined["state"]["stage"]) == (False, "consent")
    state = joined["state"]
    while state["stage"] != "end":
        assert "DONE" not in str(state)
        state = await do(client, state)
        assert (await client.get("/participation")).json() == state
    assert state["end"] == {"code": "DONE"}
    (participant,) = app.state.store.studies.participants(NAME)
    assert (participant.status, participant.external) == ("completed", PROLIFIC)
    _, events = next(app.state.store.studies.participations(NAME))
    assert "hazelnut" not in str(events)


async def test_the_cookie_is_the_participants_own_and_for_this_study_only(app: FastAPI) -> None:
    async with browser(app) as client, visitor(app) as player:
        answer = await client.post("/participants", json={})
        cookie = answer.headers["set-cookie"]
        token = answer.json()["token"]
        assert cookie.startswith(f"hintwise-study={token};")
        for part in ("HttpOnly", "SameSite=strict", f"Path=/api/v1/studies/{NAME}"):
            assert part in cookie
        await player.patch("/me/settings", json={"theme": "dark"})
        # One browser may be both.
        player.cookies.update(client.cookies)
        study = f"{HOST}/api/v1/studies/{NAME}/participation"
        assert (await player.get(study)).json()["number"] == 1
        assert (await player.get("/me")).json()["known"]
        bearer = {"Authorization": f"Bearer {token}"}
        assert (await player.get("/me", headers=bearer)).status_code == 401
        assert (await player.delete("/me")).status_code == 204
        assert (await player.get(study)).status_code == 200


async def test_a_program_gets_a_token_and_no_cookie(app: FastAPI) -> None:
    async with program(app) as client:
        first, second = await join(client), await join(client)
        assert not client.cookies
        assert [one["state"]["number"] for one in (first, second)] == [1, 2]


@pytest.mark.parametrize("asked", [{"external": PROLIFIC}, {"id": "click-1"}])
async def test_who_comes_back_is_where_they_were(app: FastAPI, asked: dict[str, Any]) -> None:
    async with browser(app) as phone, browser(app) as laptop:
        shown = await until(phone, (await join(phone, **asked))["state"], "question")
        again = await join(laptop, **asked)
        assert again["returned"]
        assert again["state"] == shown
        assert (await do(laptop, shown))["position"] > shown["position"]


async def test_a_link_leads_another_device_to_the_same_question(app: FastAPI) -> None:
    async with browser(app) as phone, browser(app) as laptop:
        shown = await until(phone, (await join(phone))["state"], "question")
        link = (await phone.post("/participation/link")).json()
        assert link["url"] == f"{HOST}/study/{NAME}/resume#{link['token']}"
        known = await laptop.post("/participants/known", json={"token": link["token"]})
        assert known.json() == shown
        assert (await laptop.get("/participation")).json() == shown
        wrong = await laptop.post("/participants/known", json={"token": "x" * 43})
        assert problem_of(wrong)["type"] == f"{PROBLEM}no-participant"


async def test_an_invitation_is_for_one_person(app: FastAPI) -> None:
    store: Store = app.state.store
    store.studies.set_by_invitation(NAME, True)
    (token,) = store.studies.invite(NAME, 1)
    async with browser(app) as client, browser(app) as other:
        refused = await client.post("/participants", json={})
        assert (refused.status_code, problem_of(refused)["type"]) == (
            403,
            f"{PROBLEM}invitation-needed",
        )
        shown = await until(client, (await join(client, invitation=token))["state"], "question")
        assert (await join(other, invitation=token))["state"] == shown
        await client.delete("/participation")
        refused = await other.post("/participants", json={"invitation": token})
        assert problem_of(refused)["type"] == f"{PROBLEM}invitation-used"


async def test_who_comes_too_late_is_told_why(app: FastAPI, client: httpx.AsyncClient) -> None:
    studies = app.state.store.studies

    async def said() -> tuple[str, str, str]:
        answer = await client.post("/participants", json={})
        assert answer.status_code == 403
        found = problem_of(answer)
        told = (await client.get(ABOUT)).json()
        assert told["reason"] == found["reason"]
        return found["type"].removeprefix(PROBLEM), found["reason"], told["status"]

    studies.set_closed(NAME, True)
    assert await said() == ("study-closed", "closed", "closed")
    studies.set_closed(NAME, False)
    studies.set_closing_day(NAME, "2020-01-31")
    assert await said() == ("study-closed", "date", "closed")
    studies.set_closing_day(NAME, None)
    for arm in ("machop", "perceptron"):
        studies.set_arm_closed(NAME, arm, True)
    assert await said() == ("study-closed", "arms", "closed")
    studies.set_arm_closed(NAME, "machop", False)
    studies.set_quota(NAME, 1)
    await join(client)
    assert await said() == ("study-full", "quota", "full")


async def test_many_who_come_at_once_are_spread_evenly(either: FastAPI) -> None:
    either.state.store.studies.set_quota(NAME, 10)
    async with program(either) as client:
        found = await asyncio.gather(*(client.post("/participants", json={}) for _ in range(14)))
    assert Counter(answer.status_code for answer in found) == {201: 10, 403: 4}
    people = either.state.store.studies.participants(NAME)
    assert [one.number for one in people] == list(range(1, 11))
    assert Counter(one.cell for one in people) == {"order-1": 5, "order-2": 5}


async def test_a_study_that_is_not_there_is_not_found(app: FastAPI) -> None:
    async with browser(app, "another") as client:
        for answer in (await client.get(f"{ABOUT}-2"), await client.post("/participants", json={})):
            assert answer.status_code == 404
            assert "no study" in problem_of(answer)["detail"]


async def test_many_from_one_address_have_to_wait(tmp_path: Path) -> None:
    limits = ServiceLimits(newcomer_burst=2, newcomer_rate=0.01)
    async with studying(tmp_path, limits=limits) as app, browser(app) as client:
        statuses = [(await client.post("/participants", json={})).status_code for _ in range(4)]
        assert statuses == [201, 201, 429, 429]
        assert app.state.store.studies.known(NAME).arrivals == 2


# Several tabs


async def test_two_tabs_race_without_doubles(either: FastAPI) -> None:
    async with browser(either) as client:
        shown = await until(client, (await join(client))["state"], "question")
        answered = []
        while shown["stage"] != "end":
            deeds = [
                {"position": shown["position"], **deed_for(shown, s)} for s in ("left", "right")
            ]
            found = await asyncio.gather(
                *(client.post("/participation/deeds", json=deed) for deed in deeds * 2)
            )
            statuses = Counter(answer.status_code for answer in found)
            if shown["stage"] == "question":
                assert statuses == {200: 2, 409: 2}  # the first, and its twin
                answered.append(shown["question"]["key"])
                late = next(one for one in found if one.status_code == 409)
                assert problem_of(late)["state"]["position"] == problem_of(late)["position"]
            shown = (await client.get("/participation")).json()
            shown = (await client.post("/participation/next")).json()
        _, events = next(either.state.store.studies.participations(NAME))
        kinds = Counter(event["kind"] for event in events)
        assert len(answered) == kinds["answered"] == kinds["asked"]


class BusyAtTimes(InlineJobs):
    def __init__(self) -> None:
        super().__init__(tasks_module="tests.service.study.visiting")
        self.is_busy = False

    async def run(self, job: Job) -> Any:
        if self.is_busy:
            raise Busy(1.0)
        return await super().run(job)


async def test_who_has_to_wait_is_told_so_and_nothing_is_lost(tmp_path: Path) -> None:
    jobs = BusyAtTimes()
    async with studying(tmp_path, jobs) as app, browser(app) as client:
        shown = await until(client, (await join(client))["state"], "question")
        app.state.participations.close()
        jobs.is_busy = True
        deed = {"position": shown["position"], **deed_for(shown)}
        for answer in (
            await client.post("/participation/deeds", json=deed),
            await client.post("/participation/deeds", json=deed),
            await client.post("/participation/next"),
            await client.get("/participation"),
        ):
            assert answer.status_code == 200
            assert (answer.json()["stage"], answer.headers["retry-after"]) == ("waiting", "1")
            assert "question" not in answer.json()
        jobs.is_busy = False
        assert (await client.get("/participation")).json()["stage"] == "waiting"
        shown = (await client.post("/participation/next")).json()
        assert shown["stage"] != "waiting"
        assert (await client.get("/participation")).json() == shown


@pytest.mark.parametrize(
    ("deed", "status"),
    [
        ({"kind": "filled", "name": "demographics", "answers": {"age": "old"}}, 422),
        ({"kind": "filled", "name": "demographics", "answers": {"name": "Eve"}}, 422),
        ({"kind": "filled", "name": "demographics", "answers": {"age": [1]}}, 422),
        ({"kind": "answered", "key": "q1", "side": "left"}, 422),
        ({"kind": "answered"}, 422),
        ({"kind": "completed"}, 422),
        ({"kind": "read", "name": "instructions"}, 409),
        ({"kind": "filled", "name": "demographics", "answers": {}, "position": 1}, 409),
    ],
)
async def test_what_cannot_be_done_is_refused(
    client: httpx.AsyncClient, deed: dict[str, Any], status: int
) -> None:
    shown = await do(client, (await join(client))["state"])
    answer = await client.post("/participation/deeds", json=deed)
    assert answer.status_code == status
    assert problem_of(answer)
    assert (await client.get("/participation")).json() == shown


async def test_other_sites_and_programs_with_the_cookie_cannot_write(app: FastAPI) -> None:
    async with browser(app) as client, program(app) as stranger:
        await join(client)
        stranger.cookies.update(client.cookies)
        for site in ({}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
            answer = await stranger.delete("/participation", headers=site)
            assert answer.status_code == 403
        assert (await client.get("/participation")).status_code == 200


# Leaving


async def test_withdrawing_leaves_no_row_and_no_byte(tmp_path: Path) -> None:
    async with studying(tmp_path) as app, browser(app) as client, browser(app) as other:
        store: Store = app.state.store
        (invitation,) = store.studies.invite(NAME, 1)
        stays = await join(other)
        joined = await join(client, external=PROLIFIC, invitation=invitation, id="click-pecan")
        state = await do(client, joined["state"])
        state = await do(client, state)
        await until(client, state, "question")
        link = (await client.post("/participation/link")).json()["token"]
        participant = store.studies.participants(NAME)[1]
        backups.make(tmp_path / "hintwise.db", "0002")
        traces = {
            "hazelnut",
            "almond",
            "walnut",
            "pecan",
            participant.person_id,
            participant.stream_id,
            hash_of(joined["token"]),
            hash_of(link),
        }
        assert all(trace in str(rows(store)) for trace in traces)
        gone = await client.delete("/participation")
        assert gone.status_code == 204
        assert 'hintwise-study=""' in gone.headers["set-cookie"]
        left = rows(store)
        assert not [trace for trace in traces if trace in str(left)]
        assert len(left["people"]) == len(left["participants"]) == len(left["streams"]) == 1
        assert left["invitations"] == []
        assert store.studies.known(NAME).withdrawn == {participant.cell: 1}
        store.scrub()
        for file in tmp_path.iterdir():
            content = file.read_bytes()
            assert not [trace for trace in traces if trace.encode() in content], file.name
        for token in (joined["token"], link):
            async with program(app, token) as late:
                assert (await late.get("/participation")).status_code == 401
        assert (await other.get("/participation")).json()["number"] == stays["state"]["number"]


# Researchers


async def test_what_is_for_researchers_is_for_nobody_else(app: FastAPI) -> None:
    token = app.state.store.studies.new_researcher(NAME)
    elsewhere = open_study(app.state.store, changed(small_plan(), seed=9), "elsewhere")
    async with browser(app) as client, program(app, token) as researcher:
        joined = await join(client)
        for path, body in (
            ("/overview", None),
            ("/export", None),
            ("/quota", {"people": 9}),
            ("/closing", {"closed": True}),
            ("/arms/machop", {"closed": True}),
            ("/invitations", {"count": 2}),
        ):
            for shown in (None, joined["token"], elsewhere, "x" * 43):
                headers = {} if shown is None else {"Authorization": f"Bearer {shown}"}
                method = "GET" if body is None else "POST"
                answer = await client.request(method, path, json=body, headers=headers)
                assert answer.status_code == 401
                assert problem_of(answer)["type"] == f"{PROBLEM}no-researcher"
            client.cookies.set("hintwise-study", token)
            assert (await client.get(path)).status_code in {401, 405}
            client.cookies.clear()
        overview = (await researcher.get("/overview")).json()
        assert (overview["quota"], overview["closed"]) == (4, False)


async def test_a_researcher_sees_how_it_goes(app: FastAPI) -> None:
    token = app.state.store.studies.new_researcher(NAME)
    async with (
        browser(app) as one,
        browser(app) as two,
        browser(app) as three,
        program(app, token) as researcher,
    ):
        await until(one, (await join(one, external=PROLIFIC))["state"], "end")
        await until(two, (await join(two))["state"], "question")
        await join(three)
        await three.delete("/participation")
        answer = await researcher.get("/overview")
        overview = answer.json()
        assert "hazelnut" not in answer.text
        expected = {"joined": 3, "active": 1, "stale": 0, "completed": 1}
        expected |= {"withdrawn": 0, "declined": 1}
        assert overview["counts"] == expected
        assert [cell["joined"] for cell in overview["cells"]] == [2, 1]
        (machop, _) = overview["arms"]
        assert (machop["completed"], machop["active"], machop["answers"]) == (1, 1, 12)
        assert (machop["dominated"]["asked"], machop["repeats"]["asked"]) == (1, 1)
        assert machop["repeats"]["agreed"] == 0  # always the left one, which is the other step
        first, second = overview["participants"]
        assert (first["number"], first["done"], first["of"], first["stage"]) == (1, 28, 28, "end")
        assert (second["done"], second["status"], second["stage"]) == (0, "active", "practice")
        assert overview["answer_s"] == {"median": 2.5, "p95": 2.5}
        assert overview["waits"]["count"] > 20
        assert set(overview["workers"]) == {"workers", "busy", "waiting", "ahead", "waits"}


async def test_a_researcher_sees_who_has_stopped_where(app: FastAPI) -> None:
    store: Store = app.state.store
    async with browser(app) as one, browser(app) as two:
        await until(one, (await join(one))["state"], "question")
        await join(two)
        for participant in store.studies.participants(NAME):
            make_stale(store, participant)
        async with program(app, store.studies.new_researcher(NAME)) as researcher:
            overview = (await researcher.get("/overview")).json()
            stopped = [{"stage": "consent", "people": 1}, {"stage": "practice", "people": 1}]
            assert overview["stopped"] == stopped
            assert (overview["counts"]["stale"], overview["counts"]["active"]) == (2, 0)
            # They may still come back.
            await do(two, (await two.get("/participation")).json())
            overview = (await researcher.get("/overview")).json()
            assert (overview["counts"]["stale"], overview["counts"]["active"]) == (1, 1)


@pytest.mark.slow
async def test_what_was_asked_over_http_replays_bit_for_bit_from_the_export(tmp_path: Path) -> None:
    async with studying(tmp_path, InlineJobs()) as app, browser(app) as client:
        token = app.state.store.studies.new_researcher(NAME)
        joined = await join(client, external=PROLIFIC)
        await until(client, joined["state"], "end")
        async with program(app, token) as researcher:
            answer = await researcher.get("/export")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    for secret in ("hazelnut", "almond", "walnut", joined["token"], token):
        assert not [name for name, text in texts.items() if secret in text]
    sessions = json.loads(texts[f"{NAME}/sessions.json"])
    assert len(sessions["participations"]) == 1
    assert list(replay(sessions["plan"], sessions["participations"])) == []


async def test_a_researcher_changes_who_may_come(app: FastAPI) -> None:
    token = app.state.store.studies.new_researcher(NAME)
    async with program(app, token) as researcher:
        changes: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
            ("/quota", {"people": 9}, {"quota": 9}),
            ("/closing", {"closed": True}, {"closed": True, "status": "closed"}),
            ("/closing", {"closed": False}, {"closed": False, "status": "open"}),
            ("/closing", {"closes": "2020-01-31"}, {"closes": "2020-01-31", "reason": "date"}),
            ("/closing", {"closes": None}, {"closes": None, "status": "open"}),
        ]
        for path, asked, expected in changes:
            overview = (await researcher.post(path, json=asked)).json()
            assert {key: overview[key] for key in expected} == expected
        closed = (await researcher.post("/arms/machop", json={"closed": True})).json()
        assert [arm["closed"] for arm in closed["arms"]] == [True, False]
        unknown = await researcher.post("/arms/magic", json={"closed": True})
        assert "machop, perceptron" in problem_of(unknown)["detail"]
        for wrong in ({}, {"closed": None}, {"closes": "2027-02-30"}, {"closes": "soon"}):
            assert (await researcher.post("/closing", json=wrong)).status_code == 422
        invited = await researcher.post("/invitations", json={"count": 2})
        assert invited.status_code == 201
        made = invited.json()
        assert made["urls"] == [f"{HOST}/study/{NAME}#{token}" for token in made["invitations"]]
    async with browser(app) as client:
        assert (await join(client, invitation=made["invitations"][0]))["state"]["number"] == 1


# Logs


async def test_no_line_of_the_log_tells_who_takes_part(app: FastAPI) -> None:
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(FORMS["json"]())
    logger = logging.getLogger(LOGGER)
    logger.addHandler(handler)
    before = logger.level
    logger.setLevel(logging.INFO)
    token = app.state.store.studies.new_researcher(NAME)
    try:
        async with browser(app) as client, program(app, token) as researcher:
            joined = await join(client, external=PROLIFIC, id="click-pecan")
            await client.get(ABOUT, params=PROLIFIC)
            await client.get(f"{HOST}/study/{NAME}", params=PROLIFIC)
            await client.get(f"/nothing/{PROLIFIC['SESSION_ID']}", params=PROLIFIC)
            await until(client, joined["state"], "question")
            await researcher.get("/overview")
            await client.delete("/participation")
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
    said = lines.getvalue()
    assert "/studies/{name}/participation/deeds" in said
    for secret in ("hazelnut", "almond", "walnut", "pecan", joined["token"], token, "127.0.0.1"):
        assert secret not in said
