"""Health, metrics and the log of requests around a small application."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from starlette.types import Message, Receive, Scope, Send

from hintwise.service.jobs.figures import Figures, Histogram
from hintwise.service.operations.metrics import Metrics
from hintwise.service.operations.requests import RequestLog
from hintwise.service.operations.routes import operate
from hintwise.service.security.layers import security_layers
from hintwise.service.settings import ServiceSettings

pytestmark = pytest.mark.anyio

TOKEN = "t" * 43
FIGURES = Figures(workers=2, queued=3, done=5, waits=Histogram().with_one(0.2))


@dataclass
class Store:
    well: bool = True

    def is_healthy(self) -> bool:
        return self.well


@dataclass
class Jobs:
    now: Figures

    def figures(self) -> Figures:
        return self.now


def app_of(**settings: Any) -> FastAPI:
    made = ServiceSettings(**settings)
    app = FastAPI(middleware=security_layers(made))
    app.state.settings, app.state.store, app.state.jobs = made, Store(), Jobs(FIGURES)

    router = APIRouter(prefix="/api")

    @router.get("/games/{game}")
    async def game(game: str) -> str:
        if game == "broken":
            raise RuntimeError
        return game

    app.include_router(router)
    operate(app)
    return app


def client_of(app: FastAPI, address: str = "127.0.0.1") -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, client=(address, 1), raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


async def test_health_says_what_is_not_well() -> None:
    app = app_of()
    client = client_of(app, "10.0.0.1")
    answer = await client.get("/health")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    app.state.store = Store(well=False)
    answer = await client.get("/health")
    assert answer.status_code == 503
    assert answer.json() == {"status": "failing", "store": False, "workers": True}
    app.state.store, app.state.jobs = Store(), Jobs(Figures())
    assert (await client.get("/health")).json()["workers"] is False


async def test_metrics_have_queue_jobs_waits_and_requests_by_template() -> None:
    client = client_of(app_of())
    await client.get("/api/games/secret-id")
    await client.get("/api/games/broken")
    await client.get("/made/up")
    text = (await client.get("/metrics")).text
    lines = set(text.splitlines())
    assert (
        'hintwise_requests_total{method="GET",route="/api/games/{game}",status="200"} 1.0' in lines
    )
    assert (
        'hintwise_requests_total{method="GET",route="/api/games/{game}",status="500"} 1.0' in lines
    )
    assert 'hintwise_requests_total{method="GET",route="unmatched",status="404"} 1.0' in lines
    assert {"hintwise_jobs_queued 3.0", "hintwise_jobs_workers 2.0"} <= lines
    assert 'hintwise_jobs_total{end="done"} 5.0' in lines
    assert 'hintwise_job_wait_seconds_bucket{le="0.1"} 0.0' in lines
    assert 'hintwise_job_wait_seconds_bucket{le="0.2"} 1.0' in lines
    assert "hintwise_job_wait_seconds_count 1.0" in lines
    assert "secret-id" not in text


async def test_metrics_are_for_this_machine_unless_told_otherwise() -> None:
    here, there = client_of(app_of()), client_of(app_of(), "10.0.0.1")
    assert (await here.get("/metrics")).status_code == 200
    assert (await there.get("/metrics")).status_code == 403
    forwarded = {"x-forwarded-for": "203.0.113.7"}
    assert (await here.get("/metrics", headers=forwarded)).status_code == 403
    open_to_all = client_of(app_of(metrics="anybody"), "10.0.0.1")
    assert (await open_to_all.get("/metrics")).status_code == 200


async def test_a_request_is_logged_without_ids_and_tokens(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "hintwise")
    client = client_of(app_of())
    headers = {"authorization": f"Bearer {TOKEN}"}
    answer = await client.get("/api/games/secret-id?puzzle=secret", headers=headers)
    await client.post("/api/games/x", headers={"origin": "https://evil.example"})
    lines = [record.fields for record in caplog.records if record.name == "hintwise"]  # type: ignore[attr-defined]
    assert [(line["route"], line["status"]) for line in lines] == [
        ("/api/games/{game}", 200),
        ("unmatched", 403),
    ]
    assert lines[0]["request"] == answer.headers["x-request-id"]
    assert len(lines[0]["person"]) == 8
    assert "person" not in lines[1]
    assert "secret" not in str(lines)
    assert TOKEN not in str(lines)


async def test_a_client_who_left_is_no_error_of_ours() -> None:
    async def silent(scope: Scope, receive: Receive, send: Send) -> None:
        return

    async def unheard() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        raise AssertionError("nobody is there")

    metrics = Metrics(lambda: None)
    scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
    await RequestLog(silent, metrics)(scope, unheard, send)
    assert 'status="499"} 1.0' in metrics.as_text().decode()
