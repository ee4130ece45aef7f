"""What tests run in other processes."""

from __future__ import annotations

import sys

from hintwise.errors import Outdated
from hintwise.store import NewEvent, open_store
from hintwise.store.migrating import MIGRATIONS, Migrations


def open_and_close(url: str, migrations: Migrations = MIGRATIONS) -> str | None:
    """Open the store; gives the revision of its tables."""
    with open_store(url, migrations=migrations) as store, store.database.reading() as connection:
        return migrations.revision(connection)


def append_many(url: str, stream_id: str, person_id: str, ids: list[str]) -> None:
    """Append one event for each id, one after the other, among whoever else does."""
    with open_store(url) as store:
        position = 0
        for event_id in ids:
            while True:
                try:
                    new = [NewEvent("noted", {}, id=event_id)]
                    position = store.append(stream_id, person_id, position, new).position
                    break
                except Outdated as outdated:
                    position = outdated.position


def append_and_print(url: str, stream_id: str, person_id: str) -> None:
    """Append until killed, and print each id once it is stored."""
    with open_store(url) as store:
        position = store.stream(stream_id, person_id).position
        while True:
            new = NewEvent("noted", {"text": "x" * 500})
            position = store.append(stream_id, person_id, position, [new]).position
            sys.stdout.write(f"{new.id}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    append_and_print(*sys.argv[1:])
