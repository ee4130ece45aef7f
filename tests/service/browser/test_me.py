"""What belongs to one person: to take along, to move, to delete."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.browser.axe import assert_accessible
from tests.service.browser.moments import expect_toast
from tests.service.browser.requests import ask, speak, start_game
from tests.service.server import ServerProcess

pytestmark = pytest.mark.slow


def test_everything_is_saved_deleted_and_brought_back(page: Page) -> None:
    page.goto("/me")
    expect(page.get_by_text("Nothing is stored about you yet")).to_be_visible()
    game = start_game(page, "kites")
    cross = {"changes": [["child Mila = launch first", "digit", 0]], "by": "me"}
    move = {"id": "a" * 32, "kind": "changed", "body": cross}
    ask(page, "POST", f"/games/{game}/events", {"expected": 1, "events": [move]})
    start_game(page, "easy-1")
    page.goto("/me")
    page.get_by_role("switch", name="Clock").uncheck()
    expect_toast(page, "Kept.")
    assert_accessible(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save everything").click()
    saved = download.value.path()

    page.get_by_role("button", name="Delete everything").click()
    expect(page.locator("#ask")).to_contain_text("2 puzzles with all their moves are deleted.")
    expect(page.locator("#ask-yes")).to_be_disabled()
    assert_accessible(page)
    page.fill("#ask-word", "delete")
    page.click("#ask-yes")
    expect(page.get_by_text("Nothing is stored about you yet")).to_be_visible()
    assert page.context.cookies() == []

    page.set_input_files("#import", saved)
    expect(page.locator("#import-note")).to_contain_text("read in")
    expect(page.locator(".my-game")).to_have_count(2)
    expect(page.locator(".my-game", has_text="Three kites")).to_contain_text("1 filled in")
    expect(page.get_by_role("switch", name="Clock")).not_to_be_checked()
    back = ask(page, "GET", "/me/export")
    assert event_ids(back) == event_ids(json.loads(saved.read_text(encoding="utf-8")))


def event_ids(document: dict[str, Any]) -> list[str]:
    """All that was ever done."""
    return sorted(event["id"] for stream in document["streams"] for event in stream["events"])


def test_a_puzzle_is_deleted_after_a_question(page: Page) -> None:
    page.goto("/help")
    start_game(page, "easy-2")
    page.goto("/me")
    page.get_by_role("button", name="Delete Easy 2").click()
    page.locator("#ask").get_by_role("button", name="Cancel").click()
    expect(page.locator(".my-game")).to_have_count(1)
    page.get_by_role("button", name="Delete Easy 2").click()
    page.click("#ask-yes")

    expect(page.get_by_text("No puzzles yet.")).to_be_visible()


def test_a_link_brings_everything_to_another_device(
    page: Page, browser: Browser, server: ServerProcess
) -> None:
    page.goto("/help")
    start_game(page, "easy-3")
    page.goto("/me")
    page.get_by_text("Dark").first.click()
    page.get_by_role("button", name="Show my link").click()
    expect(page.locator("#link-box")).to_be_visible()
    link = page.input_value("#my-link")

    other = browser.new_context(base_url=server.url, locale="en")
    device = other.new_page()
    device.goto(link)
    assert "#" not in device.url
    assert_accessible(device)
    device.get_by_role("button", name="Use it in this browser").click()
    expect(device.locator(".my-game")).to_have_count(1)
    expect(device.locator("html")).to_have_attribute("data-theme", "dark")
    assert_accessible(device)
    page.get_by_role("button", name="Sign out everywhere else").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out everywhere else").click()
    expect_toast(page, "signed out")
    expect(page.locator(".my-game")).to_have_count(1)
    device.reload()
    expect(device.get_by_text("Nothing is stored about you yet")).to_be_visible()
    other.close()


def test_who_can_open_a_walkthrough_is_said_before_it_is_made(page: Page) -> None:
    page.goto("/help")
    start_game(page, "tiny-1")
    page.goto("/me")
    page.get_by_role("button", name="See every step of").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Whoever has the link can open it")
    dialog.get_by_role("button", name="Cancel").click()
    page.get_by_role("link", name="Go on").click()
    page.get_by_role("button", name="Helps").click()
    page.get_by_role("button", name="See every step explained").click()
    expect(page.get_by_role("dialog")).to_contain_text("Whoever has the link can open it")
    page.get_by_role("button", name="Make the page").click()
    page.wait_for_url("**/w/*")


@pytest.mark.parametrize(("language", "colours"), [("en", "light"), ("de", "dark")])
def test_pages_to_read_are_for_everybody(
    page: Page, server: ServerProcess, language: str, colours: Literal["light", "dark"]
) -> None:
    speak(page, server.url, language)
    page.emulate_media(color_scheme=colours)
    for path in ("/", "/privacy", "/help", "/programs", "/offline", "/nothing-here"):
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert_accessible(page)


def test_the_help_page_names_the_keys_that_there_are(page: Page) -> None:
    """Each listed key does something, and every letter that does something is listed."""
    page.goto("/help")
    silent, unlisted = page.evaluate(
        """async () => {
          const base = document.querySelector("link[rel=stylesheet]").href.split("/css/")[0];
          const { actionOf } = await import(base + "/js/game/keys.js");
          const names = {"←": "ArrowLeft", "→": "ArrowRight", "↑": "ArrowUp", "↓": "ArrowDown",
            Space: " ", Esc: "Escape"};
          const event = (shown) => {
            const parts = shown === "+" ? ["+"] : shown.split("+");
            const key = parts.at(-1);
            return {key: names[key] ?? key, code: /^[0-9]$/.test(key) ? "Digit" + key : "",
              shiftKey: parts.includes("Shift"), ctrlKey: parts.includes("Ctrl"),
              metaKey: false, altKey: false};
          };
          const valueOf = (text) => (/^[1-9]$/.test(text) ? Number(text) : null);
          const puzzles = {board: {isBoard: true, valueOf}, grid: {isBoard: false, valueOf}};
          const silent = [], unlisted = [];
          for (const [form, puzzle] of Object.entries(puzzles)) {
            const listed = [...document.querySelectorAll(
              `[data-section=puzzle] [data-key], [data-section=${form}] [data-key]`)]
              .map((one) => one.dataset.key);
            silent.push(...listed.filter((key) => !actionOf(event(key), puzzle)));
            for (const key of "ABCDEFGHIJKLMNOPQRSTUVWXYZ0?+-") {
              if (actionOf(event(key), puzzle) && !listed.includes(key)) unlisted.push(form + key);
            }
          }
          return [silent, unlisted];
        }"""
    )

    assert (silent, unlisted) == ([], [])
