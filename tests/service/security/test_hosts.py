from __future__ import annotations

import pytest

from hintwise.service.security.hosts import KnownHosts
from hintwise.service.settings import ServiceSettings
from tests.service.security.asked import client_of

pytestmark = pytest.mark.anyio


async def status(name: str, **settings: str) -> int:
    client = client_of(KnownHosts, ServiceSettings(**settings))  # type: ignore[arg-type]
    return (await client.get("/", headers={"host": name})).status_code


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
async def test_a_local_server_answers_to_local_names(host: str) -> None:
    assert await status(host) == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "localhost.evil.example", "192.168.1.2", "", "[x"]
)
async def test_a_name_that_was_pointed_here_is_refused(host: str) -> None:
    assert await status(host) == 400


async def test_a_public_server_answers_to_its_name_and_to_numbers() -> None:
    assert await status("Puzzles.example", public_url="https://puzzles.example") == 200
    assert await status("192.168.1.2:80", host="0.0.0.0") == 200
    assert await status("evil.example", host="0.0.0.0") == 400
