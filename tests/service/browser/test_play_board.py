"""Stories of solving a Sudoku in the browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.service.browser.axe import assert_accessible
from tests.service.browser.moments import expect_toast, intercept, refused_once
from tests.service.browser.playing import (
    SOLVED_4X4,
    ask_hint_and_apply,
    cell,
    changes_of,
    digit,
    events_of,
    open_game,
    start_game,
)
from tests.service.server import ServerProcess

pytestmark = pytest.mark.slow


def test_a_sudoku_is_solved_with_the_keyboard_and_hints(
    context: BrowserContext, page: Page
) -> None:
    path = start_game(context, "tiny-1")
    open_game(page, path)
    page.keyboard.press("?")
    answer = page.locator("#answer")
    expect(answer.locator(".latest")).to_have_text(re.compile(r"^Look at "))
    expect(page.locator(".cell.area")).not_to_have_count(0)
    expect(page.locator(".derived-frame")).to_have_count(0)
    said = ask_hint_and_apply(page)
    assert " must be " in said or "so " in said
    page.locator("h1").click()
    for row in range(4):
        for column in range(4):
            if (row, column) != (0, 0):
                page.keyboard.press("ArrowRight")
                if column == 0:
                    page.keyboard.press("ArrowDown")
            name, value = f"r{row + 1}c{column + 1}", SOLVED_4X4[4 * row + column]
            if row == column == 0:
                cell(page, name).click()
            if not digit(page, name).count():
                page.keyboard.press(value)
                if row == 0:
                    expect(page.locator("#live")).to_contain_text(f"column {column + 1}: {value}")
            expect(digit(page, name)).to_have_text(value)
    expect(page.locator("#live")).to_contain_text("Solved!")
    expect(page.locator("#ending")).to_contain_text("Solved!")
    expect(page.locator("#ending")).to_contain_text(re.compile(r"You asked for \d+ hint"))
    assert [event["kind"] for event in events_of(page, path)][-1] in ("solved", "ticked")
    assert_accessible(page)
    intercept(page, "**/api/v1/games", lose_reply, times=1)
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator("h1")).to_have_text("Tiny 2")
    titles = [game["title"] for game in page.request.get("/api/v1/games").json()]
    assert titles == ["Tiny 2", "Tiny 1"]  # asked for twice, begun once


def lose_reply(route: Route) -> None:
    route.fetch()
    route.abort()


def test_marks_clean_themselves_and_everything_can_be_undone(
    context: BrowserContext, page: Page
) -> None:
    open_game(page, start_game(context, "tiny-1"))
    cell(page, "r1c1").click()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+Digit3")
    page.keyboard.press("Control+Digit4")
    for name in ("r1c1", "r1c2"):
        expect(cell(page, name).locator(".corner")).to_have_text("3")
        expect(cell(page, name).locator(".centre")).to_have_text("4")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("3")
    expect(digit(page, "r1c2")).to_have_text("3")
    expect(cell(page, "r1c1").locator(".corner")).to_have_count(0)
    expect(cell(page, "r1c1").locator(".centre")).to_have_text("4")
    for _ in range(3):
        page.keyboard.press("Control+z")
    expect(page.locator(".corner, .centre")).to_have_count(0)
    expect(digit(page, "r1c2")).to_have_count(0)
    for _ in range(3):
        page.keyboard.press("Control+y")
    expect(digit(page, "r1c2")).to_have_text("3")
    page.keyboard.press("v")
    page.keyboard.press("2")
    expect(cell(page, "r1c2")).to_have_class(re.compile("colour-2"))
    expect(cell(page, "r1c2")).to_have_attribute(
        "aria-label", re.compile("row 1, column 2, 3, colour 2")
    )


def test_a_mistake_is_found_and_gone_back_from(context: BrowserContext, page: Page) -> None:
    open_game(page, start_game(context, "tiny-1"))
    for name, value in (("r1c1", "3"), ("r2c1", "1"), ("r2c3", "4")):
        cell(page, name).click()
        page.keyboard.press(value)
    answer = page.locator("#answer")
    page.locator("#hint").click()
    expect(answer.get_by_role("button", name="Back to before my mistake")).to_be_visible()
    page.locator("#check").click()
    expect(answer).to_contain_text("Something is wrong")
    answer.get_by_role("button", name="Show me where").click()
    expect(page.locator(".used-ring")).not_to_have_count(0)
    answer.get_by_role("button", name="Back to before my mistake").click()
    expect(answer).to_contain_text("2 moves ago")
    expect(digit(page, "r1c1")).to_have_text("3")
    expect(digit(page, "r2c1")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(digit(page, "r2c3")).to_have_text("4")


def test_why_not_is_answered_and_why_warns_that_it_tells(
    context: BrowserContext, page: Page
) -> None:
    open_game(page, start_game(context, "tiny-1"))
    cell(page, "r2c4").click()
    page.locator("#why").click()
    answer = page.locator("#answer")
    expect(answer).to_contain_text("gives the cell away")
    answer.get_by_role("button", name="Why not 4?").click()
    expect(answer).to_contain_text("r2c4=4 is")
    page.locator("#why").click()
    answer.get_by_role("button", name="Tell me").click()
    expect(digit(page, "r2c4")).to_have_class("digit told")
    answer.get_by_role("button", name="Close").click()
    expect(digit(page, "r2c4")).to_have_count(0)


def test_nothing_is_lost_when_page_and_server_start_again(
    context: BrowserContext, page: Page, server: ServerProcess
) -> None:
    path = start_game(context, "tiny-1")
    open_game(page, path)
    cell(page, "r1c1").click()
    page.keyboard.press("3")
    page.reload()
    expect(digit(page, "r1c1")).to_have_text("3")
    server.kill()
    cell(page, "r1c2").click()
    page.keyboard.press("4")
    expect(page.locator("#saved")).to_contain_text("Not connected")
    page.locator("#hint").click()
    expect(page.locator("#answer")).to_contain_text("cannot be reached")
    server.restart()
    page.reload()
    expect(digit(page, "r1c2")).to_have_text("4")
    events = events_of(page, path)
    assert changes_of(events) == [["r1c1", "digit", 3], ["r1c2", "digit", 4]]


def test_a_phone_plays_by_touch_alone_digit_first_too(
    browser: Browser, server: ServerProcess
) -> None:
    phone = browser.new_context(
        base_url=server.url,
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        color_scheme="dark",
    )
    page = phone.new_page()
    open_game(page, start_game(phone, "tiny-1"))
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.locator("input, textarea").locator("visible=true").count() == 0
    cell(page, "r1c1").tap()
    page.get_by_role("button", name=re.compile("^3, 4 left")).tap()
    expect(digit(page, "r1c1")).to_have_text("3")
    page.get_by_role("button", name="Digit first").tap()
    page.get_by_role("button", name=re.compile("^4, 2 left")).tap()
    cell(page, "r1c2").tap()
    cell(page, "r2c3").tap()
    expect(digit(page, "r1c2")).to_have_text("4")
    expect(digit(page, "r2c3")).to_have_text("4")
    for button in page.locator(".pad button:visible, .asks button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, button.inner_text()
    assert_accessible(page)
    phone.close()


def test_another_hint_is_given_and_remembered_and_a_help_can_be_switched_off(
    context: BrowserContext, page: Page
) -> None:
    open_game(page, start_game(context, "tiny-2"))
    page.locator("#hint").click()
    answer = page.locator("#answer")
    noted = []
    for number in (2, 3):
        with page.expect_response("**/observations") as observed:
            answer.get_by_role("button", name="Another one").click()
        expect(answer.locator("h2")).to_have_text(f"Another hint ({number})")
        expect_toast(page, "Noted")
        noted.append(observed.value.request.post_data_json)
    assert noted[1]["a"] == noted[0]["b"]  # the hint that was told is the one that is turned down
    for rung in (2, 3, 4):
        answer.get_by_role("button", name="Tell me more").click()
        expect(answer.locator(".rungs .on")).to_have_count(rung)
    answer.get_by_role("button", name="Apply").click()
    expect(answer).to_contain_text("Filled in")
    [session] = page.request.get("/api/v1/sessions").json()
    state = page.request.get(f"/api/v1/sessions/{session['id']}").json()
    assert state["observations"] == 2
    page.get_by_role("button", name="Helps").click()
    page.get_by_role("switch", name="Learn from").uncheck()
    page.get_by_role("switch", name="Show clashes").uncheck()
    page.get_by_role("button", name="Close").last.click()
    cell(page, "r1c2").click()
    page.keyboard.press("3")  # beside the given 3
    expect(digit(page, "r1c2")).to_have_text("3")
    expect(page.locator(".conflict")).to_have_count(0)
    assert page.request.get("/api/v1/me/settings").json()["helps"]["conflicts"] is False


def test_cells_are_chosen_by_dragging_and_all_at_once(context: BrowserContext, page: Page) -> None:
    open_game(page, start_game(context, "tiny-1"))
    cell(page, "r2c1").hover()
    page.mouse.down()
    for name in ("r2c2", "r2c3"):
        cell(page, name).hover()
    page.mouse.up()
    expect(page.locator(".cell.chosen")).to_have_count(3)
    cell(page, "r4c4").click(modifiers=["Control"])
    expect(page.locator(".cell.chosen")).to_have_count(4)
    page.keyboard.press("Control+a")
    expect(page.locator(".cell.chosen")).to_have_count(16)
    page.keyboard.press("Control+Digit1")
    expect(page.locator(".centre")).to_have_count(11)
    page.keyboard.press("Escape")
    expect(page.locator(".cell.chosen")).to_have_count(0)


def test_an_easy_hint_leaves_nothing_to_unfold_and_the_board_in_sight(
    context: BrowserContext, page: Page
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    open_game(page, start_game(context, "easy-1"))
    expect(page.get_by_role("button", name="Clear")).to_have_count(1)
    answer = page.locator("#answer")
    for rung in range(1, 5):
        page.locator("#hint").click()
        expect(answer.locator(".rungs .on")).to_have_count(rung)
    expect(answer.get_by_role("button", name="Apply")).to_be_visible()
    expect(answer.get_by_role("button", name="Step by step")).to_have_count(0)
    expect(page.locator(".square")).to_be_in_viewport(ratio=1)


def test_a_hard_step_is_walked_through_from_inside(context: BrowserContext, page: Page) -> None:
    open_game(page, start_game(context, "tiny-3"))
    answer = page.locator("#answer")
    cell(page, "r3c4").click()
    page.locator("#why").click()
    answer.get_by_role("button", name="Why not 2?").click()
    expect(answer).to_contain_text("r3c4=2 is right.")
    expect(answer.locator("details")).not_to_have_attribute("open", "")
    intercept(page, "**/api/v1/why", leave_out_inside, times=1)
    answer.get_by_role("button", name="Step by step").click()
    expect(answer).to_contain_text("too little time")
    answer.get_by_role("button", name="Step by step").click()
    expect(answer).to_contain_text("Step 1 of ")
    first = answer.locator(".answer-body").inner_text()
    expect(page.locator(".derived-frame")).to_have_count(2)
    answer.get_by_role("button", name="On").click()
    expect(answer).to_contain_text("Step 2 of ")
    assert answer.locator(".answer-body").inner_text() != first
    while not answer.get_by_role("button", name="Apply").count():
        answer.get_by_role("button", name="On").click()
    expect(answer.get_by_role("button", name="Apply")).to_be_focused()


def leave_out_inside(route: Route) -> None:
    """As if there were no time to look for it."""
    answer = route.fetch()
    told = answer.json()
    del told["step"]["inside"]
    route.fulfill(response=answer, json=told)


def test_centre_marks_that_are_trusted_are_crossed_out_by_hints(
    context: BrowserContext, page: Page
) -> None:
    open_game(page, start_game(context, "killer-small-1"))
    page.get_by_role("button", name="Helps").click()
    page.get_by_role("switch", name="Trust my centre marks").check()
    page.keyboard.press("Escape")
    for name in ("r1c5", "r1c6"):
        cell(page, name).click()
        for value in range(1, 7):
            page.keyboard.press(f"Control+Digit{value}")
    before = page.locator(".centre .mark").count()
    ask_hint_and_apply(page)
    expect(page.locator(".digit")).to_have_count(0)
    assert page.locator(".centre .mark").count() != before


def test_a_busy_server_is_asked_again_by_itself(context: BrowserContext, page: Page) -> None:
    open_game(page, start_game(context, "tiny-1"))
    said = {"type": "urn:hintwise:problem:busy", "status": 503, "title": "Busy", "detail": "Busy."}
    refused = {"status": 503, "json": said, "headers": {"Retry-After": "1"}}
    answer = page.locator("#answer")
    with refused_once(page, "**/api/v1/hint", **refused):
        page.locator("#hint").click()
        expect(answer).to_contain_text("asked again by itself in 1 s")
    expect(answer.locator(".latest")).to_have_text(re.compile(r"^Look at "))
