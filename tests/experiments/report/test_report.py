from __future__ import annotations

import csv
import math
import random
import re
import statistics
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from hintwise.errors import InvalidValue
from hintwise.experiments.report.report import About, Reported, write_report
from hintwise.experiments.report.sections import AS_PUBLISHED
from hintwise.experiments.sweep.task import Cell, RunResult
from hintwise.render.table import number
from tests.experiments.report.made_runs import cell, result

ABOUT = About(
    "Made up", "hintwise reproduce --scale smoke", "smoke", when="today", versions={"x": "1.2"}
)
Runs = list[tuple[Cell, RunResult]]


def runs(users: int = 7, per_user: int = 2) -> Runs:
    """Runs of two methods with random regrets."""
    rng = random.Random(1)
    labels = {"plain": "choice_perceptron", "MACHOP": "machop"}
    return [
        (
            cell(label, str(user), run, method=method),
            result([9.0, rng.expovariate(1)], seconds=[rng.random() for _ in range(5)]),
        )
        for label, method in labels.items()
        for user in range(users)
        for run in range(1, per_user + 1)
    ]


def plan(cells: Runs, failures: list[tuple[Cell, str]] | None = None, missing: int = 0) -> Reported:
    """A plan on the published puzzles, with the published users."""
    return Reported("q3", "Weights", "Which?", cells, failures or [], missing, {"Sudoku"})


def markdown(folder: Path, *reported: Reported) -> str:
    write_report(reported, folder, ABOUT)
    return (folder / "report.md").read_text(encoding="utf-8")


def table(text: str, title: str) -> list[dict[str, str]]:
    """The rows of the first table under a heading that begins like this, by header."""
    lines = text.split(f"#### {title}", 1)[1].splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append([entry.strip() for entry in line.strip("|").split(" | ")])
    headers, _, *rest = rows
    return [dict(zip(headers, row, strict=True)) for row in rest]


def last_regrets(cells: Runs, label: str) -> list[float]:
    return [r.evaluations[-1].regret for c, r in cells if c.method == label]


def test_the_regret_table_has_the_figures_of_the_runs(tmp_path: Path) -> None:
    cells = runs()
    rows = table(markdown(tmp_path, plan(cells)), "Relative regret after 10 queries")
    own = [row for row in rows if row["method"] != AS_PUBLISHED]
    assert [row["method"] for row in own] == ["plain", "MACHOP"]
    for row in own:
        regrets = last_regrets(cells, row["method"])
        low, high = np.quantile(regrets, [0.25, 0.75])
        assert row["runs"] == "14"
        assert row["mean ± std"] == (
            f"{statistics.fmean(regrets):.3f} ± {statistics.stdev(regrets):.3f}"
        )
        assert row["median"] == number(statistics.median(regrets))
        assert row["quartiles"] == f"{number(low)} – {number(high)}"
        assert row["range"] == f"{number(min(regrets))} – {number(max(regrets))}"


def test_published_figures_stand_below_their_method_and_nowhere_else(tmp_path: Path) -> None:
    cells = runs(users=2, per_user=1)
    cells += [
        (cell("nadir", u, method="machop", normalisation="nadir"), result([1.0])) for u in "01"
    ]
    text = markdown(tmp_path, plan(cells))
    rows = table(text, "Relative regret after 10 queries")
    assert [row["method"] for row in rows] == ["plain", AS_PUBLISHED, "MACHOP", AS_PUBLISHED]
    assert rows[3]["mean ± std"] == "0.41 ± 0.4"
    assert rows[3]["quartiles"] == "0.146 – 0.48"
    assert "not of the same scale: theirs 10 users x 5 runs x 100 queries, here 2 users" in text
    waits = table(text, "Seconds to compute a query")
    assert [row["mean ± std"] for row in waits if row["method"] == AS_PUBLISHED] == ["35.6 ± 38.3"]


def test_runs_on_other_puzzles_have_no_published_figures_beside_them(tmp_path: Path) -> None:
    elsewhere = replace(plan(runs()), as_published=())
    text = markdown(tmp_path, elsewhere)
    assert AS_PUBLISHED not in text
    assert "The published figures are left out: they are about other puzzles or users." in text
    assert "The published runs" not in text
    assert "published mean" not in (tmp_path / "q3-regret.svg").read_text(encoding="utf-8")
    write_report([plan(runs())], tmp_path, ABOUT)
    assert "published mean" in (tmp_path / "q3-regret.svg").read_text(encoding="utf-8")


def test_a_plan_like_no_published_one_has_no_published_figures(tmp_path: Path) -> None:
    cells = [(cell("own", u, method="machop", learning_rate=3.0), result([2.0, 1.0])) for u in "01"]
    text = markdown(tmp_path, plan(cells))
    assert "published" not in text


