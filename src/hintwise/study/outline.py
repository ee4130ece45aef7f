"""What a plan means for those who take part, and for whoever recruits them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hintwise.study.items import PURPOSES
from hintwise.study.plan import Cell, StudyPlan
from hintwise.study.schedule import Part, parts_of

PAIR_S = (6.75, 13.5)
"""How long somebody takes for a pair: in the paper's study some 400 took 45 to 90 minutes."""

_TO_FILL_IN = re.compile(r"\[[^\[\]\n]*[A-Z]{2}[^\[\]]*\]")


@dataclass(frozen=True, slots=True)
class Outline:
    """How many questions of which purpose each participant is asked, and who goes through what.

    `fewest` is less than `questions` only where arms may end early. `people` are as many as are
    expected in each cell. `notes` are what a plan may well say, but perhaps did not mean to.
    """

    plan: StudyPlan
    purposes: tuple[tuple[str, int], ...]
    questions: int
    fewest: int
    people: tuple[int, ...]
    notes: tuple[str, ...]

    @property
    def minutes(self) -> tuple[int, int]:
        """How long it takes, about; without forms and texts."""
        fast, slow = PAIR_S
        return _rounded(self.fewest * fast / 60), _rounded(self.questions * slow / 60)

    def as_json(self) -> dict[str, Any]:
        plan = self.plan
        return {
            "name": plan.name,
            "title": plan.title,
            "hash": plan.hash,
            "people": plan.people,
            "closes": None if plan.closes is None else plan.closes.isoformat(),
            "design": plan.design,
            "kind": plan.kind,
            "questions": self.questions,
            "fewest_questions": self.fewest,
            "purposes": dict(self.purposes),
            "minutes": list(self.minutes),
            "cells": [
                {**cell.as_json(), "people": people}
                for cell, people in zip(plan.cells, self.people, strict=True)
            ],
            "notes": list(self.notes),
        }


def outline(plan: StudyPlan) -> Outline:
    """What a participant goes through; all cells have as many questions of each purpose."""
    longest = _parts(plan, plan.cells[0], plan.questions.train)
    shortest = _parts(plan, plan.cells[0], plan.questions.of_everybody)
    asked = [question.purpose for part in longest for question in part.questions]
    purposes = tuple((purpose, asked.count(purpose)) for purpose in PURPOSES)
    fewest = sum(len(part.questions) for part in shortest)
    cells = len(plan.cells)
    people = tuple((plan.people + cells - 1 - place) // cells for place in range(cells))
    return Outline(plan, purposes, len(asked), fewest, people, tuple(_notes(plan)))


def unfinished(plan: StudyPlan) -> Iterator[str]:
    """What people would read that still has places to fill in, such as [NAMES]."""
    texts = {"about": plan.about, "text in [consent]": plan.consent}
    for key, text in texts.items():
        if found := _TO_FILL_IN.findall(text):
            places = ", ".join(" ".join(place.split()) for place in dict.fromkeys(found))
            yield f"{key} still has places to fill in: {places}"


def _parts(plan: StudyPlan, cell: Cell, trained: int) -> tuple[Part, ...]:
    return parts_of(plan, cell.order, 0, (trained,) * len(cell.order))


def _rounded(minutes: float) -> int:
    """As exact as an estimate is."""
    return max(1, round(minutes) if minutes < 10 else 5 * round(minutes / 5))


def _notes(plan: StudyPlan) -> Iterator[str]:
    cells = len(plan.cells)
    if plan.people % cells:
        what = "orders of the arms" if plan.design == "within" else "arms"
        nearest = plan.people + cells - plan.people % cells
        yield f"{plan.people} people cannot be balanced over {cells} {what}; {nearest} could"
    settings = [arm.settings(plan.kind) for arm in plan.arms]
    for (one, first), (other, second) in itertools.combinations(enumerate(settings), 2):
        if first == second:
            yield f"the arms {plan.arms[one].name} and {plan.arms[other].name} are the same"
    yield from unfinished(plan)
    if not (plan.checks.dominated or plan.checks.repeats):
        yield "there are no [checks]: nothing will tell whether people paid attention"
    if not plan.evaluations:
        yield "there are no [[evaluations]]: nothing will tell whether learned steps are preferred"
