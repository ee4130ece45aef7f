"""The cookie of whoever comes back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hintwise.errors import Unavailable
from hintwise.service.preferences import HELPS
from hintwise.store import Store
from tests.service.api.asked import HOST, running, visitor
from tests.service.api.test_games import started

pytestmark = pytest.mark.anyio


async def test_every_page_keeps_a_known_person_for_another_year(tmp_path: Path) -> None:
    async with running(tmp_path) as app, visitor(app) as browser:
        game = await started(browser)
        token = browser.cookies["hintwise"]
        for page in ("/", f"/play/{game}", "/teach", "/me", "/privacy"):
            answer = await browser.get(f"{HOST}{page}")
            cookie = answer.headers["set-cookie"].lower()
            assert cookie.startswith(f"hintwise={token.lower()};")
            assert "max-age=31536000" in cookie
            assert "httponly" in cookie
        for other in ("/api/v1/me", "/manifest.webmanifest", "/nowhere"):
            assert "set-cookie" not in (await browser.get(f"{HOST}{other}")).headers


@pytest.mark.parametrize("cookie", ["", "hintwise=", f"hintwise={'x' * 43}", "hintwise=ü"])
async def test_who_is_not_known_gets_no_cookie_by_looking(tmp_path: Path, cookie: str) -> None:
    async with running(tmp_path) as app, visitor(app) as browser:
        answer = await browser.get(f"{HOST}/", headers=[(b"Cookie", cookie.encode())])
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers


async def test_a_page_that_needs_no_database_is_shown_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(store: Store, token: str) -> str:
        raise Unavailable("the database does not answer")

    async with running(tmp_path) as app, visitor(app) as browser:
        await started(browser)
        monkeypatch.setattr(Store, "person_of", gone)
        answer = await browser.get(f"{HOST}/privacy")
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers


async def test_switches_come_with_the_page_as_they_were_set(tmp_path: Path) -> None:
    async with running(tmp_path) as app, visitor(app) as browser:
        for set_to in (HELPS, {**HELPS, "timer": False, "trust": True}):
            await browser.patch("/me/settings", json={"helps": set_to})
            text = (await browser.get(f"{HOST}/me")).text
            switches = re.findall(r'role="switch" name="(\w+)"( checked)?', text)
            assert {name: bool(checked) for name, checked in switches} == set_to
