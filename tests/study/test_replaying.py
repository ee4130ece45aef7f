"""What was recorded comes out again, and what was not is found."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from hintwise.errors import InvalidValue
from hintwise.study.events import upgraded
from hintwise.study.replaying import replay, replay_many
from tests.study.asking.made import PLAN, whole_walk

Record = dict[str, Any]


@pytest.fixture
def events() -> list[Record]:
    return whole_walk()[0]


def differing(events: list[Record], plan: Record | None = None) -> list[tuple[str, str]]:
    """Which events and which parts of them."""
    participation = {"person": "p7", "events": events}
    found = list(replay(plan or PLAN.as_json(), [participation]))
    assert all(difference.person == "p7" for difference in found)
    return [(difference.event, difference.part) for difference in found]


def test_a_participation_replays_to_its_end_and_from_wherever_it_stopped(
    events: list[Record],
) -> None:
    assert differing(events) == []
    for stopped in (1, 2, 7, len(events) // 2):
        assert differing(events[:stopped]) == []


def test_times_may_differ(events: list[Record]) -> None:
    slower = copy.deepcopy(events)
    for event in slower:
        if event["kind"] == "asked":
            event["body"]["seconds"] = 99.0
    assert differing(slower) == []


def test_that_versions_have_changed_is_no_difference(events: list[Record]) -> None:
    place = len(events) // 2
    told = upgraded(1, {"hintwise": "99"})
    assert differing([*events[:place], told, *events[place:]]) == []


def changed(events: list[Record], key: str) -> tuple[list[Record], Record]:
    """The events, and the body of one that may be changed."""
    found = copy.deepcopy(events)
    return found, next(event["body"] for event in found if event["id"] == key)


def test_a_question_that_was_changed_is_found(events: list[Record]) -> None:
    key = "asked:ours:4:smallest:2"
    found, body = changed(events, key)
    body["query"]["a"]["facts"] = body["query"]["a"]["facts"][1:]
    assert differing(found) == [(key, "query.a.facts")]
    found, body = changed(events, key)
    body["query"]["a"]["cost"] += 1e-9
    assert differing(found) == [(key, "query.a.cost")]


def test_an_answer_that_was_changed_shows_in_the_questions_after_it(events: list[Record]) -> None:
    found, body = changed(events, "answered:machop:train:1")
    body["answer"] = {"a": "b", "b": "a", "none": "a"}[body["answer"]]
    differences = differing(found)
    assert differences[0] == ("answered:machop:train:1", "answer")
    assert any(part.startswith("query.") for _, part in differences)


def test_an_event_that_is_missing_is_found(events: list[Record]) -> None:
    place = next(i for i, event in enumerate(events) if event["kind"] == "begun")
    assert differing([*events[:place], *events[place + 1 :]])[0] == (events[place + 1]["id"], "")


@pytest.mark.parametrize("missing", ["begun:machop", "asked:machop:train:1", "answered:practice:1"])
def test_events_that_lack_something_are_told_and_not_stumbled_over(
    events: list[Record], missing: str
) -> None:
    found, body = changed(events, missing)
    body.clear()
    with pytest.raises(InvalidValue, match=r"^p7: from what is recorded before .* damaged$"):
        differing(found)


def test_several_processes_find_the_same_and_tell_how_far_they_are(events: list[Record]) -> None:
    early = events[:12]
    found, body = changed(early, "asked:practice:1")
    body["swapped"] = not body["swapped"]
    walked = (early, found, early[:9])
    people = [{"person": f"p{number}", "events": own} for number, own in enumerate(walked)]
    told: list[int] = []
    differences = replay_many(PLAN.as_json(), people, 2, told.append)
    assert differences == list(replay(PLAN.as_json(), people))
    assert {difference.person for difference in differences} == {"p1"}
    assert sum(told) == sum(event["kind"] == "asked" for own in walked for event in own)


def test_a_difference_reads_as_a_sentence(events: list[Record]) -> None:
    found, body = changed(events, "asked:machop:train:2")
    body["swapped"] = not body["swapped"]
    [difference, *_] = replay(PLAN.as_json(), [{"number": 3, "events": found}])
    was, now = body["swapped"], not body["swapped"]
    expected = f"3: swapped of asked:machop:train:2 is recorded as {was}, and is now {now}"
    assert str(difference) == expected
