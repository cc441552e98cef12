"""Recovers a corrupt journal at start-up.

Nothing is deleted and nothing happens silently: a corrupt file is renamed, together with its
``-wal`` and ``-shm``. Everything that can be read with certainty is copied to a new file: every
game whose own row is sound, with its log up to the first doubtful entry.

A file that SQLite must not open is copied, with a repaired header.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from shutil import copyfile
from typing import Final

import msgspec

from companion.engine.message import Message, join, say
from companion.protocol.journal import key_of
from companion.storage import durable
from companion.storage.journal import archive, header
from companion.storage.journal.database import (
    PAGE_SIZE,
    connect,
    connect_to_examine,
    insert_entries,
    insert_play,
    last_entry,
    transaction,
)
from companion.storage.journal.examination import (
    ExaminationResult,
    beside,
    examine,
    is_blank,
    missing_in,
    no_mark,
    sound_archive,
    sound_entries,
    sound_plays,
    until_damage,
    why_not_open,
)
from companion.storage.journal.high_water import HighWaterFile

_ROLLBACK: Final = "-journal"
"""Suffix of the file by which SQLite takes back what it did before the log took over."""

_SUFFIXES: Final = (_ROLLBACK, "-wal", "-shm", "")
"""Suffixes of a database's files; the main file is last, so that it never lacks its ``-wal``."""

_COPY, _PARTIAL, _FINISHED = ".copy", ".salvaged", ".new"
"""Suffixes of what _replace() reads, writes, and has written."""


class SalvagedGame(msgspec.Struct, frozen=True):
    """A recovered game, with its first ``kept`` entries."""

    play: int
    game: str
    kept: int
    is_whole: bool


def recover(path: Path) -> str:
    """Make the journal at ``path`` usable; return the repairs, empty without any.

    Raises JournalError if the file is sound but not ours to read, or cannot be read at all.
    """
    odd = [
        _odd_aside(file)
        for file in (*(beside(path, suffix) for suffix in _SUFFIXES), HighWaterFile(path).path)
        if durable.is_device(file)
    ]
    return join(" ", [*odd, *filter(None, [_recovered(path)])])


def _odd_aside(file: Path) -> Message:
    """Rename a pipe or a device, which would block SQLite; return a message."""
    return say(
        "{file} was not a regular file and was set aside as {aside}.",
        file=file,
        aside=durable.set_aside(file).name,
    )


def _recovered(path: Path) -> str:
    """Make a journal of ordinary files usable, as ``recover`` does."""
    finished = beside(path, _FINISHED)
    if not path.exists() and finished.exists():
        _set_aside(path)  # the last steps of _replace() were interrupted
        finished.rename(path)
        report = say(
            "The journal was damaged. It is set aside beside {path}; nothing was deleted.",
            path=path,
        )
        return join(" ", filter(None, [report, _recovered(path)]))
    if damage := why_not_open(path):
        return _replace(path, damage)
    if beside(path, _ROLLBACK).exists():
        _take_back(path)
    if not path.exists() or is_blank(path):
        return _lost_file(path)
    finding = examine(path)
    if finding.damage:
        return _replace(path, finding.damage)
    return _keep(path, finding) if finding.hidden or finding.missing else ""