def test_differences_are_tested_over_runs_and_over_users(tmp_path: Path) -> None:
    cells = runs()
    (row,) = table(markdown(tmp_path, plan(cells)), "Differences")
    a, b = (np.array(last_regrets(cells, label)) for label in ("plain", "MACHOP"))
    assert row[""] == "plain against MACHOP"
    assert row["pairs"] == "14"
    assert row["mean difference"] == number(float((a - b).mean()))
    assert float(row["p, runs"]) == pytest.approx(stats.wilcoxon(a, b).pvalue, abs=5e-4)
    by_user = [x.reshape(7, 2).mean(axis=1) for x in (a, b)]
    assert float(row["p, users"]) == pytest.approx(stats.wilcoxon(*by_user).pvalue, abs=5e-4)
    delta = np.sign(a[:, None] - b[None, :]).mean()
    assert float(row["Cliff's delta"]) == pytest.approx(delta, abs=5e-3)


def test_only_runs_that_both_methods_have_are_compared(tmp_path: Path) -> None:
    cells = [
        (c, r) for c, r in runs() if not (c.method == "MACHOP" and c.user in "012" and c.run == 2)
    ]
    text = markdown(tmp_path, plan(cells))
    (row,) = table(text, "Differences")
    assert row["pairs"] == "11"
    assert "different numbers of finished runs (plain 14, MACHOP 11)" in text
    assert "7 users, up to 2 runs each." in text


def test_of_many_methods_the_best_is_compared_with_each_other_one(tmp_path: Path) -> None:
    cells = [
        (cell(f"m{n}", u, learning_rate=float(n)), result([float(abs(n - 4) + int(u))]))
        for n in range(1, 11)
        for u in "01"
    ]
    rows = table(markdown(tmp_path, plan(cells)), "Differences")
    assert len(rows) == 9
    assert all(row[""].startswith("m4 against ") for row in rows)


def test_waiting_times_and_shares_not_proven_are_those_of_the_queries(tmp_path: Path) -> None:
    cells = runs(users=1, per_user=1)
    cells[0] = (cells[0][0], result([1.0, 1.0], seconds=[1.0, 2.0, 3.0, 10.0], proven=False))
    text = markdown(tmp_path, plan(cells))
    row = table(text, "Seconds to compute a query")[0]
    assert row["queries"] == "4"
    assert row["mean ± std"] == f"4.000 ± {statistics.stdev([1, 2, 3, 10]):.3f}"
    assert (row["median"], row["max"]) == ("2.500", "10.00")
    assert row["95 %"] == number(float(np.quantile([1, 2, 3, 10], 0.95)))
    assert (row["not proven"], row["peak memory"]) == ("100.0 %", "200 MB")
    assert "In 2 of 4 evaluations some step was not proven" in text


def test_the_course_has_each_evaluation_point(tmp_path: Path) -> None:
    cells = [(cell("one", u), result([4.0 + int(u), 2.0, 1.0])) for u in "02"]
    (row,) = table(markdown(tmp_path, plan(cells)), "Relative regret by number")
    assert row == {
        "queries": "one",
        "0": "5.000 ± 1.000 (5.000)",
        "10": "2.000 ± 0.000 (2.000)",
        "20": "1.000 ± 0.000 (1.000)",
    }


def test_few_users_are_called_few(tmp_path: Path) -> None:
    assert "too few to conclude" in markdown(tmp_path / "few", plan(runs(users=5)))
    assert "too few to conclude" not in markdown(tmp_path / "more", plan(runs(users=6)))


def test_one_run_of_one_method_is_reported_without_spread(tmp_path: Path) -> None:
    text = markdown(tmp_path, plan([(cell("own", learning_rate=3.0), result([2.0, 0.0]))]))
    (row,) = table(text, "Relative regret after 10 queries")
    assert (row["mean ± std"], row["median"], row["range"]) == ("0", "0", "0 – 0")
    assert "Differences" not in text
    assert "1 user, 1 run each." in text


def test_infinite_regret_is_said_aloud(tmp_path: Path) -> None:
    cells = runs(users=2, per_user=1)
    cells[0] = (cells[0][0], result([math.inf, math.inf]))
    text = markdown(tmp_path, plan(cells))
    row = table(text, "Relative regret after 10 queries")[0]
    assert row["mean ± std"] == "∞"
    assert row["range"].endswith("– ∞")
    assert "2 of 8 evaluations have infinite regret" in text


def test_failures_and_what_is_missing_are_listed(tmp_path: Path) -> None:
    failed = cell("MACHOP", "1", 2)
    text = markdown(tmp_path, plan(runs(users=1), [(failed, "no step | at <r1c1>")], missing=3))
    (row,) = table(text, "What was run")
    assert (row["finished runs"], row["failed"], row["still to run"]) == ("4", "1", "3")
    assert r"- Sudoku, MACHOP, 1, run 2: no step \| at &lt;r1c1>" in text
    assert "preliminary: 3 runs still to come" in text


