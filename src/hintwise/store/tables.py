"""The tables, as the newest migration leaves them.

Whatever belongs to a person hangs on their row in `people` by foreign keys that cascade: deleting
that row deletes all of it, in this and in every other revision. Backups rely on it.
A study is nobody's: its plan, its researchers and its unused invitations stay when people leave.
Documents are JSON as text, times are ISO texts in UTC.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _person() -> Column[str]:
    return Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False)


def _stream() -> Column[str]:
    return Column("stream_id", ForeignKey("streams.id", ondelete="CASCADE"), primary_key=True)


def _study() -> Column[str]:
    return Column("study", ForeignKey("studies.name", ondelete="CASCADE"), nullable=False)


people = Table(
    "people",
    metadata,
    Column("id", String, primary_key=True),
    Column("made_at", String, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String, primary_key=True),
    _person(),
    Column("made_at", String, nullable=False),
    Index(None, "person_id"),
)

streams = Table(
    "streams",
    metadata,
    Column("id", String, primary_key=True),
    _person(),
    Column("kind", String, nullable=False),
    Column("label", String),
    Column("position", Integer, nullable=False),
    Column("begun_at", String, nullable=False),
    Column("changed_at", String, nullable=False),
    UniqueConstraint("person_id", "label"),
    Index(None, "person_id", "kind"),
)

events = Table(
    "events",
    metadata,
    _stream(),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("id", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", String, nullable=False),
    UniqueConstraint("stream_id", "id"),
)

kept = Table(
    "kept",
    metadata,
    _stream(),
    Column("name", String, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("document", Text, nullable=False),
)

shared = Table(
    "shared",
    metadata,
    Column("id", String, primary_key=True),
    _person(),
    Column("made_at", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("document", Text, nullable=False),
    Index(None, "person_id"),
)

chores = Table(
    "chores",
    metadata,
    Column("name", String, primary_key=True),
    Column("mark", String, nullable=False),
)
"""What is still to be done: `scrub`, if rows were deleted whose traces are still in the files."""

studies = Table(
    "studies",
    metadata,
    Column("name", String, primary_key=True),
    Column("plan", Text, nullable=False),
    Column("hash", String, nullable=False),
    Column("people", Integer, nullable=False),
    Column("closes", String),
    Column("release_after_h", Float, nullable=False),
    Column("closed", Boolean, nullable=False),
    Column("closed_arms", Text, nullable=False),
    Column("by_invitation", Boolean, nullable=False),
    Column("rehearsal", Boolean, nullable=False),
    Column("arrivals", Integer, nullable=False),
    Column("withdrawn", Text, nullable=False),
    Column("declined", Text, nullable=False),
    Column("opened_at", String, nullable=False),
)
"""`arrivals` counts all who ever joined, `withdrawn` and `declined` those of each cell who left no
other trace, after and before they had agreed to take part."""

researchers = Table(
    "researchers",
    metadata,
    Column("hash", String, primary_key=True),
    _study(),
    Column("made_at", String, nullable=False),
    Index(None, "study"),
)

participants = Table(
    "participants",
    metadata,
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    _study(),
    Column("stream_id", ForeignKey("streams.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("cell", String, nullable=False),
    Column("request", String),
    Column("prolific_pid", String),
    Column("prolific_study", String),
    Column("prolific_session", String),
    Column("joined_at", String, nullable=False),
    UniqueConstraint("study", "number"),
    UniqueConstraint("study", "request"),
    UniqueConstraint("study", "prolific_pid"),
    UniqueConstraint("stream_id"),
)
"""`request` is what the browser called its wish to join, so that it is granted once."""

invitations = Table(
    "invitations",
    metadata,
    Column("hash", String, primary_key=True),
    _study(),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE")),
    Column("made_at", String, nullable=False),
    Index(None, "study"),
    Index(None, "person_id"),
)
"""Each for one person; `person_id` is who has used it, and who takes it along when they leave."""
