"""Schedules a recount of all results: partners win and are rated as a side."""

from alembic import op

from companion_hub.rating_changes import note_all
from companion_hub.schema import PLAY

revision = "sides"
down_revision = "spelling"


def upgrade() -> None:
    """Schedule a recount of all results."""
    note_all(op.get_bind(), PLAY.c.withheld == "")
