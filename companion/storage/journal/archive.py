"""Archived games: one row each, with the result and the compressed log.

A log shrinks to about a ninth, and a starting box reads one checksum per game instead of hundreds.
The archive is bounded: beyond ``LOGS`` bytes of logs the oldest logs are deleted and their results
kept, and beyond ``GAMES`` games the oldest games are deleted.
"""

import json
import sqlite3
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Self

import msgspec
from msgspec.structs import astuple

from companion.engine.log import Entry, EntryKind
from companion.engine.message import reason, say
from companion.protocol.journal import checksum, key_of
from companion.schema.reading import parse_json, parse_json_object
from companion.storage.journal.rows import JournalError, plain, to_json

LOGS: Final = 16 << 20
"""The most bytes of logs, compressed: about 2,000 games."""
GAMES: Final = 10_000
"""The most games."""
TABLE: Final = """CREATE TABLE archive (
    id INTEGER PRIMARY KEY, -- of the play
    summary TEXT NOT NULL,
    log BLOB NOT NULL, -- its entries as JSON lines, compressed; empty once it had to go
    crc INTEGER NOT NULL
) STRICT"""
LARGEST: Final = 16 << 20
"""The most bytes of one log, unpacked; a long game has 100 kB."""
_LEVEL: Final = 9
"""Of zlib, the smallest: a log is compressed once and kept for years."""


class Size(msgspec.Struct, frozen=True):
    """The size of an archive, and of its logs, in bytes; ``most`` is the limit."""

    games: int
    logs: int
    most: int = LOGS


class ArchiveRow(msgspec.Struct, frozen=True):
    """A row of the table ``archive``."""

    id: int
    summary: str
    log: bytes
    crc: int

    @classmethod
    def of(cls, play: int, summary: Mapping[str, object], entries: Iterable[Entry]) -> Self:
        """Return the row that stores a finished play."""
        columns = (play, to_json(summary, say("the result")), _packed(entries))
        return cls(*columns, crc=checksum(columns))

    def with_summary(self, summary: Mapping[str, object]) -> Self:
        """Return the row with another result."""
        return self._with(to_json(summary, say("the result")), self.log)

    def without_log(self) -> Self:
        """Return the row with only its result."""
        return self._with(self.summary, b"")

    def _with(self, summary: str, log: bytes) -> Self:
        columns = (self.id, summary, log)
        return type(self)(*columns, crc=checksum(columns))

    @property
    def is_sound(self) -> bool:
        """Whether the row is exactly as it was written."""
        return self.crc == checksum((self.id, self.summary, self.log))

    def entries(self) -> tuple[Entry, ...]:
        """Return the log, empty if it was deleted. Raises JournalError if it cannot be read."""
        try:
            return tuple(_unpacked(self.log)) if self.log else ()
        except (ValueError, TypeError, zlib.error) as error:
            raise JournalError(
                say("the log of game {play} cannot be read: {why}", play=self.id, why=reason(error))
            ) from error


def _packed(entries: Iterable[Entry]) -> bytes:
    lines = (
        json.dumps(
            [entry.kind.value, entry.actor, entry.payload, entry.clock, plain(entry.wall)],
            allow_nan=False,
            separators=(",", ":"),
        )
        for entry in entries
    )
    return zlib.compress("\n".join(lines).encode("ascii"), _LEVEL)


def _unpacked(log: bytes) -> Iterator[Entry]:
    unpacking = zlib.decompressobj()
    lines = unpacking.decompress(log, LARGEST)
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError(say("it is longer than any game, or incomplete"))
    for number, line in enumerate(lines.decode("ascii").splitlines(), 1):
        kind, actor, payload, clock, wall = parse_json(line)
        kinds = (type(actor), type(payload), type(clock))
        is_time = type(wall) in (int, float) and abs(wall) <= sys.float_info.max
        if kinds != (int, dict, int) or not is_time:
            raise ValueError(say("entry {number} is none", number=number))
        yield Entry(number, EntryKind(kind), actor, payload, clock, wall)


