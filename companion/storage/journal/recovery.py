"""Examination of a journal at start, and recovery of a damaged one.

Nothing is deleted and nothing happens silently: a damaged file is set aside under another name,
together with its ``-wal`` and ``-shm``. Whatever can be read with certainty moves to a new file:
every game whose own row is sound, with its log up to the first doubtful entry.

SQLite deletes the log of a file that is empty or missing, and refuses one whose header names
another format, although all games may be in the log. Such a file is never opened: a copy of it is,
whose header is as it ought to be.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from shutil import copyfile
from types import MappingProxyType
from typing import Final

import msgspec

from companion.engine.message import Message, joined, say
from companion.storage import durable
from companion.storage.journal import archive
from companion.storage.journal.database import (
    APPLICATION_ID,
    PAGE_SIZE,
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
from companion.storage.journal.high_water import HighWaterFile, missing
from companion.storage.journal.rows import EntryRow, JournalError, PlayRow, key_of
from companion.storage.journal.wal import frames, frames_read, hidden_transactions

_ROLLBACK: Final = "-journal"
"""Suffix of the file by which SQLite takes back what it did before the log took over."""
_SUFFIXES: Final = (_ROLLBACK, "-wal", "-shm", "")
"""Suffixes of a database's files; the main file is last, so that it never lacks its ``-wal``."""
_FAILURES: Final = (sqlite3.Error, UnicodeDecodeError)
"""Errors from reading a damaged file; Python cannot even decode some of SQLite's messages."""
_NEWER: Final = range(VERSION + 1, 100)
"""Versions that a newer companion may have written; a higher number is damaged itself."""
_HEADER: Final = 100
"""Bytes of a database's header (https://sqlite.org/fileformat.html, 1.3)."""
_FIXED: Final[Mapping[int, bytes]] = MappingProxyType(
    {
        0: b"SQLite format 3\0",
        16: PAGE_SIZE.to_bytes(2, "big"),
        20: bytes((0, 64, 32, 32)),
        44: bytes((0, 0, 0, 4)),  # the format of the schema
        52: bytes((0, 0, 0, 0, 0, 0, 0, 1)),  # no vacuum; texts are UTF-8
    }
)
"""Parts of the header that are the same in every journal with tables, by their place in it."""
_MAGIC: Final = _FIXED[0]
_SIZE: Final = 28
"""The place of the number of pages."""
_FORMAT: Final = 18
"""The place of the two versions of the format, for writing and for reading."""
_WITH_LOG, _WITHOUT_LOG = b"\2\2", b"\1\1"
"""The two versions in a file with a log, and in one that was not used yet or came as a backup."""
_COPY, _PARTIAL, _FINISHED = ".copy", ".salvaged", ".new"
"""Suffixes of what _replace() reads, writes, and has written."""


class Finding(msgspec.Struct, frozen=True):
    """The result of an examination."""

    damage: str = ""
    """Why the file cannot be used; empty if it can."""
    hidden: int = 0
    """How many transactions in the write-ahead log can no longer be read."""
    missing: Message | None = None
    """What the journal lacks of what it is known to have held; ``None`` if nothing."""


class Salvaged(msgspec.Struct, frozen=True):
    """A game that was carried over, with its first ``kept`` entries."""

    play: int
    game: str
    kept: int
    is_whole: bool


def recover(path: Path) -> str:
    """Make the journal at ``path`` usable; return what had to be done, empty if nothing.

    Raises JournalError if the file is sound but not ours to read, or cannot be read at all.
    """
    finished = _beside(path, _FINISHED)
    if not path.exists() and finished.exists():
        _set_aside(path)  # the last steps of _replace() were interrupted
        finished.rename(path)
        report = say(
            "The journal was damaged. It is set aside beside {path}; nothing was deleted.",
            path=path,
        )
        return joined(" ", filter(None, [report, recover(path)]))
    if damage := _unopenable(path):
        return _replace(path, damage)
    if _beside(path, _ROLLBACK).exists():
        _take_back(path)
    if not path.exists() or _is_blank(path):
        return _lost_file(path)
    finding = examine(path)
    if finding.damage:
        return _replace(path, finding.damage)
    return _keep(path, finding) if finding.hidden or finding.missing else ""


def _unopenable(path: Path) -> str:
    """Return why SQLite must not open the file itself, empty if it may."""
    header = b""
    if path.exists():
        with path.open("rb") as file:
            header = file.read(_HEADER)
    if not header:
        log = _beside(path, "-wal")
        has_frames = log.exists() and frames(log.stat().st_size)
        return say("it is empty or missing, and its log is there") if has_frames else ""
    formats = header[_FORMAT : _FORMAT + 2]
    known = formats in (_WITH_LOG, _WITHOUT_LOG) or not header.startswith(_MAGIC)
    return "" if known else say("its header is not as it was written")


def _mended(header: bytes, pages: int) -> bytes:
    """Return the header that a journal of so many pages has, as far as it is known."""
    mended = bytearray(header.ljust(_HEADER, b"\0"))
    mended[_SIZE : _SIZE + 4] = pages.to_bytes(4, "big")
    for place, part in _FIXED.items():
        mended[place : place + len(part)] = part
    if mended[_FORMAT : _FORMAT + 2] != _WITHOUT_LOG:
        mended[_FORMAT : _FORMAT + 2] = _WITH_LOG
    return bytes(mended)


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
        if damage:
            return Finding(damage)
        return Finding("", _hidden(path), _missing(path, connection))


def _missing(path: Path, connection: sqlite3.Connection) -> Message | None:
    """Return what a journal lacks of what its high-water mark says, ``None`` if nothing."""
    try:
        mark = HighWaterFile(path).read()
    except ValueError:
        return _no_mark()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    # Older companions wrote no mark, and had no archive.
    return None if mark is None or version < VERSION else missing(connection, mark)


