"""The events of a participation: ids that are there once, and values that can be stored."""

from __future__ import annotations

import random

import pytest

from hintwise.errors import HintwiseError
from hintwise.store.events import NewEvent
from hintwise.study import events
from hintwise.study.plan import PAPER_PLAN, read_plan
from tests.study.made_plans import changed, small_plan, walk


def test_every_event_of_a_participation_can_be_stored_once() -> None:
    plan = small_plan()
    found = walk(plan, 1, random.Random(1))
    for event in found:
        assert NewEvent.from_json(event).as_json() == {**event, "version": 1}
        assert event["kind"] in events.KINDS
    assert len({event["id"] for event in found}) == len(found)


def test_the_longest_names_make_ids_that_can_be_stored() -> None:
    plan = read_plan(PAPER_PLAN)
    arms = tuple(
        type(arm)(letter * 30, arm.method, arm.preset)
        for arm, letter in zip(plan.arms, "ab", strict=True)
    )
    for event in walk(changed(plan, arms=arms, name="x" * 40), 1, random.Random(1)):
        NewEvent.from_json(event)
    NewEvent("joined", {}, id=events.label_of("x" * 40))


@pytest.mark.parametrize(
    ("side", "swapped", "answer"),
    [
        ("left", False, "a"),
        ("right", False, "b"),
        ("left", True, "b"),
        ("right", True, "a"),
        ("none", False, "none"),
        ("none", True, "none"),
    ],
)
def test_a_side_means_a_step(side: str, swapped: bool, answer: str) -> None:
    assert events.answer_of(side, swapped=swapped) == answer


@pytest.mark.parametrize(
    "wrong",
    [
        {"answer": "c"},
        {"side": "up"},
        {"seconds": -1},
        {"seconds": float("nan")},
        {"seconds": "1"},
        {"seconds": 10**9},
        {"away": -1},
        {"away": 1.5},
        {"away_s": -0.5},
    ],
)
def test_an_answer_that_no_page_sends_is_refused(wrong: dict[str, object]) -> None:
    right = {"key": "practice:1", "answer": "a", "side": "left", "seconds": 1.5}
    assert events.answered(**right)["id"] == "answered:practice:1"  # type: ignore[arg-type]
    with pytest.raises(HintwiseError):
        events.answered(**{**right, **wrong})  # type: ignore[arg-type]


def test_identical_steps_count_as_an_answer_that_nobody_gave() -> None:
    body = events.same("machop:10:smallest:3")["body"]
    assert (body["answer"], body["side"], body["seconds"]) == ("same", "none", 0)
