"""What earlier versions wrote is read as if it were written today."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from hintwise.errors import Outdated
from hintwise.store import Game, NewEvent, open_store
from hintwise.store.tables import events
from hintwise.store.versions import UPGRADES, Upgrades, up_to_date

# As if version 0 of a change had one cell only, and version 1 said nothing of who changed it.
SAMPLE = NewEvent("changed", {"cell": "r1c1", "value": 5}, version=0)
IN_TWO_STEPS: Upgrades = {
    ("game", "changed", 0): lambda body: {"changes": [[body["cell"], "digit", body["value"]]]},
    ("game", "changed", 1): lambda body: {**body, "by": "me"},
    ("shared", "page", 0): lambda document: {"title": document["name"]},
}


def test_an_old_event_is_read_as_a_new_one_and_stored_as_it_was(url: str) -> None:
    with open_store(url, upgrades=IN_TWO_STEPS) as store:
        person, _ = store.new_person()
        game = store.begin(person, "game", [SAMPLE])
        (event,) = store.read(game.id, person)
        assert event.version == 2
        assert event.body == {"changes": [["r1c1", "digit", 5]], "by": "me"}
        assert Game.of([event]).digits == {"r1c1": 5}
        with pytest.raises(Outdated) as caught:
            store.append(game.id, person, 0, [NewEvent("undone")])
        assert caught.value.since == (event,)
        (stream,) = store.export(person)["streams"]
        assert stream["events"] == [event.as_json()]
        with store.database.reading() as connection:
            row = connection.execute(select(events.c.version, events.c.body)).one()
        assert (row.version, json.loads(row.body)) == (0, SAMPLE.body)


def test_only_what_has_an_upgrade_is_changed(url: str) -> None:
    with open_store(url, upgrades=IN_TWO_STEPS) as store:
        person, _ = store.new_person()
        lesson = store.begin(person, "lesson", [SAMPLE])
        (event,) = store.read(lesson.id, person)
        assert (event.version, event.body) == (0, SAMPLE.body)


def test_an_old_shared_page_is_read_as_a_new_one(url: str) -> None:
    with open_store(url, upgrades=IN_TWO_STEPS) as store:
        person, _ = store.new_person()
        page = store.share(person, {"name": "Tiny"}, version=0)
        assert store.shared(page) == {"title": "Tiny"}
        assert store.export(person)["shared"][0]["document"] == {"title": "Tiny"}


def test_what_a_newer_hintwise_wrote_is_given_as_it_is() -> None:
    assert up_to_date("game", "changed", 7, {"x": 1}, IN_TWO_STEPS) == (7, {"x": 1})


def test_upgrades_leave_no_gap_up_to_the_newest_version() -> None:
    for table in (UPGRADES, IN_TWO_STEPS):
        for stream, kind, version in table:
            assert version == 0 or version == 1 or (stream, kind, version - 1) in table
