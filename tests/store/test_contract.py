"""What the store promises, on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import pytest

from hintwise.errors import InvalidValue, NoRoom, Outdated, UnknownPerson, UnknownStream
from hintwise.store import Event, NewEvent, Store, Stream, people
from hintwise.store.people import hash_of
from tests.store.conftest import Opened


def note(text: str, event_id: str | None = None) -> NewEvent:
    return NewEvent("noted", {"text": text}, **({"id": event_id} if event_id else {}))


def texts(events: list[Event]) -> list[str]:
    return [event.body["text"] for event in events]


@pytest.fixture
def person(store: Store) -> str:
    return store.new_person()[0]


@pytest.fixture
def stream(store: Store, person: str) -> Stream:
    return store.begin(person, "game", [note("first", "1")])


# People


def test_a_token_finds_its_person_and_is_not_stored(store: Store) -> None:
    person, token = store.new_person()
    assert store.person_of(token) == person
    assert len(token) == 43
    assert store.person_of(hash_of(token)) is None
    assert store.person_of(token + "x") is None
    assert store.person_of("") is None
    assert store.person_of("\ud800 \x00 ß") is None


def test_one_more_token_leaves_the_first_valid(store: Store) -> None:
    person, first = store.new_person()
    second = store.new_token(person)
    assert first != second
    assert store.person_of(first) == store.person_of(second) == person


def test_all_other_tokens_can_be_ended(store: Store) -> None:
    person, first = store.new_person()
    _, stranger = store.new_person()
    second, third = store.new_token(person), store.new_token(person)
    assert store.end_other_tokens(person, second) == 2
    assert store.person_of(second) == person
    assert store.person_of(first) is store.person_of(third) is None
    assert store.person_of(stranger)


def test_a_person_has_room_for_so_much(
    store: Store, person: str, stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "MOST_STREAMS", {"game": 2})
    monkeypatch.setattr(people, "MOST_EVENTS", 3)
    monkeypatch.setattr(people, "MOST_TOKENS", 2)
    monkeypatch.setattr(people, "MOST_PAGES", 1)
    store.begin(person, "game", [note("another")])
    store.new_token(person)
    store.share(person, {})
    store.append(stream.id, person, 1, [note("second", "2"), note("third", "3")])
    refused: list[tuple[str, Callable[[], object]]] = [
        ("3 games are too many; 2 may be", lambda: store.begin(person, "game", [note("x")])),
        ("4 events", lambda: store.append(stream.id, person, 3, [note("fourth")])),
        ("3 devices", lambda: store.new_token(person)),
        ("2 shared pages", lambda: store.share(person, {})),
    ]
    for said, call in refused:
        with pytest.raises(NoRoom, match=said):
            call()
    assert len(store.streams(person, "game")) == 2
    assert store.append(stream.id, person, 1, [note("second", "2")]).stored == 0
    store.remove(stream.id, person)
    store.begin(person, "game", [note("in its place")])
    store.begin(store.new_person()[0], "game", [note("of another")])


def test_an_export_is_taken_in_if_there_is_room_for_all_of_it(
    store: Store, person: str, stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.begin(person, "game", [note("another")])
    document = store.export(person)
    other, _ = store.new_person()
    store.begin(other, "game", [note("theirs")])
    monkeypatch.setattr(people, "MOST_STREAMS", {"game": 2})
    with pytest.raises(NoRoom, match="3 games"):
        store.take_in(other, document, checks={})
    assert len(store.streams(other, "game")) == 1
    assert store.take_in(store.new_person()[0], document, checks={}) == 2
    assert store.take_in(person, document, checks={}) == 0


def test_nobody_gets_no_token_and_no_stream(store: Store) -> None:
    for call in (
        lambda: store.new_token("nobody"),
        lambda: store.begin("nobody", "game", []),
        lambda: store.share("nobody", {}),
        lambda: store.take_in("nobody", {**store.export("nobody")}),
    ):
        with pytest.raises(UnknownPerson, match="no person 'nobody'"):
            call()


# Streams


def test_a_stream_gives_back_what_was_appended_in_order(
    store: Store, person: str, stream: Stream
) -> None:
    store.append(stream.id, person, 1, [note("second"), note("third")])
    assert store.append(stream.id, person, 3, [note("fourth")]).as_json() == {
        "position": 4,
        "stored": 1,
    }
    read = store.read(stream.id, person)
    assert texts(read) == ["first", "second", "third", "fourth"]
    assert [event.position for event in read] == [1, 2, 3, 4]
    assert read[0].as_json() == {
        "position": 1,
        "id": "1",
        "kind": "noted",
        "version": 1,
        "body": {"text": "first"},
        "at": stream.begun_at,
    }
    assert store.read(stream.id, person, after=3) == read[3:]
    assert store.read(stream.id, person, after=9) == []


def test_a_writer_who_is_behind_is_told_what_came_since(
    store: Store, person: str, stream: Stream
) -> None:
    store.append(stream.id, person, 1, [note("second")])
    with pytest.raises(Outdated, match="at position 2, not 1") as caught:
        store.append(stream.id, person, 1, [note("another")])
    assert caught.value.position == 2
    assert texts(list(caught.value.since)) == ["second"]
    with pytest.raises(Outdated, match="at position 2, not 7"):
        store.append(stream.id, person, 7, [note("another")])
    with pytest.raises(Outdated):
        store.append(stream.id, person, 1, [])
    assert texts(store.read(stream.id, person)) == ["first", "second"]


def test_what_is_sent_again_is_not_stored_again(store: Store, person: str, stream: Stream) -> None:
    batch = [note("second", "2"), note("third", "3")]
    assert store.append(stream.id, person, 1, batch).stored == 2
    assert store.append(stream.id, person, 1, batch).as_json() == {"position": 3, "stored": 0}
    longer = [*batch, note("fourth", "4")]
    assert store.append(stream.id, person, 1, longer).as_json() == {"position": 4, "stored": 1}
    assert texts(store.read(stream.id, person)) == ["first", "second", "third", "fourth"]


def test_who_sends_again_still_learns_what_others_sent_since(
    store: Store, person: str, stream: Stream
) -> None:
    mine = [note("mine", "2")]
    store.append(stream.id, person, 1, mine)
    store.append(stream.id, person, 2, [note("theirs", "3")])
    again = store.append(stream.id, person, 1, mine)
    assert again.position == 2
    with pytest.raises(Outdated) as caught:
        store.append(stream.id, person, again.position, [note("next", "4")])
    assert texts(list(caught.value.since)) == ["theirs"]
    with pytest.raises(Outdated):
        store.append(stream.id, person, 1, [*mine, note("next", "4")])


def test_stored_events_that_come_in_another_order_are_refused(
    store: Store, person: str, stream: Stream
) -> None:
    store.append(stream.id, person, 1, [note("b", "2"), note("c", "3")])
    for mixed in ("32", "42", "243"):
        with pytest.raises(Outdated):
            store.append(stream.id, person, 3, [note("x", event_id) for event_id in mixed])
    assert len(store.read(stream.id, person)) == 3


def test_one_id_may_be_in_two_streams(store: Store, person: str, stream: Stream) -> None:
    other = store.begin(person, "game", [note("elsewhere", "1")])
    assert texts(store.read(other.id, person)) == ["elsewhere"]


def test_of_two_streams_with_one_label_there_is_only_the_first(store: Store, person: str) -> None:
    first = store.begin(person, "lesson", [note("a")], label="main:sudoku")
    assert store.begin(person, "lesson", [note("b")], label="main:sudoku") == first
    assert texts(store.read(first.id, person)) == ["a"]
    assert store.labelled(person, "main:sudoku") == first
    assert store.labelled(person, "main:logic_grid") is None
    stranger, _ = store.new_person()
    assert store.begin(stranger, "lesson", [note("b")], label="main:sudoku").id != first.id


def test_streams_are_listed_by_kind_last_changed_first(store: Store, person: str) -> None:
    older, newer = (store.begin(person, "game", [note(text)]) for text in "ab")
    store.begin(person, "lesson", [])
    changed: list[Stream] = []
    while not changed or changed[0].changed_at == newer.changed_at:
        position = store.stream(older.id, person).position
        store.append(older.id, person, position, [note("more")])
        changed = store.streams(person, "game")
    assert [stream.id for stream in changed] == [older.id, newer.id]
    assert changed[0].position == store.stream(older.id, person).position
    assert len(older.id) == 22


def test_a_removed_stream_is_gone_with_its_documents(
    store: Store, person: str, stream: Stream
) -> None:
    store.keep(stream.id, "summary", 1, {})
    store.remove(stream.id, person)
    assert store.streams(person, "game") == []
    assert store.kept(stream.id, "summary") is None
    with pytest.raises(UnknownStream):
        store.read(stream.id, person)
    with pytest.raises(UnknownStream):
        store.remove(stream.id, person)
    store.keep(stream.id, "summary", 1, {})
    assert store.kept(stream.id, "summary") is None


def test_a_stranger_finds_and_changes_nothing(store: Store, person: str, stream: Stream) -> None:
    stranger, _ = store.new_person()
    page = store.share(person, {"title": "x"})
    for stream_id in (stream.id, "unknown"):
        for call in (
            lambda stream_id=stream_id: store.read(stream_id, stranger),
            lambda stream_id=stream_id: store.stream(stream_id, stranger),
            lambda stream_id=stream_id: store.append(stream_id, stranger, 1, [note("x")]),
            lambda stream_id=stream_id: store.append(stream_id, stranger, 1, [note("x", "1")]),
            lambda stream_id=stream_id: store.remove(stream_id, stranger),
        ):
            with pytest.raises(UnknownStream, match=f"no stream '{stream_id}'"):
                call()
    assert store.streams(stranger, "game") == []
    assert not store.unshare(page, stranger)
    assert store.shared(page) == {"title": "x"}
    assert store.export(stranger)["streams"] == []
    assert texts(store.read(stream.id, person)) == ["first"]


@pytest.mark.parametrize("odd", ["", "\x00", "\ud800", "ß", "x" * 10_000, "' OR 1=1 --"])
def test_what_no_id_can_be_is_unknown(store: Store, person: str, odd: str) -> None:
    for call in (
        lambda: store.read(odd, person),
        lambda: store.append(odd, person, 0, []),
        lambda: store.remove(odd, person),
    ):
        with pytest.raises(UnknownStream):
            call()
    with pytest.raises(UnknownPerson):
        store.begin(odd, "game", [])
    assert store.shared(odd) is None
    assert not store.unshare(odd, person)
    assert store.kept(odd, "summary") is None
    assert store.person_of(odd) is None


# Bodies

AWKWARD = {"text": "ß – 数独 \x00 \ud83d\ude00 \ud800", "deep": [[{"": None}]], "big": 2**80}


def test_any_json_object_comes_back_as_it_was(store: Store, person: str) -> None:
    stream = store.begin(person, "game", [NewEvent("noted", AWKWARD)])
    store.keep(stream.id, "summary", 1, AWKWARD)
    page = store.share(person, AWKWARD)
    expected = json.loads(json.dumps(AWKWARD))
    assert store.read(stream.id, person)[0].body == expected
    assert store.shared(page) == expected
    kept = store.kept(stream.id, "summary")
    assert kept is not None
    assert kept.document == expected


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"text": "x" * 600_000}, "too large"),
        ({"number": math.nan}, "no JSON object"),
        ({"what": object()}, "no JSON object"),
        ([1], "a JSON object"),
    ],
)
def test_what_is_no_json_object_of_fair_size_is_refused(
    store: Store, person: str, stream: Stream, body: Any, complaint: str
) -> None:
    with pytest.raises(InvalidValue, match=complaint):
        store.append(stream.id, person, 1, [note("fine"), NewEvent("noted", body)])
    assert len(store.read(stream.id, person)) == 1


@pytest.mark.parametrize("name", ["", "x" * 81, "white space", "ß", "\x00", None, 7])
def test_names_are_short_and_plain(store: Store, person: str, name: Any) -> None:
    for call in (
        lambda: NewEvent(name),
        lambda: NewEvent("noted", id=name),
        lambda: store.begin(person, name, []),
    ):
        with pytest.raises(InvalidValue, match="1 to 80 letters"):
            call()


def test_an_append_is_whole_or_not_at_all(store: Store, person: str, stream: Stream) -> None:
    with pytest.raises(InvalidValue, match="the same id"):
        store.append(stream.id, person, 1, [note("a", "2"), note("b", "2")])
    with pytest.raises(InvalidValue, match="too many at once"):
        store.append(stream.id, person, 1, [note("a") for _ in range(1001)])
    with pytest.raises(InvalidValue, match="no position"):
        store.append(stream.id, person, -1, [note("a")])
    assert store.stream(stream.id, person).position == 1


# Documents


def test_the_later_of_two_kept_documents_stays(store: Store, stream: Stream, person: str) -> None:
    assert store.kept(stream.id, "summary") is None
    store.keep(stream.id, "summary", 5, {"filled": 5})
    store.keep(stream.id, "summary", 4, {"filled": 4})
    assert store.all_kept(person, "game", "summary")[stream.id].document == {"filled": 5}
    store.keep(stream.id, "summary", 6, {"filled": 6})
    kept = store.kept(stream.id, "summary")
    assert kept is not None
    assert kept.as_json() == {"position": 6, "document": {"filled": 6}}
    assert store.all_kept(person, "lesson", "summary") == {}


def test_what_is_too_large_to_keep_is_not_kept(store: Store, stream: Stream) -> None:
    store.keep(stream.id, "summary", 1, {"text": "x" * 9_000_000})
    assert store.kept(stream.id, "summary") is None


def test_a_shared_page_is_there_for_all_until_it_is_taken_back(store: Store, person: str) -> None:
    page = store.share(person, {"html": "<p>"})
    assert len(page) == 10
    assert page.isalnum()
    assert store.shared(page) == {"html": "<p>"}
    assert list(store.shared_by(person)) == [page]
    assert store.unshare(page, person)
    assert store.shared(page) is None
    assert not store.unshare(page, person)


# The whole


def test_what_is_stored_is_there_when_it_is_opened_again(opened: Opened) -> None:
    with opened() as store:
        person, token = store.new_person()
        stream = store.begin(person, "game", [note("a")], label="mine")
        page = store.share(person, {"title": "t"})
    with opened() as store:
        assert store.person_of(token) == person
        assert store.labelled(person, "mine") == stream
        assert texts(store.read(stream.id, person)) == ["a"]
        assert store.shared(page) == {"title": "t"}
        assert store.is_healthy()


def test_an_erased_person_is_gone_and_others_are_not(store: Store) -> None:
    (gone, token), (other, other_token) = store.new_person(), store.new_person()
    more = store.new_token(gone)
    streams = {who: store.begin(who, "game", [note(who)], label="x") for who in (gone, other)}
    pages = {who: store.share(who, {}) for who in (gone, other)}
    store.keep(streams[gone].id, "summary", 1, {})
    store.erase(gone)
    assert store.person_of(token) is None
    assert store.person_of(more) is None
    assert store.labelled(gone, "x") is None
    assert store.kept(streams[gone].id, "summary") is None
    assert store.shared(pages[gone]) is None
    assert store.export(gone)["streams"] == []
    with pytest.raises(UnknownStream):
        store.append(streams[gone].id, gone, 1, [note("late")])
    assert store.person_of(other_token) == other
    assert texts(store.read(streams[other].id, other)) == [other]
    assert store.shared(pages[other]) == {}
    store.erase(gone)  # once more does no harm
