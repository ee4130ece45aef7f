"""The page of a report in a real browser."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from hintwise.experiments.report.report import About, Reported, write_report
from tests.experiments.report.made_runs import cell, result
from tests.render.page.test_page_in_browser import require_browser

pytestmark = pytest.mark.slow

OVERFLOWING = """[...document.querySelectorAll(".wide")]
    .filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.ariaLabel)"""


def test_every_column_is_visible_on_a_desktop_and_nothing_sticks_out_on_a_phone(
    tmp_path: Path,
) -> None:
    rng = random.Random(1)
    cells = [
        (
            cell(f"Choice perceptron, {norm}", user, normalisation=norm),
            result([rng.lognormvariate(3, 1) for _ in range(6)], seconds=[rng.random()]),
        )
        for norm in ("nadir", "none", "cumulative", "local")
        for user in "0123456"
    ]
    plan = Reported("norms", "Norms", "Which?", cells, as_published={"Sudoku"})
    page_file, *_ = write_report([plan], tmp_path, About())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=require_browser(), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(page_file.as_uri())
        assert page.evaluate(OVERFLOWING) == []
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        browser.close()
