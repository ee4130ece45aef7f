"""Opening a store by its URL, and what happens when the database does not answer."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from hintwise.errors import InvalidValue, Unavailable
from hintwise.store import open_store, sqlite
from tests.postgres import database_url, fresh_database


@pytest.mark.parametrize(
    "url",
    [
        "",
        "file.db",
        "mysql://me:secret@host/games",
        "postgresql+asyncpg://me:secret@host/games",
        "sqlite://",
        "sqlite:///:memory:",
        "postgres//me:secret@host",
    ],
)
def test_another_url_is_refused_and_no_password_is_shown(url: str) -> None:
    with pytest.raises(InvalidValue, match=r"sqlite:///hintwise\.db") as caught:
        open_store(url)
    assert "secret" not in str(caught.value)


def test_the_older_name_of_postgresql_is_accepted(postgres: str) -> None:
    url = fresh_database(postgres).replace("postgresql://", "postgres://")
    with open_store(url) as store:
        assert store.is_healthy()


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="nowhere"):
        open_store(f"sqlite:///{tmp_path}/nowhere/store.db")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "store.db").write_text("a letter to my aunt, and no database\n" * 50)
    with pytest.raises(InvalidValue, match=r"store\.db is no SQLite database"):
        open_store(f"sqlite:///{tmp_path}/store.db")


def test_sqlite_has_the_settings_that_keep_events_safe(tmp_path: Path) -> None:
    expected = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1}
    with (
        open_store(f"sqlite:///{tmp_path}/store.db") as store,
        store.database.reading() as connection,
    ):
        for name, value in expected.items():
            assert connection.execute(text(f"PRAGMA {name}")).scalar() == value, name


def test_a_writer_waits_for_another_process_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "WAIT_S", 0.05)
    with open_store(f"sqlite:///{tmp_path}/store.db") as store:
        person, token = store.new_person()
        with closing(sqlite3.connect(tmp_path / "store.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unavailable, match="locked"):
                store.begin(person, "game", [])
            assert store.person_of(token) == person  # readers never wait
            other.execute("ROLLBACK")
        store.begin(person, "game", [])


def test_no_message_shows_what_was_to_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "WAIT_S", 0.05)
    with open_store(f"sqlite:///{tmp_path}/store.db") as store:
        _, token = store.new_person()
        with store.database.writing() as connection:
            connection.execute(text("DROP TABLE tokens"))
        with pytest.raises(Unavailable) as caught:
            store.person_of(token)
    assert token not in str(caught.value)
    assert "SELECT" not in str(caught.value)


def test_a_server_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="does not answer"):
        open_store(database_url(str(tmp_path)))


def test_connections_that_the_server_ended_are_made_anew(postgres: str) -> None:
    url = fresh_database(postgres)
    with open_store(url) as store:
        _, token = store.new_person()
        _end_connections(postgres, url)
        assert store.person_of(token)


def test_a_database_that_is_gone_is_not_healthy(postgres: str) -> None:
    url = fresh_database(postgres)
    with open_store(url) as store:
        assert store.is_healthy()
        with psycopg.connect(database_url(postgres), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {_name(url)} WITH (FORCE)")
        assert not store.is_healthy()
        with pytest.raises(Unavailable):
            store.new_person()


def _end_connections(postgres: str, url: str) -> None:
    query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
    with psycopg.connect(database_url(postgres), autocommit=True) as connection:
        connection.execute(query, (_name(url),))


def _name(url: str) -> str:
    return url.partition("@/")[2].partition("?")[0]
