"""Adds groups of boxes and their settings."""

import sqlalchemy as sa
from alembic import op

revision = "groups"
down_revision = "accounts"


def upgrade() -> None:
    """Create the tables of groups and their boxes."""
    text = sa.Text()
    op.create_table(
        "box_group",
        sa.Column("name", text, primary_key=True),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("version", text, nullable=False),
    )
    op.create_table(
        "grouped",
        sa.Column("site", text, primary_key=True),
        sa.Column("box", text, primary_key=True),
        sa.Column("group", text, sa.ForeignKey("box_group.name"), nullable=False),
    )
