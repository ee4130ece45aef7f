"""Whose turn it is."""

from __future__ import annotations

from hintwise.service.jobs.turns import Turns


def turns_of(*entries: str) -> Turns[str]:
    turns = Turns[str]()
    for entry in entries:
        turns.add(entry[0], entry)
    return turns


def taken(turns: Turns[str]) -> list[str]:
    return [turns.take() for _ in range(len(turns))]


def test_who_has_had_a_turn_waits_for_the_others() -> None:
    assert taken(turns_of("a1", "a2", "a3", "b1", "b2", "c1")) == [
        "a1",
        "b1",
        "c1",
        "a2",
        "b2",
        "a3",
    ]


def test_what_had_its_turn_already_goes_first() -> None:
    turns = turns_of("a1", "b1", "b2")
    turns.add_first("b", "b0")
    assert taken(turns) == ["b0", "a1", "b1", "b2"]


def test_what_is_discarded_is_not_taken() -> None:
    turns = turns_of("a1", "b1")
    turns.discard("a", "a1")
    turns.discard("a", "a1")
    turns.discard("c", "c1")
    assert taken(turns) == ["b1"]


def test_who_has_the_most_makes_room_for_who_has_less() -> None:
    turns = turns_of("a1", "a2", "b1", "a3")
    assert turns.take_last_of_most("c") == "a3"
    assert turns.take_last_of_most("b") is None
    assert turns.take_last_of_most("c") == "a2"
    assert turns.take_last_of_most("c") is None
    assert taken(turns) == ["a1", "b1"]


def test_who_has_the_most_makes_no_room_for_themselves() -> None:
    turns = turns_of("a1", "a2", "a3")
    assert turns.take_last_of_most("a") is None
    assert Turns[str]().take_last_of_most("a") is None
