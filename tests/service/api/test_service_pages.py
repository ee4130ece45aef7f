"""The pages about the API: what they show runs, and what there is they name."""

from __future__ import annotations

import contextlib
import functools
import http.server
import io
import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hintwise.service.api.problems import GENERAL
from hintwise.service.app import create_app
from hintwise.service.jobs import InlineJobs
from tests.service.api.asked import PATH, settings_in
from tests.service.api.server import serving
from tests.unhurried import let_hints_take_time

DOCS = Path(__file__).resolve().parents[3] / "docs"
HOW_TO = (DOCS / "how-to" / "use-as-a-service.md").read_text(encoding="utf-8")
REFERENCE = (DOCS / "reference" / "http.md").read_text(encoding="utf-8")
SHOWN = "http://127.0.0.1:8000"


@contextlib.contextmanager
def elsewhere(folder: Path) -> Iterator[str]:
    """The origin of another site, with an empty page."""
    (folder / "index.html").write_text("<!doctype html><body></body>", encoding="utf-8")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with elsewhere(tmp_path_factory.mktemp("site")) as origin:
        yield origin


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, site: str) -> Iterator[str]:
    chosen = settings_in(tmp_path_factory.mktemp("served"), allowed_origins=(site,))
    with pytest.MonkeyPatch.context() as patch:
        let_hints_take_time(patch)
        with serving(create_app(chosen, jobs=InlineJobs())) as url:
            yield url


def blocks(language: str) -> list[tuple[str, str]]:
    """What is shown in a language, each with what is said to come of it."""
    follow = r"(?:\n```(?:json|text)\n(.*?)```)?"
    return re.findall(rf"```{language}\n(.*?)```\n{follow}", HOW_TO, re.S)


def is_part(expected: Any, found: Any) -> bool:
    """Whether all that is expected is there."""
    if isinstance(expected, dict):
        return all(key in found and is_part(expected[key], found[key]) for key in expected)
    return bool(expected == found)


def looks_like(shown: str, printed: str) -> bool:
    """Whether it is what is shown, with anything in the place of …"""
    pattern = re.escape(shown.strip()).replace(re.escape("…"), ".*?")
    return re.fullmatch(pattern, printed.strip(), re.S) is not None


@pytest.mark.parametrize(("command", "expected"), blocks("sh"))
def test_what_curl_is_shown_to_say_it_says(server: str, command: str, expected: str) -> None:
    if shutil.which("curl") is None:
        assert not os.environ.get("CI"), "curl is missing"
        pytest.skip("curl is not installed")
    told = subprocess.run(
        ["sh", "-c", command.replace(SHOWN, server)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout
    if expected.startswith("{"):
        assert is_part(json.loads(expected), json.loads(told)), told
    else:
        assert looks_like(expected, told), told


def test_what_python_is_shown_to_print_it_prints(server: str) -> None:
    names: dict[str, Any] = {}
    for code, expected in blocks("py"):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code.replace(SHOWN, server), "use-as-a-service.md", "exec"), names)
        assert looks_like(expected, printed.getvalue()), printed.getvalue()


def test_a_page_of_an_allowed_site_shows_a_hint(server: str, site: str) -> None:
    sync_api = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        assert not os.environ.get("CI"), "Chromium is missing"
        pytest.skip("Chromium is not installed")
    ((script, _),) = blocks("js")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(site)
        page.evaluate(f"async () => {{ {script.replace(SHOWN, server)} }}")
        assert page.inner_text("body").startswith("Look at")
        browser.close()


def test_the_example_of_a_problem_is_one(server: str) -> None:
    (shown,) = [json.loads(text) for text in re.findall(r"```json\n(\{\n.*?)```", HOW_TO, re.S)]
    assert set(shown) == {"type", "title", "status", "detail"}


def test_the_reference_lists_every_route_and_no_other(tmp_path: Path) -> None:
    paths = create_app(settings_in(tmp_path)).openapi()["paths"]
    there = {
        f"{method.upper()} {path.removeprefix(PATH)}"
        for path, operations in paths.items()
        for method in operations
    }
    listed = re.findall(r"^\| `([A-Z]+ /\S+)` \|", REFERENCE, re.M)
    assert sorted(listed) == sorted(there)


def test_the_reference_names_every_general_problem() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (.*?) \|", REFERENCE, re.M)
    told = {(int(status), name) for status, names in rows for name in re.findall(r"`(.+?)`", names)}
    missing = {(s, n) for s, n in GENERAL.items() if s != 415} - told
    assert not missing


def test_every_operation_is_described_with_an_example(tmp_path: Path) -> None:
    document = create_app(settings_in(tmp_path)).openapi()
    assert document["openapi"].startswith("3.1")
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            where = f"{method} {path}"
            assert operation["summary"], where
            done = next(v for k, v in operation["responses"].items() if k.startswith("2"))
            assert done["description"], where
            assert all("example" in part for part in done.get("content", {}).values()), where
            assert "422" in operation["responses"], where
