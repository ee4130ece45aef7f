"""Many write at once, and some are killed: nothing is lost, nothing doubled."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import pytest

from hintwise.errors import Outdated, UnknownStream
from hintwise.processes import context
from hintwise.store import NewEvent, Store, open_store
from tests.store import openers
from tests.store.conftest import Opened

ROOT = Path(__file__).resolve().parents[2]


def append_by_retrying(store: Store, stream_id: str, person: str, ids: list[str]) -> None:
    position = 0
    for event_id in ids:
        new = [NewEvent("noted", {}, id=event_id)]
        while True:
            try:
                position = store.append(stream_id, person, position, new).position
                store.append(stream_id, person, position, new)  # the reply might have been lost
                break
            except Outdated as outdated:
                position += len(outdated.since)


def names(writers: int, events: int) -> list[list[str]]:
    return [[f"{writer}-{event}" for event in range(events)] for writer in range(writers)]


def check_whole(store: Store, stream_id: str, person: str, expected: list[list[str]]) -> None:
    """Every event is there once, those of each writer in their order, at positions in a row."""
    events = store.read(stream_id, person)
    stored = [event.id for event in events]
    assert [event.position for event in events] == [*range(1, len(events) + 1)]
    assert store.stream(stream_id, person).position == len(events)
    assert sorted(stored) == sorted(chain.from_iterable(expected))
    for own in expected:
        assert [event_id for event_id in stored if event_id in own] == own


def test_threads_that_append_to_one_stream_lose_and_double_nothing(store: Store) -> None:
    person, _ = store.new_person()
    stream = store.begin(person, "game", [])
    batches = names(writers=6, events=12)
    with ThreadPoolExecutor(6) as pool:
        for done in [
            pool.submit(append_by_retrying, store, stream.id, person, ids) for ids in batches
        ]:
            done.result()
    check_whole(store, stream.id, person, batches)


def test_one_event_sent_by_many_at_once_is_stored_once(store: Store) -> None:
    person, _ = store.new_person()
    stream = store.begin(person, "game", [])
    new = [NewEvent("noted", {}, id="same")]
    with ThreadPoolExecutor(6) as pool:
        replies = list(pool.map(lambda _: store.append(stream.id, person, 0, new), range(12)))
    assert {reply.position for reply in replies} == {1}
    assert sum(reply.stored for reply in replies) == 1


def test_many_who_begin_with_one_label_get_one_stream(store: Store) -> None:
    person, _ = store.new_person()

    def begin(number: int) -> str:
        events = [NewEvent("begun", {"number": number})]
        return store.begin(person, "lesson", events, label="main:sudoku").id

    with ThreadPoolExecutor(6) as pool:
        (stream_id,) = set(pool.map(begin, range(12)))
    assert len(store.read(stream_id, person)) == 1


def test_two_processes_on_one_database_lose_and_double_nothing(url: str) -> None:
    with open_store(url) as store:
        person, _ = store.new_person()
        stream = store.begin(person, "game", [])
        batches = names(writers=3, events=25)
        children = [
            context.Process(target=openers.append_many, args=(url, stream.id, person, ids))
            for ids in batches[1:]
        ]
        for child in children:
            child.start()
        append_by_retrying(store, stream.id, person, batches[0])
        for child in children:
            child.join()
            assert child.exitcode == 0
        check_whole(store, stream.id, person, batches)


def test_erasing_ends_what_others_are_still_writing(store: Store) -> None:
    person, _ = store.new_person()
    stream = store.begin(person, "game", [])
    begun = threading.Event()

    def append_until_gone() -> None:
        position = 0
        while True:
            position = store.append(stream.id, person, position, [NewEvent("noted")]).position
            store.keep(stream.id, "summary", position, {})
            begun.set()

    with ThreadPoolExecutor(1) as pool:
        writer = pool.submit(append_until_gone)
        assert begun.wait(30)
        store.erase(person)
        with pytest.raises(UnknownStream):
            writer.result(30)
    assert store.kept(stream.id, "summary") is None


def test_many_who_erase_at_once_are_all_gone(store: Store) -> None:
    everybody = [store.new_person() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(store.erase, [person for person, _ in everybody]))
    assert [store.person_of(token) for _, token in everybody] == [None] * 8


@pytest.mark.slow
def test_what_was_acknowledged_survives_kill_9(url: str, opened: Opened) -> None:
    with opened() as store:
        person, _ = store.new_person()
        stream = store.begin(person, "game", [])
    acknowledged: list[str] = []
    seed = random.randrange(10**6)
    chance = random.Random(seed)
    for _ in range(4):
        acknowledged += killed_writer(url, stream.id, person, chance.uniform(0, 0.3))
        with opened() as store:
            events = store.read(stream.id, person)
            stored = [event.id for event in events]
            assert [event.position for event in events] == [*range(1, len(events) + 1)], seed
            assert store.stream(stream.id, person).position == len(events), seed
            assert [event_id for event_id in stored if event_id in set(acknowledged)] == (
                acknowledged
            ), seed
            assert store.append(stream.id, person, len(events), [NewEvent("noted")]).stored == 1
    assert acknowledged


def killed_writer(url: str, stream_id: str, person: str, after_s: float) -> list[str]:
    """The ids that a writer said are stored, which is killed a while after its first."""
    command = [sys.executable, "-m", "tests.store.openers", url, stream_id, person]
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}
    ) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(after_s)
        child.kill()
        said = first + child.stdout.read()
    whole, _, _ = said.rpartition(b"\n")  # the last line may be cut off
    return whole.decode().split()
