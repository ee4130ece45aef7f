"""Bringing the tables up to date, by Alembic, whenever a store is opened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from hintwise.errors import InvalidValue
from hintwise.store.tables import metadata

FOLDER = Path(__file__).parent / "migrations"


@dataclass(frozen=True, slots=True)
class Migrations:
    """All changes of the tables that this program knows. More `folders` may add to them."""

    folders: Sequence[Path] = (FOLDER,)

    def missing_from(self, connection: Connection) -> bool:
        """Whether the tables are older than this program; `InvalidValue` if they are newer."""
        found = self.revision(connection)
        if found is not None and found not in self.known():
            raise InvalidValue(
                f"the database has revision {found!r}, which this hintwise does not know; it was "
                "written by a newer one: install that, or go back to a backup"
            )
        return found != self._script().get_current_head()

    def revision(self, connection: Connection) -> str | None:
        """The revision of the tables that are there; None if there are none."""
        return MigrationContext.configure(connection).get_current_revision()

    def run(self, connection: Connection) -> None:
        """Run what is missing, inside the transaction that is open."""
        script = self._script()

        def missing(revision: Any, context: MigrationContext) -> Iterable[Any]:
            # What `alembic upgrade heads` runs; we have no files of settings for it.
            return script._upgrade_revs("heads", revision)

        with EnvironmentContext(Config(), script, fn=missing) as environment:
            environment.configure(connection=connection, target_metadata=metadata)
            environment.run_migrations()

    def _script(self) -> ScriptDirectory:
        return ScriptDirectory(str(FOLDER), version_locations=[str(f) for f in self.folders])

    def known(self) -> set[str]:
        """All revisions."""
        return {script.revision for script in self._script().walk_revisions()}


MIGRATIONS = Migrations()
