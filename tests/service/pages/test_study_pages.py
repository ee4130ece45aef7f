"""The pages of a study as they come from the server."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from fastapi import FastAPI

from hintwise.service.pages.study import question_count
from hintwise.store import Store
from hintwise.store.studies import NewStudy
from hintwise.study import events
from hintwise.study.course import Course
from hintwise.study.plan import PAPER_PLAN, StudyPlan, read_plan
from tests.service.api.asked import HOST, running, visitor
from tests.service.pages.test_pages import INLINE

pytestmark = pytest.mark.anyio

PATHS = ("", "/resume", "/researcher")


@pytest.fixture(scope="module")
def plan() -> StudyPlan:
    return read_plan(PAPER_PLAN)


def opened(app: FastAPI, plan: StudyPlan) -> str:
    store: Store = app.state.store
    store.studies.open(NewStudy(plan.name, plan.as_json(), plan.hash, plan.people))
    return f"{HOST}/study/{plan.name}"


async def test_pages_have_one_heading_nothing_inline_and_are_not_to_be_found(
    tmp_path: Path, plan: StudyPlan
) -> None:
    async with running(tmp_path) as app, visitor(app) as browser:
        address = opened(app, plan)
        for path in PATHS:
            found = await browser.get(address + path)
            assert found.status_code == 200
            assert found.text.count("<h1") == 1
            assert not INLINE.search(found.text)
            assert found.headers["x-robots-tag"] == "noindex"
            assert found.headers["referrer-policy"] == "no-referrer"


async def test_looking_at_a_page_changes_nothing_in_the_database(
    tmp_path: Path, plan: StudyPlan
) -> None:
    async with running(tmp_path) as app, visitor(app, **{"User-Agent": "Slackbot"}) as bot:
        address = opened(app, plan)
        before = everything_in(tmp_path)
        for path in PATHS:
            found = await bot.get(f"{address}{path}?PROLIFIC_PID=abc", follow_redirects=True)
            assert found.status_code == 200
            assert "set-cookie" not in found.headers

        assert everything_in(tmp_path) == before


def everything_in(folder: Path) -> list[str]:
    with sqlite3.connect(folder / "hintwise.db") as connection:
        return list(connection.iterdump())


async def test_pages_tell_nobody_what_is_compared(tmp_path: Path, plan: StudyPlan) -> None:
    async with running(tmp_path) as app, visitor(app) as browser:
        address = opened(app, plan)
        for path in PATHS:
            text = (await browser.get(address + path)).text.lower()
            assert [arm.name for arm in plan.arms if arm.name in text] == []


async def test_an_unknown_study_is_a_page_that_says_so(tmp_path: Path) -> None:
    async with running(tmp_path) as app, visitor(app, Accept="text/html") as browser:
        for path in ("/study/nowhere", "/study/nowhere/researcher", "/study/%00"):
            found = await browser.get(HOST + path)
            assert found.status_code == 404
            assert "There is no such study" in found.text


def test_as_many_questions_are_promised_as_are_asked(plan: StudyPlan) -> None:
    cell = plan.cells[0]
    joined = events.joined(
        study=plan.name,
        plan=plan.hash,
        number=1,
        cell=cell.name,
        order=cell.order,
        seed=1,
        language="en",
        versions={},
    )
    assert question_count(plan) == Course(plan, [joined]).progress.of
