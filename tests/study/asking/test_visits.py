"""A participant's visits, from consent to the code at the end."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from hintwise.errors import InvalidValue
from hintwise.study.asking import NotOpen, event_of, visit, without_needless
from hintwise.study.asking.documents import asked_query
from hintwise.study.plan import Arm, Checks
from tests.study.asking.made import BETWEEN, PLAN, deed_for, joined, timeless, walked, whole_walk

Record = dict[str, Any]


@pytest.fixture
def within() -> tuple[list[Record], list[Record]]:
    return whole_walk()


def bodies(events: list[Record], kind: str) -> list[Record]:
    return [event["body"] for event in events if event["kind"] == kind]


def test_a_participant_comes_to_the_end_by_way_of_everything(
    within: tuple[list[Record], list[Record]],
) -> None:
    events, states = within
    stages = [state["stage"] for state in states]
    assert stages[:3] == ["consent", "form", "text"]
    assert stages[-2:] == ["form", "end"]
    assert states[-1]["end"] == {"code": "DONE", "url": "https://example.org/DONE"}
    assert events[-1]["kind"] == "completed"
    purposes = Counter(body["purpose"] for body in bodies(events, "asked"))
    assert purposes == {
        "practice": 1,
        "train": 18,
        "dominated": 2,
        "repeat": 2,
        "evaluate": 2 * (3 + 2) + 2,
    }
    assert len(bodies(events, "answered")) == sum(purposes.values())


def test_questions_are_numbered_by_those_that_were_shown() -> None:
    """Where both arms lead to the same step, there is nothing to show."""
    events, states = walked(PLAN, lambda _: "none")
    assert "same" in {body["answer"] for body in bodies(events, "answered")}
    asked = [state for state in states if state["stage"] == "question"]
    count = len(asked)
    assert [state["progress"]["done"] for state in asked] == list(range(count))
    headings = [state["question"]["heading"] for state in asked]
    assert headings == [f"Question {number}" for number in range(1, count + 1)]
    last = states[-1]["progress"]
    assert (last["done"], last["of"], last["part_done"]) == (count, count, last["part_of"])


def test_between_people_each_goes_through_one_arm() -> None:
    for number, arm in ((1, "machop"), (2, "ours")):
        events, _ = walked(BETWEEN, number=number)
        assert {body["part"] for body in bodies(events, "asked")} == {"practice", arm}
        assert events[-1]["kind"] == "completed"


def test_ids_are_unique_and_every_question_is_answered_before_the_next(
    within: tuple[list[Record], list[Record]],
) -> None:
    events, _ = within
    ids = [event["id"] for event in events]
    assert len(set(ids)) == len(ids)
    told = [event for event in events if event["kind"] in ("asked", "answered")]
    for asked, answered in zip(told[::2], told[1::2], strict=True):
        assert asked["body"]["key"] == answered["body"]["key"]


def test_a_cache_of_another_moment_or_a_broken_one_changes_nothing() -> None:
    events, states = walked(PLAN, most=9)
    plan, deed = PLAN.as_json(), deed_for(states[-1])
    other = visit(plan, events, {**(deed or {}), "side": "none"}, rehearsal=True)
    good = visit(plan, events, deed, rehearsal=True)
    for cache in (
        other.cache,
        {"lesson": {"part": "machop", "cache": {}}, "weights": {}},
        {"a": 1},
    ):
        found = visit(plan, events, deed, cache=cache, rehearsal=True)
        assert timeless(found.events) == timeless(good.events)


PROGRAM = """
import json
from tests.study.asking.made import PLAN, timeless, walked
from hintwise.study.asking import warm_up, warm_ups
print(json.dumps(timeless(walked(PLAN, interrupted=True)[0])))
for number in reversed(range(warm_ups(PLAN.as_json()))):
    warm_up(PLAN.as_json(), number)
