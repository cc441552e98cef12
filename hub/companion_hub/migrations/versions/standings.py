"""Adds stored standings, so that pages need not compute them."""

import sqlalchemy as sa
from alembic import op

from companion_hub.rating_changes import note_all
from companion_hub.schema import PLAY

revision = "standings"
down_revision = "quarantine"


def upgrade() -> None:
    """Create the tables of standings, and schedule a count of all results."""
    text, whole, real, big = sa.Text(), sa.Integer(), sa.Float(), sa.BigInteger()
    op.create_table(
        "change",
        sa.Column("id", whole, primary_key=True),
        sa.Column("site", text, nullable=False),
        sa.Column("game", text, nullable=False),
        sa.Column("finished", real, nullable=False),
        sa.Column("journal", text, nullable=False),
        sa.Column("play", big, nullable=False),
    )
    op.create_table(
        "rated",
        *(sa.Column(name, text, primary_key=True) for name in ("site", "season", "game")),
        sa.Column("finished", real, nullable=False),
        sa.Column("journal", text, nullable=False),
        sa.Column("play", big, nullable=False),
        sa.Column("version", whole, nullable=False),
    )
    op.create_table(
        "standing",
        *(sa.Column(name, text, primary_key=True) for name in ("site", "season", "game", "player")),
        sa.Column("folded", text, nullable=False),
        sa.Column("games", whole, nullable=False),
        sa.Column("won", real, nullable=False),
        sa.Column("points", big, nullable=False),
        sa.Column("mu", real),
        sa.Column("sigma", real),
        sa.Column("skill", real, nullable=False),
    )
    op.create_index("standing_by_skill", "standing", ["site", "season", "game", "skill"])
    # With all that lists are chosen by: to count them, no row need be read.
    op.drop_index("play_by_time", "play")
    op.create_index(
        "play_shown",
        "play",
        ["finished", "journal", "play", "copied", "withheld", "over", "game", "site", "box"],
    )
    note_all(op.get_bind(), PLAY.c.withheld == "")
