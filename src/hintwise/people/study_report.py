"""The statistics of a study as tables, in the form of the paper's, and as JSON."""

from __future__ import annotations

import dataclasses
from typing import Any

from hintwise.people.statistics import Summary
from hintwise.people.study import Advantage, Preferences, Preferred, StudyStatistics
from hintwise.render.table import Table, markdown_lines, number


def study_tables(statistics: StudyStatistics) -> list[Table]:
    """Shares of the answers, how the share of learned steps is spread, and methods compared.

    What steps were compared with is told where it is not the same everywhere.
    """
    rows = statistics.preferences
    several = len({row.against for row in rows}) > 1
    tables = [
        Table(
            "Answers, % (mean ± standard deviation over people)",
            ("method", "queries", "people", "answers", "baseline", "learned", "no preference"),
            tuple((_method(row, several), *_shares(row)) for row in rows),
        ),
        Table(
            "Share of answers that prefer the learned step",
            ("method", "queries", "mean", "median", "25th %", "75th %", "least", "most"),
            tuple((_method(row, several), *_spread(row)) for row in rows),
        ),
    ]
    if statistics.advantages:
        tables.append(comparison_table(statistics))
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
                "against": row.against,
                "queries": row.queries,
                "answers": row.answers,
                **{p.value: dataclasses.asdict(row.shares[p]) for p in Preferred},
            }
            for row in statistics.preferences
        ],
        "advantages": [dataclasses.asdict(row) for row in statistics.advantages],
    }


def comparison_table(statistics: StudyStatistics) -> Table:
    """Both directions of every two methods, so that nobody has to choose one after the fact."""
    several = len({row.against for row in statistics.advantages}) > 1
    notes = ["p: one-sided Wilcoxon signed-rank test over the people who judged both methods."]
    if any(row.between for row in statistics.advantages):
        notes.append(
            "Where nobody judged both, p is of the one-sided Wilcoxon rank-sum test between those "
            "who judged either."
        )
    return Table(
        "Is the learned step preferred more often with one method than with another?",
        ("more often with", "than with", "queries", "people", "p", "Cliff's delta"),
        tuple((_method(row, several), *_advantage(row)) for row in statistics.advantages),
        tuple(notes),
    )


def percent(share: Summary) -> str:
    """
    >>> percent(Summary.of([0.5, 0.25]))
    '37.5 ± 17.7'
    """
    std = "" if share.std is None else f" ± {100 * share.std:.1f}"
    return f"{100 * share.mean:.1f}{std}"


def p_value(p: float | None, reason: str) -> str:
    return f"{p:.2g}" if p is not None else f"– ({reason})"


def _method(row: Preferences | Advantage, several: bool) -> str:
    return f"{row.method} (against {row.against})" if several and row.against else row.method


def _shares(row: Preferences) -> tuple[str, ...]:
    shares = (row.shares[p] for p in (Preferred.BASELINE, Preferred.LEARNED, Preferred.NONE))
    people = row.shares[Preferred.LEARNED].n
    return (str(row.queries), str(people), str(row.answers), *map(percent, shares))


def _spread(row: Preferences) -> tuple[str, ...]:
    s = row.shares[Preferred.LEARNED]
    figures = (s.mean, s.median, s.lower_quartile, s.upper_quartile, s.least, s.most)
    return (str(row.queries), *(f"{figure:.3f}" for figure in figures))


def _advantage(row: Advantage) -> tuple[str, ...]:
    people, p = str(row.test.pairs), p_value(row.test.p, row.test.reason)
    if row.between is not None:
        people = f"{row.between.first} and {row.between.second}"
        p = p_value(row.between.p, row.between.reason)
    return (row.other, str(row.queries), people, p, number(row.delta))