def _take_back(path: Path) -> None:
    """Let SQLite roll back an unfinished creation of the file.

    It cannot while it only examines, and the file holds nothing yet: everything else is written
    through the log.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection, until_damage():
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def _replace(path: Path, damage: str) -> str:
    """Rename the journal, replace it by its readable part, and return a report."""
    copy, fresh = beside(path, _COPY), beside(path, _PARTIAL)
    for leftover in (copy, fresh):
        _remove(leftover)
    _copy_to_open(path, copy)
    with closing(connect_to_examine(copy)) as old, closing(connect(fresh)) as new:
        salvaged = tuple(_salvage(old, new))
        # Only the main file is moved: what is still in the log would stay behind.
        new.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        lost = missing_in(path, new)
    _remove(copy)
    durable.replace_file(fresh, beside(path, _FINISHED))
    aside = _set_aside(path)
    beside(path, _FINISHED).rename(path)
    report = say(
        "The journal was damaged ({damage}). It is set aside as {aside}; nothing was deleted.",
        damage=damage,
        aside=aside,
    )
    return join(" ", [report, *_kept(salvaged), *([lost] if lost else [])])


def _copy_to_open(path: Path, copy: Path) -> None:
    """Copy a journal and its log, so that SQLite can open them with any header."""
    content = path.read_bytes() if path.exists() else b""
    if content:
        head = header.repaired_header(content[: header.SIZE], len(content) // PAGE_SIZE)
        copy.write_bytes(head + content[header.SIZE :])
    else:
        connect(copy).close()  # the first page of any new journal goes before the log
        with copy.open("rb+") as file:
            file.truncate(PAGE_SIZE)
    log = beside(path, "-wal")
    if log.exists():
        beside(copy, "-wal").write_bytes(log.read_bytes())


def _remove(path: Path) -> None:
    """Remove a database created by this module, if it exists."""
    for suffix in _SUFFIXES:
        beside(path, suffix).unlink(missing_ok=True)


def _set_aside(path: Path) -> Path:
    """Rename the existing files of a journal; return the first one."""
    aside = _free_name(path)
    for suffix in _SUFFIXES:
        source = beside(path, suffix)
        if source.exists():
            source.rename(beside(aside, suffix))
    return aside


def _salvage(old: sqlite3.Connection, new: sqlite3.Connection) -> Iterator[SalvagedGame]:
    """Copy the intact rows, one game at a time."""
    archived = {row.id: row for row in sound_archive(old)}
    for play in sound_plays(old):
        with transaction(new):
            insert_play(new, play)
            if play.id in archived and play.finished is not None:
                archive.insert(new, archived[play.id])
            kept = insert_entries(new, sound_entries(old, play.id))
        is_accounted_for = play.id in archived or play.finished is None or kept > 0
        yield SalvagedGame(
            play.id, play.game, kept, is_accounted_for and _ends_after(old, play.id, kept)
        )


def _ends_after(connection: sqlite3.Connection, play: int, kept: int) -> bool:
    """Return whether a game's log is known to have no entries after the ``kept`` ones."""
    last = 0
    with until_damage():
        last, _ = last_entry(connection, play)
    return last == key_of(play, kept)


def _kept(salvaged: tuple[SalvagedGame, ...]) -> Iterator[Message]:
    """Yield messages about the recovered data."""
    if not salvaged:
        yield say("It contains no game that can be read.")
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


def _keep(path: Path, finding: ExaminationResult) -> str:
    """Keep a copy of a journal with losses; return a report."""
    hidden = say(
        "The last changes in the journal (at least {hidden}) could not be read.",
        hidden=finding.hidden,
    )
    found: list[Message] = [hidden] if finding.hidden else []
    found += [finding.missing] if finding.missing else []
    return join(" ", [*found, _kept_copy(path)])


def _kept_copy(path: Path) -> Message:
    """Copy the files of a journal to other names; return a message that names them."""
    aside = _free_name(path)
    for suffix in _SUFFIXES:
        source = beside(path, suffix)
        if source.exists():
            copyfile(source, beside(aside, suffix))
    return say("The journal as it was found is kept as {copy}.", copy=aside)


def _lost_file(path: Path) -> str:
    """Return a report if a journal that is known to have had entries is missing."""
    try:
        mark = HighWaterFile(path).read()
    except ValueError:
        return no_mark()
    if mark is None or not mark.play:
        return ""
    lost = say(
        "The journal {path} is gone or empty; game {play}, of which {count} entries were stored, "
        "was the last in it.",
        path=path,
        play=mark.play,
        count=mark.sequence,
    )
    there = [beside(path, suffix) for suffix in ("", "-wal")]
    is_empty = not any(file.exists() and file.stat().st_size for file in there)
    return lost if is_empty else join(" ", [lost, _kept_copy(path)])


def _free_name(path: Path) -> Path:
    """Return the first name ``*.damaged-N`` that is not in use."""
    names = (beside(path, f".damaged-{number}") for number in count(1))
    return next(
        name for name in names if not any(beside(name, suffix).exists() for suffix in _SUFFIXES)
    )