walked(PLAN, lambda question: "left", number=2, most=12)
print(json.dumps(timeless(walked(PLAN, cached=False)[0])))
"""


@pytest.mark.slow
def test_another_process_asks_byte_for_byte_the_same(
    within: tuple[list[Record], list[Record]],
) -> None:
    """Be it interrupted again and again, or without a cache after it has computed other things."""
    command = [sys.executable, "-c", PROGRAM]
    found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    expected = json.dumps(timeless(within[0]))
    assert found.stdout.splitlines() == [expected, expected]


def test_a_visit_without_a_deed_shows_the_same_question_and_appends_nothing() -> None:
    events, states = walked(PLAN, most=5)
    again = visit(PLAN.as_json(), events, rehearsal=True)
    assert again.events == ()
    assert again.state == states[-1]


def test_a_visit_needs_no_steps_of_what_nothing_is_learned_from(
    within: tuple[list[Record], list[Record]],
) -> None:
    events, _ = within
    shown = [place for place in range(len(events)) if is_shown(events, place)]
    for place in shown[7::9]:
        all_of_them = events[: place + 1]
        few = without_needless(all_of_them)
        key = visit(PLAN.as_json(), few).state["question"]["key"]
        deed = {"kind": "answered", "key": key, "side": "left"}
        one, other = (visit(PLAN.as_json(), given, deed) for given in (few, all_of_them))
        assert one.state == other.state
        assert timeless(one.events) == timeless(other.events)
    assert len(json.dumps(few)) < len(json.dumps(all_of_them))


def is_shown(events: list[Record], place: int) -> bool:
    """Whether somebody was asked a question there."""
    return events[place]["kind"] == "asked" and "same" not in events[place + 1]["body"].values()


def test_repeats_show_an_earlier_question_of_the_arm_with_sides_swapped(
    within: tuple[list[Record], list[Record]],
) -> None:
    asked = {body["key"]: body for body in bodies(within[0], "asked")}
    repeats = [body for body in asked.values() if body["purpose"] == "repeat"]
    for body in repeats:
        original = asked[body["repeats"]]
        assert body["query"] == original["query"]
        assert body["swapped"] != original["swapped"]
        assert body["part"] == original["part"]


def test_nothing_is_learned_from_checks(within: tuple[list[Record], list[Record]]) -> None:
    """The training questions are those of a study without any."""
    plain, _ = walked(replace(PLAN, checks=Checks(), evaluations=()))
    trained = [
        [body["query"] for body in bodies(events, "asked") if body["purpose"] == "train"]
        for events in (plain, within[0])
    ]
    assert trained[0] == trained[1]


def test_a_page_sees_neither_arm_nor_purpose_nor_features(
    within: tuple[list[Record], list[Record]],
) -> None:
    events, states = within
    shown = json.dumps(
        [{**s, "question": {**s.get("question", {}), "features": 0}} for s in states]
    )
    secrets = ("machop", "ours", "dominated", "repeat", "evaluate", "learned", "smallest", "prior")
    for word in secrets:
        assert word not in shown
    quiet = visit(PLAN.as_json(), events[:8]).state
    assert "features" not in json.dumps(quiet)


def test_either_both_steps_of_a_pair_are_told_by_a_name_or_none(
    within: tuple[list[Record], list[Record]],
) -> None:
    _, states = within
    questions = [state["question"] for state in states if state["stage"] == "question"]
    named = [(bool(q["left"]["pattern"]), bool(q["right"]["pattern"])) for q in questions]
    assert (True, True) in named
    assert set(named) <= {(True, True), (False, False)}


def test_a_step_that_takes_long_to_tell_move_by_move_is_told_by_what_it_follows_from(
    within: tuple[list[Record], list[Record]], monkeypatch: pytest.MonkeyPatch
) -> None:
    events, _ = within
    until = next(place for place, event in enumerate(events) if event["kind"] == "asked") + 1
    short = visit(PLAN.as_json(), events[:until]).state["question"]
    longest = max(len(short[side]["text"]) for side in ("left", "right"))
    assert short["left"]["pattern"]
    monkeypatch.setattr("hintwise.study.asking.documents.MOST_TOLD", longest - 1)
    told = visit(PLAN.as_json(), events[:until]).state["question"]
    for side in ("left", "right"):
        assert told[side]["pattern"] is None
        assert told[side]["text"].startswith("Because")


def test_the_answer_follows_from_the_side() -> None:
    events, _ = walked(PLAN, lambda question: "right", most=12)
    asked = {body["key"]: body for body in bodies(events, "asked")}
    for body in bodies(events, "answered"):
        assert body["answer"] == ("a" if asked[body["key"]]["swapped"] else "b")
        assert body["side"] == "right"


def test_identical_steps_are_recorded_and_nobody_is_asked(
    within: tuple[list[Record], list[Record]],
) -> None:
    events, states = within
    same = [body["key"] for body in bodies(events, "answered") if body["answer"] == "same"]
    asked = {body["key"]: body for body in bodies(events, "asked")}
    for key, body in asked.items():
        a, b = body["query"]["a"], body["query"]["b"]
        parts = [(s["derived"], sorted(s["facts"]), sorted(s["constraints"])) for s in (a, b)]
        assert (key in same) == (parts[0] == parts[1])
    questions = sum(state["stage"] == "question" for state in states)
    assert questions == len(asked) - len(same)


def test_both_languages_say_the_same_question() -> None:
    events, _ = walked(PLAN, most=5)
    english, german = (
        visit(PLAN.as_json(), events, language=language).state for language in ("en", "de")
    )
    assert english["question"]["heading"] == "Question 2"
    assert german["question"]["heading"] == "Frage 2"
    assert english["question"]["left"]["text"] != german["question"]["left"]["text"]


def test_differences_are_told_only_where_the_plan_says_so() -> None:
    events, _ = walked(PLAN, most=5)
    telling = replace(PLAN, questions=replace(PLAN.questions, differences=True))
    for plan, told in ((PLAN, False), (telling, True)):
        question = visit(plan.as_json(), events).state["question"]
        assert bool(question["left"]["fewer"] or question["right"]["fewer"]) == told


def test_a_deed_that_is_not_next_is_refused_and_says_whether_it_is_a_repetition() -> None:
    events, states = walked(PLAN, most=6)
    before = states[-2]["question"]["key"]
    last = bodies(events, "answered")[-1]
    for side in ("left", "right"):
        deed = {"kind": "answered", "key": before, "side": side, "seconds": 9.5}
        with pytest.raises(NotOpen) as refused:
            event_of(PLAN, events, deed)
        assert refused.value.is_repeated == (side == last["side"])
    with pytest.raises(NotOpen, match="something else comes first"):
        event_of(PLAN, [joined(PLAN)], {"kind": "read", "name": "instructions"})


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        ({"kind": "answered", "key": "q99", "side": "left"}, "q99"),
        ({"kind": "answered", "key": "q1", "side": "up"}, "left, right, none"),
        ({"kind": "answered", "key": "q1", "side": "left", "seconds": -1}, "seconds"),
        ({"kind": "joined"}, "answered"),
        ({"kind": "read"}, "lacks"),
        ({}, "answered"),
    ],
)
def test_a_deed_that_makes_no_sense_is_refused(deed: Record, said: str) -> None:
    events, _ = walked(PLAN, most=4)
    with pytest.raises((InvalidValue, LookupError, ValueError), match=said):
        event_of(PLAN, events, deed)


METHODS = (
    Arm("published", "choice_perceptron", "published"),
    Arm("ses", "machop", "paper", {"selection": "offline_ses"}),
    Arm("random", "non_dominated", None, {"selection": "offline_random"}),
    Arm("information", "bayes_information"),
)


@pytest.mark.parametrize("arm", METHODS, ids=lambda arm: arm.name)
def test_any_method_can_be_an_arm(arm: Arm) -> None:
    plan = replace(BETWEEN, arms=(arm,), evaluations=BETWEEN.evaluations[:1])
    events, _ = walked(plan)
    assert events[-1]["kind"] == "completed"
    steps = [asked_query(plan, body) for body in bodies(events, "asked")]
    assert all(query.a.derived not in query.state.facts for query in steps)
