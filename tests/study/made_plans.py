"""Small plans of studies, and people who go through them without a server."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from hintwise.study import events
from hintwise.study.allocation import seed_of
from hintwise.study.course import Course
from hintwise.study.items import Consent, End, FormPage, Item, Question, Text
from hintwise.study.plan import Cell, StudyPlan, read_plan

PLAN = """\
version = 1
name = "small"
title = "A small study"
design = "within"
people = 4
seed = 3

[puzzles]
train = ["tiny-1", "tiny-2"]
evaluate = ["tiny-3"]
practice = ["tiny-4"]

[[arms]]
name = "machop"
method = "machop"
preset = "paper"

[[arms]]
name = "perceptron"
method = "choice_perceptron"
preset = "paper"

[questions]
train = 8
practice = 1

[[evaluations]]
after = 4
against = "smallest"
pairs = 2

[[evaluations]]
after = 8
against = "arms"
pairs = 3

[checks]
dominated = 1
repeats = 1

[exclusion]
dominated_failures = 1

[consent]
text = "Do you agree?"

[[demographics]]
name = "age"
ask = "How old are you?"
kind = "number"
least = 18
required = false

[[closing]]
name = "remarks"
ask = "Anything else?"
kind = "text"
required = false

[completion]
code = "DONE"
url = "https://example.org/{code}"
"""
"""Two arms with eight questions each, and some of everything else."""


@cache
def small_plan() -> StudyPlan:
    return read_plan(PLAN)


def changed(plan: StudyPlan, **changes: Any) -> StudyPlan:
    """The plan with other values, which nobody has checked."""
    return replace(plan, **changes)


def joined(plan: StudyPlan, number: int = 1, cell: Cell | None = None) -> dict[str, Any]:
    """The first event of a participant, who is allocated in turn unless a cell is given."""
    cell = cell or plan.cells[(number - 1) % len(plan.cells)]
    return events.joined(
        study=plan.name,
        plan=plan.hash,
        number=number,
        cell=cell.name,
        order=cell.order,
        seed=seed_of(plan, number),
        language=plan.language,
        versions={"hintwise": "0"},
    )


def happened(
    item: Item, rng: random.Random, stake: float | None = None, **more: float
) -> list[dict[str, Any]]:
    """What happens when an item is done by somebody who decides at random.

    The queries are made up: they have a number and a stake, and nothing that can be shown.
    """
    match item:
        case Consent():
            return [events.consented()]
        case FormPage(name):
            return [events.filled(name, {})]
        case Text(name=name):
            return [events.read(name)]
        case End():
            return [events.completed()]
        case Question():
            return [made_up(item, {"stake": stake, **more}), _answered(item, rng)]
    raise AssertionError(item)


def made_up(question: Question, query: Mapping[str, Any]) -> dict[str, Any]:
    """The event by which a question is asked, with a query that is made up."""
    return events.asked(
        key=question.key,
        part=question.part,
        purpose=question.purpose,
        number=question.number,
        query={"number": question.number, **query},
        swapped=question.swapped,
        repeats=question.repeats,
        evaluates=None if question.evaluates is None else question.evaluates.as_json(),
        seconds=0.1,
    )


def _answered(question: Question, rng: random.Random) -> dict[str, Any]:
    side = rng.choice(events.SIDES)
    answer = events.answer_of(side, swapped=question.swapped)
    return events.answered(key=question.key, answer=answer, side=side, seconds=rng.random())


def walk(
    plan: StudyPlan, number: int, rng: random.Random, cell: Cell | None = None, **more: Any
) -> list[dict[str, Any]]:
    """All events of somebody who goes through everything."""
    found = [joined(plan, number, cell)]
    while not (course := Course(plan, found)).is_complete:
        found += happened(course.next, rng, **more)
    return found
