"""Creates the first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables of journals, games and entries."""
    big, text, real = sa.BigInteger(), sa.Text(), sa.Float()
    op.create_table(
        "journal",
        sa.Column("name", text, primary_key=True),
        sa.Column("site", text, nullable=False),
        sa.Column("box", text, nullable=False),
        sa.Column("before", text, nullable=False, server_default=""),
        sa.Column("play", big, nullable=False, server_default=sa.text("0")),
        sa.Column("sequence", big, nullable=False, server_default=sa.text("0")),
        sa.Column("result", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("crc", big, nullable=False, server_default=sa.text("0")),
        sa.Column("since", real, nullable=False),
    )
    op.create_index("journal_of_box", "journal", ["site", "box"])
    op.create_table(
        "play",
        sa.Column("journal", text, sa.ForeignKey("journal.name"), primary_key=True),
        sa.Column("play", big, primary_key=True),
        sa.Column("site", text, nullable=False),
        sa.Column("box", text, nullable=False),
        sa.Column("game", text, nullable=False),
        sa.Column("rules", text, nullable=False),
        sa.Column("began", real, nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("level", text, nullable=False, server_default=""),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("finished", real),
        sa.Column("over", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("outcome", sa.JSON()),
        sa.Column("crc", big),
        sa.Column("entries", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("log", sa.LargeBinary()),
        sa.Column("copied", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_index("play_by_time", "play", ["finished"])
    op.create_index("play_again", "play", ["site", "box", "began", "crc"])
    op.create_table(
        "entry",
        sa.Column("journal", text, primary_key=True),
        sa.Column("play", big, primary_key=True),
        sa.Column("sequence", big, primary_key=True),
        sa.Column("kind", text, nullable=False),
        sa.Column("actor", sa.Integer(), nullable=False),
        sa.Column("payload", text, nullable=False),
        sa.Column("clock", big, nullable=False),
        sa.Column("wall", real, nullable=False),
        sa.Column("crc", big, nullable=False),
    )
