"""Studies, who runs them, and who takes part."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("name", sa.String, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("closes", sa.String),
        sa.Column("release_after_h", sa.Float, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.Column("closed_arms", sa.Text, nullable=False),
        sa.Column("by_invitation", sa.Boolean, nullable=False),
        sa.Column("rehearsal", sa.Boolean, nullable=False),
        sa.Column("arrivals", sa.Integer, nullable=False),
        sa.Column("withdrawn", sa.Text, nullable=False),
        sa.Column("declined", sa.Text, nullable=False),
        sa.Column("opened_at", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_studies"),
    )
    op.create_table(
        "researchers",
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("study", sa.String, nullable=False),
        sa.Column("made_at", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_researchers"),
        _cascade("researchers", "study", "studies.name"),
    )
    op.create_index("ix_researchers_study", "researchers", ["study"])
    op.create_table(
        "participants",
        sa.Column("person_id", sa.String, nullable=False),
        sa.Column("study", sa.String, nullable=False),
        sa.Column("stream_id", sa.String, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("cell", sa.String, nullable=False),
        sa.Column("request", sa.String),
        sa.Column("prolific_pid", sa.String),
        sa.Column("prolific_study", sa.String),
        sa.Column("prolific_session", sa.String),
        sa.Column("joined_at", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("person_id", name="pk_participants"),
        sa.UniqueConstraint("study", "number", name="uq_participants_study_number"),
        sa.UniqueConstraint("study", "request", name="uq_participants_study_request"),
        sa.UniqueConstraint("study", "prolific_pid", name="uq_participants_study_prolific_pid"),
        sa.UniqueConstraint("stream_id", name="uq_participants_stream_id"),
        _cascade("participants", "person_id", "people.id"),
        _cascade("participants", "study", "studies.name"),
        _cascade("participants", "stream_id", "streams.id"),
    )
    op.create_table(
        "invitations",
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("study", sa.String, nullable=False),
        sa.Column("person_id", sa.String),
        sa.Column("made_at", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_invitations"),
        _cascade("invitations", "study", "studies.name"),
        _cascade("invitations", "person_id", "people.id"),
    )
    op.create_index("ix_invitations_study", "invitations", ["study"])
    op.create_index("ix_invitations_person_id", "invitations", ["person_id"])


def _cascade(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [target], name=f"fk_{table}_{column}", ondelete="CASCADE"
    )
