"""Adds tournaments, entrants and pairings."""

import sqlalchemy as sa
from alembic import op

revision = "tournaments"
down_revision = "groups"


def upgrade() -> None:
    """Create the tables of tournaments."""
    text, whole, real = sa.Text(), sa.Integer(), sa.Float()
    op.create_table(
        "tournament",
        sa.Column("id", whole, primary_key=True),
        sa.Column("name", text, nullable=False),
        sa.Column("game", text, nullable=False),
        sa.Column("kind", text, nullable=False),
        sa.Column("size", whole, nullable=False),
        sa.Column("smallest", whole, nullable=False),
        sa.Column("rounds", whole, nullable=False),
        sa.Column("groups", whole, nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("made", real, nullable=False),
        sa.Column("rooms", sa.JSON(), nullable=False),
    )
    op.create_table(
        "entrant",
        sa.Column("tournament", whole, sa.ForeignKey("tournament.id"), primary_key=True),
        sa.Column("number", whole, primary_key=True),
        sa.Column("name", text, nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "pairing",
        sa.Column("tournament", whole, sa.ForeignKey("tournament.id"), primary_key=True),
        sa.Column("round", whole, primary_key=True),
        sa.Column("table", whole, primary_key=True),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("site", text, nullable=False),
        sa.Column("box", text, nullable=False),
        sa.Column("began", real, nullable=False),
        sa.Column("places", sa.JSON(), nullable=False),
        sa.Column("journal", text, nullable=False),
        sa.Column("play", sa.BigInteger(), nullable=False),
    )
