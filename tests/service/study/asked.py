"""The application with a small study, and people who take part in it over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from hintwise.service.jobs import InlineJobs, Jobs
from hintwise.store import Store
from hintwise.store.studies import NewStudy
from hintwise.study.plan import StudyPlan
from tests.service.api.asked import HOST, PATH, running
from tests.service.study.visiting import deed_for
from tests.study.made_plans import small_plan

NAME = "small"

Json = dict[str, Any]


@asynccontextmanager
async def studying(folder: Path, jobs: Jobs | None = None, **more: Any) -> AsyncIterator[FastAPI]:
    """The application with the small study, whose questions are made up unless jobs are given."""
    workers = jobs or InlineJobs(tasks_module="tests.service.study.visiting")
    async with running(folder, workers, **more) as app:
        open_study(app.state.store)
        yield app


def open_study(store: Store, plan: StudyPlan | None = None, name: str = NAME) -> str:
    """Opens the study; gives a researcher's token."""
    found = replace(plan or small_plan(), name=name)
    store.studies.open(NewStudy(name, found.as_json(), found.hash, people=found.people))
    return store.studies.new_researcher(name)


def browser(app: FastAPI, name: str = NAME) -> httpx.AsyncClient:
    """A browser of its own on the pages of a study, which keeps cookies."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(
        transport=transport,
        base_url=f"{HOST}{PATH}/studies/{name}",
        headers={"Sec-Fetch-Site": "same-origin"},
    )


def program(app: FastAPI, token: str | None = None, name: str = NAME) -> httpx.AsyncClient:
    """A program that shows a token, or none."""
    shown = {} if token is None else {"Authorization": f"Bearer {token}"}
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    base = f"{HOST}{PATH}/studies/{name}"
    return httpx.AsyncClient(transport=transport, base_url=base, headers=shown)


async def join(client: httpx.AsyncClient, **asked: Any) -> Json:
    answer = await client.post("/participants", json=asked)
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


async def do(client: httpx.AsyncClient, state: Json, side: str = "left") -> Json:
    """Do what is to be done, and give what is shown then."""
    deed = {"position": state["position"], **deed_for(state, side)}
    answer = await client.post("/participation/deeds", json=deed)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


async def until(client: httpx.AsyncClient, state: Json, stage: str) -> Json:
    """Go on until that stage."""
    while state["stage"] != stage:
        state = await do(client, state)
    return state
