"""PostgreSQL, for servers with several web processes."""

from __future__ import annotations

from sqlalchemy import URL, NullPool, create_engine, text

from hintwise.store.database import Database, failures_told
from hintwise.store.migrating import Migrations
from hintwise.store.tables import metadata

MOST_REWRITTEN_BYTES = 256 * 2**20
"""Up to this size a database is written anew when somebody erases their data: some seconds."""

CONNECT_S = 10
LOCK_S = 10
"""How long to wait for a connection, and for the tables that are to be cleared."""

_MIGRATING = 0x68696E74
"""The number of the advisory lock under which tables are changed."""


class PostgresqlDatabase(Database):
    def __init__(self, url: URL) -> None:
        connecting = {"connect_timeout": CONNECT_S}
        # A connection is tried before it is used, for the server may have been started anew.
        pool = {"pool_size": 8, "max_overflow": 8, "pool_pre_ping": True}
        super().__init__(create_engine(url, connect_args=connecting, **pool))
        # Clearing waits for locks, and everybody else would wait behind it.
        patience = {**connecting, "options": f"-c lock_timeout={LOCK_S}s"}
        self._clearing = create_engine(
            url, connect_args=patience, poolclass=NullPool, isolation_level="AUTOCOMMIT"
        )

    def migrate(self, migrations: Migrations) -> None:
        """Whoever comes second waits, and finds nothing left to do."""
        with self.writing() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATING})
            if migrations.missing_from(connection):
                migrations.run(connection)

    def forget(self, table: str, row_id: str) -> None:
        """Backups of a server are its operator's."""

    def clear_files(self) -> None:
        """Let the server clear deleted rows away now.

        While it is small the database is written anew, for a plain `VACUUM` leaves bytes on pages
        that are in use. That locks the tables, so a large one is left to its operator. The
        server's own write-ahead log keeps them until it is recycled.
        """
        tables = ", ".join(table.name for table in metadata.sorted_tables)
        with failures_told(), self._clearing.connect() as connection:
            size = connection.execute(text("SELECT pg_database_size(current_database())")).scalar()
            full = "(FULL)" if size is not None and size <= MOST_REWRITTEN_BYTES else ""
            connection.execute(text(f"VACUUM {full} {tables}"))
