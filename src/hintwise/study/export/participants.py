"""The wide table: everybody who took part, a row each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hintwise.study.export.answers import SEPARATOR, versions_text
from hintwise.study.export.conduct import REASONS, Conduct
from hintwise.study.export.evaluation import judged
from hintwise.study.export.participant import Participant
from hintwise.study.export.sheet import Column, Sheet, Value
from hintwise.study.plan import StudyPlan

_FIELD_KINDS = {"choice": "text", "text": "text", "number": "number", "scale": "whole"}

Comparison = tuple[str, str, int]
"""An arm, what its steps were compared with, and after how many training questions."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """A participant, how they went about it, and what they preferred."""

    participant: Participant
    conduct: Conduct
    reasons: tuple[str, ...]
    """Why the plan excludes them."""
    preferred: Counter[tuple[Comparison, str]]
    """How often which answer was given to which evaluation pairs."""

    @classmethod
    def of(cls, participant: Participant, plan: StudyPlan) -> Attendance:
        conduct = Conduct.of(participant)
        preferred = Counter(
            ((j.method, j.against, j.queries), j.answer) for j in judged([participant])
        )
        return cls(participant, conduct, conduct.reasons(plan.exclusion), preferred)

    def share(self, comparison: Comparison, answer: str) -> float | None:
        answers = ("learned", "baseline", "none")
        whole = sum(self.preferred[comparison, other] for other in answers)
        return _rounded(self.preferred[comparison, answer] / whole) if whole else None

    def asked(self, part: str, purpose: str) -> int:
        """How many such questions were answered."""
        given = self.participant.given
        return sum(p.asked["part"] == part and p.purpose == purpose for p in given)


def participants_sheet(plan: StudyPlan, people: Iterable[Participant]) -> Sheet[Attendance]:
    return Sheet(
        "participants",
        "Everybody who joined and did not withdraw, a row each.",
        (*COLUMNS, *_of_arms(plan), *_of_evaluations(plan), *_of_forms(plan)),
        [Attendance.of(person, plan) for person in people],
    )


def comparisons(plan: StudyPlan) -> Iterator[Comparison]:
    """What the plan lets people compare."""
    arms = [arm.name for arm in plan.arms]
    for evaluation in plan.evaluations:
        if evaluation.against == "arms":
            for place, arm in enumerate(arms):
                for other in arms[place + 1 :]:
                    yield arm, other, evaluation.after
        else:
            for arm in arms:
                yield arm, evaluation.against, evaluation.after


def _total(row: Attendance, name: str) -> float:
    return _rounded(sum(p.answered[name] for p in row.participant.given if p.answered)) or 0.0


def _days(row: Attendance) -> Value:
    days = row.participant.days
    return (days[-1] - days[0]).days + 1 if days else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(float(value), 6)


COLUMNS: tuple[Column[Attendance], ...] = (
    Column(
        "person",
        "text",
        "who; the same name in all files. Names do not follow the order of arrival",
        lambda row: row.participant.person,
    ),
    Column(
        "cell",
        "text",
        "what the person was allocated to: an arm, or an order of arms",
        lambda row: row.participant.joined["cell"],
    ),
    Column(
        "order",
        "text",
        "the arms, in the order of the person",
        lambda row: SEPARATOR.join(row.participant.order),
    ),
    Column(
        "language",
        "text",
        "in which they were asked",
        lambda row: row.participant.joined["language"],
    ),
    Column(
        "seed",
        "text",
        "of all that was drawn for the person",
        lambda row: str(row.participant.joined["seed"]),
    ),
    Column(
        "versions",
        "text",
        "of the programs, when the person joined",
        lambda row: versions_text(row.participant.joined["versions"]),
    ),
    Column("consented", "yes", "whether they consented", lambda row: row.participant.has_consented),
    Column(
        "completed",
        "yes",
        "whether they came to the end",
        lambda row: row.participant.has_completed,
    ),
    Column("answers", "whole", "questions answered", lambda row: len(row.participant.given)),
    Column("dominated", "whole", "dominated pairs answered", lambda row: row.conduct.dominated),
    Column(
        "dominated_failed",
        "whole",
        "in how many of them the dominated step was preferred",
        lambda row: row.conduct.dominated_failed,
    ),
    Column("repeats", "whole", "repeats answered", lambda row: row.conduct.repeats),
    Column(
        "repeats_agreed",
        "whole",
        "how many of them as the first time",
        lambda row: row.conduct.repeats_agreed,
    ),
    Column(
        "agreement",
        "number",
        "that as a share; empty without repeats",
        lambda row: _rounded(row.conduct.agreement),
    ),
    Column(
        "indifferent",
        "number",
        "the share of answers without a preference, those of the practice left out",
        lambda row: _rounded(row.conduct.indifferent),
    ),
    Column(
        "median_s",
        "number",
        "the median time for an answer, those of the practice left out",
        lambda row: _rounded(row.conduct.median_s),
        True,
    ),
    Column(
        "seconds",
        "number",
        "all times for answers added up",
        lambda row: _total(row, "seconds"),
        True,
    ),
    Column(
        "away",
        "whole",
        "how often the page lost the focus during questions",
        lambda row: int(_total(row, "away")),
    ),
    Column("away_s", "number", "for how long in all", lambda row: _total(row, "away_s"), True),
    Column("days", "whole", "from the first day to the last, both counted", _days, True),
    Column(
        "excluded",
        "text",
        "by which rules of the plan: "
        + ", ".join(f"`{name}` ({what})" for name, what in REASONS.items())
        + "; empty: by none",
        lambda row: SEPARATOR.join(row.reasons),
        True,
    ),
)


def _of_arms(plan: StudyPlan) -> Iterator[Column[Attendance]]:
    for arm in plan.arms:
        yield Column(
            f"{arm.name}_answers",
            "whole",
            f"training questions of {arm.name} answered",
            lambda row, name=arm.name: row.asked(name, "train"),  # type: ignore[misc]
        )


_SHARES = {
    "learned": "that preferred the arm's step",
    "baseline": "that preferred the other one",
    "none": "without a preference",
}


def _of_evaluations(plan: StudyPlan) -> Iterator[Column[Attendance]]:
    for comparison in comparisons(plan):
        arm, against, after = comparison
        for answer, what in _SHARES.items():
            yield Column(
                f"{arm}_{after}_{against}_{answer}",
                "number",
                f"share of answers {what}: {arm} after {after} questions, against {against}",
                lambda row, c=comparison, a=answer: row.share(c, a),  # type: ignore[misc]
            )


def _of_forms(plan: StudyPlan) -> Iterator[Column[Attendance]]:
    for form, fields in (("demographics", plan.demographics), ("closing", plan.closing)):
        for field in fields:
            yield Column(
                f"{form}_{field.name}",
                _FIELD_KINDS[field.kind],
                f"{field.ask} ({field.accepted})",
                lambda row, f=form, n=field.name: row.participant.filled(f).get(n),  # type: ignore[misc]
            )
