"""A migration that only tests know: what a later hintwise might bring."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "9001"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table("letters", sa.Column("id", sa.String, primary_key=True))
    with op.batch_alter_table("people") as people:  # on SQLite this makes the table anew
        people.alter_column("made_at", existing_type=sa.String, nullable=True)