def _damage(path: Path, connection: sqlite3.Connection) -> str:
    """Return what is wrong inside the database, empty if nothing. Raises sqlite3.Error."""
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
    """Return which rows are not as they were written, empty if all are."""
    plays = list(_sound_plays(connection))
    if len(plays) != connection.execute("SELECT count(*) FROM play").fetchone()[0]:
        return say("a game's record is not as it was written")
    sound = sum(1 for play in plays for _ in _sound_entries(connection, play.id))
    if sound != connection.execute("SELECT count(*) FROM entry").fetchone()[0]:
        return say("an entry is not as it was written")
    if version > 1 and not _is_archive_sound(connection, plays):
        return say("a finished game is not as it was written")
    return ""


def _is_archive_sound(connection: sqlite3.Connection, plays: Iterable[PlayRow]) -> bool:
    """Return whether each row of the archive is as it was written, and of a play that is over."""
    over = {play.id for play in plays if play.finished is not None}
    return all(row.is_sound and row.id in over for row in archive.rows(connection))


def _hidden(path: Path) -> int:
    """Count the transactions that SQLite skips; needs an open connection that has read."""
    wal = _beside(path, "-wal").read_bytes()
    return hidden_transactions(wal, frames_read(_beside(path, "-shm"))) if wal else 0


def _is_blank(path: Path) -> bool:
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
    copy, fresh = _beside(path, _COPY), _beside(path, _PARTIAL)
    for leftover in (copy, fresh):
        _remove(leftover)
    _copy_to_open(path, copy)
    with closing(connect_to_examine(copy)) as old, closing(connect(fresh)) as new:
        salvaged = tuple(_salvage(old, new))
        # Only the main file is moved: what is still in the log would stay behind.
        new.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        lost = _missing(path, new)
    _remove(copy)
    durable.put(fresh, _beside(path, _FINISHED))
    aside = _set_aside(path)
    _beside(path, _FINISHED).rename(path)
    report = say(
        "The journal was damaged ({damage}). It is set aside as {aside}; nothing was deleted.",
        damage=damage,
        aside=aside,
    )
    return joined(" ", [report, *_kept(salvaged), *([lost] if lost else [])])


def _copy_to_open(path: Path, copy: Path) -> None:
    """Copy a journal and its log, so that SQLite opens them whatever the header is."""
    content = path.read_bytes() if path.exists() else b""
    if content:
        header = _mended(content[:_HEADER], len(content) // PAGE_SIZE)
        copy.write_bytes(header + content[_HEADER:])
    else:
        connect(copy).close()  # the first page of any new journal goes before the log
        with copy.open("rb+") as file:
            file.truncate(PAGE_SIZE)
    log = _beside(path, "-wal")
    if log.exists():
        _beside(copy, "-wal").write_bytes(log.read_bytes())


def _remove(path: Path) -> None:
    """Remove a database that only this module has made, if there is one."""
    for suffix in _SUFFIXES:
        _beside(path, suffix).unlink(missing_ok=True)


def _set_aside(path: Path) -> Path:
    """Give the files of a journal, as far as there are any, other names; return the first one."""
    aside = _free_name(path)
    for suffix in _SUFFIXES:
        source = _beside(path, suffix)
        if source.exists():
            source.rename(_beside(aside, suffix))
    return aside


def _salvage(old: sqlite3.Connection, new: sqlite3.Connection) -> Iterator[Salvaged]:
    """Copy the sound rows, one game at a time."""
    archived = {row.id: row for row in _sound_archive(old)}
    for play in _sound_plays(old):
        with transaction(new):
            insert_play(new, play)
            if play.id in archived and play.finished is not None:
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


def _keep(path: Path, finding: Finding) -> str:
    """Keep a copy of a journal of which something was lost; return a report."""
    hidden = say(
        "The last changes in the journal (at least {hidden}) could not be read.",
        hidden=finding.hidden,
    )
    found: list[Message] = [hidden] if finding.hidden else []
    found += [finding.missing] if finding.missing else []
    return joined(" ", [*found, _kept_copy(path)])


def _kept_copy(path: Path) -> Message:
    """Copy the files of a journal to other names; return a sentence that says which."""
    aside = _free_name(path)
    for suffix in _SUFFIXES:
        source = _beside(path, suffix)
        if source.exists():
            copyfile(source, _beside(aside, suffix))
    return say("The journal as it was found is kept as {copy}.", copy=aside)


def _no_mark() -> Message:
    return say(
        "The mark beside the journal cannot be read: nobody knows whether the last entries are "
        "missing."
    )


def _lost_file(path: Path) -> str:
    """Return a report if there is no journal although one is known to have held something."""
    try:
        mark = HighWaterFile(path).read()
    except ValueError:
        return _no_mark()
    if mark is None or not mark.play:
        return ""
    lost = say(
        "The journal {path} is gone or empty; game {play}, of which {count} entries were stored, "
        "was the last in it.",
        path=path,
        play=mark.play,
        count=mark.sequence,
    )
    there = [_beside(path, suffix) for suffix in ("", "-wal")]
    is_empty = not any(file.exists() and file.stat().st_size for file in there)
    return lost if is_empty else joined(" ", [lost, _kept_copy(path)])


def _free_name(path: Path) -> Path:
    """Return the first name ``*.damaged-N`` that is not in use."""
    names = (_beside(path, f".damaged-{number}") for number in count(1))
    return next(
        name for name in names if not any(_beside(name, suffix).exists() for suffix in _SUFFIXES)
    )


def _beside(path: Path, suffix: str) -> Path:
    """Return ``path`` with ``suffix`` appended to its name."""
    return path.with_name(path.name + suffix)
