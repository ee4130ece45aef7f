"""The whole way of a researcher: from a plan to the report, by the links that are printed."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.service.browser.moments import PATIENCE_MS
from tests.service.browser.studying import finish

pytestmark = pytest.mark.slow

HINTWISE = [sys.executable, "-c", "import sys; from hintwise.cli import main; sys.exit(main())"]

PLAN = """
version = 1
name = "whole"
title = "Which explanation reads better?"
design = "within"
people = 2
[puzzles]
train = ["1.....3..4.....2"]
evaluate = ["2.....4..1.....3"]
[[arms]]
name = "apples"
method = "bayes"
[[arms]]
name = "pears"
method = "choice_perceptron"
[questions]
train = 2
node_limit = 4
[[evaluations]]
after = 2
against = "smallest"
pairs = 2
[consent]
text = "Your answers are stored."
"""


@contextmanager
def study_run(plan: Path) -> Iterator[dict[str, str]]:
    """The links that `hintwise study run` prints, while it runs."""
    options = ["--port", "0", "--workers", "1", "--database", f"sqlite:///{plan.parent / 'h.db'}"]
    command = [*HINTWISE, "study", "run", str(plan), *options]
    with (plan.parent / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert process.stdout is not None
        links: dict[str, str] = {}
        while len(links) < 2:
            line = process.stdout.readline()
            assert line, (plan.parent / "log").read_text()
            if found := re.match(r"for (people|researchers): +(http\S+)", line):
                links[found[1]] = found[2]
        yield links
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def test_a_researcher_gets_from_a_plan_to_a_report(browser: Browser, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN, encoding="utf-8")
    export, report = tmp_path / "whole.zip", tmp_path / "report"
    with study_run(plan) as links, browser.new_context(locale="en-GB") as context:
        context.set_default_timeout(PATIENCE_MS)
        person = context.new_page()
        person.goto(links["people"])
        person.get_by_role("button", name="Take part").click()
        person.get_by_role("button", name="I agree").click()
        person.get_by_role("button", name="Show me the first question").click()
        expect(person.locator("#question")).to_be_visible()
        finish(person)
        expect(person.get_by_role("heading", level=1)).to_have_text("Thank you!")
        researcher = context.new_page()
        researcher.goto(links["researchers"])
        expect(researcher.locator("[data-figure=completed] b")).to_have_text("1")
        with researcher.expect_download() as download:
            researcher.get_by_role("button", name="Download").click()
        download.value.save_as(export)
        command = [*HINTWISE, "study", "report", str(export), "--learner", "fewest"]
        subprocess.run([*command, "--out", str(report)], check=True, timeout=300)

        page = context.new_page()
        page.goto((report / "report.html").as_uri())
        expect(page.get_by_role("heading", level=1)).to_contain_text("Which explanation")
        expect(page.locator("body")).to_contain_text("apples")
