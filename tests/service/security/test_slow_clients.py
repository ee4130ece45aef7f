from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn

from hintwise.service.security import slow_clients
from hintwise.service.security.slow_clients import connection_settings
from hintwise.service.settings import ServiceLimits
from tests.service.security.asked import plain_app

pytestmark = pytest.mark.anyio

WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


@asynccontextmanager
async def connection() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """To a server that runs for the time of the block."""
    settings = connection_settings(ServiceLimits(header_bytes=500, url_bytes=100))
    config = uvicorn.Config(plain_app(), port=0, log_config=None, **settings)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        server.should_exit = True
        await serving


async def test_a_request_whose_headers_do_not_arrive_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slow_clients, "REQUEST_S", 0.1)
    async with connection() as (reader, writer):
        writer.write(WHOLE[:-5])
        assert await reader.read() == b""


async def test_a_connection_that_says_nothing_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_clients, "REQUEST_S", 0.1)
    async with connection() as (reader, _):
        assert await reader.read() == b""


async def test_the_second_request_of_a_connection_has_no_more_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slow_clients, "REQUEST_S", 2)  # the first one must be there by then
    async with connection() as (reader, writer):
        writer.write(WHOLE)
        assert b"200 OK" in await reader.readuntil(b"0 bytes")
        writer.write(WHOLE[:-5])
        assert await reader.read() == b""


async def test_whole_requests_are_answered_on_one_connection() -> None:
    async with connection() as (reader, writer):
        for _ in range(3):
            writer.write(WHOLE)
            assert b"200 OK" in await reader.readuntil(b"0 bytes")


async def test_headers_without_end_are_refused() -> None:
    async with connection() as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\nHost: " + b"x" * 5000)
        assert b"400" in await reader.readline()
