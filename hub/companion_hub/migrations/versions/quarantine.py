"""Ties journals to a box of a site, and quarantines results that pages cannot show."""

import json
import time
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from companion_hub.bounds import is_setup, wrong_part

revision = "quarantine"
down_revision = "players"
_KEPT = 20_000


def upgrade() -> None:
    """Name journals as their boxes do, and check all results."""
    text, big = sa.Text(), sa.BigInteger()
    op.add_column("journal", sa.Column("told", text, nullable=False, server_default=""))
    op.execute("UPDATE journal SET told = name")
    op.drop_index("journal_of_box", "journal")
    op.create_index("journal_of_box", "journal", ["site", "box", "told"], unique=True)
    robots = sa.Column("robots", sa.JSON(), nullable=False, server_default="[]")
    op.add_column("play", robots)
    op.add_column("play", sa.Column("withheld", text, nullable=False, server_default=""))
    op.create_table(
        "quarantine",
        sa.Column("journal", text, primary_key=True),
        sa.Column("play", big, primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("reason", text, nullable=False),
        sa.Column("message", text, nullable=False),
        sa.ForeignKeyConstraint(["journal", "play"], ["play.journal", "play.play"]),
    )
    op.create_index("quarantine_by_time", "quarantine", ["at"])
    _look_at_all()


def _look_at_all() -> None:
    db, now = op.get_bind(), time.time()
    for row in _rows(db):
        this = {"journal": row["journal"], "play": row["play"]}
        if row["finished"] is None:
            continue
        outcome = (row["outcome"] or "none") if row["over"] else None
        wrong = wrong_part(row["players"], row["level"], outcome, row["finished"], now)
        wrong = wrong or ("" if is_setup(row["setup"]) else "setup")
        if wrong:
            message = {key: row[key] for key in ("players", "level", "outcome", "finished")}
            db.execute(
                sa.text(
                    "INSERT INTO quarantine (journal, play, at, reason, message)"
                    " VALUES (:journal, :play, :at, :reason, :message)"
                ),
                {**this, "at": now, "reason": wrong, "message": json.dumps(message)[:_KEPT]},
            )
            db.execute(
                sa.text(
                    "UPDATE play SET withheld = 'misfit' WHERE journal = :journal AND play = :play"
                ),
                this,
            )
        elif row["setup"].get("robots"):
            db.execute(
                sa.text(
                    "UPDATE play SET robots = :robots WHERE journal = :journal AND play = :play"
                ),
                {**this, "robots": json.dumps(row["setup"]["robots"])},
            )


def _rows(db: sa.Connection) -> Iterator[dict[str, Any]]:
    """Yield all games in batches: there may be more than fit into memory."""
    journal, play = "", -1
    wanted = sa.text(
        "SELECT journal, play, players, level, over, outcome, finished, setup FROM play"
        " WHERE journal > :journal OR (journal = :journal AND play > :play)"
        " ORDER BY journal, play LIMIT 500"
    )
    while rows := db.execute(wanted, {"journal": journal, "play": play}).mappings().all():
        for row in rows:
            read = {key: _read(row[key]) for key in ("players", "outcome", "setup")}
            yield {**row, **read}
        journal, play = rows[-1]["journal"], rows[-1]["play"]


def _read(value: object) -> Any:  # noqa: ANN401 - JSON
    """Return a JSON value, which SQLite gives as text."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None
