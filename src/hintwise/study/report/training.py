"""How arms learned: whether they foresaw answers to their own questions, and what these took."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hintwise.people.statistics import Summary
from hintwise.study.report.selection import Row, Selection, by_person

BLOCKS = 10
"""Into about so many parts the training questions are divided for a curve."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """The training questions of an arm from one number to another; means of people, summarised."""

    arm: str
    first: int
    last: int
    foreseen: Summary | None
    """How often the step that the arm held for the better was preferred, if one was."""
    indifferent: Summary
    """The share of answers without a preference."""
    computed_s: Summary
    """What computing a question took."""

    def as_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


def curve(selection: Selection) -> list[Stretch]:
    """In stretches of equal length."""
    train = selection.export.plan.questions.train
    length = max(1, -(-train // BLOCKS))
    return stretches(selection, [*range(0, train, length), train])


def between_evaluations(selection: Selection) -> list[Stretch]:
    """From one evaluation to the next, and to the end."""
    plan = selection.export.plan
    points = {evaluation.after for evaluation in plan.evaluations}
    return stretches(selection, sorted({0, *points, plan.questions.train}))


def stretches(selection: Selection, edges: Sequence[int]) -> list[Stretch]:
    """Between these numbers of questions, the first 0; without those that nobody answered."""
    asked = [
        row for row in selection.answers if row["purpose"] == "train" and row["answer"] is not None
    ]
    return [
        stretch
        for arm in selection.arms
        for stretch in _of_arm(arm, [row for row in asked if row["part"] == arm], edges)
    ]


def _of_arm(arm: str, rows: Sequence[Row], edges: Sequence[int]) -> Iterator[Stretch]:
    for before, last in pairwise(edges):
        people = by_person(row for row in rows if before < row["number"] <= last).values()
        if not people:
            continue
        foreseen = [
            [row["foreseen"] for row in own if row["foreseen"] is not None] for own in people
        ]
        yield Stretch(
            arm,
            before + 1,
            last,
            Summary.of(map(_mean, filter(None, foreseen))) if any(foreseen) else None,
            Summary.of(_mean([row["answer"] == "none" for row in own]) for own in people),
            Summary.of(_mean([row["computed_s"] for row in own]) for own in people),
        )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
