"""Adds removals by operators."""

import sqlalchemy as sa
from alembic import op

revision = "removals"
down_revision = "standings"


def upgrade() -> None:
    """Create the table of removals."""
    text = sa.Text()
    op.create_table(
        "removal",
        sa.Column("kind", text, primary_key=True),
        sa.Column("subject", text, primary_key=True),
        sa.Column("label", text, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("account", text, nullable=False),
    )
