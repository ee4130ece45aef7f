"""What stories about a study have in common: a small study, and a way through it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import Any

from playwright.sync_api import Page, expect

from hintwise.puzzles.puzzle import Puzzle
from hintwise.store import open_store
from hintwise.store.studies import NewStudy
from hintwise.study.plan import (
    Arm,
    Checks,
    Completion,
    Evaluation,
    Field,
    PlannedPuzzles,
    Questions,
    StudyPlan,
)
from tests.service.browser.moments import until
from tests.service.server import ServerProcess

TEXTS = ("1.....3..4.....2", "2.....4..1.....3", "3.....1..2.....4")

PLAN = StudyPlan(
    name="small",
    title="Which explanation reads better?",
    about="We ask which explanations people like.\n\nIt takes a minute. Ask ann@example.org.",
    puzzles=PlannedPuzzles(*((Puzzle("sudoku", text),) for text in TEXTS)),
    arms=(Arm("apples", "bayes"), Arm("pears", "choice_perceptron")),
    questions=Questions(train=1, practice=1, node_limit=4),
    evaluations=(Evaluation(after=1, against="smallest", pairs=1),),
    checks=Checks(),
    people=3,
    consent="Your answers are stored:\n\n- without your name\n- for ten years",
    demographics=(
        Field(
            name="often",
            ask="How often do you solve Sudokus?",
            kind="choice",
            options=("Never", "Sometimes", "Every day"),
        ),
        Field(
            name="age", ask="How old are you?", kind="number", least=18, most=120, required=False
        ),
    ),
    closing=(
        Field(
            name="fun",
            ask="Was it fun?",
            kind="scale",
            least=1,
            most=5,
            labels=("not at all", "very much"),
        ),
        Field(name="remarks", ask="Anything else?", kind="text", required=False),
    ),
    completion=Completion(code="C0FFEE", url="https://example.org/done?cc={code}"),
)

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class OpenedStudy:
    """A study on a server, and the key of who runs it."""

    server: ServerProcess
    name: str
    key: str

    @property
    def path(self) -> str:
        return f"/study/{self.name}"

    @property
    def researcher(self) -> str:
        return f"{self.path}/researcher#{self.key}"

    def events(self) -> list[list[dict[str, Any]]]:
        """All events of all participants, from the database itself."""
        store = open_store(self.server.database)
        try:
            return [events for _, events in store.studies.participations(self.name)]
        finally:
            store.close()

    def answers(self) -> list[dict[str, Any]]:
        """The answers of the one participant, without those that nobody was asked for."""
        (events,) = self.events()
        bodies = (event["body"] for event in events if event["kind"] == "answered")
        return [body for body in bodies if body["answer"] != "same"]


def open_study(server: ServerProcess, **changes: Any) -> OpenedStudy:
    """A study of its own for each story."""
    plan = replace(PLAN, **{"name": f"small-{next(_numbers)}", **changes})
    store = open_store(server.database)
    try:
        store.studies.open(NewStudy(plan.name, plan.as_json(), plan.hash, plan.people))
        return OpenedStudy(server, plan.name, store.studies.new_researcher(plan.name))
    finally:
        store.close()


def join(page: Page, study: OpenedStudy, query: str = "") -> None:
    page.goto(f"{study.path}{query}")
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Before you begin")


def begin(page: Page, study: OpenedStudy) -> None:
    """Until the first question is there."""
    join(page, study)
    page.get_by_role("button", name="I agree").click()
    page.get_by_label("Sometimes").check()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Show me the first question").click()
    expect(page.locator("#question")).to_be_visible()


def finish(page: Page) -> None:
    """Answer whatever comes, until the closing questions, or the end if there are none."""
    while True:
        expect(page.locator("#message")).to_be_hidden()
        stage = page.evaluate("document.documentElement.dataset.stage")
        if stage in ("form", "end"):
            return
        if stage == "question":
            answer(page, "ArrowLeft")
        else:
            page.get_by_role("button", name="Go on", exact=True).click()
            expect(page.locator("#question")).to_be_visible()


def shown(page: Page) -> list[str]:
    """What tells one page or question from the next."""
    return [
        page.get_by_role("heading", level=1).inner_text(),
        page.locator("#progress-text").inner_text(),
    ]


def question(page: Page) -> list[str]:
    """Everything that a question shows."""
    expect(page.locator("#question")).to_be_visible()
    return [
        page.locator("#heading").inner_text(),
        *page.locator("#question [data-part=text]").all_inner_texts(),
        *page.locator("#question .side-picture").evaluate_all("all => all.map(e => e.innerHTML)"),
    ]


def answer(page: Page, key: str) -> None:
    """Answer the question by a key, and wait for what comes next."""
    expect(page.locator("#question")).to_be_visible()
    before = shown(page)
    page.keyboard.press(key)
    until(page, lambda: shown(page) != before, "anything after the question")
