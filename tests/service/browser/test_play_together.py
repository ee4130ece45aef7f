"""Stories of one game in several tabs, and without a connection."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.service.browser.moments import until
from tests.service.browser.playing import (
    cell,
    changes_of,
    digit,
    events_of,
    open_game,
    start_game,
)

pytestmark = pytest.mark.slow


def test_two_tabs_on_one_game_keep_in_step(context: BrowserContext, page: Page) -> None:
    path = start_game(context, "tiny-1")
    other = context.new_page()
    for tab in (page, other):
        open_game(tab, path)
    for name, value in (("r1c1", "3"), ("r2c1", "2"), ("r3c1", "1")):
        cell(page, name).click()
        page.keyboard.press(value)
    for name, value in (("r1c2", "4"), ("r2c2", "1"), ("r4c2", "3")):
        cell(other, name).click()
        other.keyboard.press(value)
    for tab in (page, other):
        for name, value in (("r3c1", "1"), ("r4c2", "3")):
            expect(digit(tab, name)).to_have_text(value)
    changes = changes_of(events_of(page, path))
    assert sorted(name for name, _, _ in changes) == [
        "r1c1",
        "r1c2",
        "r2c1",
        "r2c2",
        "r3c1",
        "r4c2",
    ]


def test_two_browsers_on_one_game_lose_and_double_nothing(
    context: BrowserContext, page: Page
) -> None:
    """As two devices of one person: they meet at the server only."""
    path = start_game(context, "tiny-1")
    elsewhere = page.context.browser
    assert elsewhere is not None
    second = elsewhere.new_context(
        base_url=page.context.request.get("/health").url.removesuffix("/health"),
        storage_state=context.storage_state(),
    )
    other = second.new_page()
    for tab in (page, other):
        open_game(tab, path)
    cell(page, "r1c1").click()
    cell(other, "r1c2").click()
    page.keyboard.press("3")
    other.keyboard.press("4")
    expect(digit(other, "r1c2")).to_have_text("4")
    events_of(page, path)
    changes = changes_of(events_of(other, path))
    assert sorted(changes) == [["r1c1", "digit", 3], ["r1c2", "digit", 4]]
    # Whoever sent first learns of the other when the person turns to that device.
    other.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(digit(other, "r1c1")).to_have_text("3")
    second.close()


def test_a_puzzle_opens_and_is_played_without_a_connection(
    context: BrowserContext, page: Page
) -> None:
    path = start_game(context, "tiny-1")
    open_game(page, path)
    cell(page, "r1c1").click()
    page.keyboard.press("3")
    events_of(page, path)
    is_kept = "caches.match('/play/any').then(Boolean)"
    until(page, lambda: bool(page.evaluate(is_kept)), "a page that was kept")
    context.set_offline(True)
    page.reload()
    expect(digit(page, "r1c1")).to_have_text("3")
    cell(page, "r1c2").click()
    page.keyboard.press("4")
    expect(page.locator("#saved")).to_contain_text("Not connected")
    page.locator("#hint").click()
    expect(page.locator("#answer")).to_contain_text("cannot be reached")
    page.goto("/me")
    page.get_by_role("link", name="Tiny 1").click()
    expect(digit(page, "r1c2")).to_have_text("4")
    context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#saved")).to_have_text("Saved")
    assert changes_of(events_of(page, path)) == [["r1c1", "digit", 3], ["r1c2", "digit", 4]]
