"""Whether learned steps were preferred: the paper's table, and the tests."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hintwise.experiments.report.sections import AS_PUBLISHED
from hintwise.people.statistics import PairedTest, Summary, cliffs_delta, wilcoxon
from hintwise.people.study import EvaluationAnswer, Preferred, StudyStatistics, shares_of_people
from hintwise.people.study_report import (
    comparison_table,
    p_value,
    percent,
    study_json,
)
from hintwise.render.table import Table, number
from hintwise.study.plan import StudyPlan
from hintwise.study.report.published import NOTE, published_cells
from hintwise.study.report.selection import Row, Selection

Comparison = tuple[str, str, int]
"""An arm, what its steps were compared with, and after how many training questions."""


@dataclass(frozen=True, slots=True)
class Liking:
    """Whether an arm's steps were preferred to what they were compared with.

    The test is one-sided, over people: a small p says that they were. `same` is the share of pairs
    whose steps were the same.
    """

    method: str
    against: str
    queries: int
    test: PairedTest
    delta: float
    same: float


@dataclass(frozen=True, slots=True)
class EvaluationFindings:
    """What evaluation pairs show."""

    statistics: StudyStatistics
    likings: tuple[Liking, ...]

    @classmethod
    def of(cls, selection: Selection) -> EvaluationFindings | None:
        """None if nobody has answered any."""
        arms = selection.arms
        rows = sorted(selection.evaluation, key=lambda row: arms.index(row["method"]))
        if not rows:
            return None
        answers = [_answer(row) for row in rows]
        return cls(StudyStatistics.of(answers), tuple(_likings(rows, answers)))

    def as_json(self) -> dict[str, Any]:
        return {
            **study_json(self.statistics),
            "likings": [dataclasses.asdict(liking) for liking in self.likings],
        }

    @property
    def baselines(self) -> list[str]:
        return list(dict.fromkeys(row.against for row in self.statistics.preferences))


def shares_by_person(selection: Selection) -> dict[Comparison, dict[str, float]]:
    """Which share of a person's answers preferred the learned step, by comparison and person."""
    found: dict[Comparison, dict[str, float]] = {}
    for comparison, answers in _by_comparison(
        [_answer(row) for row in selection.evaluation]
    ).items():
        shares = shares_of_people(answers)
        found[comparison] = {person: own[Preferred.LEARNED] for person, own in shares.items()}
    return found


def paper_table(
    findings: EvaluationFindings,
    against: str,
    waits: Mapping[tuple[str, int], Summary],
    plan: StudyPlan,
) -> Table:
    """The paper's table: shares by number of training questions, side by side for all arms.

    `waits` are the times to compute a question, by arm and number of training questions. Where the
    paper has figures for the same, they stand below.
    """
    rows = [row for row in findings.statistics.preferences if row.against == against]
    shown = [arm for arm in plan.arms if any(row.method == arm.name for row in rows)]
    shares = {(row.method, row.queries): row.shares for row in rows}
    order = (Preferred.BASELINE, Preferred.LEARNED, Preferred.NONE)
    body: list[tuple[str, ...]] = []
    notes = [
        "Mean ± standard deviation over people, after so many training questions of each arm. "
        "Pairs of steps that are the same count as neither; nobody was asked about them.",
        "s: seconds to compute a training question, over those since the row before.",
    ]
    for queries in dict.fromkeys(row.queries for row in rows):
        cells = [str(queries)]
        for arm in shown:
            own = shares.get((arm.name, queries))
            cells += [percent(own[answer]) for answer in order] if own else ["–"] * 3
        cells += [_seconds(waits.get((arm.name, queries))) for arm in shown]
        body.append(tuple(cells))
        if (published := published_cells(plan, shown, queries, against)) is not None:
            body.append((AS_PUBLISHED, *published))
    if any(row[0] == AS_PUBLISHED for row in body):
        notes.append(NOTE)
    headers = ["after"]
    for arm in shown:
        headers += [against, _label(arm.name), "neither"]
    headers += [f"{_label(arm.name)}, s" for arm in shown]
    title = f"What people preferred, %: the {against} step or what an arm had learned"
    return Table(title, tuple(headers), tuple(body), tuple(notes))


def without_published(table: Table) -> Table:
    rows = tuple(row for row in table.rows if row[0] != AS_PUBLISHED)
    return replace(table, rows=rows, notes=tuple(note for note in table.notes if note != NOTE))


def arms_table(findings: EvaluationFindings, arms: Sequence[str]) -> Table | None:
    """What arms learned, against each other; None if the plan does not compare them."""
    rows = [row for row in findings.statistics.preferences if row.against in arms]
    if not rows:
        return None
    order = (Preferred.LEARNED, Preferred.BASELINE, Preferred.NONE)
    return Table(
        "What people preferred, %: the step of one arm or of another",
        ("first", "second", "questions", "people", "first", "second", "neither"),
        tuple(
            (
                row.method,
                row.against,
                str(row.queries),
                str(row.shares[Preferred.LEARNED].n),
                *(percent(row.shares[answer]) for answer in order),
            )
            for row in rows
        ),
    )


def liking_table(findings: EvaluationFindings) -> Table:
    return Table(
        "Is the learned step preferred to what it is compared with?",
        ("arm", "against", "questions", "people", "p", "Cliff's delta", "same step, %"),
        tuple(
            (
                liking.method,
                liking.against,
                str(liking.queries),
                str(liking.test.pairs),
                p_value(liking.test.p, liking.test.reason),
                number(liking.delta),
                f"{100 * liking.same:.1f}",
            )
            for liking in findings.likings
        ),
        (
            "p: one-sided Wilcoxon signed-rank test over people, of the share that prefers the "
            "learned step against the share that prefers the other one.",
        ),
    )


def tests_tables(findings: EvaluationFindings) -> list[Table]:
    """Arms against each other as in the paper, where there are several, and each by itself."""
    several = [comparison_table(findings.statistics)] if findings.statistics.advantages else []
    return [*several, liking_table(findings)]


def _answer(row: Row) -> EvaluationAnswer:
    return EvaluationAnswer(
        row["person"],
        row["method"],
        row["queries"],
        str(row["step"]),
        Preferred(row["answer"]),
        row["against"],
    )


def _by_comparison(
    answers: Sequence[EvaluationAnswer],
) -> dict[Comparison, list[EvaluationAnswer]]:
    found: dict[Comparison, list[EvaluationAnswer]] = {}
    for answer in answers:
        found.setdefault((answer.method, answer.against, answer.queries), []).append(answer)
    return found


def _likings(rows: Sequence[Row], answers: Sequence[EvaluationAnswer]) -> list[Liking]:
    same = Counter((row["method"], row["against"], row["queries"]) for row in rows if row["same"])
    found = []
    for comparison, own in _by_comparison(answers).items():
        shares = shares_of_people(own).values()
        learned = [share[Preferred.LEARNED] for share in shares]
        baseline = [share[Preferred.BASELINE] for share in shares]
        # Rounded, as equal differences of shares may not be quite the same in floating point.
        differences = [round(a - b, 12) for a, b in zip(learned, baseline, strict=True)]
        test = wilcoxon(differences, [0.0] * len(differences), "greater")
        delta = cliffs_delta(learned, baseline)
        found.append(Liking(*comparison, test, delta, same[comparison] / len(own)))
    return found


def _label(arm: str) -> str:
    """Such that it can be broken into lines."""
    return arm.replace("_", " ")


def _seconds(summary: Summary | None) -> str:
    if summary is None:
        return "–"
    return f"{summary.mean:.2f}" + ("" if summary.std is None else f" ± {summary.std:.2f}")
