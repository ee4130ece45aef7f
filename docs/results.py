"""Redraws the tables and pictures of docs/explanation/experiments.md, from the runs that are kept.

    python docs/results.py

Tables stand between two comments, `<!-- table: NAME -->` and `<!-- end of table -->`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from hintwise.experiments.report.paper import (
    PROBLEMS,
    PaperResults,
    paper_comparisons,
    paper_tables,
    users_table,
    whole_methods,
)
from hintwise.experiments.sweep.compact import read_compact
from hintwise.render.table import markdown_lines

DOCS = Path(__file__).resolve().parent
PAGE = DOCS / "explanation" / "experiments.md"
RUNS = DOCS.parent / "experiments" / "full" / "runs"
DRAWN = DOCS.parent / "experiments" / "drawn" / "runs"

_TABLE = re.compile(r"(<!-- table: ([\w-]+) -->\n).*?(<!-- end of table -->)", re.DOTALL)


def results(folder: Path = RUNS) -> PaperResults:
    return PaperResults.of(read_compact(folder))


def redrawn(page: str) -> str:
    """The page with its tables as the results have them."""
    sets = {"published users": results(), "drawn users": results(DRAWN)}
    tables = {**paper_tables(sets["published users"]), "users": users_table(sets)}

    def table(found: re.Match[str]) -> str:
        lines: Sequence[str] = list(markdown_lines(tables[found[2]]))
        if not tables[found[2]].rows:
            lines = ["No runs yet."]
        return "\n".join((f"{found[1]}", *lines, "", found[3]))

    return _TABLE.sub(table, page)


FIGURES = {
    "headline": "regret-over-queries",
    "normalisation": "regret",
    "weighting": "regret-over-queries",
    "selection": "query-times",
}
"""Which of the figures that a report has stands on the page, for each of the paper's questions."""


def pictures() -> Iterator[tuple[str, str]]:
    """Each picture of the page, by what its file is called."""
    from hintwise.experiments.report.curves import cost_and_gain
    from hintwise.experiments.report.figures import drawings
    from hintwise.render.figures import figure_style, svg_of

    published = results()
    for question, problems in paper_comparisons(published).items():
        drawn = {figure.name: figure.svg for figure in drawings(problems)}
        yield question, drawn[FIGURES[question]]
    found = [whole_methods(published, problem) for problem in PROBLEMS]
    with figure_style():
        yield "methods", svg_of(cost_and_gain([problem for problem in found if problem.methods]))


if __name__ == "__main__":
    PAGE.write_text(redrawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    for name, picture in pictures():
        file = DOCS / "images" / f"experiments-{name}.svg"
        file.write_text(picture, encoding="utf-8", newline="\n")
