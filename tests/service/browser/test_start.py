"""From nothing to a puzzle that is being played."""

from __future__ import annotations

import json
import re

import lzstring
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from hintwise.service.security.tokens import COOKIE
from tests.service.browser.axe import assert_accessible

pytestmark = pytest.mark.slow

SMALL = "1.....3..4.....2"
PLAYING = re.compile(r"/play/[\w-]{22}$")


def paste(page: Page, text: str) -> None:
    page.fill("#paste-text", text)
    page.click("#paste-read")


@pytest.mark.parametrize("kind", ["sudoku", "logic_grid"])
def test_who_has_no_puzzle_plays_one_at_once(page: Page, kind: str) -> None:
    page.goto("/")
    page.click(f"#play-{kind}")
    page.wait_for_url(PLAYING)
    expect(page.locator("hintwise-board")).to_be_visible()


def test_a_pasted_puzzle_is_played_and_waits_to_be_gone_on_with(
    page: Page, context: BrowserContext
) -> None:
    page.goto("/")
    assert_accessible(page)
    assert COOKIE not in {cookie["name"] for cookie in context.cookies()}
    paste(page, SMALL)
    expect(page.locator("#found")).to_contain_text("Sudoku 4 × 4 · 4 givens")
    expect(page.locator("#found .note-good")).to_have_text("One solution.")
    assert_accessible(page)
    page.click("#open-game")
    page.wait_for_url(PLAYING)
    played = page.url

    page.goto("/")
    expect(page.locator("#games a")).to_contain_text(re.compile(r"now|\d+ minutes? ago"))
    page.click("#games a")

    page.wait_for_url(PLAYING)
    assert page.url == played


@pytest.mark.parametrize(
    ("text", "said"),
    [("1..............2", "Several solutions"), ("11.............2", "No solution")],
)
def test_a_puzzle_without_one_solution_says_so_and_opens(page: Page, text: str, said: str) -> None:
    page.goto("/")
    paste(page, text)
    expect(page.locator("#found .note-warn")).to_contain_text(said)
    page.get_by_role("button", name="Open it anyway").click()

    page.wait_for_url(PLAYING)


def test_what_cannot_be_read_says_why(page: Page) -> None:
    rows = [[{} for _ in range(9)] for _ in range(9)]
    document = {"size": 9, "grid": rows, "thermometer": [{"lines": [["R1C1", "R2C2"]]}]}
    packed = lzstring.LZString().compressToBase64(json.dumps(document))
    page.goto("/")
    paste(page, f"https://www.f-puzzles.com/?load={packed}")

    expect(page.locator("#found .note-wrong")).to_contain_text("thermo")
    paste(page, "hello there")
    expect(page.locator("#found .note-wrong")).to_contain_text("hello there")


def test_of_several_puzzles_in_a_file_one_is_chosen(page: Page) -> None:
    file = {
        "name": "several.sdm",
        "mimeType": "text/plain",
        "buffer": f"{SMALL}\n2.....3..4.....1\n".encode(),
    }
    page.goto("/")
    page.set_input_files("#paste-file", [file])  # type: ignore[list-item]
    expect(page.locator("#found")).to_contain_text("Puzzle 1 of 2")
    page.get_by_role("button", name="Next puzzle").click()

    expect(page.locator("#found")).to_contain_text("Puzzle 2 of 2")
    expect(page.locator("#found .preview-digit").first).to_have_text("2")


def test_a_puzzle_is_picked_by_kind_and_difficulty(page: Page) -> None:
    page.goto("/")
    page.locator("#filters").get_by_text("Logic grids").click()
    page.locator("#filters").get_by_text("hard", exact=True).click()
    expect(page.locator("#shelf .grade")).to_have_text(["hard", "hard"])
    page.locator("#shelf button").first.click()

    page.wait_for_url(PLAYING)


def test_a_new_puzzle_is_made(page: Page) -> None:
    page.goto("/")
    page.select_option("#generate-form [name=size]", "4")
    page.click("#generate-button")

    page.wait_for_url(PLAYING, timeout=30_000)


def test_the_whole_page_speaks_german(page: Page) -> None:
    page.goto("/")
    with page.expect_navigation():  # until the scripts of the new page listen
        page.get_by_role("button", name="Deutsch").click()
    paste(page, SMALL)

    expect(page.locator("#found .note-good")).to_have_text("Genau eine Lösung.")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hängst du fest?")
