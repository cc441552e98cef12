"""Has all results counted again: partners win and are rated as a side."""

from alembic import op

from companion_hub.rating_changes import note_all
from companion_hub.schema import PLAY

revision = "sides"
down_revision = "spelling"


def upgrade() -> None:
    """Note that all results are to be counted."""
    note_all(op.get_bind(), PLAY.c.withheld == "")
