"""The tables, the same for PostgreSQL and SQLite.

A journal has a cursor; its games have their entries in rows while they run, and as one compressed
blob afterwards: a tenth of the room, and nothing to index.
"""

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
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
)

METADATA: Final = MetaData()

JOURNAL: Final = Table(
    "journal",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("site", Text, nullable=False),
    Column("box", Text, nullable=False),
    Column("before", Text, nullable=False, server_default=""),
    Column("play", BigInteger, nullable=False, server_default="0"),
    Column("sequence", BigInteger, nullable=False, server_default="0"),
    Column("result", Boolean, nullable=False, server_default=false()),
    Column("crc", BigInteger, nullable=False, server_default="0"),
    Column("since", Float, nullable=False),
    Index("journal_of_box", "site", "box"),
)
"""The cursor of each journal: what is stored of it, without a gap."""

PLAY: Final = Table(
    "play",
    METADATA,
    Column("journal", Text, ForeignKey("journal.name"), primary_key=True),
    Column("play", BigInteger, primary_key=True),
    Column("site", Text, nullable=False),
    Column("box", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("began", Float, nullable=False),
    Column("setup", JSON, nullable=False),
    Column("level", Text, nullable=False, server_default=""),
    Column("players", JSON, nullable=False),
    Column("finished", Float),
    Column("over", Boolean, nullable=False, server_default=false()),
    Column("outcome", JSON),
    Column("crc", BigInteger),
    Column("entries", Integer, nullable=False, server_default="0"),
    Column("log", LargeBinary),
    Column("copied", Boolean, nullable=False, server_default=false()),
    Index("play_by_time", "finished"),
    Index("play_again", "site", "box", "began", "crc"),
)
"""Games. ``copied`` marks one that a restored journal has told a second time."""

ENTRY: Final = Table(
    "entry",
    METADATA,
    Column("journal", Text, primary_key=True),
    Column("play", BigInteger, primary_key=True),
    Column("sequence", BigInteger, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("actor", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("clock", BigInteger, nullable=False),
    Column("wall", Float, nullable=False),
    Column("crc", BigInteger, nullable=False),
)
"""Entries of games that are not over."""
