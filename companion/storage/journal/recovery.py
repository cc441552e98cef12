"""Examination of a journal at start, and recovery of a damaged one.

Nothing is deleted and nothing happens silently: a damaged file is set aside under another name,
together with its ``-wal`` and ``-shm``. Whatever can be read with certainty moves to a new file:
every game whose own row is sound, with its log up to the first doubtful entry.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from companion.engine.message import Message, joined, say
from companion.storage.journal import archive
from companion.storage.journal.database import (
    APPLICATION_ID,
    SCHEMAS,
    VERSION,
    connect,
    connect_to_examine,
    insert_entries,
    insert_play,
    is_damage,
    last_entry,
    read_entries,
    read_plays,
    transaction,
)
from companion.storage.journal.rows import EntryRow, JournalError, PlayRow, key_of
from companion.storage.journal.wal import frames_read, hidden_transactions

_ROLLBACK: Final = "-journal"
"""Suffix of the file by which SQLite takes back what it did before the log took over."""
_SUFFIXES: Final = (_ROLLBACK, "-wal", "-shm", "")
"""Suffixes of a database's files; the main file is last, so that it never lacks its ``-wal``."""
_FAILURES: Final = (sqlite3.Error, UnicodeDecodeError)
"""Errors from reading a damaged file; Python cannot even decode some of SQLite's messages."""
_NEWER: Final = range(VERSION + 1, 100)
"""Versions that a newer companion may have written; a higher number is damaged itself."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of an examination."""

    damage: str = ""
    """Why the file cannot be used; empty if it can."""
    hidden: int = 0
    """How many transactions in the write-ahead log can no longer be read."""


@dataclass(frozen=True, slots=True)
class Salvaged:
    """A game that was carried over, with its first ``kept`` entries."""

    play: int
    game: str
    kept: int
    is_whole: bool


def recover(path: Path) -> str:
    """Make the journal at ``path`` usable; return what had to be done, empty if nothing.

    Raises JournalError if the file is sound but not ours to read, or cannot be read at all.
    """
    unfinished = _beside(path, ".new")
    if not path.exists() and unfinished.exists():
        unfinished.rename(path)  # the last two steps of _replace() were interrupted
        report = say(
            "The journal was damaged. It is set aside beside {path}; nothing was deleted.",
            path=path,
        )
        return joined(" ", filter(None, [report, recover(path)]))
    if _beside(path, _ROLLBACK).exists():
        _take_back(path)
    if not path.exists() or _is_blank(path):
        return ""
    finding = examine(path)
    if finding.damage:
        return _replace(path, finding.damage)
    return _keep_log(path, finding.hidden) if finding.hidden else ""


