"""A real server and a real browser for stories about pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from tests.render.page.test_page_in_browser import require_browser
from tests.service.browser.moments import PATIENCE_MS, TOASTS
from tests.service.server import ServerProcess, served

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all stories: people do not see each other. Who kills it starts it again."""
    require_browser()
    with served(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Of one module only: another module may start Playwright in its own way."""
    path = require_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser, server: ServerProcess) -> Iterator[BrowserContext]:
    """A browser of a new person, at a desk; addresses are those of the server."""
    context = browser.new_context(
        base_url=server.url, viewport={"width": 1200, "height": 900}, locale="en-GB"
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(TOASTS)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A tab; at the end no script may have failed, and nothing may have been forbidden."""
    page = context.new_page()
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        # That a request failed is for the story to judge.
        if message.type == "error" and "Failed to load resource" not in message.text:
            complaints.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert complaints == []
