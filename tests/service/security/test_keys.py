from __future__ import annotations

import pytest

from hintwise.service.security.keys import ApiKeys
from hintwise.service.security.secrets import digest, is_one_of
from hintwise.service.settings import ServiceSettings
from tests.service.security.asked import client_of

pytestmark = pytest.mark.anyio

KEYS = ("first key, long enough", "second key, long enough")
SETTINGS = ServiceSettings(api_keys=tuple(digest(key) for key in KEYS))


async def status(path: str = "/api/v1/hint", settings: ServiceSettings = SETTINGS, **h: str) -> int:
    headers = {name.replace("_", "-"): value for name, value in h.items()}
    return (await client_of(ApiKeys, settings).post(path, headers=headers)).status_code


async def test_without_keys_the_api_is_open() -> None:
    assert await status(settings=ServiceSettings()) == 200


async def test_with_keys_a_program_needs_one_of_them() -> None:
    assert [await status(x_api_key=key) for key in KEYS] == [200, 200]
    assert await status() == 401
    assert await status(x_api_key=digest(KEYS[0])) == 401
    assert await status(x_api_key="") == 401


async def test_own_pages_need_none() -> None:
    assert await status(sec_fetch_site="same-origin") == 200
    assert await status("/health") == 200


def test_a_secret_is_found_among_digests() -> None:
    digests = [digest(key) for key in KEYS]
    assert is_one_of(KEYS[1], digests)
    assert not is_one_of(KEYS[1][:-1], digests)
    assert not is_one_of("", [])
    assert not is_one_of("\udcff", digests)
