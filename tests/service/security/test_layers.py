"""All layers together, around an application."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from hintwise.service.security.headers import HEADERS
from hintwise.service.security.layers import security_layers
from hintwise.service.security.secrets import digest
from hintwise.service.settings import ServiceLimits, ServiceSettings

pytestmark = pytest.mark.anyio


async def _who(request: Request) -> PlainTextResponse:
    assert request.client is not None
    return PlainTextResponse(f"{request.url.scheme} {request.client.host}")


def client_of(address: str = "10.0.0.9", **settings: Any) -> httpx.AsyncClient:
    layers = security_layers(ServiceSettings(**settings))
    app = Starlette(
        routes=[Route("/{path:path}", _who, methods=["GET", "POST"])], middleware=layers
    )
    transport = httpx.ASGITransport(app, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


async def test_refusals_have_safe_headers_too() -> None:
    client = client_of(limits=ServiceLimits(body_bytes=1))
    refused = [
        await client.get("/", headers={"host": "evil.example"}),
        await client.post("/", headers={"origin": "https://evil.example"}),
        await client.post("/", content=b"xx"),
    ]
    assert [answer.status_code for answer in refused] == [400, 403, 413]
    for answer in refused:
        assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]
        assert answer.json()["status"] == answer.status_code
        assert answer.json()["type"].startswith("urn:hintwise:problem:")


FORWARDED = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}


async def test_only_a_trusted_proxy_says_who_the_client_is() -> None:
    stranger = await client_of().get("/", headers=FORWARDED)
    assert stranger.text == "http 10.0.0.9"
    proxied = await client_of(trusted_proxies=("10.0.0.0/24",)).get("/", headers=FORWARDED)
    assert proxied.text == "https 203.0.113.7"


async def test_an_allowed_site_may_read_answers_and_refusals() -> None:
    client = client_of(
        allowed_origins=("https://app.example",), api_keys=(digest("a key that is long"),)
    )
    allowed = {"origin": "https://app.example", "sec-fetch-site": "cross-site"}
    asked = {**allowed, "access-control-request-method": "POST"}
    preflight = await client.options("/api/v1/hint", headers=asked)
    assert preflight.status_code == 200
    assert "access-control-allow-credentials" not in preflight.headers
    for key, status in (("a key that is long", 200), ("another", 401)):
        answer = await client.post("/api/v1/hint", headers={**allowed, "x-api-key": key})
        assert answer.status_code == status
        assert answer.headers["access-control-allow-origin"] == "https://app.example"


async def test_other_sites_are_told_nothing() -> None:
    client = client_of(allowed_origins=("https://app.example",))
    for path in ("/", "/api/v1/library"):
        answer = await client.get(path, headers={"origin": "https://evil.example"})
        assert "access-control-allow-origin" not in answer.headers


async def test_an_allowed_site_may_not_read_pages() -> None:
    client = client_of(allowed_origins=("https://app.example",))
    answer = await client.get("/me", headers={"origin": "https://app.example"})
    assert "access-control-allow-origin" not in answer.headers


async def test_wrong_keys_cannot_be_tried_without_end() -> None:
    limits = ServiceLimits(address_rate=0.1, address_burst=2)
    client = client_of(limits=limits, api_keys=(digest("a key that is long"),))
    tried = [await client.get("/api/v1/me", headers={"x-api-key": f"{n}"}) for n in range(3)]
    assert [answer.status_code for answer in tried] == [401, 401, 429]


@pytest.mark.parametrize(
    ("headers", "refused"),
    [({"host": "evil.example"}, 400), ({"origin": "https://evil.example"}, 403)],
)
async def test_what_is_refused_counts_as_well(headers: dict[str, str], refused: int) -> None:
    client = client_of(limits=ServiceLimits(address_rate=0.1, address_burst=1))
    answers = [await client.post("/", headers=headers) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [refused, 429]


async def test_a_key_has_a_bucket_of_its_own_wherever_it_is_used() -> None:
    limits = ServiceLimits(address_rate=0.1, address_burst=2)
    key = "a key that is long"
    layers = security_layers(ServiceSettings(limits=limits, api_keys=(digest(key),)))
    app = Starlette(routes=[Route("/{path:path}", _who)], middleware=layers)
    statuses = []
    for number in range(3):
        transport = httpx.ASGITransport(app, client=(f"10.0.0.{number}", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            answer = await client.get("/api/v1/me", headers={"x-api-key": key})
            statuses.append(answer.status_code)
    assert statuses == [200, 200, 429]
