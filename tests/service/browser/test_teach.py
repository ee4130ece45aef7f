"""Teaching what is easy, by keys and by buttons."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.service.browser.axe import assert_accessible
from tests.service.browser.moments import expect_toast, intercept, refused_once, toasts
from tests.service.browser.requests import ask

pytestmark = pytest.mark.slow

PUZZLE = "kites"


def begin(page: Page) -> None:
    page.goto("/teach/logic_grid")
    page.click("#begin")
    expect(page.locator("#question")).to_be_visible()


def heading(page: Page) -> str:
    return page.locator("#heading").inner_text()


def answer(page: Page, key: str) -> None:
    before = heading(page)
    page.keyboard.press(key)
    expect(page.locator("#heading")).not_to_have_text(before)


def session_of(page: Page) -> dict[str, Any]:
    found = ask(page, "POST", "/sessions/main/logic_grid", {})
    assert isinstance(found, dict)
    return found


def key_for(page: Page, step: str) -> str:
    """The key of the side on which a step is shown: sides are shuffled."""
    text = session_of(page)["question"][step]["text"]
    return (
        "ArrowLeft" if page.locator("#left [data-part=text]").inner_text() == text else "ArrowRight"
    )


def next_step(page: Page) -> str:
    """What the next hint derives, for this person."""
    asked = {"puzzle": PUZZLE, "level": 4, "profile": "mine"}
    return str(ask(page, "POST", "/hint", asked)["step"]["derived"])


def test_ten_answers_change_the_profile_and_the_next_hint(
    page: Page,
) -> None:
    begin(page)
    expect(page.locator("#learned")).to_contain_text("earlier people chose")
    before, step = ask(page, "GET", "/profiles/logic_grid"), next_step(page)
    assert before["expected"]
    for _ in range(10):
        question = session_of(page)["question"]
        dearer = "a" if question["a"]["cost"] > question["b"]["cost"] else "b"
        answer(page, key_for(page, dearer))  # somebody quite unlike earlier people
    after = ask(page, "GET", "/profiles/logic_grid")

    assert (after["answers"], after["expected"]) == (10, False)
    assert after["weights"] != before["weights"]
    assert next_step(page) != step
    expect(page.locator("#learned .shares > div").first).to_be_visible()
    assert_accessible(page)


def test_nothing_is_lost_by_reloading_and_an_answer_can_be_taken_back(page: Page) -> None:
    begin(page)
    assert_accessible(page)
    first, left = heading(page), page.locator("#left [data-part=text]").inner_text()
    answer(page, "n")
    page.reload()
    expect(page.locator("#progress-text")).to_contain_text("1 answer so far")
    page.keyboard.press("u")
    expect(page.locator("#heading")).to_have_text(first)

    assert page.locator("#left [data-part=text]").inner_text() == left
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_what_was_done_in_another_tab_is_not_done_twice(
    page: Page, context: BrowserContext
) -> None:
    begin(page)
    first = heading(page)
    other = context.new_page()
    other.goto("/teach/logic_grid")
    expect(other.locator("#question")).to_be_visible()
    other.get_by_role("button", name="The right one").click()
    expect(other.locator("#progress-text")).to_contain_text("1 answer so far")
    expect(other.locator("#heading")).not_to_have_text(first)
    page.keyboard.press("ArrowLeft")

    expect_toast(page, "elsewhere")
    assert session_of(page)["answers"] == 1
    expect(page.locator("#heading")).to_have_text(heading(other))
    for tab in (other, page):  # both want to take back the same answer
        tab.keyboard.press("u")
        expect(tab.locator("#heading")).to_have_text(first)
    expect_toast(page, "elsewhere")
    assert toasts(page) == []


def test_what_is_believed_wrongly_is_denied(page: Page) -> None:
    """Whether there is anything to be said after a few answers is chance, so it is put in."""
    belief = {"number": 3, "text": "You like clues better than facts.", "certainty": 0.9}

    def believe(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told["learned"] |= {"sentences": [belief], "expected": False}
        route.fulfill(response=answer, json=told)

    begin(page)
    intercept(page, "**/sessions/main/*", believe)
    page.reload()
    session, denied = ask(page, "GET", "/sessions")[0]["id"], []
    now = ask(page, "GET", f"/sessions/{session}")

    def deny(route: Route) -> None:
        denied.append(route.request.post_data_json)
        route.fulfill(json=now)

    intercept(page, "**/corrections*", deny)
    page.get_by_role("button", name="No, that is not me").click()

    expect_toast(page, "does not believe that any more")
    expect(page.locator(".beliefs")).to_have_count(0)
    assert denied == [{"number": 3, "position": now["position"]}]


def test_a_busy_server_is_asked_again_by_itself(page: Page) -> None:
    begin(page)
    refused = {"status": 503, "headers": {"Retry-After": "1"}, "body": "{}"}
    with refused_once(page, "**/answers*", **refused):
        page.get_by_role("button", name="The left one").click()
        expect(page.locator("#message")).to_contain_text("tried again by itself in a second")

    expect(page.locator("#progress-text")).to_contain_text("1 answer so far")
    expect(page.locator("#message")).to_be_hidden()


def test_kinds_are_chosen_first(page: Page) -> None:
    page.goto("/teach")
    assert_accessible(page)
    page.get_by_role("link", name="Killer Sudokus").click()

    expect(page.locator("#intro")).to_be_visible()
    assert_accessible(page)
