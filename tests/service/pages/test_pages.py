from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from hintwise.service.api.problems import add_problem_handlers
from hintwise.service.pages import add_pages
from hintwise.service.pages.statics import FOR_EVER, static_files

LARGEST_SCRIPT = 60_000
INLINE = re.compile(r"<style|\sstyle=|\son\w+=|<script(?![^>]*(?:src=|application/json))")


app = FastAPI()
add_problem_handlers(app)
add_pages(app)


def ask(method: str, path: str, **options: Any) -> httpx.Response:
    """What the pages answer, without a server between."""

    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.request(method, path, **options)

    return asyncio.run(answer())


def kept_by(answer: httpx.Response) -> dict[str, str]:
    """What a browser sends back after such an answer."""
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in answer.cookies.items())}


@pytest.mark.parametrize(
    "path", ["/", "/programs", "/teach", "/teach/logic_grid", "/help", "/privacy", "/link"]
)
def test_a_page_has_one_heading_landmarks_and_nothing_inline(path: str) -> None:
    text = ask("GET", path).text

    assert text.count("<h1") == 1
    assert all(f"<{landmark}" in text for landmark in ("header", "nav", "main", "footer"))
    assert not INLINE.search(text)


def test_the_language_is_the_browsers_until_one_is_chosen() -> None:
    german = {"Accept-Language": "de-AT, en;q=0.5"}
    chosen = ask("POST", "/choose", data={"language": "en", "back": "/me"})

    assert '<html lang="de"' in ask("GET", "/", headers=german).text
    assert (chosen.status_code, chosen.headers["location"]) == (303, "/me")
    assert '<html lang="en"' in ask("GET", "/", headers={**german, **kept_by(chosen)}).text


def test_a_theme_is_in_the_page_from_the_start() -> None:
    chosen = ask("POST", "/choose", data={"theme": "dark"})

    assert 'data-theme="dark"' in ask("GET", "/", headers=kept_by(chosen)).text


def test_a_choice_leads_nowhere_else() -> None:
    answer = ask("POST", "/choose", data={"back": "//elsewhere.test"})

    assert answer.headers["location"] == "/"


def test_static_files_are_kept_for_ever_under_their_version_only() -> None:
    address = static_files().address("css/base.css")
    old = address.replace(static_files().version, "000000000000")

    assert ask("GET", address).headers["Cache-Control"] == FOR_EVER
    assert ask("GET", old).headers["Cache-Control"] == "no-cache"
    assert ask("GET", f"/static/{static_files().version}/%2e%2e%2fapp.py").status_code == 404


def test_no_script_is_large() -> None:
    sizes = {p: len(c) for p, c in static_files().contents.items() if p.endswith(".js")}

    assert {path: size for path, size in sizes.items() if size > LARGEST_SCRIPT} == {}


def test_a_problem_is_a_page_for_people_and_json_for_programs() -> None:
    person = ask("GET", "/teach/chess", headers={"Accept": "text/html,*/*;q=0.8"})
    program = ask("GET", "/teach/chess", headers={"Accept": "application/json"})

    assert (person.status_code, program.status_code) == (404, 404)
    assert "There is nothing here" in person.text
    assert program.json()["status"] == 404


def test_a_page_fetches_all_its_scripts_at_once() -> None:
    text = ask("GET", "/").text

    assert f'<script type="module" src="{static_files().address("js/start.js")}">' in text
    for path in ("js/start/paste.js", "js/api.js", "js/words.js"):
        assert f'<link rel="modulepreload" href="{static_files().address(path)}">' in text


@pytest.mark.parametrize("path", [path for path in static_files().contents if path.endswith(".js")])
def test_scripts_import_what_there_is(path: str) -> None:
    assert set(static_files().modules(path)) <= set(static_files().contents)


def test_a_defect_is_a_page_that_tells_nothing_of_it() -> None:
    broken = FastAPI()
    add_problem_handlers(broken)

    @broken.get("/broken")
    def fail() -> None:
        raise RuntimeError("a secret")

    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(broken, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.get("/broken", headers={"Accept": "text/html"})

    shown = asyncio.run(answer())

    assert shown.status_code == 500
    assert "Something went wrong" in shown.text
    assert "secret" not in shown.text
    assert "default-src" in shown.headers["content-security-policy"]
