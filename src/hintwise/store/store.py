"""The store: the one door to the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from hintwise.closable import Closable
from hintwise.errors import InvalidValue, Unavailable
from hintwise.store import documents, exporting, people, streams
from hintwise.store.database import Database, mark_due
from hintwise.store.events import Appended, Event, Kept, NewEvent, Stream
from hintwise.store.migrating import MIGRATIONS, Migrations
from hintwise.store.postgresql import PostgresqlDatabase
from hintwise.store.sqlite import SqliteDatabase
from hintwise.store.studies.studies import Studies
from hintwise.store.versions import UPGRADES, Upgrades


def open_store(
    url: str, *, migrations: Migrations = MIGRATIONS, upgrades: Upgrades = UPGRADES
) -> Store:
    """Open the database of a URL, `sqlite:///file.db` or `postgresql://…`, made if need be.

    Its tables are brought up to date first. Several processes may do so at once. What was deleted
    is cleared from the files, unless somebody is in the way: then it stays due.
    """
    store = Store(database_of(url), upgrades)
    try:
        store.database.migrate(migrations)
        with suppress(Unavailable):
            store.scrub()
    except BaseException:
        store.close()
        raise
    return store


def database_of(url: str) -> Database:
    """The database that a URL names, not yet opened."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise InvalidValue(_accepted("that text")) from None
    match parsed.drivername:
        case "sqlite":
            return SqliteDatabase(parsed)
        case "postgres" | "postgresql" | "postgresql+psycopg":
            return PostgresqlDatabase(parsed.set(drivername="postgresql+psycopg"))
        case other:
            raise InvalidValue(_accepted(f"{other!r}"))


def _accepted(what: str) -> str:
    # The URL itself may hold a password, so no message shows it.
    return (
        f"{what} names no database; give sqlite:///hintwise.db or "
        "postgresql://user:password@host/database"
    )


