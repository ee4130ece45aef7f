"""What stories about playing have in common."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.service.browser.moments import until

SOLVED_4X4 = "3412214312344321"
"""tiny-1, filled in."""


def start_game(context: BrowserContext, puzzle: str, entries: Sequence[str] = ()) -> str:
    """Start a game as the start page does, and give the path of its page."""
    position = {"puzzle": puzzle, "entries": list(entries)}
    body: dict[str, Any] = {"position": position, "origin": "library", "name": puzzle}
    origin = {"Origin": _root(context), "Sec-Fetch-Site": "same-origin"}
    answer = context.request.post("/api/v1/games", data=body, headers=origin)
    assert answer.ok, answer.text()
    return f"/play/{answer.json()['id']}"


def _root(context: BrowserContext) -> str:
    return context.request.get("/health").url.removesuffix("/health")


def open_game(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator("#play")).to_be_visible()


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-name="{name}"]')


def digit(page: Page, name: str) -> Locator:
    return cell(page, name).locator(".digit")


def events_of(page: Page, path: str) -> list[Mapping[str, Any]]:
    """What the server has of a game, when nothing waits in the browser any more."""
    waits = "Object.keys(localStorage).some(key => key.includes(':waiting:'))"
    until(page, lambda: not page.evaluate(waits), "a time at which all was sent")
    answer = page.request.get(f"/api/v1/games/{path.rpartition('/')[2]}")
    found: list[Mapping[str, Any]] = answer.json()["events"]
    return found


def changes_of(events: list[Mapping[str, Any]]) -> list[Any]:
    return [
        change
        for event in events
        if event["kind"] == "changed"
        for change in event["body"]["changes"]
    ]


def ask_hint_and_apply(page: Page) -> str:
    """Climb all rungs of the next hint and fill in what it derives; gives what it said."""
    answer = page.locator("#answer")
    page.locator("#hint").click()
    while True:
        expect(answer).not_to_have_attribute("aria-busy", "true")
        if (rungs := answer.locator(".rungs .on").count()) == 4:
            break
        answer.get_by_role("button", name="Tell me more").click()
        expect(answer.locator(".rungs .on")).to_have_count(rungs + 1)
    said = answer.locator(".latest").inner_text()
    answer.get_by_role("button", name="Apply").click()
    expect(answer).to_contain_text(re.compile("Filled in"))
    return said
