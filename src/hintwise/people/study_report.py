"""The statistics of a study as tables, in the form of the paper's, and as JSON."""

from __future__ import annotations

import dataclasses
from typing import Any

from hintwise.people.statistics import Summary
from hintwise.people.study import Advantage, Preferences, Preferred, StudyStatistics
from hintwise.render.table import Table, markdown_lines, number


def study_tables(statistics: StudyStatistics) -> list[Table]:
    """Shares of the answers, how the share of learned steps is spread, and methods compared."""
    rows = statistics.preferences
    tables = [
        Table(
            "Answers, % (mean ± standard deviation over people)",
            ("method", "queries", "people", "answers", "baseline", "learned", "no preference"),
            tuple(map(_shares, rows)),
        ),
        Table(
            "Share of answers that prefer the learned step",
            ("method", "queries", "mean", "median", "25th %", "75th %", "least", "most"),
            tuple(map(_spread, rows)),
        ),
    ]
    if statistics.advantages:
        tables.append(_comparison(statistics))
    return tables


def study_markdown(statistics: StudyStatistics) -> str:
    """The tables as a page."""
    parts = (
        "\n".join([f"## {table.title}", "", *markdown_lines(table)])
        for table in study_tables(statistics)
    )
    return "\n\n".join(parts) + "\n"


def study_json(statistics: StudyStatistics) -> dict[str, Any]:
    return {
        "people": statistics.people,
        "preferences": [
            {
                "method": row.method,
                "queries": row.queries,
                "answers": row.answers,
                **{p.value: dataclasses.asdict(row.shares[p]) for p in Preferred},
            }
            for row in statistics.preferences
        ],
        "advantages": [dataclasses.asdict(row) for row in statistics.advantages],
    }


def _shares(row: Preferences) -> tuple[str, ...]:
    shares = (row.shares[p] for p in (Preferred.BASELINE, Preferred.LEARNED, Preferred.NONE))
    people = row.shares[Preferred.LEARNED].n
    return (row.method, str(row.queries), str(people), str(row.answers), *map(_percent, shares))


def _percent(share: Summary) -> str:
    std = "" if share.std is None else f" ± {100 * share.std:.1f}"
    return f"{100 * share.mean:.1f}{std}"


def _spread(row: Preferences) -> tuple[str, ...]:
    s = row.shares[Preferred.LEARNED]
    figures = (s.mean, s.median, s.lower_quartile, s.upper_quartile, s.least, s.most)
    return (row.method, str(row.queries), *(f"{figure:.3f}" for figure in figures))


def _comparison(statistics: StudyStatistics) -> Table:
    """Both directions of every two methods, so that nobody has to choose one after the fact."""
    return Table(
        "Is the learned step preferred more often with one method than with another?",
        ("more often with", "than with", "queries", "people", "p", "Cliff's delta"),
        tuple(map(_advantage, statistics.advantages)),
        ("p: one-sided Wilcoxon signed-rank test over the people who judged both methods.",),
    )


def _advantage(row: Advantage) -> tuple[str, ...]:
    p = f"{row.test.p:.2g}" if row.test.p is not None else f"– ({row.test.reason})"
    people = str(row.test.pairs)
    return (row.method, row.other, str(row.queries), people, p, number(row.delta))
