"""Games, rebuilt from their events."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hintwise.errors import InvalidValue
from hintwise.store import Game, NewEvent
from hintwise.store.game_events import GAME_EVENTS, LAYERS, check_event, check_game

CASES = json.loads((Path(__file__).parent / "game_cases.json").read_text(encoding="utf-8"))


def replayed(events: list[dict[str, Any]]) -> Game:
    return Game.of(
        NewEvent(event["kind"], event["body"], event.get("id", f"e{number}"))
        for number, event in enumerate(events)
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_game_is_what_its_events_leave(case: dict[str, Any]) -> None:
    state = replayed(case["events"]).as_json()
    assert {name: state[name] for name in case["expected"]} == case["expected"]


def test_the_cases_have_every_kind_of_event_and_pass_the_check() -> None:
    events = [event for case in CASES for event in case["events"]]
    assert {event["kind"] for event in events} == {*GAME_EVENTS, "danced"}
    for event in events:
        if "glitter" not in str(event):
            check_event(NewEvent(event["kind"], event["body"]))


def test_a_game_knows_its_puzzle_and_counts_hints() -> None:
    started = {"puzzle": {"kind": "sudoku"}, "origin": "library", "name": "kites"}
    game = replayed([{"kind": "started", "body": started}, {"kind": "hinted", "body": {}}])
    assert (game.puzzle, game.origin, game.name) == ({"kind": "sudoku"}, "library", "kites")
    assert game.as_json()["hints"] == 1


def test_a_long_game_is_rebuilt_step_by_step_and_not_copied_at_each() -> None:
    """As many moves as a game may have."""
    changes = [
        NewEvent("changed", {"changes": [["r1c1", "digit", number % 9 + 1]], "by": "me"})
        for number in range(20_000)
    ]
    game = Game.of([*changes, NewEvent("undone")])
    assert len(game.done) == len(changes) - 1
    assert game.digits == {"r1c1": 19_998 % 9 + 1}
    (step,) = game.undone
    assert step.event == changes[-1].id
    assert step.parts == (("r1c1", "digit", 19_998 % 9 + 1, 19_999 % 9 + 1),)


cells = st.sampled_from(["r1c1", "r1c2", "r2c1"])
numbers = st.none() | st.integers(0, 3)
marks = st.lists(st.integers(1, 3), max_size=2)
changes = st.lists(
    st.tuples(cells, st.sampled_from(["digit", "colour"]), numbers)
    | st.tuples(cells, st.sampled_from(["corner", "centre"]), marks),
    max_size=4,
)
moves = st.one_of(
    changes.map(lambda given: NewEvent("changed", {"changes": [*map(list, given)], "by": "me"})),
    st.just(NewEvent("undone")),
    st.just(NewEvent("redone")),
)


@settings(max_examples=50)
@given(st.lists(moves, max_size=12))
def test_undoing_everything_leads_back_and_redoing_everything_forth(
    events: list[NewEvent],
) -> None:
    game = Game.of(events)
    back = game
    for _ in game.done:
        back = back.after("undone", {})
    assert back.state == Game().state
    for _ in back.undone:
        back = back.after("redone", {})
    for _ in game.undone:
        back = back.after("undone", {})
    assert back == game


anything = st.sampled_from(
    [None, True, 7, -1.5, 10**400, "x", "r1c1=5", [], [1], ["r1c1=5", 7], {}, {"r1c1": [1]}, [[]]]
)
names = st.sampled_from(
    ["changes", "event", "seconds", "helps", "entries", "notes", "puzzle", "origin"]
)
loose_change = st.tuples(anything, st.sampled_from(LAYERS) | anything, anything).map(list)
bodies = st.dictionaries(names, anything | st.lists(loose_change))


@settings(max_examples=40)
@given(st.lists(st.tuples(st.sampled_from(sorted(GAME_EVENTS)), bodies), max_size=6))
def test_nothing_that_was_stored_breaks_a_game(events: list[tuple[str, Any]]) -> None:
    json.dumps(Game.of(NewEvent(kind, body) for kind, body in events).as_json())


@pytest.mark.parametrize(
    ("kind", "body", "complaint"),
    [
        ("changed", {"by": "me"}, "no 'changes'"),
        ("changed", {"changes": [["r1c1", "digit", "5"]], "by": "me"}, "cannot be"),
        ("changed", {"changes": [["r1c1", "corner", None]], "by": "me"}, "cannot be"),
        ("changed", {"changes": [], "by": "magic"}, "'by' of a 'changed' event cannot be 'magic'"),
        ("changed", {"changes": [["r1c1", ["digit"], 5]], "by": "me"}, "cannot be"),
        ("ticked", {"seconds": -1}, "cannot be -1"),
        ("ticked", {"seconds": True}, "cannot be True"),
        ("set", {"helps": []}, "cannot be"),
    ],
)
def test_an_event_that_no_game_can_read_is_refused(kind: str, body: Any, complaint: str) -> None:
    with pytest.raises(InvalidValue, match=complaint):
        check_event(NewEvent(kind, body))


STARTED = NewEvent("started", {"puzzle": {"kind": "sudoku", "puzzle": "1.....3..4.....2"}})


@pytest.mark.parametrize(
    "events",
    [
        [NewEvent("undone")],
        [NewEvent("started", {"puzzle": {}})],
        [NewEvent("started", {"puzzle": {"kind": "sudoku", "puzzle": 7}})],
        [STARTED, STARTED],
        [STARTED, NewEvent("ticked", {})],
    ],
)
def test_a_game_starts_once_with_a_puzzle(events: list[NewEvent]) -> None:
    check_game([STARTED, NewEvent("undone")])
    with pytest.raises(InvalidValue):
        check_game(events)