def test_a_plan_without_results_is_reported_too(tmp_path: Path) -> None:
    assert "No run has finished." in markdown(tmp_path, plan([], missing=4))


def test_runs_without_evaluations_have_their_times_only(tmp_path: Path) -> None:
    text = markdown(tmp_path, plan([(cell("MACHOP"), result([]))]))
    assert "Regret was never computed" in text
    assert len(table(text, "Seconds to compute a query")) == 2


def test_settings_that_differ_are_columns_and_the_others_are_said_once(tmp_path: Path) -> None:
    text = markdown(tmp_path, plan(runs(users=1)))
    rows = table(text, "Settings")
    assert [list(row.values()) for row in rows] == [
        ["plain", "choice_perceptron", "–", "0.5"],
        ["MACHOP", "machop", "answered", "0.5"],
    ]
    assert "normalisation local, selection online" in text


def test_the_provenance_is_what_the_caller_said(tmp_path: Path) -> None:
    text = markdown(tmp_path, plan(runs(users=1)))
    assert "```sh\nhintwise reproduce --scale smoke\n```" in text
    assert "- Versions: x 1.2.\n" in text
    assert "- When: today.\n" in text
    assert "Processor" not in text


def test_runs_that_plans_share_are_counted_once_in_the_time(tmp_path: Path) -> None:
    cells = [(cell("MACHOP"), result([1.0], seconds=[30.0]))]
    assert "Computing time of 1 run in all: 30.0 s, each" in markdown(
        tmp_path, plan(cells), plan(cells)
    )


def test_the_tables_in_files_have_every_evaluation_and_query(tmp_path: Path) -> None:
    cells = runs(users=2)
    write_report([plan(cells)], tmp_path, ABOUT)
    with (tmp_path / "regret.csv").open(encoding="utf-8") as file:
        regrets = list(csv.DictReader(file))
    with (tmp_path / "queries.csv").open(encoding="utf-8") as file:
        queries = list(csv.DictReader(file))
    assert [float(row["regret"]) for row in regrets] == [
        e.regret for _, r in cells for e in r.evaluations
    ]
    assert len(queries) == sum(len(r.queries) for _, r in cells)
    assert regrets[1] | {"regret": ""} == {
        "plan": "q3",
        "problem": "Sudoku",
        "method": "plain",
        "user": "0",
        "run": "1",
        "seed": "1",
        "queries": "10",
        "regret": "",
        "proven": "true",
    }


VOID = {"meta", "link", "br"}


class Outline(HTMLParser):
    """Fails on tags that do not match; keeps ids and what is referred to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "xlink:href", "src"):
                self.references.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_needs_nothing_else(tmp_path: Path) -> None:
    grids = [
        (cell(c.method, c.user, c.run, kind="logic_grid", method=c.task.settings.flat["method"]), r)
        for c, r in runs()
    ]
    write_report([plan(runs() + grids), plan(runs())], tmp_path, ABOUT)
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    outline = Outline(text)
    assert len(outline.ids) == len(set(outline.ids))
    assert all(r.startswith(("#", "data:")) for r in outline.references)
    targets = {f"#{name}" for name in outline.ids}
    assert {r for r in outline.references if r.startswith("#")} <= targets
    assert set(re.findall(r"url\((#[^)]*)\)", text)) <= targets
    assert text.count("<svg") == 8
    assert "<script" not in text
    assert "#1f2328" not in text.split("</style>", 1)[1]


def test_labels_cannot_break_the_page(tmp_path: Path) -> None:
    label = '<b>"a" & |b|</b>'
    cells = [(cell(label, u), result([2.0, 1.0])) for u in "01"]
    write_report([plan(cells)], tmp_path, ABOUT)
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    Outline(text)
    assert "<b>" not in text
    assert "&lt;b&gt;" in text


def test_all_files_are_named_and_the_same_runs_give_the_same_files(tmp_path: Path) -> None:
    first = write_report([plan(runs()), plan(runs())], tmp_path / "a" / "b", ABOUT)
    second = write_report([plan(runs()), plan(runs())], tmp_path / "c", ABOUT)
    assert [file.name for file in first] == [file.name for file in second]
    assert {file.name for file in first} == {file.name for file in (tmp_path / "c").iterdir()}
    assert {"q3-regret.svg", "q3-2-regret.svg"} <= {file.name for file in first}
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes()


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InvalidValue, match="no report can be written to"):
        write_report([plan(runs(users=1))], tmp_path / "file", ABOUT)
