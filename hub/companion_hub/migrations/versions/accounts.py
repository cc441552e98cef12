"""Adds operators, their logins and the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "accounts"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables of accounts, logins and audit entries."""
    text, real = sa.Text(), sa.Float()
    op.create_table(
        "account",
        sa.Column("name", text, primary_key=True),
        sa.Column("role", text, nullable=False),
        sa.Column("secret", text, nullable=False),
        sa.Column("made", real, nullable=False),
    )
    owner = sa.ForeignKey("account.name", ondelete="CASCADE")
    op.create_table(
        "login",
        sa.Column("token", text, primary_key=True),
        sa.Column("account", text, owner, nullable=False),
        sa.Column("until", real, nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", real, nullable=False),
        sa.Column("account", text, nullable=False),
        sa.Column("address", text, nullable=False),
        sa.Column("deed", text, nullable=False),
        sa.Column("subject", text, nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
    )
    op.create_index("audit_by_time", "audit", ["at"])
