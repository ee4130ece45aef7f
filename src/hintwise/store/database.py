"""What both databases can do: transactions, migrations, and leaving no trace of what is erased."""

from __future__ import annotations

import secrets
import sqlite3
import threading
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, Table, delete, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import InterfaceError, OperationalError, TimeoutError

from hintwise.closable import Closable
from hintwise.errors import Unavailable
from hintwise.store.migrating import Migrations
from hintwise.store.tables import chores

_SCRUB = "scrub"


def mark_due(connection: Connection) -> None:
    """Note with a deletion that its traces are still in the files, should we die before."""
    row = upsert(connection, chores).values(name=_SCRUB, mark=secrets.token_hex(8))
    newer = {"mark": row.excluded.mark}
    connection.execute(row.on_conflict_do_update(index_elements=["name"], set_=newer))


def upsert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An insert that can say what happens if the row is there already."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)


@contextmanager
def failures_told() -> Iterator[None]:
    """What only says that the database does not work now becomes `Unavailable`."""
    try:
        yield
    except (OperationalError, InterfaceError, TimeoutError, sqlite3.OperationalError) as error:
        # The text of the statement and its values stay out of the message: they are a person's.
        cause = getattr(error, "orig", None) or error
        raise Unavailable(f"the database does not answer: {str(cause).strip()}") from error


class Database(Closable):
    """A database with our tables. Used by any number of threads."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._one_scrubber = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with failures_told(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is on the disk after the block; after an error nothing of it is."""
        with failures_told(), self.engine.begin() as connection:
            yield connection

    @abstractmethod
    def migrate(self, migrations: Migrations) -> None:
        """Bring the tables up to date, whoever else does so at the same time."""

    @abstractmethod
    def forget(self, table: str, row_id: str) -> None:
        """Delete the row, and all that hangs on it, from backups, where we made any.

        Called while writing, so that none is made meanwhile. If that fails at its commit, the row
        is in no backup but still in the database, which does no harm.
        """

    @abstractmethod
    def clear_files(self) -> None:
        """Free the database's files of what was deleted."""

    def scrub(self) -> None:
        """Clear the files, if anything was deleted since that was last done.

        Many who delete at once are served by one round: who waited finds nothing left to do.
        """
        with self._one_scrubber:
            with self.reading() as connection:
                mark = connection.execute(select(chores.c.mark)).scalar()
            if mark is None:
                return
            self.clear_files()
            # Whoever deleted meanwhile left another mark, and it stays due.
            with self.writing() as connection:
                connection.execute(delete(chores).where(chores.c.mark == mark))

    @property
    def is_healthy(self) -> bool:
        """Whether it answers now."""
        try:
            with self.reading() as connection:
                connection.execute(text("SELECT 1"))
        except Unavailable:
            return False
        return True

    def close(self) -> None:
        self.engine.dispose()
