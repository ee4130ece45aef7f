"""The page in a real browser, opened as a file."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from hintwise.problem import Fact, State, Step
from hintwise.puzzles import sudoku
from hintwise.render.page.walkthrough import Walkthrough

pytestmark = pytest.mark.slow

PUZZLE = sudoku("1.....3..4.....2")
STATE = State(PUZZLE, frozenset(PUZZLE.givens), frozenset())
STEPS = [
    Step(Fact("r1c3", 2), (Fact("r1c1", 1),), ("row 1",), {}, 2.0, True, 2.0),
    Step(Fact("r1c4", 4), (Fact("r1c3", 2),), ("row 1", "block 2"), {}, 7.5, False, 3.25),
    Step(Fact("r1c2", 3), (), ("row 1",), {}, 1.0, True, 1.0),
    Step(Fact("r2c4", 1), (Fact("r1c1", 1),), ("block 2",), {}, 3.0, True, 3.0),
]


def require_browser() -> str:
    """The path of a Chromium; where there is none the test is skipped, on CI it fails."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if (path := shutil.which(name)) is not None:
            return path
    reason = "no Chromium is installed (looked for chromium, chromium-browser and google-chrome)"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = require_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("page") / "walkthrough.html"
    file.write_text(Walkthrough.of(STATE, STEPS).html, encoding="utf-8")
    return file.as_uri()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The page, opened; at the end nothing may have been complained about or fetched."""
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    complaints: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(address)
    yield page
    page.close()
    assert complaints == []
    outside = [url for url in requests if not url.startswith((address, "data:", "about:"))]
    assert outside == []


def shows(page: Page, number: int) -> None:
    """Assert that this step and no other one is visible, and that everything says so."""
    expect(page.locator(".place")).to_have_text(f"Step {number} of {len(STEPS)}")
    expect(page.locator("h2:visible")).to_have_text(str(STEPS[number - 1].derived))
    expect(page.locator("figure:visible")).to_have_count(1)
    expect(page.locator("input[type=range]")).to_have_value(str(number))
    current = page.locator("a[aria-current=step]")
    expect(current).to_have_attribute("href", f"#step-{number}")


def test_the_arrow_keys_home_and_end_go_through_the_steps(page: Page) -> None:
    shows(page, 1)
    for key, number in [
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("End", 4),
        ("ArrowRight", 4),
        ("Home", 1),
        ("ArrowLeft", 1),
    ]:
        page.keyboard.press(key)
        shows(page, number)


def test_a_key_with_a_modifier_is_left_to_the_browser(page: Page) -> None:
    page.keyboard.press("Control+ArrowRight")
    page.keyboard.press("Shift+End")
    shows(page, 1)


def test_the_buttons_work_and_say_when_they_lead_nowhere(page: Page) -> None:
    back, on = (page.get_by_role("button", name=f"{name} step") for name in ("Previous", "Next"))
    expect(back).to_have_attribute("aria-disabled", "true")
    on.click()
    shows(page, 2)
    expect(back).to_have_attribute("aria-disabled", "false")
    page.get_by_role("button", name="Last step").click()
    shows(page, 4)
    expect(on).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="First step").click()
    shows(page, 1)


def test_a_button_keeps_the_focus_so_that_it_can_be_pressed_again(page: Page) -> None:
    page.get_by_role("button", name="Next step").focus()
    for number in (2, 3, 4):
        page.keyboard.press("Enter")
        shows(page, number)
    expect(page.get_by_role("button", name="Next step")).to_be_focused()


def test_the_slider_moves_one_step_at_a_time(page: Page) -> None:
    page.locator("input[type=range]").focus()
    page.keyboard.press("ArrowRight")
    shows(page, 2)
    page.keyboard.press("End")
    shows(page, 4)


def test_a_click_on_the_curve_leads_to_the_step(page: Page) -> None:
    page.locator("a.hw-curve-point").nth(2).click()
    shows(page, 3)


def test_a_used_fact_leads_to_the_step_that_derived_it(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    page.locator(".facts a:visible").click()
    shows(page, 1)


def test_the_address_names_the_step_and_opens_it(page: Page, address: str) -> None:
    page.keyboard.press("End")
    assert page.url == f"{address}#step-4"
    page.goto("about:blank")
    page.set_viewport_size({"width": 1200, "height": 300})  # so low that it could scroll
    page.goto(f"{address}#step-3")
    shows(page, 3)
    assert page.evaluate("scrollY") == 0
    page.evaluate("location.hash = '#step-2'")
    shows(page, 2)


@pytest.mark.parametrize("place", ["#step-0", "#step-99", "#elsewhere", "#step-2x"])
def test_an_address_that_names_no_step_opens_the_first(
    page: Page, address: str, place: str
) -> None:
    page.goto("about:blank")
    page.goto(address + place)
    shows(page, 1)


def test_a_screen_reader_is_told_the_words_of_a_step_when_it_comes(page: Page) -> None:
    status = page.get_by_role("status")
    expect(status).to_have_text("")
    page.keyboard.press("ArrowRight")
    sentence = page.locator(".sentence:visible").inner_text()
    expect(status).to_have_text(f"Step 2 of 4. {sentence}")


def test_everything_is_there_on_paper(page: Page) -> None:
    page.emulate_media(media="print")
    expect(page.locator("figure:visible")).to_have_count(len(STEPS))
    expect(page.locator(".count:visible")).to_have_count(len(STEPS))
    expect(page.locator(".stepper")).to_be_hidden()


def test_everything_is_there_without_javascript(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("figure:visible")).to_have_count(len(STEPS))
    expect(page.locator(".stepper")).to_be_hidden()
    context.close()


def test_a_phone_shows_all_of_it_and_touch_works(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    page = context.new_page()
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    button = page.get_by_role("button", name="Next step")
    expect(button).to_be_in_viewport()
    button.tap()
    shows(page, 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture_follows_the_screen_from_light_to_dark(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    paper, ink = (
        page.locator(f"figure:visible {what}").first.evaluate("e => getComputedStyle(e).fill")
        for what in (".hw-paper", ".hw-given")
    )
    brightness = [sum(map(int, colour[4:-1].split(","))) for colour in (paper, ink)]
    assert abs(brightness[0] - brightness[1]) > 450
    assert (brightness[0] < brightness[1]) == (scheme == "dark")


def test_the_frame_of_a_notebook_steps_too(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "notebook.html"
    file.write_text(f"<body>{Walkthrough.of(STATE, STEPS)._repr_html_()}</body>", encoding="utf-8")
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(file.as_uri())
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Next step").click()
    expect(frame.locator(".place")).to_have_text("Step 2 of 4")
    frame.locator("a.hw-curve-point").nth(3).click()
    expect(frame.locator(".place")).to_have_text("Step 4 of 4")
    page.close()
    assert errors == []


def lit(page: Page) -> list[str]:
    """The parts that are lit up, of the step that is shown: chips by their text, then shapes."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('.step.current .lit')]"
        ".map(e => e.tagName === 'LI' ? e.textContent : e.dataset.part)"
    )
    return sorted(found)


