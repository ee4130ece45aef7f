from __future__ import annotations

import pytest

from hintwise.service.security.origins import OwnWrites
from hintwise.service.settings import ServiceSettings
from tests.service.security.asked import client_of

pytestmark = pytest.mark.anyio

COOKIE = {"cookie": f"theme=dark; hintwise={'a' * 43}"}
SETTINGS = ServiceSettings(
    allowed_origins=("https://app.example",), public_url="https://puzzles.example"
)


async def status(method: str = "POST", **headers: str) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return (await client_of(OwnWrites, SETTINGS).request(method, "/x", headers=named)).status_code


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "same-origin"},
        {"sec_fetch_site": "same-origin", "origin": "http://localhost:8000"},
        {"origin": "http://localhost:8000"},
        {"origin": "https://puzzles.example"},
    ],
)
async def test_own_pages_may_write(headers: dict[str, str]) -> None:
    assert await status(**headers, **COOKIE) == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"sec_fetch_site": "cross-site", "origin": "http://localhost:8000"},
        {"origin": "https://evil.example"},
        {"origin": "http://localhost:8001"},
        {"origin": "https://localhost:8000"},
        {"origin": "null"},
    ],
)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("cookie", [COOKIE, {}])
async def test_pages_of_others_may_not(
    headers: dict[str, str], method: str, cookie: dict[str, str]
) -> None:
    assert await status(method, **headers, **cookie) == 403


async def test_others_may_read_what_anybody_may_read() -> None:
    assert await status("GET", sec_fetch_site="cross-site") == 200


async def test_an_allowed_site_writes_by_a_token_but_not_by_the_cookie() -> None:
    allowed = {"sec_fetch_site": "cross-site", "origin": "https://app.example"}
    assert await status(**allowed, authorization=f"Bearer {'b' * 43}") == 200
    assert await status(**allowed, **COOKIE) == 403


async def test_a_program_writes_without_the_cookie() -> None:
    assert await status() == 200
    assert await status(authorization=f"Bearer {'b' * 43}") == 200
    assert await status(**COOKIE) == 403
