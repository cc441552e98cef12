"""Adds enrolment requests and enrolled boxes."""

import sqlalchemy as sa
from alembic import op

revision = "enrolment"
down_revision = "months"


def upgrade() -> None:
    """Create the tables of enrolment requests and enrolled boxes."""
    text, real = sa.Text(), sa.Float()
    op.create_table(
        "candidate",
        sa.Column("code", text, primary_key=True),
        sa.Column("secret", text, nullable=False),
        sa.Column("address", text, nullable=False),
        sa.Column("until", real, nullable=False),
        sa.Column("box", text, nullable=False),
    )
    op.create_table(
        "enrolled",
        sa.Column("box", text, primary_key=True),
        sa.Column("site", text, nullable=False),
        sa.Column("title", text, nullable=False),
        sa.Column("room", text, nullable=False),
        sa.Column("since", real, nullable=False),
        sa.Column("account", text, nullable=False),
    )
