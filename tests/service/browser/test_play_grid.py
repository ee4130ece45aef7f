"""Stories of solving a logic grid in the browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.service.browser.axe import assert_accessible
from tests.service.browser.playing import ask_hint_and_apply, cell, open_game, start_game

pytestmark = pytest.mark.slow

OTTO_FIRST = "child Otto = launch first"


def test_a_grid_is_solved_with_a_few_own_marks_and_hints(
    context: BrowserContext, page: Page
) -> None:
    open_game(page, start_game(context, "kites"))
    assert_accessible(page)
    for name in ("child Otto = kite dragon", "child Mila = launch third", "child Mila = kite star"):
        cell(page, name).dblclick()
    found = page.locator('[data-name^="child"] .tick.yes')
    applied = 0
    while found.count() < 6:
        ask_hint_and_apply(page)
        applied += 1
    expect(page.locator("#ending")).to_contain_text("Solved!")
    assert applied >= 2
    expect(page.locator(".cell.conflict")).to_have_count(0)


def test_a_press_goes_from_cross_to_check_and_its_crosses_come_and_go(
    context: BrowserContext, page: Page
) -> None:
    open_game(page, start_game(context, "kites"))
    press = cell(page, OTTO_FIRST)
    press.click()
    expect(press).to_have_attribute("aria-label", "Otto, first: no")
    press.click()
    expect(press).to_have_attribute("aria-label", "Otto, first: yes")
    expect(page.locator(".tick.no")).to_have_count(4)
    press.click()
    expect(page.locator(".tick")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(page.locator(".tick")).to_have_count(5)
    page.keyboard.press("ArrowLeft")
    expect(cell(page, "child Otto = kite star")).to_be_focused()
    page.keyboard.press("x")
    expect(cell(page, "child Otto = kite star")).to_have_attribute("aria-label", "Otto, star: no")
    page.keyboard.press("Backspace")
    expect(page.locator(".tick")).to_have_count(5)


def test_clues_are_crossed_off_and_hints_point_at_them(context: BrowserContext, page: Page) -> None:
    path = start_game(context, "kites")
    open_game(page, path)
    clue = page.locator(".clue", has_text="Mila had to wait")
    clue.get_by_role("checkbox").check()
    expect(clue).to_have_class(re.compile("crossed"))
    page.reload()
    expect(clue).to_have_class(re.compile("crossed"))
    page.locator("#hint").click()
    answer = page.locator("#answer")
    for _ in range(2):
        expect(answer).not_to_have_attribute("aria-busy", "true")
        answer.get_by_role("button", name="Tell me more").click()
    expect(page.locator(".clue.pointed")).to_have_count(1)


def test_why_does_not_argue_with_the_crosses_of_the_check_itself(
    context: BrowserContext, page: Page
) -> None:
    open_game(page, start_game(context, "kites"))
    cell(page, OTTO_FIRST).dblclick()
    expect(page.locator(".tick")).to_have_count(5)
    page.locator("#why").click()
    expect(page.locator("#answer")).to_contain_text("is right")
    expect(page.locator(".cell.used")).to_have_count(0)
    expect(page.locator(".clue.pointed")).not_to_have_count(0)


def test_on_a_phone_an_answer_lies_below_what_it_points_at(
    context: BrowserContext, page: Page
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    open_game(page, start_game(context, "moving-day"))
    page.locator("#clues").scroll_into_view_if_needed()
    for rung in range(1, 5):
        page.keyboard.press("?")
        expect(page.locator("#answer .rungs .on")).to_have_count(rung)
    told, answer = page.locator(".cell.derived").last, page.locator("#answer")
    expect(told).to_be_in_viewport(ratio=1)
    cell_box, answer_box = told.bounding_box(), answer.bounding_box()
    assert cell_box is not None
    assert answer_box is not None
    assert cell_box["y"] + cell_box["height"] <= answer_box["y"]
    answer.get_by_role("button", name="Clue 6").click()
    expect(page.locator(".clue.pointed")).to_be_in_viewport(ratio=1)
