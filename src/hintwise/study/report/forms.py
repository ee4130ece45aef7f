"""What people said of themselves and of the study, summarised."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hintwise.people.statistics import Summary
from hintwise.render.table import Table, spread
from hintwise.study.plan import Field
from hintwise.study.report.selection import Row, Selection


@dataclass(frozen=True, slots=True)
class FieldSummary:
    """The answers to one question of a form.

    Choices and scales are counted, numbers and scales summarised; of texts it is only told how
    many there are.
    """

    form: str
    name: str
    ask: str
    kind: str
    answered: int
    people: int
    counts: Mapping[str, int] | None
    summary: Summary | None

    def as_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


def form_summaries(selection: Selection) -> list[FieldSummary]:
    """Of every question of both forms, in their order."""
    plan, people = selection.export.plan, selection.participants
    return [
        _summary(form, field, people)
        for form, fields in (("demographics", plan.demographics), ("closing", plan.closing))
        for field in fields
    ]


def _summary(form: str, field: Field, people: Sequence[Row]) -> FieldSummary:
    given = [row[f"{form}_{field.name}"] for row in people]
    answers = [answer for answer in given if answer is not None]
    counts: dict[str, int] | None = None
    if field.kind == "choice":
        found = Counter(answers)
        counts = {option: found[option] for option in field.options}
    elif field.kind == "scale":
        found = Counter(answers)
        least, most = int(field.least or 0), int(field.most or 0)
        counts = {str(point): found[point] for point in range(least, most + 1)}
    is_number = field.kind in ("number", "scale")
    summary = Summary.of(answers) if is_number and answers else None
    return FieldSummary(
        form, field.name, field.ask, field.kind, len(answers), len(people), counts, summary
    )


def forms_table(title: str, found: Sequence[FieldSummary]) -> Table:
    return Table(
        title,
        ("question", "answered", "mean ± sd", "answers"),
        tuple(
            (
                one.ask,
                f"{one.answered} of {one.people}",
                "–" if one.summary is None else spread(one.summary.mean, one.summary.std),
                _answers(one),
            )
            for one in found
        ),
        ("Texts are not printed here; they are in participants.csv.",)
        if any(one.kind == "text" for one in found)
        else (),
    )


def _answers(one: FieldSummary) -> str:
    if one.counts is not None:
        return ", ".join(f"{option}: {count}" for option, count in one.counts.items())
    if one.summary is not None:
        return f"from {one.summary.least:g} to {one.summary.most:g}"
    return "texts" if one.kind == "text" else "–"
