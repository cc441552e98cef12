"""Adds sheets that boxes send to each other."""

import sqlalchemy as sa
from alembic import op

revision = "sheets"
down_revision = "sides"


def upgrade() -> None:
    """Create the table of sheets."""
    text = sa.Text()
    op.create_table(
        "sheet",
        sa.Column("name", text, primary_key=True),
        sa.Column("title", sa.JSON(), nullable=False),
        sa.Column("text", text, nullable=False),
        sa.Column("site", text, nullable=False),
        sa.Column("box", text, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("sheet_of_box", "sheet", ["site", "box"])
