"""A migration that fails half-way."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "9002"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table("leftover", sa.Column("id", sa.String, primary_key=True))
    raise ZeroDivisionError
