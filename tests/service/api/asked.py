"""The application in this process, and people who ask it something."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from hintwise.service.app import create_app
from hintwise.service.jobs import InlineJobs, Jobs
from hintwise.service.settings import ServiceLimits, ServiceSettings

HOST = "http://localhost:8000"
PATH = "/api/v1"
FOUR = "1.....3..4.....2"

Json = dict[str, Any]

UNHURRIED = ServiceLimits(
    address_rate=1e6,
    address_burst=10**6,
    person_rate=1e6,
    person_burst=10**6,
    newcomer_rate=1e6,
    newcomer_burst=10**6,
)
"""For tests that ask more than a person would."""


def settings_in(folder: Path, **more: Any) -> ServiceSettings:
    database = f"sqlite:///{folder / 'hintwise.db'}"
    return ServiceSettings(**{"database": database, "limits": UNHURRIED, **more})


@asynccontextmanager
async def running(folder: Path, jobs: Jobs | None = None, **more: Any) -> AsyncIterator[FastAPI]:
    """The application with a database in the folder, and workers in threads."""
    workers = jobs or InlineJobs()
    app = create_app(settings_in(folder, **more), jobs=workers)
    async with app.router.lifespan_context(app):
        yield app
        await workers.close()


def visitor(app: FastAPI, **headers: str) -> httpx.AsyncClient:
    """A browser of its own that shows what is in the headers, and keeps cookies."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    own = {"Sec-Fetch-Site": "same-origin", **headers}
    return httpx.AsyncClient(transport=transport, base_url=f"{HOST}{PATH}", headers=own)


@asynccontextmanager
async def program(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A program with the token of a new person."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=f"{HOST}{PATH}") as client:
        token = (await client.post("/people")).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        yield client


def problem_of(response: httpx.Response) -> Json:
    """The document of a problem, if it is one of ours in every respect."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    document: Json = response.json()
    assert document["status"] == response.status_code
    assert document["title"]
    assert document["detail"]
    assert "Traceback" not in response.text
    return document
