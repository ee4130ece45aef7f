"""docs/explanation/store.md says what the code does."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from hintwise.elicit import journal
from hintwise.service.operations.housekeeping import EVERY_S
from hintwise.store import backups, people
from hintwise.store.game_events import BY, GAME_EVENTS, LAYERS
from hintwise.store.postgresql import MOST_REWRITTEN_BYTES
from hintwise.store.tables import metadata
from hintwise.study.events import KINDS, STREAM, answered, asked, joined

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "explanation" / "store.md").read_text(encoding="utf-8")


def events() -> dict[tuple[str, str], str]:
    """What the table says of each event, by kind of stream and of event."""
    rows = re.findall(r"^\| `(\w+)` \| (`.+?`) \| (.+) \|$", PAGE, re.M)
    return {
        (stream, kind): body
        for stream, kinds, body in rows
        for kind in re.findall(r"`(\w+)`", kinds)
    }


def test_the_page_has_every_table() -> None:
    assert set(re.findall(r"^\| `(\w+)` \| [^|]+ \|$", PAGE, re.M)) == set(metadata.tables)


def test_the_page_has_every_event_of_a_game_with_all_that_it_holds() -> None:
    said = {kind: body for (stream, kind), body in events().items() if stream == "game"}
    assert set(said) == set(GAME_EVENTS)
    for kind, body in GAME_EVENTS.items():
        assert set(body) <= set(re.findall(r"`(\w+)`", said[kind])), kind
    assert {*LAYERS, *BY} <= set(re.findall(r"`(\w+)`", said["changed"]))


def test_the_page_has_every_entry_of_a_lesson() -> None:
    source = Path(journal.__file__).read_text(encoding="utf-8")
    entries = set(re.findall(r'^ .*"event": "(\w+)"', source, re.M))
    assert {kind for stream, kind in events() if stream == "lesson"} == entries | {"begun"}


def test_the_page_has_every_event_of_a_participation_with_all_that_it_holds() -> None:
    said = {kind: body for (stream, kind), body in events().items() if stream == STREAM}
    assert set(said) == set(KINDS)
    for made in (joined, asked, answered):
        parameters = inspect.signature(made).parameters
        assert set(parameters) <= set(re.findall(r"`(\w+)`", said[made.__name__])), made


def test_the_page_has_the_right_figures() -> None:
    assert f"at most {MOST_REWRITTEN_BYTES // 2**20} MB" in PAGE
    assert backups.NEWEST == 3
    assert "The newest three stay" in PAGE
    assert f"every {EVERY_S / 60:g} minutes".replace("5", "five") in PAGE
    games, lessons = (people.MOST_STREAMS[kind] for kind in ("game", "lesson"))
    room = f"{games} games, {lessons} sessions, {people.MOST_EVENTS:,} events".replace(",0", " 0")
    assert room in PAGE
    pages, tokens = people.MOST_PAGES, people.MOST_TOKENS
    assert f"{pages} shared pages, and have {tokens} tokens" in PAGE
