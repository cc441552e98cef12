"""SQLite database of the journal: schema, pragmas, connections, errors."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec.structs import astuple

from companion.engine.message import Message, join, say
from companion.i18n import system_errors
from companion.protocol.journal import SEQUENCE_BITS, key_of
from companion.storage.journal import archive
from companion.storage.journal.rows import (
    EntryRow,
    JournalError,
    PlayRow,
    StorageError,
)

APPLICATION_ID: Final = 0x434F4D50
"""Marks the file as a journal (``COMP``)."""
VERSION: Final = 2
"""Version of the schema."""
PAGE_SIZE: Final = 1024
"""Bytes of a page. Commits write whole pages: 5.5 kB per entry, against 8.6 kB with 4 KiB pages."""
CACHE: Final = 256
"""KiB of the file that SQLite keeps in memory. Games are read once, in order, and written at the
end: more would only fill up, with what nobody reads again, while a box stands open for days."""

_FIRST: Final = (
    f"""CREATE TABLE entry (
    id INTEGER PRIMARY KEY, -- play << {SEQUENCE_BITS} | sequence
    kind TEXT NOT NULL,
    actor INTEGER NOT NULL,
    payload TEXT NOT NULL,
    clock INTEGER NOT NULL,
    wall REAL NOT NULL,
    crc INTEGER NOT NULL
) STRICT""",
    """CREATE TABLE play (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    rules_version TEXT NOT NULL,
    setup TEXT NOT NULL,
    began REAL NOT NULL,
    finished REAL,
    crc INTEGER NOT NULL
) STRICT""",
)
SCHEMAS: Final = MappingProxyType({1: _FIRST, VERSION: (archive.TABLE, *_FIRST)})
"""By version, the statements that create the tables, in the order of the tables' names."""

_ENTRY: Final = "id, kind, actor, payload, clock, wall, crc"
_PLAY: Final = "id, game, rules_version, setup, began, finished, crc"

_SURROUNDINGS: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
"""Primary result codes that blame disk, memory or permissions, not the contents of the file."""


def is_damage(error: Exception) -> bool:
    """Return whether ``error`` means a corrupt file, rather than a problem of its environment."""
    # Text that is not UTF-8, in a row or in SQLite's own message, raises errors without a code.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    unreadable = code in {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}
    return unreadable or code & 0xFF not in _SURROUNDINGS


@contextmanager
def translated_errors(path: Path, failure: Message) -> Iterator[None]:
    """Turn errors of SQLite and the system into JournalErrors with cause and remedy."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        inside = isinstance(error, sqlite3.Error) and is_damage(error)
        remedy = (
            say("Restart the companion: it examines the journal at start")
            if inside
            else say("Is the disk full, the card worn, or the folder not writable?")
        )
        why = system_errors.describe_error(error) if isinstance(error, OSError) else str(error)
        trouble = join(": ", [str(path), failure, why])
        kind = JournalError if inside else StorageError
        raise kind(join(". ", [trouble, remedy])) from error


def connect(path: Path) -> sqlite3.Connection:
    """Open the file for durable reading and writing; create it if necessary.

    Only its owner can read a new one, because names and games are private. SQLite gives the files
    beside it the same mode.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        connection.execute(f"PRAGMA cache_size = -{CACHE}")
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            message = say(
                "{path}: this file system cannot hold the journal (no shared memory)", path=path
            )
            raise JournalError(message)
        connection.execute("PRAGMA synchronous = FULL")
        # Start with an empty -wal, so that later contents are our own.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        _bring_up_to_date(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Create missing tables: all of them, or those that an older companion lacked."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == VERSION:
        return
    with transaction(connection):
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        for statement in SCHEMAS[VERSION]:
            if statement not in SCHEMAS.get(version, ()):
                connection.execute(statement)


def connect_to_examine(path: Path) -> sqlite3.Connection:
    """Open the file so that neither it nor its ``-wal`` is changed, even on closing."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit durably at the end of the block, or roll back if it raises."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def insert_play(connection: sqlite3.Connection, row: PlayRow) -> None:
    """Insert a row into ``play``, or replace it."""
    connection.execute("INSERT OR REPLACE INTO play VALUES (?, ?, ?, ?, ?, ?, ?)", astuple(row))


def insert_entries(connection: sqlite3.Connection, rows: Iterable[EntryRow]) -> int:
    """Insert rows into ``entry`` and return their number."""
    statement = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)"
    return connection.executemany(statement, map(astuple, rows)).rowcount


def read_plays(connection: sqlite3.Connection, *, backwards: bool = False) -> Iterator[PlayRow]:
    """Yield the rows of ``play``, from the oldest on, or ``backwards`` from the newest."""
    order = "DESC" if backwards else "ASC"
    statement = f"SELECT {_PLAY} FROM play ORDER BY id {order}"  # noqa: S608 - only constants
    for columns in connection.execute(statement):
        yield PlayRow(*columns)


def read_play(connection: sqlite3.Connection, play: int) -> PlayRow | None:
    """Return the row of a play, ``None`` without one."""
    statement = f"SELECT {_PLAY} FROM play WHERE id = ?"  # noqa: S608 - only constants
    columns = connection.execute(statement, (play,)).fetchone()
    return PlayRow(*columns) if columns else None


def read_entries(connection: sqlite3.Connection, play: int) -> Iterator[EntryRow]:
    """Yield the rows of ``entry`` that belong to a play, in order."""
    statement = f"SELECT {_ENTRY} FROM entry WHERE id > ? AND id < ? ORDER BY id"  # noqa: S608
    for columns in connection.execute(statement, (key_of(play, 0), key_of(play + 1, 0))):
        yield EntryRow(*columns)


def read_on(
    connection: sqlite3.Connection, play: int, after: int, limit: int
) -> Iterator[EntryRow]:
    """Yield up to ``limit`` rows of a play after the one with sequence ``after``."""
    statement = f"SELECT {_ENTRY} FROM entry WHERE id > ? AND id < ? ORDER BY id LIMIT ?"  # noqa: S608
    keys = (key_of(play, after), key_of(play + 1, 0), limit)
    for columns in connection.execute(statement, keys):
        yield EntryRow(*columns)


def next_play(connection: sqlite3.Connection, after: int) -> int | None:
    """Return the number of the first play after ``after``, ``None`` without one."""
    statement = "SELECT min(id) FROM play WHERE id > ?"
    (play,) = connection.execute(statement, (after,)).fetchone()
    return None if play is None else int(play)


def last_entry(connection: sqlite3.Connection, play: int) -> tuple[int, int]:
    """Return key and checksum of a play's last entry, or the initial ones without entries."""
    row: tuple[int, int] | None = connection.execute(
        "SELECT id, crc FROM entry WHERE id > ? AND id < ? ORDER BY id DESC LIMIT 1",
        (key_of(play, 0), key_of(play + 1, 0)),
    ).fetchone()
    return row or (key_of(play, 0), 0)
