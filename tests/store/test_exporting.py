"""All that is stored of a person as one document, and back."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hintwise.errors import InvalidValue
from hintwise.store import Event, NewEvent, Store, Stream

STARTED = {"puzzle": {"kind": "sudoku", "puzzle": "1.....3..4.....2"}}


def note(text: str) -> NewEvent:
    return NewEvent("noted", {"text": text})


@pytest.fixture
def person(store: Store) -> str:
    return store.new_person()[0]


@pytest.fixture
def full(store: Store, person: str) -> Stream:
    """The game of a person who has a lesson and a page as well."""
    game = store.begin(person, "game", [NewEvent("started", STARTED), note("b")])
    store.begin(person, "lesson", [note("c"), note("d")], label="main:sudoku")
    store.share(person, {"html": "<p>"})
    return game


def contents(store: Store, person: str) -> list[tuple[Any, ...]]:
    return sorted(
        (s["kind"], s["label"] or "", s["begun_at"], s["changed_at"], json.dumps(s["events"]))
        for s in store.export(person)["streams"]
    )


def test_an_export_has_everything_and_is_json(store: Store, person: str, full: Stream) -> None:
    document = json.loads(json.dumps(store.export(person)))
    assert (document["format"], document["version"]) == ("hintwise-person", 1)
    game = next(stream for stream in document["streams"] if stream["kind"] == "game")
    assert game["events"] == [event.as_json() for event in store.read(full.id, person)]
    assert [page["document"] for page in document["shared"]] == [{"html": "<p>"}]


def test_another_person_can_take_it_in(store: Store, person: str, full: Stream) -> None:
    other, _ = store.new_person()
    assert store.take_in(other, store.export(person)) == 2
    assert contents(store, other) == contents(store, person)
    (taken,) = store.streams(other, "game")
    assert taken.id != full.id
    assert store.append(taken.id, other, taken.position, [note("more")]).position == 3
    assert len(store.read(full.id, person)) == 2
    assert store.shared_by(other) == {}


def test_taking_it_in_again_adds_nothing(store: Store, person: str, full: Stream) -> None:
    before = contents(store, person)
    assert store.take_in(person, store.export(person)) == 0
    assert contents(store, person) == before


def test_a_label_that_belongs_to_another_kind_is_left_out(store: Store, person: str) -> None:
    events = [NewEvent("started", STARTED).as_json()]
    streams = [{"kind": "game", "label": "main:sudoku", "events": events}]
    document = {"format": "hintwise-person", "version": 1, "streams": streams}
    assert store.take_in(person, document) == 1
    assert store.labelled(person, "main:sudoku") is None


def test_in_one_document_streams_that_are_alike_are_taken_in_once(
    store: Store, person: str, full: Stream
) -> None:
    document = store.export(person)
    document["streams"] *= 2
    document["streams"].append({"kind": "lesson", "label": "main:sudoku", "events": [NOTE]})
    other, _ = store.new_person()
    assert store.take_in(other, document) == 3
    lesson = store.labelled(other, "main:sudoku")
    assert lesson is not None
    assert lesson.position == 2
    assert len(store.streams(other, "game")) == 1


def test_more_streams_than_anybody_has_are_refused(store: Store, person: str) -> None:
    streams = [{"kind": "lesson", "events": [note("a").as_json()]} for _ in range(10_001)]
    document = {"format": "hintwise-person", "version": 1, "streams": streams}
    with pytest.raises(InvalidValue, match="10001 streams are too many"):
        store.take_in(person, document)


def test_a_stream_without_events_is_left_out(store: Store, person: str) -> None:
    store.begin(person, "person", [], label="person")
    other, _ = store.new_person()
    assert store.take_in(other, store.export(person)) == 0
    assert store.labelled(other, "person") is None


def test_what_no_lesson_can_be_rebuilt_from_is_refused_by_its_check(
    store: Store, person: str, full: Stream
) -> None:
    def refuse(events: Sequence[Event]) -> None:
        raise InvalidValue(f"no lesson begins with {events[0].kind}")

    other, _ = store.new_person()
    with pytest.raises(InvalidValue, match="begins with noted"):
        store.take_in(other, store.export(person), {"lesson": refuse})
    assert store.export(other)["streams"] == []


def test_what_went_on_elsewhere_is_added(store: Store, person: str, full: Stream) -> None:
    other, _ = store.new_person()
    store.take_in(other, store.export(person))
    store.append(full.id, person, 2, [note("later")])
    assert store.take_in(other, store.export(person)) == 1
    assert contents(store, other) == contents(store, person)
    assert store.take_in(person, store.export(other)) == 0


def test_what_went_on_differently_stays_as_it_is(store: Store, person: str, full: Stream) -> None:
    other, _ = store.new_person()
    store.take_in(other, store.export(person))
    (taken,) = store.streams(other, "game")
    store.append(taken.id, other, 2, [note("mine")])
    store.append(full.id, person, 2, [note("theirs"), note("theirs")])
    before = contents(store, other)
    assert store.take_in(other, store.export(person)) == 0
    assert contents(store, other) == before


@pytest.mark.parametrize(("own", "wins"), [(1, True), (2, False), (3, False)])
def test_of_two_streams_with_one_label_the_longer_keeps_it(
    store: Store, person: str, full: Stream, own: int, wins: bool
) -> None:
    other, _ = store.new_person()
    mine = store.begin(other, "lesson", [note("x") for _ in range(own)], label="main:sudoku")
    store.take_in(other, store.export(person))
    labelled = store.labelled(other, "main:sudoku")
    assert labelled is not None
    assert (labelled.id != mine.id) == wins
    assert len(store.streams(other, "lesson")) == 2


NOTE = note("a").as_json()
Damage = Callable[[dict[str, Any]], object]
DAMAGES: dict[str, Damage] = {
    "no format": lambda d: d.pop("format"),
    "another version": lambda d: d.update(version=2),
    "no streams": lambda d: d.pop("streams"),
    "streams that are none": lambda d: d.update(streams=[7]),
    "no kind": lambda d: d["streams"][1].pop("kind"),
    "a strange label": lambda d: d["streams"][1].update(label="\x00"),
    "no list of events": lambda d: d["streams"][1].update(events={}),
    "a game without a puzzle": lambda d: d["streams"].append({"kind": "game", "events": [NOTE]}),
    "an event that is none": lambda d: d["streams"][1]["events"].append("x"),
    "one event twice": lambda d: d["streams"][1]["events"].append(d["streams"][1]["events"][0]),
    "a strange time": lambda d: d["streams"][1]["events"][0].update(at="yesterday"),
    "a time out of range": lambda d: d["streams"][1].update(begun_at="0001-01-01T00:00+14:00"),
    "a body that is none": lambda d: d["streams"][1]["events"][0].update(body=[]),
    "a large body": lambda d: d["streams"][1]["events"][0]["body"].update(text="x" * 600_000),
    "a strange version of an event": lambda d: d["streams"][1]["events"][0].update(version=2**40),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_of_a_damaged_document_nothing_is_taken_in(
    store: Store, person: str, full: Stream, damage: Damage
) -> None:
    other, _ = store.new_person()
    document = copy.deepcopy(store.export(person))
    damage(document)
    with pytest.raises(InvalidValue):
        store.take_in(other, document)
    assert store.export(other)["streams"] == []


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    place=st.sampled_from(["streams", "kind", "label", "begun_at", "events", "event"]),
    name=st.sampled_from(["id", "kind", "version", "body", "at"]),
    value=anything,
)
def test_whatever_is_in_a_document_it_is_taken_in_or_refused(
    store: Store, person: str, place: str, name: str, value: Any
) -> None:
    event = {**NewEvent("started", STARTED, "1").as_json(), "at": "2026-01-31T09:30:00Z"}
    stream: dict[str, Any] = {"kind": "game", "label": None, "events": [event]}
    document = {"format": "hintwise-person", "version": 1, "streams": [stream]}
    match place:
        case "streams":
            document["streams"] = value
        case "event":
            event[name] = value
        case _:
            stream[place] = value
    try:
        store.take_in(person, document)
    except InvalidValue:
        return
    json.dumps(store.export(person))