def test_a_chip_lights_up_its_cells_under_the_pointer_and_with_the_keyboard(page: Page) -> None:
    chip = page.locator(".step.current .rules li").first
    chip.hover()
    assert lit(page) == ["r0", "row 1"]
    page.mouse.move(0, 0)
    assert lit(page) == []
    page.locator(".step.current .facts li").first.focus()
    assert lit(page) == ["f0", "r1c1=1"]
    page.keyboard.press("Tab")
    assert lit(page) == ["r0", "row 1"]


def test_a_cell_lights_up_all_that_it_takes_part_in(page: Page) -> None:
    page.locator(".step.current path[data-part=f0]").hover()
    assert lit(page) == ["f0", "r0", "r1c1=1", "row 1"]


@pytest.mark.parametrize("width", [320, 390])
def test_nothing_scrolls_sideways_on_a_phone(browser: Browser, address: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 700})
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


def test_at_least_six_steps_fit_on_a_printed_page(browser: Browser, tmp_path: Path) -> None:
    problem = sudoku("." * 81)
    facts = tuple(Fact(f"r{n}c1", n) for n in range(1, 9))
    step = Step(Fact("r9c1", 9), facts, ("col 1",), {}, 1.0, True, 1.0, easy_cost=1.0)
    file = tmp_path / "page.html"
    state = State(problem, frozenset(facts), frozenset())
    file.write_text(Walkthrough(problem, ((state, step),) * 24).html, encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    document = page.pdf(format="A4", prefer_css_page_size=True)
    page.close()
    assert 0 < len(re.findall(rb"/Type\s*/Page\b", document)) <= 24 / 6
