"""The whole application behind its layers: nothing was left outside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hintwise.service.security.headers import HEADERS
from tests.service.api.asked import HOST, running, visitor

pytestmark = pytest.mark.anyio

WRITING = ("post", "put", "patch", "delete")
PAGES = ("/", "/help", "/privacy", "/me", "/teach", "/link", "/offline", "/nowhere", "/play/none")
COOKIE = f"hintwise={'a' * 43}"


async def test_no_route_can_be_written_to_from_another_site(tmp_path: Path) -> None:
    async with running(tmp_path) as app:
        paths = app.openapi()["paths"]
        writes = [(m, path) for path, methods in paths.items() for m in methods if m in WRITING]
        assert len(writes) > 15
        evil = {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example", "Cookie": COOKIE}
        async with visitor(app, **evil) as client:
            for method, path in writes:
                answer = await client.request(method, f"{HOST}{path}", json={})
                assert answer.status_code == 403, (method, path)


async def test_every_page_has_safe_headers_and_nothing_inline(tmp_path: Path) -> None:
    async with running(tmp_path) as app, visitor(app) as client:
        for path in PAGES:
            answer = await client.get(f"{HOST}{path}", follow_redirects=True)
            assert answer.status_code in {200, 401, 404}, path
            assert HEADERS.keys() <= answer.headers.keys(), path
            assert "unsafe" not in answer.headers["content-security-policy"], path
            scripts = re.findall(r"<script\b[^>]*>", answer.text)
            inline = [tag for tag in scripts if "src=" not in tag and "json" not in tag]
            assert inline == [], path
            assert re.findall(r"<style\b|\sstyle=|\son[a-z]+=\"", answer.text) == [], path


async def test_looking_at_pages_makes_nobody_known(tmp_path: Path) -> None:
    async with running(tmp_path) as app, visitor(app) as client:
        for path in PAGES:
            await client.get(f"{HOST}{path}", follow_redirects=True)
        assert "hintwise" not in client.cookies
