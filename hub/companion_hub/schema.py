"""Database schema, the same for PostgreSQL and SQLite.

A journal has a cursor; its games have their entries in rows while they run, and as one compressed
blob afterwards: a tenth of the space, and nothing to index. PostgreSQL keeps rows and blobs in one
partition for each month in which games began: an old one is dropped in no time, and what results
and ratings need stays.
"""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
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
    Column("month", Integer, nullable=False, server_default="0"),
    Column("told", Text, nullable=False, server_default=""),
    Index("journal_of_box", "site", "box", "told", unique=True),
)
"""The cursor of each journal: what is stored of it, without a gap; ``month`` is of its game.

``told`` is the name that its box gives it, ``name`` the one under which it is stored: the same,
unless the journal of another box has that.
"""

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
    Column("month", Integer, nullable=False, server_default="0"),
    Column("copied", Boolean, nullable=False, server_default=false()),
    Column("robots", JSON, nullable=False, server_default="[]"),
    Column("withheld", Text, nullable=False, server_default=""),
    Index(
        "play_shown",
        *("finished", "journal", "play", "copied", "withheld", "over", "game", "site", "box"),
    ),
    Index("play_again", "site", "box", "began", "crc"),
)
"""Games. ``copied`` marks one that a restored journal has told a second time.

``robots`` are the seats that the box has played. ``withheld`` says why no page shows the game and
no rating counts it, empty for one that is shown.

``month`` is the month in which the hub heard of it first, such as 202611, by the hub's own clock:
that of a box may stand anywhere.
"""

ENTRY: Final = Table(
    "entry",
    METADATA,
    Column("journal", Text, primary_key=True),
    Column("play", BigInteger, primary_key=True),
    Column("sequence", BigInteger, primary_key=True),
    Column("month", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("actor", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("clock", BigInteger, nullable=False),
    Column("wall", Float, nullable=False),
    Column("crc", BigInteger, nullable=False),
)
"""Entries of games that are not over."""

GAME_LOG: Final = Table(
    "game_log",
    METADATA,
    Column("journal", Text, primary_key=True),
    Column("play", BigInteger, primary_key=True),
    Column("month", Integer, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)
"""The logs of games that are over."""

PLAYER: Final = Table("player", METADATA, Column("name", Text, primary_key=True))
"""Everybody's name, as it is looked for: see ``players``."""

PLAYED_BY: Final = Table(
    "played_by",
    METADATA,
    Column("player", Text, ForeignKey("player.name"), primary_key=True),
    Column("journal", Text, primary_key=True),
    Column("play", BigInteger, primary_key=True),
    ForeignKeyConstraint(["journal", "play"], ["play.journal", "play.play"]),
    Index("played_by_game", "journal", "play"),
)
"""Who has played the games that are closed."""

SHEET: Final = Table(
    "sheet",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("title", JSON, nullable=False),
    Column("text", Text, nullable=False),
    Column("site", Text, nullable=False),
    Column("box", Text, nullable=False),
    Column("at", Float, nullable=False),
    Index("sheet_of_box", "site", "box"),
)
"""Sheets that boxes have sent, by the ids of their games; ``title`` is by language, or for all."""

QUARANTINE: Final = Table(
    "quarantine",
    METADATA,
    Column("journal", Text, primary_key=True),
    Column("play", BigInteger, primary_key=True),
    Column("at", Float, nullable=False),
    Column("reason", Text, nullable=False),
    Column("message", Text, nullable=False),
    ForeignKeyConstraint(["journal", "play"], ["play.journal", "play.play"]),
    Index("quarantine_by_time", "at"),
)
"""Results that no page could show: which part is wrong, and the beginning of what the box sent."""

REMOVAL: Final = Table(
    "removal",
    METADATA,
    Column("kind", Text, primary_key=True),
    Column("subject", Text, primary_key=True),
    Column("label", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("account", Text, nullable=False),
)
"""Removals that are in force: results, names of players, boxes."""

CHANGE: Final = Table(
    "change",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("site", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("finished", Float, nullable=False),
    Column("journal", Text, nullable=False),
    Column("play", BigInteger, nullable=False),
)
"""Where results have come, changed or gone since ratings were worked out: see ``rater``."""

RATED: Final = Table(
    "rated",
    METADATA,
    Column("site", Text, primary_key=True),
    Column("season", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("finished", Float, nullable=False),
    Column("journal", Text, nullable=False),
    Column("play", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
)
"""Up to which result each table of standings counts; empty columns stand for all of a kind."""

STANDING: Final = Table(
    "standing",
    METADATA,
    Column("site", Text, primary_key=True),
    Column("season", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("folded", Text, nullable=False),
    Column("games", Integer, nullable=False),
    Column("won", Float, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("mu", Float),
    Column("sigma", Float),
    Column("skill", Float, nullable=False),
    Index("standing_by_skill", "site", "season", "game", "skill"),
)
"""Standings of each player, by club, season and game and over all of them.

``folded`` is the name as it is looked for; ``mu`` and ``sigma`` are the rating, if there is one.
"""

BY_MONTH: Final = (ENTRY.name, GAME_LOG.name)
"""The tables that PostgreSQL divides by month."""
