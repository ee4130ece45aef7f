from __future__ import annotations

import httpx
import pytest
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from hintwise.service.security.headers import CONTENT_SECURITY_POLICY, HEADERS, SafeHeaders
from tests.service.security.asked import client_of

pytestmark = pytest.mark.anyio


async def test_every_answer_has_them() -> None:
    answer = await client_of(SafeHeaders).get("/")
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "strict-transport-security" not in answer.headers


def test_nothing_inline_and_nothing_of_others_runs() -> None:
    assert "default-src 'none'" in CONTENT_SECURITY_POLICY
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "http" not in CONTENT_SECURITY_POLICY


async def test_an_answer_may_say_otherwise() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        own = Response("x", headers={"Content-Security-Policy": "sandbox"})
        await own(scope, receive, send)

    transport = httpx.ASGITransport(SafeHeaders(app))
    async with httpx.AsyncClient(transport=transport, base_url="https://x") as client:
        answer = await client.get("/")
    assert answer.headers.get_list("content-security-policy") == ["sandbox"]
    assert answer.headers["strict-transport-security"].startswith("max-age=")