def insert(connection: sqlite3.Connection, row: ArchiveRow) -> None:
    """Insert a row, or replace it."""
    connection.execute("INSERT OR REPLACE INTO archive VALUES (?, ?, ?, ?)", astuple(row))


def read(connection: sqlite3.Connection, play: int) -> ArchiveRow | None:
    """Return the row of a play, ``None`` if it is not in the archive."""
    statement = "SELECT id, summary, log, crc FROM archive WHERE id = ?"
    columns = connection.execute(statement, (play,)).fetchone()
    return ArchiveRow(*columns) if columns else None


def rows(connection: sqlite3.Connection) -> Iterator[ArchiveRow]:
    """Yield all rows, oldest first."""
    for columns in connection.execute("SELECT id, summary, log, crc FROM archive ORDER BY id"):
        yield ArchiveRow(*columns)


def summaries(connection: sqlite3.Connection, latest: int = -1) -> dict[int, Mapping[str, Any]]:
    """Return the results of all games, or of a number of the ``latest``, by their plays' ids."""
    statement = "SELECT id, summary FROM archive ORDER BY id DESC LIMIT ?"
    found = connection.execute(statement, (latest,))
    return {play: _summary(summary) for play, summary in found}


def left(connection: sqlite3.Connection, latest: int) -> dict[int, Mapping[str, Any]]:
    """Return the results of a number of the ``latest`` games suspended before their end.

    A result says whether it is that of an ``over`` game and how many ``actions`` led to it. SQLite
    does the search, so that thousands of finished games need no memory at the start of one.
    """
    statement = """SELECT id, summary FROM archive WHERE CASE WHEN json_valid(summary)
        THEN NOT json_extract(summary, '$.over') AND json_extract(summary, '$.actions') > 0
        END ORDER BY id DESC LIMIT ?"""
    found = connection.execute(statement, (latest,))
    return {play: _summary(summary) for play, summary in found}


def _summary(text: str) -> Mapping[str, Any]:
    """Return a result; empty if it is unknown or cannot be read."""
    try:
        return parse_json_object(text)
    except ValueError:
        return {}


def size(connection: sqlite3.Connection) -> Size:
    """Return the size of the archive."""
    statement = "SELECT count(*), coalesce(sum(length(log)), 0) FROM archive"
    games, logs = connection.execute(statement).fetchone()
    return Size(games, logs)


def ids(connection: sqlite3.Connection) -> frozenset[int]:
    """Return the ids of the plays in the archive."""
    return frozenset(play for (play,) in connection.execute("SELECT id FROM archive"))


def forget(connection: sqlite3.Connection, play: int) -> None:
    """Remove a play from the archive; the play itself remains."""
    connection.execute("DELETE FROM archive WHERE id = ?", (play,))


def remove(connection: sqlite3.Connection, play: int) -> None:
    """Delete a play with everything that belongs to it."""
    forget(connection, play)
    connection.execute("DELETE FROM play WHERE id = ?", (play,))
    remove_entries(connection, play)


def remove_entries(connection: sqlite3.Connection, play: int) -> None:
    """Delete the entries of a play."""
    bounds = (key_of(play, 0), key_of(play + 1, 0))
    connection.execute("DELETE FROM entry WHERE id > ? AND id < ?", bounds)


def keep_bounds(connection: sqlite3.Connection, logs: int = LOGS, games: int = GAMES) -> None:
    """Delete the oldest logs beyond ``logs`` bytes, and the oldest games beyond ``games``."""
    held = size(connection)
    beyond = held.logs - logs
    while beyond > 0:
        (play,) = connection.execute(
            "SELECT id FROM archive WHERE length(log) > 0 ORDER BY id"
        ).fetchone()
        row = read(connection, play)
        if row is None:
            return
        insert(connection, row.without_log())
        beyond -= len(row.log)
    oldest = "SELECT id FROM archive ORDER BY id LIMIT ?"
    for (play,) in connection.execute(oldest, (max(0, held.games - games),)).fetchall():
        remove(connection, play)
