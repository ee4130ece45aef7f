"""Tables are brought up to date when a store is opened, after a backup."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect

from hintwise.errors import InvalidValue
from hintwise.processes import context
from hintwise.store import Game, NewEvent, Store, backups, open_store
from hintwise.store.migrating import FOLDER, Migrations
from hintwise.store.tables import metadata
from tests.store.openers import open_and_close

HERE = Path(__file__).parent
LATER = Migrations((FOLDER, HERE / "later"))
BROKEN = Migrations((FOLDER, HERE / "broken"))
PERSON = "person-of-the-sample-0"
NEWEST = "0002"
OF_NOBODY = {"chores", "alembic_version", "studies", "researchers"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def test_the_migrations_lead_to_the_tables(store: Store) -> None:
    with store.database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_all_that_is_a_persons_hangs_on_their_row(store: Store) -> None:
    found = inspect(store.database.engine)
    tables = set(found.get_table_names()) - {"people", *OF_NOBODY}
    reached = {"people"}
    while more := {
        table
        for table in tables - reached
        for key in found.get_foreign_keys(table)
        if key["referred_table"] in reached and key["options"].get("ondelete") == "CASCADE"
    }:
        reached |= more
    assert reached == tables | {"people"}


def test_several_threads_may_open_a_new_database_at_once(url: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(open_and_close, [url] * 6)) == {NEWEST}


@pytest.mark.slow
def test_several_processes_may_open_a_new_database_at_once(url: str) -> None:
    with context.Pool(3) as pool:
        assert set(pool.map(open_and_close, [url] * 6, chunksize=1)) == {NEWEST}


def test_several_may_migrate_a_database_at_once(url: str) -> None:
    open_store(url).close()
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: open_and_close(url, LATER), range(4))) == {"9001"}


def test_a_database_of_a_newer_hintwise_is_refused(url: str) -> None:
    open_store(url, migrations=LATER).close()
    with pytest.raises(InvalidValue, match=r"revision '9001'.*newer"):
        open_store(url)


def test_a_migration_keeps_what_is_stored(url: str) -> None:
    with open_store(url) as store:
        person, token = store.new_person()
        stream = store.begin(person, "game", [NewEvent("started", {"puzzle": {}})])
    with open_store(url, migrations=LATER) as store:
        assert store.person_of(token) == person
        assert len(store.read(stream.id, person)) == 1
        store.erase(person)
        assert store.streams(person, "game") == []


def test_a_migration_that_fails_leaves_all_as_it_was(url: str) -> None:
    open_store(url).close()
    with pytest.raises(ZeroDivisionError):
        open_store(url, migrations=BROKEN)
    assert open_and_close(url) == NEWEST
    with open_store(url) as store:
        assert "leftover" not in inspect(store.database.engine).get_table_names()


def test_before_a_migration_the_file_is_copied(file: Path) -> None:
    with open_store(f"sqlite:///{file}") as store:
        person, token = store.new_person()
        store.begin(person, "game", [NewEvent("started", {"puzzle": {}})])
    assert backups.copies(file) == []
    with open_store(f"sqlite:///{file}", migrations=LATER) as store:
        assert store.person_of(token) == person
    (copy,) = backups.copies(file)
    assert re.fullmatch(r"store\.db\.\d{4}-\d\d-\d\dT\d{6}Z\.0002\.backup", copy.name)
    # It is a store as it was before, in one file.
    with open_store(f"sqlite:///{copy}") as store:
        assert store.person_of(token) == person
        assert len(store.streams(person, "game")) == 1
    open_store(f"sqlite:///{file}", migrations=LATER).close()
    assert backups.copies(file) == [copy]


def test_the_copy_has_what_is_still_in_the_write_ahead_log(file: Path) -> None:
    with open_store(f"sqlite:///{file}") as store:
        _, token = store.new_person()
        assert file.with_name("store.db-wal").stat().st_size > 0
        copy = backups.make(file, "0001")
    with open_store(f"sqlite:///{copy}") as store:
        assert store.person_of(token)


def test_only_the_newest_copies_stay(file: Path) -> None:
    open_store(f"sqlite:///{file}").close()
    made = [backups.make(file, f"{number:04}") for number in range(6)]
    assert backups.copies(file) == made[-backups.NEWEST :]


@pytest.mark.skipif(os.name != "posix", reason="the modes of files are POSIX")
def test_only_the_owner_may_read_the_files(file: Path) -> None:
    with open_store(f"sqlite:///{file}") as store:
        store.new_person()
        backups.make(file, "0001")
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
    assert len(modes) == 4
    assert set(modes.values()) == {0o600}


@pytest.mark.parametrize("sample", sorted((HERE / "samples").glob("*.sql")), ids=lambda s: s.stem)
def test_a_file_of_every_revision_stays_readable(sample: Path, file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.executescript(sample.read_text(encoding="utf-8"))
    connection.close()
    with open_store(f"sqlite:///{file}") as store:
        assert store.person_of("a token") == PERSON
        (stream,) = store.streams(PERSON, "game")
        game = Game.of(store.read(stream.id, PERSON))
        assert game.puzzle["puzzle"] == "1.....3..4.....2"
        assert game.digits == {"r1c2": 4}
        assert game.solved
        (lesson,) = store.streams(PERSON, "lesson")
        assert lesson.label == "main:sudoku"
        assert store.shared("aBcDeF0123") == {"title": "Tiny"}
        assert store.append(stream.id, PERSON, stream.position, [NewEvent("undone")]).stored == 1
        for study in store.studies.all():
            (participant,) = store.studies.participants(study.name)
            assert (study.people, participant.number, participant.cell) == (3, 1, "order-1")


def test_every_revision_has_a_sample() -> None:
    samples = {sample.stem for sample in (HERE / "samples").glob("*.sql")}
    assert samples == Migrations().known()
