"""Who erases their data leaves no trace in the files."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select, text

from hintwise.errors import Unavailable
from hintwise.store import NewEvent, Store, backups, open_store, postgresql
from hintwise.store.people import hash_of
from hintwise.store.sqlite import SqliteDatabase
from hintwise.store.tables import chores, metadata, people
from tests.postgres import fresh_database
from tests.store.test_migrations import LATER


@dataclass(frozen=True, slots=True)
class Life:
    """A person who did everything, and what would give them away."""

    person: str
    traces: tuple[str, ...]


def lived(store: Store, word: str) -> Life:
    """Fill many pages, so that some are split and some freed."""
    person, token = store.new_person()
    stream = store.begin(person, "game", [NewEvent("started", {"puzzle": {"title": f"{word} a"}})])
    for position in range(1, 60):
        note = NewEvent("noted", {"text": f"{word} {position}" * 20})
        store.append(stream.id, person, position, [note])
    store.append(stream.id, person, 60, [NewEvent("noted", {"text": f"{word} large" * 9000})])
    store.keep(stream.id, "summary", 5, {"text": f"{word} kept"})
    page = store.share(person, {"html": f"{word} shared" * 500})
    removed = store.begin(person, "game", [NewEvent("noted", {"text": f"{word} removed"})])
    store.remove(removed.id, person)
    return Life(person, (word, person, hash_of(token), stream.id, removed.id, page))


def found(life: Life, folder: Path) -> set[tuple[str, str]]:
    """In which files which traces are."""
    files = [path for path in folder.iterdir() if path.is_file()]
    assert any(path.name == "store.db" for path in files)
    return {
        (path.name, trace)
        for path in files
        for trace in life.traces
        if trace.encode() in path.read_bytes()
    }


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Iterator[Store]:
    with open_store(f"sqlite:///{tmp_path}/store.db") as store:
        yield store


def test_no_byte_of_an_erased_person_stays_in_the_files(
    sqlite_store: Store, tmp_path: Path
) -> None:
    others = [lived(sqlite_store, "hazelnut")]
    gone = lived(sqlite_store, "walnut")
    others.append(lived(sqlite_store, "peanut"))
    assert {name for name, _ in found(gone, tmp_path)} >= {"store.db-wal"}
    sqlite_store.erase(gone.person)
    sqlite_store.scrub()
    assert found(gone, tmp_path) == set()
    for other in others:
        assert len(sqlite_store.read(*_game(sqlite_store, other))) == 61


def test_nor_on_pages_that_were_split(sqlite_store: Store, tmp_path: Path) -> None:
    """SQLite leaves copies of moved rows there, which `secure_delete` does not reach."""
    random = Random(1)
    streams = []
    for _ in range(24):
        person, _ = sqlite_store.new_person()
        streams.append((sqlite_store.begin(person, "game", []).id, person))
    for _ in range(400):
        stream, person = random.choice(streams)
        position = sqlite_store.stream(stream, person).position
        body = {"text": f"of {person} " * random.choice([1, 5, 30])}
        events = [NewEvent("noted", body) for _ in range(random.choice([1, 8]))]
        sqlite_store.append(stream, person, position, events)
    gone = streams[:12]
    for _, person in gone:
        sqlite_store.erase(person)
    sqlite_store.scrub()
    traces = tuple(trace for pair in gone for trace in pair)
    assert found(Life("", traces), tmp_path) == set()


def test_nor_while_another_process_has_the_file_open(sqlite_store: Store, tmp_path: Path) -> None:
    gone = lived(sqlite_store, "walnut")
    with open_store(f"sqlite:///{tmp_path}/store.db") as other:
        assert other.streams(gone.person, "game")
        sqlite_store.erase(gone.person)
        sqlite_store.scrub()
        assert found(gone, tmp_path) == set()
        assert not other.streams(gone.person, "game")


def test_nor_in_backups(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    with open_store(f"sqlite:///{file}") as store:
        gone, other = lived(store, "walnut"), lived(store, "peanut")
    with open_store(f"sqlite:///{file}", migrations=LATER) as store:
        (backup,) = backups.copies(file)
        assert {name for name, _ in found(gone, tmp_path)} == {"store.db", backup.name}
        # What a killed process left of another copy:
        backup.with_suffix(".unfinished").write_bytes(backup.read_bytes())
        store.erase(gone.person)
        store.scrub()
        assert found(gone, tmp_path) == set()
        assert {name for name, _ in found(other, tmp_path)} >= {"store.db", backup.name}
    with open_store(f"sqlite:///{backup}") as store:
        assert len(store.read(*_game(store, other))) == 61


def test_what_was_removed_leaves_no_trace_after_a_scrub(
    sqlite_store: Store, tmp_path: Path
) -> None:
    person, _ = sqlite_store.new_person()
    stream = sqlite_store.begin(person, "game", [NewEvent("noted", {"text": "walnut"})])
    page = sqlite_store.share(person, {"html": "cashew"})
    backups.make(tmp_path / "store.db", "0001")
    life = Life(person, ("walnut", "cashew", stream.id, page))
    sqlite_store.remove(stream.id, person)
    sqlite_store.unshare(page, person)
    sqlite_store.scrub()
    assert found(life, tmp_path) == set()


def test_the_rows_are_gone_at_once_and_the_files_are_not_written_anew_for_each(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = []
    monkeypatch.setattr(SqliteDatabase, "clear_files", lambda database: rounds.append(database))
    gone = [lived(sqlite_store, word) for word in ("walnut", "peanut")]
    for life in gone:
        sqlite_store.erase(life.person)
    with sqlite_store.database.reading() as connection:
        rows = "".join(str(connection.execute(select(t)).all()) for t in metadata.sorted_tables)
    assert not [trace for life in gone for trace in life.traces if trace in rows]
    assert not rounds
    sqlite_store.scrub()
    sqlite_store.scrub()
    assert len(rounds) == 1


def test_what_could_not_be_cleared_stays_due_and_keeps_no_store_from_opening(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = lived(sqlite_store, "walnut")
    sqlite_store.erase(gone.person)

    def in_the_way(database: SqliteDatabase) -> None:
        raise Unavailable("the database is in use elsewhere")

    with monkeypatch.context() as patch:
        patch.setattr(SqliteDatabase, "clear_files", in_the_way)
        with pytest.raises(Unavailable):
            sqlite_store.scrub()
        with open_store(f"sqlite:///{tmp_path}/store.db") as store:
            assert store.streams(gone.person, "game") == []
    assert found(gone, tmp_path) != set()
    with open_store(f"sqlite:///{tmp_path}/store.db"):
        assert found(gone, tmp_path) == set()


def test_on_postgresql_the_tables_are_written_anew(postgres: str) -> None:
    with open_store(fresh_database(postgres)) as store:
        gone, other = lived(store, "walnut"), lived(store, "peanut")
        store.erase(gone.person)
        store.scrub()
        with store.database.writing() as connection:
            connection.execute(text("CHECKPOINT"))
            number = "SELECT oid FROM pg_database WHERE datname = current_database()"
            folder = Path(postgres, "data", "base", str(connection.execute(text(number)).scalar()))
        pages = b"".join(path.read_bytes() for path in folder.iterdir())
        assert not [trace for trace in gone.traces if trace.encode() in pages]
        assert other.person.encode() in pages


def test_on_a_large_postgresql_the_rows_are_gone_and_cleared_away(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "MOST_REWRITTEN_BYTES", 0)
    with open_store(fresh_database(postgres)) as store:
        gone, other = lived(store, "walnut"), lived(store, "peanut")
        store.erase(gone.person)
        store.scrub()
        with store.database.reading() as connection:
            for table in metadata.sorted_tables:
                rows = str(connection.execute(select(table)).all())
                assert not [trace for trace in gone.traces if trace in rows]
            assert connection.execute(select(func.count()).select_from(people)).scalar() == 1
        assert _vacuumed(store) == {table.name for table in metadata.sorted_tables}
        assert len(store.read(*_game(store, other))) == 61


def test_clearing_does_not_wait_for_ever_and_is_done_later(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "LOCK_S", 1)
    with open_store(fresh_database(postgres)) as store:
        gone, other = lived(store, "walnut"), lived(store, "peanut")
        store.erase(gone.person)
        with store.database.reading() as reader:
            reader.execute(select(people)).all()
            with pytest.raises(Unavailable, match="lock timeout"):
                store.scrub()
        assert store.streams(gone.person, "game") == []
        with store.database.reading() as connection:
            assert connection.execute(select(chores)).first()
        store.scrub()
        with store.database.reading() as connection:
            assert not connection.execute(select(chores)).first()
        assert len(store.read(*_game(store, other))) == 61


def _game(store: Store, life: Life) -> tuple[str, str]:
    (stream,) = store.streams(life.person, "game")
    return stream.id, life.person


def _vacuumed(store: Store) -> set[str]:
    """The tables that the server says it has cleared; it says so a little later."""
    query = text("SELECT relname FROM pg_stat_user_tables WHERE vacuum_count > 0")
    end = time.monotonic() + 10
    while True:
        with store.database.reading() as connection:
            names = {str(name) for name in connection.execute(query).scalars()}
        if len(names) == len(metadata.tables) or time.monotonic() > end:
            return names
        time.sleep(0.1)
