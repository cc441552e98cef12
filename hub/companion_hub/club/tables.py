"""Database tables of club management; those of boxes' data are in ``companion_hub.schema``."""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
)

from companion_hub.schema import METADATA

__all__ = [
    "ACCOUNT",
    "AUDIT",
    "BOX_GROUP",
    "CANDIDATE",
    "ENROLLED",
    "ENTRANT",
    "GROUPED",
    "LOGIN",
    "METADATA",
    "PAIRING",
    "TOURNAMENT",
]

ACCOUNT: Final = Table(
    "account",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("role", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("made", Float, nullable=False),
)
"""Operators, with what is kept of their passwords."""

LOGIN: Final = Table(
    "login",
    METADATA,
    Column("token", Text, primary_key=True),
    Column("account", Text, ForeignKey("account.name", ondelete="CASCADE"), nullable=False),
    Column("until", Float, nullable=False),
)
"""Who is logged in, by the hash of what their browser knows."""

AUDIT: Final = Table(
    "audit",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("account", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("deed", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("detail", JSON, nullable=False),
    Index("audit_by_time", "at"),
)
"""Audit log. Rows are only added."""

BOX_GROUP: Final = Table(
    "box_group",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("settings", JSON, nullable=False),
    Column("version", Text, nullable=False),
)
"""Groups of boxes, with what is wanted of them."""

GROUPED: Final = Table(
    "grouped",
    METADATA,
    Column("site", Text, primary_key=True),
    Column("box", Text, primary_key=True),
    Column("group", Text, ForeignKey("box_group.name"), nullable=False),
)
"""Which box is in which group."""

CANDIDATE: Final = Table(
    "candidate",
    METADATA,
    Column("code", Text, primary_key=True),
    Column("secret", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("until", Float, nullable=False),
    Column("box", Text, nullable=False),
)
"""Boxes that show a code, by the hash of what they know; ``box`` once an operator has named it."""

ENROLLED: Final = Table(
    "enrolled",
    METADATA,
    Column("box", Text, primary_key=True),
    Column("site", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("room", Text, nullable=False),
    Column("since", Float, nullable=False),
    Column("account", Text, nullable=False),
)
"""Boxes whose accounts at the broker the hub has made, and which operator wanted that."""

TOURNAMENT: Final = Table(
    "tournament",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("smallest", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("groups", Integer, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("made", Float, nullable=False),
    Column("rooms", JSON, nullable=False),
)
"""Tournaments. ``rooms`` are the boxes at which one is played: site and name."""

ENTRANT: Final = Table(
    "entrant",
    METADATA,
    Column("tournament", Integer, ForeignKey("tournament.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("active", Boolean, nullable=False),
)
"""Who takes part, or has."""

PAIRING: Final = Table(
    "pairing",
    METADATA,
    Column("tournament", Integer, ForeignKey("tournament.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("table", Integer, primary_key=True),
    Column("players", JSON, nullable=False),
    Column("site", Text, nullable=False),
    Column("box", Text, nullable=False),
    Column("began", Float, nullable=False),
    Column("places", JSON, nullable=False),
    Column("journal", Text, nullable=False),
    Column("play", BigInteger, nullable=False),
)
"""Who sits where in a round; ``places`` is empty until there is a result, of a game or by hand."""
