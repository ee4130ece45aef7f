"""Documents beside the events: kept ones, which only save time, and pages that are shared."""

from __future__ import annotations

import json
import secrets
import string
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from hintwise.store import people
from hintwise.store.database import upsert
from hintwise.store.events import (
    Kept,
    as_text,
    checked_name,
    checked_position,
    is_name,
    now,
    written,
)
from hintwise.store.tables import kept, shared, streams
from hintwise.store.versions import SHARED, UPGRADES, Upgrades, up_to_date

MOST_SHARED_BYTES = 8 * 1024 * 1024
"""How large the JSON of a shared page may be: a walkthrough of many steps has a picture each."""

PAGE = "page"
_LETTERS = string.ascii_letters + string.digits


def keep(
    connection: Connection, stream_id: str, name: str, position: int, document: Mapping[str, Any]
) -> None:
    """Keep what was derived from the stream up to a position, unless a later one is kept.

    Nothing is kept of a stream that is gone, and nothing that is larger than a shared page.
    """
    text = as_text(document)
    if len(text) > MOST_SHARED_BYTES:
        return
    row = {
        "stream_id": stream_id,
        "name": checked_name(name, "name of a document"),
        "position": checked_position(position),
        "document": text,
    }
    there = select(streams.c.id).where(streams.c.id == stream_id)
    if connection.execute(there.with_for_update(key_share=True, read=True)).scalar() is None:
        return
    new = upsert(connection, kept).values(row)
    newer = {"position": new.excluded.position, "document": new.excluded.document}
    connection.execute(
        new.on_conflict_do_update(
            index_elements=["stream_id", "name"],
            set_=newer,
            where=kept.c.position <= new.excluded.position,
        )
    )


def find_kept(connection: Connection, stream_id: str, name: str) -> Kept | None:
    if not is_name(stream_id):
        return None
    own = (kept.c.stream_id == stream_id, kept.c.name == name)
    row = connection.execute(select(kept.c.position, kept.c.document).where(*own)).first()
    return None if row is None else Kept(row.position, json.loads(row.document))


def all_kept(connection: Connection, person_id: str, kind: str, name: str) -> dict[str, Kept]:
    """The documents of this name of all streams of a kind, by the ids of the streams."""
    query = select(kept.c.stream_id, kept.c.position, kept.c.document).join(streams)
    own = (streams.c.person_id == person_id, streams.c.kind == kind, kept.c.name == name)
    rows = connection.execute(query.where(*own))
    return {row.stream_id: Kept(row.position, json.loads(row.document)) for row in rows}


def share(connection: Connection, person_id: str, document: Mapping[str, Any], version: int) -> str:
    """Store a page and give it a new short id of 10 letters and digits (60 random bits)."""
    people.lock(connection, person_id)
    people.check_pages(connection, person_id)
    page_id = "".join(secrets.choice(_LETTERS) for _ in range(10))
    row = {
        "id": page_id,
        "person_id": person_id,
        "made_at": now(),
        "version": version,
        "document": written(document, MOST_SHARED_BYTES),
    }
    connection.execute(insert(shared).values(row))
    return page_id


def find_shared(
    connection: Connection, page_id: str, upgrades: Upgrades = UPGRADES
) -> dict[str, Any] | None:
    if not is_name(page_id):
        return None
    query = select(shared.c.version, shared.c.document).where(shared.c.id == page_id)
    row = connection.execute(query).first()
    return None if row is None else up_to_date_page(row, upgrades)


def up_to_date_page(row: Any, upgrades: Upgrades) -> dict[str, Any]:
    """The document of a row, as the newest version has it."""
    return up_to_date(SHARED, PAGE, row.version, json.loads(row.document), upgrades)[1]


def unshare(connection: Connection, page_id: str, person_id: str) -> bool:
    """Delete a page, if it is this person's; whether it was."""
    own = (shared.c.id == page_id, shared.c.person_id == person_id)
    return is_name(page_id) and bool(connection.execute(delete(shared).where(*own)).rowcount)


def shared_by(connection: Connection, person_id: str) -> dict[str, str]:
    query = select(shared.c.id, shared.c.made_at).where(shared.c.person_id == person_id)
    rows = connection.execute(query.order_by(shared.c.made_at.desc(), shared.c.id))
    return {row.id: row.made_at for row in rows}
