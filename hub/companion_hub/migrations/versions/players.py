"""Adds an index of players and their games."""

import json

import sqlalchemy as sa
from alembic import op

from companion_hub.players import fold_name

revision = "players"
down_revision = "enrolment"


def upgrade() -> None:
    """Create the tables of names, and fill them from the existing games."""
    text = sa.Text()
    player = op.create_table("player", sa.Column("name", text, primary_key=True))
    played_by = op.create_table(
        "played_by",
        sa.Column("player", text, sa.ForeignKey("player.name"), primary_key=True),
        sa.Column("journal", text, primary_key=True),
        sa.Column("play", sa.BigInteger(), primary_key=True),
        sa.ForeignKeyConstraint(["journal", "play"], ["play.journal", "play.play"]),
    )
    op.create_index("played_by_game", "played_by", ["journal", "play"])
    found = op.get_bind().execute(
        sa.text("SELECT journal, play, players FROM play WHERE finished IS NOT NULL")
    )
    rows = sorted(
        {
            (fold_name(name), journal, play)
            for journal, play, players in found
            for name in (json.loads(players) if isinstance(players, str) else players)
        }
    )
    if rows:
        op.bulk_insert(player, [{"name": name} for name in sorted({row[0] for row in rows})])
        op.bulk_insert(
            played_by, [dict(zip(("player", "journal", "play"), row, strict=True)) for row in rows]
        )
