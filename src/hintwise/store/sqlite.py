"""SQLite: one file in WAL mode, with one writer at a time.

Readers never wait. Writers of this process queue for a lock, those of other processes for SQLite's
own. A commit has reached the disk (`synchronous=FULL`) before anybody is told.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event

from hintwise.errors import InvalidValue, Unavailable
from hintwise.store import backups
from hintwise.store.database import Database, failures_told
from hintwise.store.migrating import Migrations

WAIT_S = 30.0
"""How long to wait for another writer."""


class SqliteDatabase(Database):
    def __init__(self, url: URL) -> None:
        if not url.database or url.database == ":memory:" or url.query:
            raise InvalidValue(
                f"{url.render_as_string()!r} names no plain file; give sqlite:///hintwise.db"
            )
        self.file = Path(url.database)
        try:
            # It is private, and so are the files that SQLite makes beside it, with its mode.
            os.close(os.open(self.file, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as error:
            raise InvalidValue(f"{self.file} cannot be opened: {error.strerror}") from None
        super().__init__(_engine(url, "foreign_keys=ON", pool_size=8, max_overflow=32))
        self._writer = self.engine.execution_options(hintwise_writes=True)
        self._one_writer = threading.Lock()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with self._one_writer, failures_told(), self._writer.begin() as connection:
            yield connection

    def migrate(self, migrations: Migrations) -> None:
        """A file that has tables already is copied first; all under the write lock."""
        self._check_and_use_wal()
        with self.reading() as connection:
            if not migrations.missing_from(connection):
                return
        # SQLite changes a table by copying it, and dropping the old one would cascade.
        loose = _engine(self.engine.url, "foreign_keys=OFF", poolclass=NullPool)
        migrator = loose.execution_options(hintwise_writes=True)
        with self._one_writer, failures_told(), migrator.begin() as connection:
            if not migrations.missing_from(connection):
                return  # another process was faster
            if revision := migrations.revision(connection):
                backups.make(self.file, revision)
            migrations.run(connection)

    def forget(self, table: str, row_id: str) -> None:
        backups.forget(self.file, table, row_id)

    def clear_files(self) -> None:
        """Write the file anew from the rows that are left, and empty the write-ahead log.

        `secure_delete` alone is not enough: pages that were split keep copies of moved rows.
        """
        with failures_told(), self._one_writer, closing(self.engine.raw_connection()) as connection:
            driver = connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            driver.execute("VACUUM")
            _until_free(lambda: _empty_log(driver))
        backups.scrub(self.file)

    def _check_and_use_wal(self) -> None:
        def use_wal() -> None:
            with closing(self.engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA journal_mode=WAL").fetchall()

        try:
            with failures_told():
                _until_free(use_wal)
        except sqlite3.DatabaseError as error:
            raise InvalidValue(f"{self.file} is no SQLite database: {error}") from None


def _engine(url: URL, *settings: str, **options: Any) -> Engine:
    engine = create_engine(url, connect_args={"timeout": WAIT_S}, **options)

    def prepare(connection: Any, record: object) -> None:
        connection.isolation_level = None  # transactions begin and end where we say so
        for setting in ("synchronous=FULL", "secure_delete=ON", *settings):
            connection.execute(f"PRAGMA {setting}")

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    # A transaction that reads first and writes later cannot wait for another writer: it fails.
    writes = connection.get_execution_options().get("hintwise_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _empty_log(connection: sqlite3.Connection) -> None:
    """Move the write-ahead log into the file, and cut it to nothing."""
    (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise sqlite3.OperationalError("database is locked by a reader")


def _until_free(action: Callable[[], None]) -> None:
    """Try again for a while what SQLite does not wait for by itself."""
    end = time.monotonic() + WAIT_S
    while True:
        try:
            return action()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            if time.monotonic() > end:
                raise Unavailable(f"the database is in use elsewhere: {error}") from error
        time.sleep(0.02)
