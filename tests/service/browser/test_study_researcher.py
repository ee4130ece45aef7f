"""Running a study from its page: how it goes, who may come, and the data."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.service.browser.axe import assert_accessible
from tests.service.browser.studying import OpenedStudy, answer, begin, finish, open_study
from tests.service.server import ServerProcess

pytestmark = pytest.mark.slow


@pytest.fixture
def study(server: ServerProcess) -> OpenedStudy:
    return open_study(server)


def figure(page: Page, name: str) -> str:
    return page.locator(f"[data-figure={name}] b").inner_text()


def arm(page: Page, name: str) -> str:
    return page.locator(f"[data-row={name}]").inner_text()


def test_a_researcher_sees_who_is_on_the_way_and_changes_what_may_come(
    page: Page, browser: Browser, study: OpenedStudy
) -> None:
    with browser.new_context(base_url=study.server.url) as of_somebody:
        participant = of_somebody.new_page()
        begin(participant, study)
        answer(participant, "ArrowLeft")
    page.goto(study.researcher)
    expect(page.locator("[data-participant]")).to_have_count(1)
    assert "#" not in page.url
    assert (figure(page, "active"), figure(page, "completed")) == ("1", "0")
    expect(page.locator("[data-participant]")).to_contain_text("1 / 5")
    assert_accessible(page)

    page.get_by_label("People wanted in all").fill("12")
    page.get_by_role("button", name="Change").click()
    expect(page.locator("[data-figure=completed]")).to_contain_text("of 12")
    page.get_by_role("button", name="Close apples").click()
    expect(page.locator("#ask")).to_contain_text("goes through the other arms only")
    page.locator("#ask-yes").click()
    expect(page.get_by_role("button", name="Reopen apples")).to_be_visible()
    page.get_by_role("button", name="Close the study").click()
    page.locator("#ask-yes").click()
    expect(page.locator("[data-status]")).to_have_text("Closed: by you")
    page.get_by_role("button", name="Reopen the study").click()
    expect(page.get_by_role("button", name="Close the study")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Reopen apples")).to_be_visible()


def test_the_page_follows_while_somebody_finishes_and_gives_the_data(
    page: Page, browser: Browser, study: OpenedStudy
) -> None:
    page.goto(study.researcher)
    expect(page.get_by_text("Nobody has joined yet.")).to_be_visible()
    with browser.new_context(base_url=study.server.url) as of_somebody:
        participant = of_somebody.new_page()
        begin(participant, study)
        finish(participant)
        participant.get_by_label("4", exact=True).check()
        participant.get_by_role("button", name="Go on").click()
        expect(participant.get_by_label("Your completion code")).to_be_visible()
    expect(page.locator("[data-figure=completed] b")).to_have_text("1")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()

    assert download.value.suggested_filename == f"{study.name}.zip"
    with zipfile.ZipFile(io.BytesIO(Path(download.value.path()).read_bytes())) as files:
        names = {Path(name).name for name in files.namelist()}
        assert {"participants.csv", "answers.csv", "evaluation.csv", "codebook.md"} <= names


def test_invitations_open_the_study_once_each(
    page: Page, context: BrowserContext, browser: Browser, study: OpenedStudy
) -> None:
    page.goto(study.researcher)
    page.get_by_label("Links for one person each").fill("2")
    page.get_by_role("button", name="Make links").click()
    expect(page.get_by_label("2 links")).to_be_visible()
    first, second = page.get_by_label("2 links").input_value().splitlines()
    assert first != second
    for _ in range(2):
        with browser.new_context() as of_somebody:
            invited = of_somebody.new_page()
            invited.goto(first)
            invited.get_by_role("button", name="Take part").click()
            expect(invited.get_by_role("heading", level=1)).to_have_text("Before you begin")

    assert len(study.events()) == 1


def test_a_wrong_key_opens_nothing(page: Page, study: OpenedStudy) -> None:
    page.goto(f"{study.path}/researcher#{'x' * 43}")
    expect(page.locator("#message")).to_contain_text("does not open this study")
    expect(page.locator("#overview")).to_be_hidden()
    page.get_by_label("Key").fill(study.researcher)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("Nobody has joined yet.")).to_be_visible()
    assert_accessible(page)
