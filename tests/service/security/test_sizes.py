from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from hintwise.service.security.sizes import IMPORT_PATH, SizeLimits
from hintwise.service.settings import ServiceLimits
from tests.service.security.asked import client_of

pytestmark = pytest.mark.anyio

LIMITS = ServiceLimits(
    body_bytes=100, import_bytes=1000, url_bytes=50, header_bytes=500, body_s=0.05
)


async def pieces(count: int, size: int = 10) -> AsyncIterator[bytes]:
    for _ in range(count):
        yield b"x" * size


async def test_a_body_up_to_the_limit_arrives_whole() -> None:
    client = client_of(SizeLimits, LIMITS)
    assert (await client.post("/", content=b"x" * 100)).text == "100 bytes"
    assert (await client.post("/", content=pieces(10))).text == "100 bytes"
    assert (await client.get("/")).text == "0 bytes"


async def test_a_larger_body_is_refused_also_if_it_does_not_say_so() -> None:
    client = client_of(SizeLimits, LIMITS)
    assert (await client.post("/", content=b"x" * 101)).status_code == 413
    answer = await client.post("/", content=pieces(11))
    assert answer.status_code == 413
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"] == "A body may have 100 bytes here."


async def test_all_that_a_person_has_may_be_larger() -> None:
    client = client_of(SizeLimits, LIMITS)
    assert (await client.post(IMPORT_PATH, content=pieces(100))).status_code == 200
    assert (await client.post(IMPORT_PATH, content=pieces(101))).status_code == 413


async def test_addresses_and_headers_have_an_end() -> None:
    client = client_of(SizeLimits, LIMITS)
    assert (await client.get(f"/?{'x' * 60}")).status_code == 414
    assert (await client.get("/", headers={"a": "x" * 600})).status_code == 431


async def test_a_body_that_does_not_arrive_is_not_waited_for() -> None:
    async def never() -> AsyncIterator[bytes]:
        yield b"x"
        await asyncio.sleep(60)

    assert (await client_of(SizeLimits, LIMITS).post("/", content=never())).status_code == 408
