"""Taking part in a study: on a phone, with mishaps, on another day, or not any more."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.service.browser.axe import assert_accessible
from tests.service.browser.moments import (
    PATIENCE_MS,
    expect_toast,
    intercept,
    painted,
    refused_once,
    toasts,
)
from tests.service.browser.studying import (
    OpenedStudy,
    answer,
    begin,
    finish,
    join,
    open_study,
    question,
)
from tests.service.server import ServerProcess

pytestmark = pytest.mark.slow

DEEDS = "**/participation/deeds"
GOES_ON = "Go on"


@pytest.fixture
def study(server: ServerProcess) -> OpenedStudy:
    return open_study(server)


@pytest.fixture
def phone(browser: Browser, server: ServerProcess) -> Iterator[Page]:
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
    )
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


def title(page: Page) -> str:
    return page.get_by_role("heading", level=1).inner_text()


def test_a_participant_on_a_phone_gets_through_with_taps_alone(
    phone: Page, study: OpenedStudy
) -> None:
    phone.goto(study.path)
    expect(phone.locator("#invitation")).to_contain_text("It takes a minute")
    phone.get_by_role("button", name="Take part").tap()
    expect(phone.locator("#consent-text li")).to_have_text(["without your name", "for ten years"])
    phone.get_by_role("button", name="I agree").tap()
    phone.get_by_role("button", name=GOES_ON).tap()
    expect(phone.locator(".field-error:visible")).to_have_text("Please answer this question.")
    assert_accessible(phone)
    phone.get_by_text("Every day").tap()
    phone.get_by_role("button", name=GOES_ON).tap()
    phone.get_by_role("button", name="Show me the first question").tap()
    expect(phone.locator("#question")).to_be_visible()

    assert_in_sight(phone)
    assert_accessible(phone)
    phone.get_by_role("button", name="Above").tap()
    expect(phone.locator("#progress-text")).to_contain_text("Question 2 of 5")
    finish(phone)
    phone.get_by_label("4", exact=True).check()
    phone.get_by_role("button", name=GOES_ON).tap()
    expect(phone.get_by_label("Your completion code")).to_have_value("C0FFEE")
    back = phone.get_by_role("link", name="Confirm that you took part")
    expect(back).to_have_attribute("href", "https://example.org/done?cc=C0FFEE")
    assert_accessible(phone)
    (events,) = study.events()
    filled = [event["body"] for event in events if event["kind"] == "filled"]
    assert [body["answers"] for body in filled] == [
        {"often": "Every day", "age": None},
        {"fun": 4, "remarks": None},
    ]


def assert_in_sight(page: Page) -> None:
    """Both boards and all answers are on the screen at once, and nothing sticks out sideways."""
    size = page.viewport_size
    assert size is not None
    for place in page.locator("#question .side-picture, #question [data-answer]").all():
        box = place.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"]
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def test_keys_answer_and_no_answer_stands_out(page: Page, study: OpenedStudy) -> None:
    begin(page, study)
    looks = "e => [getComputedStyle(e).backgroundColor, e.getBoundingClientRect().height]"
    answers = page.locator("#question [data-answer]").all()
    assert len({str(button.evaluate(looks)) for button in answers}) == 1
    for key in ("ArrowRight", "ArrowLeft", "Space"):
        answer(page, key)
        if page.locator("#text").is_visible():
            page.get_by_role("button", name=GOES_ON, exact=True).click()
            expect(page.locator("#question")).to_be_visible()

    assert [body["side"] for body in study.answers()] == ["right", "left", "none"]


def test_reloading_and_going_back_lose_nothing(page: Page, study: OpenedStudy) -> None:
    page.goto("/privacy")
    begin(page, study)
    first = question(page)
    page.reload()
    assert question(page) == first

    page.go_back()
    expect(page.get_by_role("dialog", name="Take a break")).to_be_visible()
    page.get_by_role("button", name="Go on now").click()
    assert question(page) == first
    page.go_back()
    page.go_back()
    expect(page).to_have_url(f"{study.server.url}/privacy")
    page.go_forward()
    assert question(page) == first
    assert study.answers() == []


def test_in_two_tabs_a_question_is_answered_once(
    page: Page, context: BrowserContext, study: OpenedStudy
) -> None:
    begin(page, study)
    other = context.new_page()
    other.goto(study.path)
    assert question(other) == question(page)
    answer(other, "ArrowRight")
    page.keyboard.press("ArrowLeft")

    expect_toast(page, "elsewhere")
    expect(page.get_by_role("heading", level=1)).to_have_text(title(other))
    assert [body["side"] for body in study.answers()] == ["right"]


def test_an_answer_without_a_connection_arrives_once_there_is_one(
    page: Page, context: BrowserContext, study: OpenedStudy
) -> None:
    begin(page, study)
    context.set_offline(True)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#message")).to_contain_text("Nothing you did is lost")
    page.keyboard.press("ArrowRight")
    context.set_offline(False)

    expect(page.locator("#progress-text")).to_contain_text("Question 2 of 5")
    expect(page.locator("#message")).to_be_hidden()
    assert [body["side"] for body in study.answers()] == ["left"]


def test_an_answer_whose_reply_was_lost_is_not_given_twice(page: Page, study: OpenedStudy) -> None:
    begin(page, study)
    sent: list[str | None] = []

    def lose(route: Route) -> None:
        sent.append(route.request.post_data)
        route.fetch()
        route.abort()

    intercept(page, DEEDS, lose, times=1)
    page.on("request", lambda r: sent.append(r.post_data) if "deeds" in r.url else None)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#progress-text")).to_contain_text("Question 2 of 5")

    assert len(sent) >= 2
    assert len(set(sent)) == 1
    assert len(study.answers()) == 1
    assert toasts(page) == []


def test_an_answer_that_waits_outlives_a_reload(page: Page, study: OpenedStudy) -> None:
    begin(page, study)
    intercept(page, DEEDS, lambda route: route.abort())
    page.keyboard.press("ArrowRight")
    expect(page.locator("#message")).to_contain_text("cannot be reached")
    page.unroute(DEEDS)
    page.reload()

    expect(page.locator("#progress-text")).to_contain_text("Question 2 of 5")
    assert [body["side"] for body in study.answers()] == ["right"]


def test_a_busy_server_is_asked_again_by_itself(page: Page, study: OpenedStudy) -> None:
    begin(page, study)
    refused = {"status": 503, "headers": {"Retry-After": "1"}, "body": "{}"}
    with refused_once(page, DEEDS, **refused):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#message")).to_contain_text("tried again by itself")
    expect(page.locator("#progress-text")).to_contain_text("Question 2 of 5")
    assert len(study.answers()) == 1


@pytest.mark.parametrize("status", [502, 504])
def test_an_answer_outlives_a_proxy_that_cannot_reach_the_server(
    page: Page, study: OpenedStudy, status: int
) -> None:
    begin(page, study)
    refused = {"status": status, "content_type": "text/html", "body": "<h1>Bad gateway</h1>"}
    intercept(page, DEEDS, lambda route: route.fulfill(**refused))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#message")).to_contain_text("cannot be reached")
    page.unroute(DEEDS)
    page.reload()

    expect(page.locator("#progress-text")).to_contain_text("Question 2 of 5")
    assert toasts(page) == []
    assert [body["side"] for body in study.answers()] == ["right"]


def test_an_answer_at_which_the_server_fails_is_sent_again_with_the_next_visit(
    page: Page, study: OpenedStudy
) -> None:
    begin(page, study)
    defect = {"type": "urn:hintwise:problem:defect", "status": 500}
    intercept(page, DEEDS, lambda route: route.fulfill(status=500, json=defect), times=1)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#message")).to_contain_text("went wrong on the server")
    page.reload()

    expect(page.locator("#progress-text")).to_contain_text("Question 2 of 5")
    assert [body["side"] for body in study.answers()] == ["right"]


def test_where_nothing_can_come_next_people_are_told_what_to_do(
    page: Page, study: OpenedStudy
) -> None:
    begin(page, study)
    stuck = {"type": "urn:hintwise:problem:stuck", "status": 500, "detail": "no such pair"}
    intercept(page, DEEDS, lambda route: route.fulfill(status=500, json=stuck), times=1)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", level=1)).to_have_text("We cannot go on just now")
    expect(page.locator("main")).not_to_contain_text("no such pair")
    assert_accessible(page)
    page.reload()
    expect(page.locator("#progress-text")).to_contain_text("Question 2 of 5")


def test_another_day_on_another_device_it_is_the_same_question(
    page: Page, browser: Browser, study: OpenedStudy
) -> None:
    begin(page, study)
    left = question(page)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="another device").click()
    link = page.get_by_label("Your own link")
    expect(link).not_to_have_value("")
    assert_accessible(page)
    address = link.input_value()

    with browser.new_context() as elsewhere:
        tomorrow = elsewhere.new_page()
        tomorrow.goto(address)
        tomorrow.get_by_role("button", name="Go on here").click()
        assert question(tomorrow) == left
        assert "#" not in tomorrow.url


def test_a_second_person_in_the_same_browser_is_not_taken_for_the_first(
    page: Page, study: OpenedStudy
) -> None:
    join(page, study, "?PROLIFIC_PID=ann")
    page.get_by_role("button", name="I agree").click()
    page.reload()
    expect(page.locator("#form")).to_be_visible()

    page.goto(f"{study.path}?PROLIFIC_PID=ben")
    expect(page.locator("#begun")).to_contain_text("Was that you?")
    expect(page.get_by_role("button", name="Pause")).to_be_hidden()
    assert_accessible(page)
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Before you begin")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Before you begin")
    assert [len(events) for events in study.events()] == [2, 1]


def test_who_has_begun_by_another_link_goes_on_where_they_were(
    page: Page, study: OpenedStudy
) -> None:
    begin(page, study)
    first = question(page)
    page.goto(f"{study.path}?PROLIFIC_PID=ann")
    page.get_by_role("button", name="Yes, go on where I was").click()
    assert question(page) == first
    page.reload()
    assert question(page) == first
    assert len(study.events()) == 1


def test_by_a_link_for_everybody_a_second_person_begins_from_the_break(
    page: Page, context: BrowserContext, study: OpenedStudy
) -> None:
    begin(page, study)
    other = context.new_page()
    other.goto(study.path)
    other.get_by_role("button", name="Pause").click()
    other.get_by_role("button", name="Take part yourself").click()
    other.get_by_role("button", name="Take part", exact=True).click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Before you begin")

    expect(page.locator("#begun")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    assert [events[-1]["kind"] for events in study.events()] == ["asked", "joined"]


def test_a_preview_of_the_invitation_stores_nothing(study: OpenedStudy) -> None:
    found = httpx.get(f"{study.server.url}{study.path}", headers={"Accept": "text/html"})

    assert found.status_code == 200
    assert "Which explanation reads better?" in found.text
    assert "set-cookie" not in found.headers
    assert study.events() == []


def test_withdrawing_asks_first_and_deletes_everything(page: Page, study: OpenedStudy) -> None:
    begin(page, study)
    answer(page, "ArrowLeft")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Withdraw from the study").click()
    page.get_by_role("button", name="Cancel").click()
    assert len(study.events()) == 1
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Withdraw from the study").click()
    assert_accessible(page)
    page.get_by_role("button", name="Withdraw and delete everything").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Everything is deleted")
    assert study.events() == []
    page.reload()
    expect(page.get_by_role("button", name="Take part")).to_be_visible()


def test_who_does_not_agree_leaves_nothing_behind(page: Page, study: OpenedStudy) -> None:
    join(page, study)
    page.get_by_role("button", name="I do not agree").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("That is fine")
    assert study.events() == []


def test_the_time_runs_from_when_both_steps_are_seen_and_looking_away_is_counted(
    page: Page, study: OpenedStudy
) -> None:
    begin(page, study)
    painted(page)
    page.evaluate("performance.mark('shown')")
    for away in ("blur", "focus", "blur", "focus"):
        page.evaluate(f"window.dispatchEvent(new Event('{away}'))")
        page.wait_for_timeout(60)
    passed_s = page.evaluate("performance.measure('since', 'shown').duration / 1000")
    answer(page, "ArrowLeft")

    (body,) = study.answers()
    assert body["away"] == 2
    assert 0.1 <= body["away_s"] < body["seconds"]
    assert passed_s <= body["seconds"] < 60


def test_a_reload_does_not_make_an_answer_look_fast(page: Page, study: OpenedStudy) -> None:
    begin(page, study)
    painted(page)
    page.wait_for_timeout(400)
    page.reload()
    expect(page.locator("#question")).to_be_visible()
    answer(page, "ArrowLeft")
    page.get_by_role("button", name=GOES_ON, exact=True).click()
    answer(page, "ArrowLeft")

    first, second = study.answers()
    assert 0.4 <= first["seconds"] < 60
    assert first["away"] == 1
    assert 0 < first["away_s"] < first["seconds"]
    assert second["away"] == 0


def test_nothing_on_the_page_tells_what_a_question_is_for(page: Page, study: OpenedStudy) -> None:
    told: list[str] = []
    page.on("response", lambda r: told.append(r.text()) if "/participa" in r.url else None)
    begin(page, study)
    finish(page)
    everything = " ".join([page.content(), *told]).lower()
    secrets = (
        "learned",
        "smallest",
        "dominated",
        "evaluat",
        "perceptron",
        "bayes",
        "apples",
        "pears",
    )
    assert [word for word in secrets if word in everything] == []


def test_a_study_speaks_its_own_language_unless_another_is_chosen(
    page: Page, server: ServerProcess
) -> None:
    study = open_study(server, language="de")
    page.goto(f"{study.path}?PROLIFIC_PID=ab12&SESSION_ID=7")
    expect(page.get_by_role("button", name="Teilnehmen")).to_be_visible()
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Before you begin")
    (events,) = study.events()
    assert events[0]["body"]["language"] == "en"
    page.context.clear_cookies(name="hintwise-language")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Before you begin")


def test_where_nobody_can_take_part_the_page_says_why(page: Page, server: ServerProcess) -> None:
    full = open_study(server, people=1)
    join(page, full)
    page.context.clear_cookies()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("This study has enough people")
    page.goto("/study/nowhere")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such study")
    page.goto(f"{open_study(server).path}#{'x' * 20}")
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This invitation cannot be used")
    assert_accessible(page)
