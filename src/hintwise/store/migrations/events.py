"""People, their streams of events, and the documents beside them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("made_at", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("person_id", sa.String, nullable=False),
        sa.Column("made_at", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_tokens"),
        _cascade("tokens", "person_id", "people.id"),
    )
    op.create_index("ix_tokens_person_id", "tokens", ["person_id"])
    op.create_table(
        "streams",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("person_id", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("label", sa.String),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("begun_at", sa.String, nullable=False),
        sa.Column("changed_at", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_streams"),
        sa.UniqueConstraint("person_id", "label", name="uq_streams_person_id_label"),
        _cascade("streams", "person_id", "people.id"),
    )
    op.create_index("ix_streams_person_id_kind", "streams", ["person_id", "kind"])
    op.create_table(
        "events",
        sa.Column("stream_id", sa.String, nullable=False),
        sa.Column("position", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("stream_id", "position", name="pk_events"),
        sa.UniqueConstraint("stream_id", "id", name="uq_events_stream_id_id"),
        _cascade("events", "stream_id", "streams.id"),
    )
    op.create_table(
        "kept",
        sa.Column("stream_id", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("stream_id", "name", name="pk_kept"),
        _cascade("kept", "stream_id", "streams.id"),
    )
    op.create_table(
        "shared",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("person_id", sa.String, nullable=False),
        sa.Column("made_at", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_shared"),
        _cascade("shared", "person_id", "people.id"),
    )
    op.create_index("ix_shared_person_id", "shared", ["person_id"])
    op.create_table(
        "chores",
        sa.Column("name", sa.String, nullable=False),
        sa.Column("mark", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_chores"),
    )


def _cascade(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [target], name=f"fk_{table}_{column}", ondelete="CASCADE"
    )