def _take_back(path: Path) -> None:
    """Let SQLite take back what it had not finished when the file was created.

    It cannot while it only examines, and the file holds nothing yet: everything else is written
    through the log.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection, _up_to_damage():
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def examine(path: Path) -> Finding:
    """Examine the journal at ``path`` without changing anything."""
    with closing(connect_to_examine(path)) as connection:
        try:
            damage = _damage(path, connection)
        except _FAILURES as error:
            if not is_damage(error):
                raise
            return Finding(str(error))
        return Finding(damage, 0 if damage else _hidden(path))


def _damage(path: Path, connection: sqlite3.Connection) -> str:
    """Return what is wrong inside the database, empty if nothing. Raises sqlite3.Error."""
    complaints = [line for (line,) in connection.execute("PRAGMA quick_check")]
    if complaints != ["ok"]:
        return str(complaints[0]).splitlines()[-1]  # the lines above it name the database
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION_ID and version in _NEWER:
        raise JournalError(
            say("{path}: written by a newer companion; update this one to read it", path=path)
        )
    if application != APPLICATION_ID or version not in SCHEMAS:
        return say("it is not marked as a journal")
    tables = connection.execute("SELECT sql FROM sqlite_schema ORDER BY name")
    if tuple(sql for (sql,) in tables) != SCHEMAS[version]:
        return say("its tables are not those of a journal")
    return _damaged_rows(connection, version)


def _damaged_rows(connection: sqlite3.Connection, version: int) -> str:
    """Return which rows are not as they were written, empty if all are."""
    plays = list(_sound_plays(connection))
    if len(plays) != connection.execute("SELECT count(*) FROM play").fetchone()[0]:
        return say("a game's record is not as it was written")
    sound = sum(1 for play in plays for _ in _sound_entries(connection, play.id))
    if sound != connection.execute("SELECT count(*) FROM entry").fetchone()[0]:
        return say("an entry is not as it was written")
    if version > 1 and not all(row.is_sound for row in archive.rows(connection)):
        return say("a finished game is not as it was written")
    return ""


def _hidden(path: Path) -> int:
    """Count the transactions that SQLite skips; needs an open connection that has read."""
    wal = _beside(path, "-wal").read_bytes()
    return hidden_transactions(wal, frames_read(_beside(path, "-shm"))) if wal else 0


def _is_blank(path: Path) -> bool:
    """Return whether the power failed before anything was stored in the file."""
    if path.stat().st_size == 0:
        wal = _beside(path, "-wal")
        return not wal.exists() or wal.stat().st_size == 0
    with closing(connect_to_examine(path)) as connection:
        try:
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (complaint,) = connection.execute("PRAGMA quick_check").fetchone()
        except _FAILURES as error:
            if not is_damage(error):
                raise
            return False
        return bool(tables == application == _hidden(path) == 0) and complaint == "ok"


@contextmanager
def _up_to_damage() -> Iterator[None]:
    """End the block silently where the file is damaged."""
    try:
        yield
    except _FAILURES as error:
        if not is_damage(error):
            raise


def _sound_plays(connection: sqlite3.Connection) -> Iterator[PlayRow]:
    """Yield the intact rows of ``play``, reading from both ends if necessary."""
    seen: set[int] = set()
    for backwards in (False, True):
        with _up_to_damage():
            for row in read_plays(connection, backwards=backwards):
                if row.is_sound and row.id not in seen:
                    seen.add(row.id)
                    yield row


def _sound_entries(connection: sqlite3.Connection, play: int) -> Iterator[EntryRow]:
    """Yield the rows of ``entry`` of a game, up to the first doubtful one."""
    key, crc = key_of(play, 0), 0
    with _up_to_damage():
        for row in read_entries(connection, play):
            if not row.continues(key, crc):
                return
            yield row
            key, crc = row.id, row.crc


def _replace(path: Path, damage: str) -> str:
    """Set the journal aside, replace it by what can be read of it, and return a report."""
    fresh = _beside(path, ".new")
    for suffix in _SUFFIXES:
        _beside(fresh, suffix).unlink(missing_ok=True)
    with closing(connect_to_examine(path)) as old, closing(connect(fresh)) as new:
        salvaged = tuple(_salvage(old, new))
        # Only the main file is moved: what is still in the log would stay behind.
        new.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    aside = _free_name(path)
    for suffix in _SUFFIXES:
        source = _beside(path, suffix)
        if source.exists():
            source.rename(_beside(aside, suffix))
    fresh.rename(path)
    report = say(
        "The journal was damaged ({damage}). It is set aside as {aside}; nothing was deleted.",
        damage=damage,
        aside=aside,
    )
    return joined(" ", [report, *_kept(salvaged)])


def _salvage(old: sqlite3.Connection, new: sqlite3.Connection) -> Iterator[Salvaged]:
    """Copy the sound rows, one game at a time."""
    archived = {row.id: row for row in _sound_archive(old)}
    for play in _sound_plays(old):
        with transaction(new):
            insert_play(new, play)
            if play.id in archived:
                archive.insert(new, archived[play.id])
            kept = insert_entries(new, _sound_entries(old, play.id))
        known = play.id in archived or play.finished is None or kept > 0
        yield Salvaged(play.id, play.game, kept, known and _ends_after(old, play.id, kept))


def _sound_archive(connection: sqlite3.Connection) -> Iterator[archive.ArchiveRow]:
    """Yield the intact rows of the archive, as far as it can be read."""
    with _up_to_damage():
        for row in archive.rows(connection):
            if row.is_sound:
                yield row


def _ends_after(connection: sqlite3.Connection, play: int, kept: int) -> bool:
    """Return whether a game's log is known to have no entries after the ``kept`` ones."""
    last = 0
    with _up_to_damage():
        last, _ = last_entry(connection, play)
    return last == key_of(play, kept)


def _kept(salvaged: tuple[Salvaged, ...]) -> Iterator[Message]:
    """Yield sentences that say what was salvaged."""
    if not salvaged:
        yield say("No game in it could be read.")
        return
    yield say("Games that could be read: {count}.", count=len(salvaged))
    for record in salvaged:
        if not record.is_whole:
            yield say(
                "Of game {play} ({game}) only the first {kept} entries could be read.",
                play=record.play,
                game=record.game,
                kept=record.kept,
            )


def _keep_log(path: Path, hidden: int) -> str:
    """Keep a copy of a damaged write-ahead log, as SQLite will keep only the sound part."""
    copy = _beside(_free_name(path), "-wal")
    copy.write_bytes(_beside(path, "-wal").read_bytes())
    return say(
        "The last changes in the journal (at least {hidden}) could not be read. "
        "They are kept as {copy}.",
        hidden=hidden,
        copy=copy,
    )


def _free_name(path: Path) -> Path:
    """Return the first name ``*.damaged-N`` that is not in use."""
    names = (_beside(path, f".damaged-{number}") for number in count(1))
    return next(
        name for name in names if not any(_beside(name, suffix).exists() for suffix in _SUFFIXES)
    )


def _beside(path: Path, suffix: str) -> Path:
    """Return ``path`` with ``suffix`` appended to its name."""
    return path.with_name(path.name + suffix)
