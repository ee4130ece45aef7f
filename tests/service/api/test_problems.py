"""Whatever goes wrong is told in one form, and says nothing of the inside."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from hintwise.errors import OutOfTime, Unavailable
from hintwise.service.jobs import Busy, Figures, InlineJobs, Job, JobFailed, Superseded
from hintwise.service.settings import ServiceLimits
from tests.service.api.asked import FOUR, HOST, PATH, problem_of, running, visitor

pytestmark = pytest.mark.anyio


class BrokenJobs(InlineJobs):
    """Raises the same for every job, after so many parts of a stream."""

    def __init__(self, error: Exception, parts: int = 0) -> None:
        super().__init__()
        self.error = error
        self.parts = parts

    async def run(self, job: Job) -> Any:
        raise self.error

    async def stream(self, job: Job) -> AsyncIterator[Any]:
        for number in range(self.parts):
            yield {"number": number}
        raise self.error


class EndlessJobs(InlineJobs):
    """Works until nobody waits any longer."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = asyncio.Event()
        self.stopped = asyncio.Event()

    async def run(self, job: Job) -> Any:
        self.begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.stopped.set()

    async def stream(self, job: Job) -> AsyncIterator[Any]:
        yield {"derived": "r1c1=1"}
        await self.run(job)

    def figures(self) -> Figures:
        return Figures(workers=1)


@pytest.mark.parametrize(
    ("error", "status", "name"),
    [
        (OutOfTime("not found within 10 s"), 422, "out-of-time"),
        (JobFailed("it took more than 15 s"), 422, "job-failed"),
        (Busy(7.2), 503, "busy"),
        (Superseded(), 409, "superseded"),
        (Unavailable("the database does not answer: /secret/file.db"), 503, "unavailable"),
        (RuntimeError("password in /secret/file.py"), 500, "defect"),
    ],
)
async def test_every_error_is_a_problem(
    tmp_path: Path, error: Exception, status: int, name: str
) -> None:
    async with running(tmp_path, BrokenJobs(error)) as app, visitor(app) as browser:
        answer = await browser.post("/hint", json={"puzzle": FOUR})
        assert answer.status_code == status
        assert problem_of(answer)["type"] == f"urn:hintwise:problem:{name}"
        assert "secret" not in answer.text
        if status == 503:
            assert int(answer.headers["retry-after"]) >= 1
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_a_stream_that_breaks_off_says_why(tmp_path: Path) -> None:
    jobs = BrokenJobs(OutOfTime("not found within 10 s"), parts=2)
    async with running(tmp_path, jobs) as app, visitor(app) as browser:
        answer = await browser.post("/explain", json={"puzzle": FOUR})
        *steps, last = answer.text.strip().split("\n\n")
        assert len(steps) == 2
        name, data = last.split("\n")
        assert name == "event: problem"
        document = json.loads(data.removeprefix("data: "))
        assert document["type"] == "urn:hintwise:problem:out-of-time"


async def test_what_is_not_there_is_told(browser: httpx.AsyncClient) -> None:
    assert problem_of(await browser.get("/nothing"))["status"] == 404
    answer = await browser.put("/games")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, POST"
    problem_of(answer)


async def test_too_much_is_refused(tmp_path: Path) -> None:
    limits = ServiceLimits(body_bytes=2000, address_rate=0.01, address_burst=6)
    async with running(tmp_path, limits=limits) as app, visitor(app) as browser:
        large = await browser.post("/check", json={"puzzle": "." * 3000})
        assert problem_of(large)["status"] == 413
        for _ in range(6):
            last = await browser.get("/me")
        assert problem_of(last)["status"] == 429
        assert int(last.headers["retry-after"]) >= 1


async def test_a_page_elsewhere_may_read_only_if_it_is_allowed(tmp_path: Path) -> None:
    origin = "https://example.org"
    async with running(tmp_path, allowed_origins=(origin,)) as app:
        allowed = {"Origin": origin, "Sec-Fetch-Site": "cross-site"}
        async with visitor(app, **allowed) as page:
            answer = await page.post("/check", json={"puzzle": FOUR})
            assert answer.status_code == 200
            assert answer.headers["access-control-allow-origin"] == origin
            assert "access-control-allow-credentials" not in answer.headers
        other = {"Origin": "https://elsewhere.org", "Sec-Fetch-Site": "cross-site"}
        async with visitor(app, **other) as page:
            answer = await page.post("/check", json={"puzzle": FOUR})
            assert problem_of(answer)["status"] == 403
            assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("path", ["/hint", "/explain"])
async def test_work_for_somebody_who_left_is_stopped(tmp_path: Path, path: str) -> None:
    jobs = EndlessJobs()
    async with running(tmp_path, jobs) as app:
        leaving = asyncio.Event()
        asked = asyncio.create_task(_ask_and_leave(app, path, leaving))
        async with asyncio.timeout(10):
            await jobs.begun.wait()
            leaving.set()
            await jobs.stopped.wait()
            await asked


async def _ask_and_leave(app: FastAPI, path: str, leaving: asyncio.Event) -> None:
    """A client, as a server sees it, that hangs up before the answer is complete."""
    body = json.dumps({"puzzle": FOUR}).encode()
    first = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Any:
        if first:
            return first.pop()
        await leaving.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        """Whatever comes is read by nobody."""

    host = HOST.removeprefix("http://").encode()
    headers = [(b"host", host), (b"content-type", b"application/json")]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": f"{PATH}{path}",
        "raw_path": f"{PATH}{path}".encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 8000),
    }
    await app(scope, receive, send)


async def test_every_example_of_a_request_is_answered(client: httpx.AsyncClient) -> None:
    """What OpenAPI shows can be sent as it is, and the answer has the keys that it shows."""
    app: FastAPI = client._transport.app  # type: ignore[attr-defined]
    document = app.openapi()
    schemas = document["components"]["schemas"]
    tried = 0
    for path, operations in document["paths"].items():
        operation = operations.get("post", {})
        if "{" in path or "requestBody" not in operation or "sessions" in path:
            continue
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        example = schemas.get(schema.get("$ref", "").rsplit("/", 1)[-1], {}).get("example")
        if example is None or path.endswith("/people/known"):
            continue
        answer = await client.post(path.removeprefix(PATH), json=example)
        assert answer.is_success, (path, answer.text)
        shown = operation["responses"][str(answer.status_code)]["content"].get("application/json")
        if shown is not None:
            assert set(shown["example"]) <= set(answer.json()), path
        tried += 1
    assert tried >= 10
