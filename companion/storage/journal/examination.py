"""Checks a journal at start-up, without changing it.

SQLite deletes the log of a file that is empty or missing, and refuses one whose header names
another format, although all games may be in the log. Such a file is never opened.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import msgspec

from companion.engine.message import Message, say
from companion.protocol.journal import key_of
from companion.storage.journal import archive, header
from companion.storage.journal.database import (
    APPLICATION_ID,
    SCHEMAS,
    VERSION,
    connect_to_examine,
    is_damage,
    read_entries,
    read_plays,
)
from companion.storage.journal.high_water import HighWaterFile, missing
from companion.storage.journal.rows import EntryRow, JournalError, PlayRow
from companion.storage.journal.wal import frames, frames_read, hidden_transactions

_FAILURES: Final = (sqlite3.Error, UnicodeDecodeError)
"""Errors from reading a damaged file; Python cannot even decode some of SQLite's messages."""

_NEWER: Final = range(VERSION + 1, 100)
"""Versions that a newer companion may have written; a higher number is damaged itself."""


class ExaminationResult(msgspec.Struct, frozen=True):
    """The result of a check."""

    damage: str = ""
    """Why the file cannot be used; empty if it can."""
    hidden: int = 0
    """How many transactions in the write-ahead log can no longer be read."""
    missing: Message | None = None
    """Entries that the journal is known to have held and lacks; ``None`` if there are none."""


def why_not_open(path: Path) -> str:
    """Return why SQLite must not open the file itself, empty if it may."""
    content = b""
    if path.exists():
        with path.open("rb") as file:
            content = file.read(header.SIZE)
    if not content:
        log = beside(path, "-wal")
        has_frames = log.exists() and frames(log.stat().st_size)
        return say("it is empty or missing, and its log is there") if has_frames else ""
    return "" if header.has_valid_bytes(content) else say("its header is not as it was written")


def examine(path: Path) -> ExaminationResult:
    """Check the journal at ``path`` without changing anything."""
    with closing(connect_to_examine(path)) as connection:
        try:
            damage = _damage(path, connection)
        except _FAILURES as error:
            if not is_damage(error):
                raise
            return ExaminationResult(str(error))
        if damage:
            return ExaminationResult(damage)
        return ExaminationResult("", _hidden(path), missing_in(path, connection))


def missing_in(path: Path, connection: sqlite3.Connection) -> Message | None:
    """Return what a journal lacks compared with its high-water mark, ``None`` if nothing."""
    try:
        mark = HighWaterFile(path).read()
    except ValueError:
        return no_mark()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    # Older companions wrote no mark, and had no archive.
    return None if mark is None or version < VERSION else missing(connection, mark)


def _damage(path: Path, connection: sqlite3.Connection) -> str:
    """Return the damage inside the database, empty without any. Raises sqlite3.Error."""
    complaints = [line for (line,) in connection.execute("PRAGMA quick_check")]
    if complaints != ["ok"]:
        return str(complaints[0]).splitlines()[-1]  # the lines above it name the database
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    found = connection.execute("SELECT sql FROM sqlite_schema ORDER BY name")
    tables = tuple(sql for (sql,) in found)
    # A version has tables of its own: with those of another one the number is damaged.
    if application == APPLICATION_ID and version in _NEWER and tables not in SCHEMAS.values():
        raise JournalError(
            say("{path}: written by a newer companion; update this one to read it", path=path)
        )
    if application != APPLICATION_ID or version not in SCHEMAS:
        return say("it is not marked as a journal")
    if tables != SCHEMAS[version]:
        return say("its tables are not those of a journal")
    return _damaged_rows(connection, version)


def _damaged_rows(connection: sqlite3.Connection, version: int) -> str:
    """Return which rows have been altered, empty without any."""
    plays = list(sound_plays(connection))
    if len(plays) != connection.execute("SELECT count(*) FROM play").fetchone()[0]:
        return say("a game's record is not as it was written")
    sound = sum(1 for play in plays for _ in sound_entries(connection, play.id))
    if sound != connection.execute("SELECT count(*) FROM entry").fetchone()[0]:
        return say("an entry is not as it was written")
    if version > 1 and not _is_archive_sound(connection, plays):
        return say("a finished game is not as it was written")
    return ""


def _is_archive_sound(connection: sqlite3.Connection, plays: Iterable[PlayRow]) -> bool:
    """Return whether each row of the archive is intact, and of a play that is over."""
    over = {play.id for play in plays if play.finished is not None}
    return all(row.is_sound and row.id in over for row in archive.rows(connection))


def _hidden(path: Path) -> int:
    """Count the transactions that SQLite skips; needs an open connection that has read."""
    wal = beside(path, "-wal").read_bytes()
    return hidden_transactions(wal, frames_read(beside(path, "-shm"))) if wal else 0


def is_blank(path: Path) -> bool:
    """Return whether the power failed before anything was stored in the file."""
    if path.stat().st_size == 0:
        return True
    with closing(connect_to_examine(path)) as connection:
        try:
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (complaint,) = connection.execute("PRAGMA quick_check").fetchone()
        except _FAILURES as error:
            if not is_damage(error):
                raise
            return False
        empty = tables == application == version == _hidden(path) == 0
        return bool(empty) and complaint == "ok"


@contextmanager
def until_damage() -> Iterator[None]:
    """End the block silently where the file is corrupt."""
    try:
        yield
    except _FAILURES as error:
        if not is_damage(error):
            raise


def sound_plays(connection: sqlite3.Connection) -> Iterator[PlayRow]:
    """Yield the intact rows of ``play``, reading from both ends if necessary."""
    play_ids: set[int] = set()
    for backwards in (False, True):
        with until_damage():
            for row in read_plays(connection, backwards=backwards):
                if row.is_sound and row.id not in play_ids:
                    play_ids.add(row.id)
                    yield row


def sound_entries(connection: sqlite3.Connection, play: int) -> Iterator[EntryRow]:
    """Yield the rows of ``entry`` of a game, up to the first doubtful one."""
    key, crc = key_of(play, 0), 0
    with until_damage():
        for row in read_entries(connection, play):
            if not row.continues(key, crc):
                return
            yield row
            key, crc = row.id, row.crc


def sound_archive(connection: sqlite3.Connection) -> Iterator[archive.ArchiveRow]:
    """Yield the intact rows of the archive, as far as it can be read."""
    with until_damage():
        for row in archive.rows(connection):
            if row.is_sound:
                yield row


def no_mark() -> Message:
    """Return the message about an unreadable high-water mark."""
    return say("The mark beside the journal cannot be read: the last entries may be missing.")


def beside(path: Path, suffix: str) -> Path:
    """Return ``path`` with ``suffix`` appended to its name."""
    return path.with_name(path.name + suffix)
