"""What researchers are told of those who take part."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from hintwise.service.study.participations import enrolment
from hintwise.service.study.research import Progressing, export_files
from hintwise.store import NewEvent, Store
from hintwise.store.studies import Newcomer, NewStudy, Participant
from hintwise.study.course import Course
from hintwise.study.export import Participation
from hintwise.study.export.participant import Participant as Answering
from hintwise.study.items import Item, Question
from hintwise.study.plan import StudyPlan
from tests.store.conftest import store as store
from tests.store.conftest import used_postgres_store as used_postgres_store
from tests.study.made_plans import small_plan, walk


def progressing(events: list[dict[str, Any]]) -> Progressing:
    last = events[-1]["id"]
    then = "2027-01-31T12:00:00.000Z"
    participant = Participant("p", "s", "small", 1, "c", "stale", then, then, 9, last, {})
    return Progressing(participant, Answering("", Participation(1, events[:1])))


def name_of(item: Item) -> str:
    if isinstance(item, Question):
        return item.part
    if (name := getattr(item, "name", "")).startswith("part:"):
        return "break"
    return name or {"consented": "consent", "completed": "end"}[item.done]


def early(plan: StudyPlan) -> StudyPlan:
    """The same, with arms that may end before all their questions are asked."""
    questions = replace(plan.questions, stop="enough", train=12, least=8)
    return replace(plan, questions=questions)


@pytest.mark.parametrize("stake", [None, 0.0])
@pytest.mark.parametrize("plan", [small_plan(), early(small_plan())], ids=["fixed", "enough"])
def test_the_stage_of_somebody_is_what_waits_to_be_done(
    plan: StudyPlan, stake: float | None
) -> None:
    """Only the last event and who they are is known of them."""
    events = walk(plan, 1, random.Random(1), stake=stake)
    stages = []
    for count, following in enumerate([*events[1:], {"kind": "nothing"}], 1):
        if following["kind"] == "asked":
            continue  # it is stored together with what comes before it
        stages.append(progressing(events[:count]).stage(plan))
        assert stages[-1] == name_of(Course(plan, events[:count]).next)
    assert stages.count("break") == 3
    assert {"consent", "demographics", "instructions", "practice", "arms", "end"} <= {*stages}


def test_an_export_has_nobody_who_withdraws_while_it_is_made(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, name = small_plan(), f"study-{secrets.token_hex(4)}"
    store.studies.open(NewStudy(name, plan.as_json(), plan.hash, people=plan.people))
    people = [store.studies.join(name, Newcomer(), enrolment).participant for _ in range(3)]
    for one in people:
        store.studies.append(one, 1, [NewEvent("consented", id="consented")])
    read = store.studies.participations

    def interrupted(name: str) -> Iterator[Any]:
        found = read(name)
        yield next(found)
        for one in people[:2]:  # who has been read, and who is to be read
            store.studies.withdraw(one)
        yield from found

    monkeypatch.setattr(store.studies, "participations", interrupted)
    files = export_files(store, name)
    counts = json.loads(files["study.json"])["counts"]
    assert (counts["joined"], counts["withdrawn"], counts["consented"]) == (3, 2, 3)
    assert len(json.loads(files["participants.json"])) == 1