class Store(Closable):
    """People, their streams of events, documents and studies; for any number of threads.

    When a method returns, what it wrote is on the disk. If it raises, nothing is written, but for
    `Unavailable`, where a commit may have come through: calling again with the same ids is safe.
    """

    def __init__(self, database: Database, upgrades: Upgrades = UPGRADES) -> None:
        self.database = database
        self._upgrades = upgrades
        self.studies = Studies(database, upgrades)

    # People

    def new_person(self) -> tuple[str, str]:
        """A new person: their id, and the token that proves it, which is not stored."""
        with self.database.writing() as connection:
            person_id = people.add(connection)
            return person_id, people.add_token(connection, person_id)

    def person_of(self, token: str) -> str | None:
        with self.database.reading() as connection:
            return people.find(connection, token)

    def new_token(self, person_id: str) -> str:
        """One more token, for another device; the earlier ones stay valid.

        `NoRoom` if the person has as many as one may.
        """
        with self.database.writing() as connection:
            return people.add_token(connection, person_id)

    def end_other_tokens(self, person_id: str, token: str) -> int:
        """Make all tokens of the person but this one invalid, used or not; how many there were."""
        with self.database.writing() as connection:
            return people.remove_other_tokens(connection, person_id, token)

    def erase(self, person_id: str) -> None:
        """Delete all that is stored of a person, in backups too.

        Its traces in the files go with the next `scrub`: that takes too long to be done for each.
        """
        with self.database.writing() as connection:
            people.remove(connection, person_id)
            self.database.forget("people", person_id)
            mark_due(connection)

    def scrub(self) -> None:
        """Free the files of what was deleted, if anything was since the last time.

        `Unavailable` if they could not be cleared now; then it stays due.
        """
        self.database.scrub()

    # Streams

    def begin(
        self,
        person_id: str,
        kind: str,
        events: Sequence[NewEvent],
        *,
        label: str | None = None,
        in_place: bool = False,
    ) -> Stream:
        """A new stream with these events; if the person has one with the label, that, unchanged.

        Unless the new one is to be `in_place` of it. `NoRoom` if the person has as many of the kind
        as one may.
        """
        with self.database.writing() as connection:
            if in_place:
                mark_due(connection)
            return streams.begin(connection, person_id, kind, events, label, in_place=in_place)

    def append(
        self, stream_id: str, person_id: str, expected: int, events: Sequence[NewEvent]
    ) -> Appended:
        """Append events to a stream that is at position `expected`, all or none.

        What is stored already, by its id, is not stored again: a call may be repeated after a lost
        reply. Raises `Outdated` with the events since `expected` if there are others,
        `UnknownStream` if it is not this person's, and `NoRoom` if it would grow too long.
        """
        with self.database.writing() as connection:
            return streams.append(
                connection, stream_id, person_id, expected, events, self._upgrades
            )

    def read(self, stream_id: str, person_id: str, after: int = 0) -> list[Event]:
        """The events of a stream after a position."""
        with self.database.reading() as connection:
            stream = streams.find(connection, stream_id, person_id)
            return streams.read(connection, stream, after, self._upgrades)

    def stream(self, stream_id: str, person_id: str) -> Stream:
        with self.database.reading() as connection:
            return streams.find(connection, stream_id, person_id)

    def streams(self, person_id: str, kind: str) -> list[Stream]:
        """All streams of a kind, last changed first."""
        with self.database.reading() as connection:
            return streams.listed(connection, person_id, kind)

    def labelled(self, person_id: str, label: str) -> Stream | None:
        with self.database.reading() as connection:
            return streams.labelled(connection, person_id, label)

    def remove(self, stream_id: str, person_id: str) -> None:
        """Delete a stream. Its traces in the files go with the next `scrub`."""
        with self.database.writing() as connection:
            streams.remove(connection, stream_id, person_id)
            self.database.forget("streams", stream_id)
            mark_due(connection)

    # Documents

    def keep(self, stream_id: str, name: str, position: int, document: Mapping[str, Any]) -> None:
        """Keep what was derived from a stream up to `position`, unless a later one is kept.

        It may be dropped at any time, and is at once if it has more than 8 MiB. Change its name
        when what it holds changes.
        """
        with self.database.writing() as connection:
            documents.keep(connection, stream_id, name, position, document)

    def kept(self, stream_id: str, name: str) -> Kept | None:
        with self.database.reading() as connection:
            return documents.find_kept(connection, stream_id, name)

    def all_kept(self, person_id: str, kind: str, name: str) -> dict[str, Kept]:
        """The documents of a name of all the person's streams of a kind, by the streams' ids."""
        with self.database.reading() as connection:
            return documents.all_kept(connection, person_id, kind, name)

    def share(self, person_id: str, document: Mapping[str, Any], *, version: int = 1) -> str:
        """Store a page for whoever has its id, which is returned; `NoRoom` if there are many."""
        with self.database.writing() as connection:
            return documents.share(connection, person_id, document, version)

    def shared(self, page_id: str) -> dict[str, Any] | None:
        with self.database.reading() as connection:
            return documents.find_shared(connection, page_id, self._upgrades)

    def shared_by(self, person_id: str) -> dict[str, str]:
        """When each page of this person was shared, by its id, the newest first."""
        with self.database.reading() as connection:
            return documents.shared_by(connection, person_id)

    def unshare(self, page_id: str, person_id: str) -> bool:
        """Delete a page, if it is this person's; whether it was."""
        with self.database.writing() as connection:
            if not documents.unshare(connection, page_id, person_id):
                return False
            self.database.forget("shared", page_id)
            mark_due(connection)
            return True

    # The whole

    def export(self, person_id: str) -> dict[str, Any]:
        """All that is stored of a person, as one JSON document."""
        with self.database.reading() as connection:
            return exporting.export(connection, person_id, self._upgrades)

    def take_in(
        self, person_id: str, document: object, checks: exporting.Checks = exporting.CHECKS
    ) -> int:
        """Add the streams of an exported document; how many were new or had more events.

        `InvalidValue` if anything in it is wrong, `NoRoom` if it is too much together with what is
        there; then nothing is stored. Shared pages are not shared again.
        """
        taken = exporting.read_export(document, checks)
        with self.database.writing() as connection:
            return exporting.take_in(connection, person_id, taken)

    def is_healthy(self) -> bool:
        """Whether the database answers now."""
        return self.database.is_healthy

    def close(self) -> None:
        self.database.close()
