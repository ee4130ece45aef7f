"""What is made of the export of a rehearsal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hintwise.bench.web.plan import Share
from hintwise.study.export import Export
from hintwise.study.export.names import person_name
from hintwise.study.plan import read_plan
from hintwise.study.rehearsal.findings import Outcome, judges
from hintwise.study.rehearsal.journal import Ending
from hintwise.study.rehearsal.people import Manner, SimulatedPerson
from hintwise.study.rehearsal.power import Evaluated, Leaning
from hintwise.study.rehearsal.tables import rehearsal_tables, verdict
from hintwise.study.rehearsal.tally import Tally
from tests.study.made_plans import PLAN

PEOPLE = (
    SimulatedPerson(1, Manner.PRIOR, seed=1),
    SimulatedPerson(2, Manner.CARELESS, seed=1),
)
PLANNED = read_plan(PLAN)
NAMES = [person_name(PLANNED.hash, person.number) for person in PEOPLE]


def _export(answers: list[dict[str, Any]]) -> Export:
    participants: list[dict[str, Any]] = [
        {
            "person": name,
            "completed": True,
            "excluded": excluded,
            "dominated": 2,
            "dominated_failed": failed,
            "agreement": 0.5,
            "median_s": 3.0,
        }
        for name, excluded, failed in zip(NAMES, (None, "dominated_failures"), (0, 2), strict=True)
    ]
    pair: dict[str, Any] = {"queries": 4, "method": "machop", "against": "smallest"}
    evaluation = [
        {**pair, "person": NAMES[0], "answer": "learned"},
        {**pair, "person": NAMES[0], "answer": "none"},
        {**pair, "person": NAMES[0], "answer": "baseline", "method": "perceptron"},
        {**pair, "person": NAMES[0], "answer": "learned", "against": "perceptron", "queries": 8},
        {**pair, "person": NAMES[0], "answer": "none", "against": "perceptron", "queries": 8},
    ]
    return Export(
        PLANNED, {}, tuple(participants), tuple(answers), tuple(evaluation), choices="", sessions=()
    )


def _row(person: str, side: str, answer: str = "a") -> dict[str, Any]:
    return {"person": person, "side": side, "answer": answer}


def _outcome(answers: list[dict[str, Any]], tally: Tally) -> Outcome:
    endings = {person.number: Ending.COMPLETED for person in PEOPLE}
    return Outcome(PEOPLE, endings, tally, _export(answers), 10.0, Share(1.0, 2.0), 10)


def _tally() -> Tally:
    tally = Tally()
    for question, side in (("q1", "left"), ("q3", "right")):
        tally.answers(1, question, side)
    return tally


@pytest.mark.parametrize(
    ("stored", "lost"),
    [
        (["left", "right"], 0),
        (["none", "left", "right"], 0),  # the first before the rehearsal was interrupted
        (["left", "left"], 1),
        (["right"], 1),
        ([], 2),
    ],
)
def test_answers_that_were_acknowledged_and_are_not_there_are_counted(
    stored: list[str], lost: int
) -> None:
    rows = [_row(NAMES[0], side) for side in stored]
    others = [_row(NAMES[0], "none", "same"), _row(NAMES[1], "left")]
    findings = _outcome([*rows, *others], _tally()).findings(np.random.default_rng(1))
    assert findings.lost == lost
    assert findings.is_good is (lost == 0)


def test_connections_that_nobody_cut_are_an_error() -> None:
    tally = Tally(lost_connections=1)
    assert not _outcome([], tally).findings(np.random.default_rng(1)).is_good
    tally.kills = 1
    assert _outcome([], tally).findings(np.random.default_rng(1)).is_good


def test_judges_prefer_arms_by_their_shares_also_against_each_other() -> None:
    first, second = judges(_export([]))
    against_smallest, against_arm = Evaluated(4, "smallest"), Evaluated(8, "perceptron")
    assert first.shares == {
        ("machop", against_smallest): Leaning(0.5, 0.0),
        ("perceptron", against_smallest): Leaning(0.0, 1.0),
        ("machop", against_arm): Leaning(0.5, 0.0),
    }
    assert not first.is_excluded
    assert second.is_excluded


def test_the_tables_say_who_came_and_what_went_wrong() -> None:
    tally = _tally()
    tally.errors += ["person 1: odd"] * 3
    findings = _outcome([], tally).findings(np.random.default_rng(1))
    assert verdict(findings) == "2 answers in 10.0 s: 3 errors, 2 lost."
    course, people, power = rehearsal_tables(findings)
    assert course.notes == ("person 1: odd (3 times)",)
    assert ("at once", "2") in course.rows
    assert "`" not in "".join(power.notes)  # tables show texts as they are
    assert [row[:3] for row in people.rows] == [("prior", "1", "1"), ("careless", "1", "1")]
    assert people.rows[1][5] == "2 of 2"
    assert [header for header in power.headers if "people" in header] == [
        "2 people",
        "4 people",
        "8 people",
    ]
