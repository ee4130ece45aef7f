"""The check of accessibility itself: it must find what is wrong, also under a strict policy."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, sync_playwright

from hintwise.service.security.headers import CONTENT_SECURITY_POLICY
from tests.render.page.test_page_in_browser import require_browser
from tests.service.browser.axe import assert_accessible

pytestmark = pytest.mark.slow

GOOD = "<main><h1>Puzzles</h1><button>Hint</button></main>"
BAD = "<main><h1>Puzzles</h1><img src='data:,'><button></button></main>"


def show(page: Page, body: str) -> None:
    html = f"<!doctype html><html lang='en'><title>Puzzles</title><body>{body}</body></html>"
    headers = {"content-security-policy": CONTENT_SECURITY_POLICY, "content-type": "text/html"}
    page.route("**/*", lambda route: route.fulfill(body=html, headers=headers))
    page.goto("http://localhost/")


def test_a_good_page_passes_and_a_bad_one_is_told_what_is_wrong() -> None:
    path = require_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        show(page, GOOD)
        assert_accessible(page)
        show(page, BAD)
        with pytest.raises(AssertionError, match=r"(?s)button-name.*image-alt|image-alt.*button"):
            assert_accessible(page)
        browser.close()
