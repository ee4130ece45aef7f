"""The paper's tables from compact results, and that the page has those of the repository."""

from __future__ import annotations

import re
import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from hintwise.experiments.report.paper import (
    PaperResults,
    paper_tables,
    users_table,
    whole_methods,
)
from hintwise.experiments.sweep.compact import read_compact, write_compact
from hintwise.experiments.sweep.results import IN_MEMORY, Results
from hintwise.experiments.sweep.simulation import Evaluation
from tests.experiments.report.made_runs import cell, result

DOCS = Path(__file__).parents[3] / "docs"


def made(folder: Path) -> PaperResults:
    """Seven users for two methods, of whom the second always does better by a half."""
    cells = [
        cell(method, str(user), method=method)
        for method in ("choice_perceptron", "non_dominated")
        for user in range(7)
    ]
    with Results(IN_MEMORY) as results:
        for one in cells:
            less = 0.5 * (one.method == "non_dominated")
            results.add_run(one.task, result([3.0, 1.0 + int(one.user) - less]))
        write_compact(cells, results, folder, "hintwise 0")
    return PaperResults(tuple(read_compact(folder)), 10)


def test_tables_tell_means_medians_runs_and_differences(tmp_path: Path) -> None:
    results = made(tmp_path)
    tables = paper_tables(results)
    (_, *weighted), *_ = tables["weighting"].rows
    assert weighted == ["4.000 (4.000), 7", "3.500 (3.500), 7", "–", "–"]
    ours, published = tables["headline"].rows
    assert ours == (
        "Sudoku, choice perceptron",
        "7",
        "4.000 ± 2.160",
        "4.000",
        "2.500 – 5.500",
        "1.000 – 7.000",
    )
    assert published[:2] == ("– as published", "50")
    (row,) = tables["non-domination"].rows
    assert row[1:4] == ("7", "7", "0.500")
    assert float(row[4]) < 0.05


def test_whole_methods_are_compared_over_the_runs_that_all_have(tmp_path: Path) -> None:
    results = made(tmp_path)
    first, second = results.cells
    fewer = PaperResults((first, replace(second, runs=second.runs[:3])), 10)
    assert [m.users for m in whole_methods(results, "sudoku").methods] == [7, 7]
    assert [m.users for m in whole_methods(fewer, "sudoku").methods] == [3, 3]
    assert whole_methods(results, "logic_grid").methods == ()


def test_our_methods_are_compared_with_machop_user_by_user(tmp_path: Path) -> None:
    """Of three users, who have two runs each, the last is above MACHOP on average with Bayes."""
    regrets = {
        "machop": [(2, 2), (2, 2), (2, 2)],
        "bayes": [(1, 1), (1, 2), (1, 4)],
        "bayes_regret": [(1, 1), (1, 1), (1, 1)],
    }
    points = (0, 20, 30, 100)
    planned = [
        cell(method, str(user), run, method=method)
        for method in regrets
        for user in range(3)
        for run in (1, 2)
    ]
    cells = [replace(one, task=replace(one.task, evaluate_at=points)) for one in planned]
    with Results(IN_MEMORY) as results:
        for one in cells:
            values = (9.0, 7.0, 5.0, float(regrets[one.method][int(one.user)][one.run - 1]))
            found = (
                Evaluation(n, value, True, {}) for n, value in zip(points, values, strict=True)
            )
            results.add_run(one.task, replace(result([]), evaluations=tuple(found)))
        write_compact(cells, results, tmp_path, "hintwise 0")
    ours = PaperResults(tuple(read_compact(tmp_path)), 100)
    bayes, least_regret = users_table({"ours": ours, "none": PaperResults((), 100)}).rows
    assert bayes[:3] == ("Sudoku, ours, Bayes", "6 of 3 users", "2.000 (2.000)")
    assert bayes[3:] == ("7.000 (7.000)", "5.000 (5.000)", "1.667 (1.000)", "1")
    assert least_regret[0] == "Sudoku, ours, Bayes, least regret"
    assert least_regret[3:] == ("7.000 (7.000)", "5.000 (5.000)", "1.000 (1.000)", "0")


def test_the_page_has_the_tables_that_the_kept_results_give() -> None:
    """Otherwise: python docs/results.py."""
    redraw = runpy.run_path(str(DOCS / "results.py"))
    page = (DOCS / "explanation" / "experiments.md").read_text(encoding="utf-8")
    assert "<!-- table: weighting -->" in page
    assert redraw["redrawn"](page) == page


@pytest.mark.slow
def test_the_page_has_the_pictures_that_are_drawn_and_no_others() -> None:
    redraw = runpy.run_path(str(DOCS / "results.py"))
    drawn = dict(redraw["pictures"]())
    assert all(picture.lstrip().startswith("<?xml") for picture in drawn.values())
    page = (DOCS / "explanation" / "experiments.md").read_text(encoding="utf-8")
    shown = re.findall(r"\(\.\./images/experiments-([\w-]+)\.svg\)", page)
    there = [file.stem for file in (DOCS / "images").glob("experiments-*.svg")]
    assert sorted(shown) == sorted(drawn)
    assert sorted(there) == sorted(f"experiments-{name}" for name in drawn)
