"""Moves logs to a separate table, and partitions growing tables by month."""

import sqlalchemy as sa
from alembic import op

from companion_hub.partitions import divide

revision = "months"
down_revision = "tournaments"

# The hub's own clock, when it met the journal: that of a box may stand anywhere.
_MONTH_OF_JOURNAL = {
    "postgresql": "UPDATE journal SET month ="
    " CAST(to_char(to_timestamp(since) AT TIME ZONE 'UTC', 'YYYYMM') AS INTEGER)",
    "sqlite": "UPDATE journal SET month = CAST(strftime('%Y%m', since, 'unixepoch') AS INTEGER)",
}


def upgrade() -> None:
    """Set the month of every game, and move logs and entries to their partitions."""
    connection = op.get_bind()
    dialect = connection.dialect.name
    for table in ("journal", "play"):
        op.add_column(
            table, sa.Column("month", sa.Integer(), nullable=False, server_default=sa.text("0"))
        )
    op.execute(_MONTH_OF_JOURNAL[dialect])
    op.execute(
        "UPDATE play SET month = (SELECT month FROM journal WHERE journal.name = play.journal)"
    )
    op.rename_table("entry", "entry_before")
    _create()
    if dialect == "postgresql":
        # An update of a cursor finds room on its own page, and no index has to follow.
        op.execute("ALTER TABLE journal SET (fillfactor = 50)")
        for (month,) in connection.execute(sa.text("SELECT DISTINCT month FROM play")).all():
            divide(connection, month)
    op.execute(
        "INSERT INTO entry"
        " (journal, play, sequence, month, kind, actor, payload, clock, wall, crc)"
        " SELECT before.journal, before.play, before.sequence,"
        " play.month, before.kind, before.actor, before.payload, before.clock, before.wall,"
        " before.crc FROM entry_before AS before JOIN play"
        " ON play.journal = before.journal AND play.play = before.play"
    )
    op.execute(
        "INSERT INTO game_log (journal, play, month, data)"
        " SELECT journal, play, month, log FROM play WHERE log IS NOT NULL"
    )
    op.drop_table("entry_before")
    op.drop_column("play", "log")


def _create() -> None:
    big, text = sa.BigInteger(), sa.Text()
    op.create_table(
        "entry",
        sa.Column("journal", text, nullable=False),
        sa.Column("play", big, nullable=False),
        sa.Column("sequence", big, nullable=False),
        sa.Column("month", sa.Integer(), nullable=False),
        sa.Column("kind", text, nullable=False),
        sa.Column("actor", sa.Integer(), nullable=False),
        sa.Column("payload", text, nullable=False),
        sa.Column("clock", big, nullable=False),
        sa.Column("wall", sa.Float(), nullable=False),
        sa.Column("crc", big, nullable=False),
        # Another name than that of the table before, which is still there.
        sa.PrimaryKeyConstraint("journal", "play", "sequence", "month", name="entry_key"),
        postgresql_partition_by="LIST (month)",
    )
    op.create_table(
        "game_log",
        sa.Column("journal", text, nullable=False),
        sa.Column("play", big, nullable=False),
        sa.Column("month", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("journal", "play", "month", name="game_log_key"),
        postgresql_partition_by="LIST (month)",
    )
