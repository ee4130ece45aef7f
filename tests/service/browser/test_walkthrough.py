"""A walkthrough from one person to others."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.browser.axe import assert_accessible
from tests.service.browser.requests import ask
from tests.service.server import ServerProcess

pytestmark = pytest.mark.slow


@pytest.fixture
def stranger(browser: Browser, server: ServerProcess) -> Iterator[Page]:
    """A tab of somebody else's browser."""
    context = browser.new_context(base_url=server.url, locale="de")
    yield context.new_page()
    context.close()


def test_a_walkthrough_is_shared_read_by_others_and_taken_back(page: Page, stranger: Page) -> None:
    page.goto("/help")
    shared = ask(page, "POST", "/walkthroughs", {"puzzle": "kites"})
    page.goto(shared["url"])
    inside = page.frame_locator("#page")
    expect(inside.locator(".place")).to_contain_text("Step 1 of")
    inside.get_by_role("button", name="Next step").click()
    page.wait_for_url(re.compile("#step-2$"))
    page.get_by_role("button", name="Share").click()
    link = page.input_value("#link")
    assert_accessible(page)
    page.keyboard.press("Escape")

    stranger.goto(link)
    expect(stranger.frame_locator("#page").locator(".place")).to_contain_text("Step 2 of")
    expect(stranger.get_by_role("button", name="Nicht mehr teilen")).to_have_count(0)
    assert_accessible(stranger)

    page.get_by_role("button", name="Stop sharing").click()
    page.locator("#unshare-really").click()
    page.wait_for_url("**/me")
    stranger.reload()
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Hier ist nichts")
    assert_accessible(stranger)


def test_a_walkthrough_is_embedded_printed_and_kept_as_a_file(page: Page) -> None:
    page.goto("/help")
    shared = ask(page, "POST", "/walkthroughs", {"puzzle": "1.....3..4.....2"})
    page.goto(shared["url"])
    page.get_by_role("button", name="Embed").click()
    code = page.input_value("#code")
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    policies = page.evaluate(
        """async (url) => Object.fromEntries(await Promise.all(["read", "print"].map(async (use) =>
        [use, (await fetch(url + "/page?use=" + use)).headers.get("content-security-policy")])))""",
        shared["url"],
    )

    assert f'{shared["url"]}/page" ' in code
    assert "allow-same-origin" not in code
    assert "<script>" in download.value.path().read_text(encoding="utf-8")
    assert "sandbox allow-scripts;" in policies["read"]
    assert "'sha256-" in policies["read"]
    assert "script-src" not in policies["print"]  # so nothing is allowed by default
    assert "allow-scripts" not in policies["print"]
