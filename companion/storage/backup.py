"""Backup and restore of a box's state as one file.

A backup is a tar file. It can be made while the companion runs, as SQLite makes a consistent copy
of the journal. Files replaced by a restored backup are renamed, not deleted.
"""

import errno
import os
import sqlite3
import tarfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final, TypeAlias

import msgspec

from companion.engine.message import Message, reason, say
from companion.storage import bounded_file, button_book, copies, durable, preferences, sheet_book
from companion.storage.button_book import FILE as BUTTONS
from companion.storage.copies import FILE as COPIES
from companion.storage.fields import refuse_controls
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal, JournalError, JournalReader, StorageError
from companion.storage.journal.high_water import HighWaterFile
from companion.storage.preferences import FILE as PREFERENCES
from companion.storage.sheet_book import FILE as SHEETS
from companion.storage.tag_book import FILE as TAGS
from companion.storage.tag_book import TagBook

_OTHERS: Final = (TAGS, PREFERENCES, COPIES, BUTTONS, SHEETS)
_LARGEST: Final[Mapping[str, int]] = MappingProxyType(
    {
        JOURNAL: 1 << 30,
        TAGS: 1 << 20,
        PREFERENCES: 1 << 20,
        COPIES: 1 << 20,
        BUTTONS: 1 << 20,
        SHEETS: sheet_book.LARGEST,
    }
)
"""The files of a backup, and the most bytes of each; none of ours is ever larger."""


def _tags(file: Path) -> Mapping[str, str]:
    """Return the tags in a file. Raises ``ValueError``."""
    book = TagBook({}, file)
    if book.damage:
        raise ValueError(book.damage)
    return book.learned


_READERS: Final[Mapping[str, Callable[[Path], object]]] = MappingProxyType(
    {
        TAGS: _tags,
        PREFERENCES: preferences.read,
        COPIES: copies.read,
        BUTTONS: button_book.read,
        SHEETS: sheet_book.read,
    }
)
"""Reads the other files. Raises ``ValueError``."""
_MODE: Final = 0o600
"""What is restored is its owner's, as everything that a box writes."""
Trial: TypeAlias = Callable[[JournalReader], None]
"""Raises ``ValueError`` or ``JournalError`` for a journal whose games no box can go on with."""
_TEMPORARY: Final = "companion-backup-"
"""How the names of temporary folders begin."""
_WRITING: Final = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR_DIR_FSYNC,
        sqlite3.SQLITE_IOERR_FSYNC,
        sqlite3.SQLITE_IOERR_TRUNCATE,
        sqlite3.SQLITE_IOERR_WRITE,
    }
)
"""SQLite's errors that only writing can end in."""
_MOST: Final = 16
"""The most files in a backup, if somebody has added newer ones to it."""


class BackupError(Exception):
    """A backup cannot be made or restored; the message names file, reason and remedy."""


class UnusableBackupError(BackupError):
    """The file is not a backup usable by this box, or its folder does not exist."""


class Backup(msgspec.Struct, frozen=True):
    """The contents of a backup: the number of games, and the names of the files."""

    games: int
    files: tuple[str, ...]


def make(state: Path, to: Path) -> Backup:
    """Write everything in the state folder to one file, atomically.

    Raises BackupError if there is no journal yet, if it cannot be read, or if there is no folder
    for the file, and OSError naming the file if it cannot be written.
    """
    if not (state / JOURNAL).exists():
        raise BackupError(say("{folder}: there is no journal here yet", folder=state))
    if not to.parent.is_dir():
        raise UnusableBackupError(
            say("{folder}: there is no such folder; make it, or name another", folder=to.parent)
        )
    with _workplace(to.parent, to) as folder:
        copy = folder / JOURNAL
        _copy_journal(state / JOURNAL, copy)
        files = [copy, *(state / name for name in _OTHERS if (state / name).exists())]
        packed = folder / "backup.tar"
        with tarfile.open(packed, "w") as archive:
            for file in files:
                archive.add(file, file.name)
        backup = Backup(_games(copy, _nothing_else), tuple(file.name for file in files))
        durable.replace_file(packed, to)
    return backup


def examine(source: Path, trial: Trial) -> Backup:
    """Return the contents of a backup without restoring it. Raises BackupError if it is invalid."""
    names = _listed(source)
    with _workplace(source.parent, source) as folder:
        return Backup(_unpack(source, names, folder, trial), names)


def restore(source: Path, state: Path, trial: Trial) -> tuple[Backup, tuple[str, ...]]:
    """Restore a backup; return its contents, and the names of the renamed files.

    Everything is checked, and its games are put on ``trial``, before anything is replaced. Raises
    BackupError if the file is not a sound backup, and JournalError while a companion uses the
    folder.
    """
    names = _listed(source)
    is_new = not state.exists()
    state.mkdir(parents=True, exist_ok=True)
    try:
        with _workplace(state, state) as folder:
            games = _unpack(source, names, folder, trial)
            return Backup(games, names), _put(folder, names, state)
    except BaseException:
        if is_new:
            with suppress(OSError):  # something may be in it already
                state.rmdir()
        raise


@contextmanager
def _workplace(parent: Path, named: Path) -> Iterator[Path]:
    """Create a temporary folder; its errors name ``named`` instead."""
    try:
        with TemporaryDirectory(dir=parent, prefix=_TEMPORARY) as folder:
            yield Path(folder)
    except OSError as error:
        ours = str(parent.resolve() / _TEMPORARY)
        if error.filename is None or str(Path(str(error.filename)).resolve()).startswith(ours):
            error.filename, error.filename2 = str(named), None
        raise


def _put(folder: Path, names: tuple[str, ...], state: Path) -> tuple[str, ...]:
    """Replace the files of a box by those in a folder; return the renamed ones."""
    if (state / JOURNAL).exists():
        Journal.open(state / JOURNAL).close()  # it is not in use, and the -wal is merged
    aside = tuple(_set_aside(state / name) for name in names if (state / name).exists())
    HighWaterFile(state / JOURNAL).path.unlink(missing_ok=True)  # it marks the other journal
    for name in names:
        (folder / name).chmod(_MODE)
        durable.replace_file(folder / name, state / name)
    return aside


def _nothing_else(_journal: JournalReader) -> None:
    """Require nothing of games except intact rows."""


def _copy_journal(source: Path, copy: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(copy)) as new,
        ):
            old.backup(new)
    except sqlite3.Error as error:
        if (trouble := _of_writing(error)) is not None:
            raise trouble from error
        message = say("{path}: the journal cannot be read: {error}", path=source, error=error)
        raise BackupError(message) from error


def _of_writing(error: BaseException | None) -> OSError | None:
    """Return the system error that caused an SQLite error about a copy, ``None`` without one.

    It has no file: the copy is temporary.
    """
    if isinstance(error, OSError):
        return error
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    number = errno.ENOSPC if code == sqlite3.SQLITE_FULL else errno.EIO
    return OSError(number, os.strerror(number)) if code in _WRITING else None


def _games(copy: Path, trial: Trial) -> int:
    """Return how many games a copied journal holds.

    Raises BackupError if it is damaged, OSError if the disk is to blame, and what the ``trial``
    raises.
    """
    try:
        with Journal.open(copy) as journal:
            if journal.report:
                raise BackupError(journal.report)
            trial(journal)
            return len(journal.plays())
    except StorageError as error:
        if (trouble := _of_writing(error.__cause__)) is not None:
            raise trouble from error
        raise


def _listed(source: Path) -> tuple[str, ...]:
    """Return the names of the files in a backup, each once.

    Raises UnusableBackupError if it is none. Nothing is unpacked before the whole listing is
    checked. Compressed archives are rejected: a few bytes can expand to more than any card holds.
    """
    bounded_file.check(source)
    names: dict[str, None] = {}
    with _explained(source), tarfile.open(source, "r:") as archive:
        for number, member in enumerate(archive, 1):
            if member.name not in _LARGEST or not member.isreg() or member.issparse():
                message = say(
                    "{file} is not a backup, or that of a newer companion: there is {name!r} in it",
                    file=source,
                    name=member.name,
                )
                raise UnusableBackupError(message)
            if member.size > _LARGEST[member.name] or number > _MOST:
                message = say("{file} is not a backup: it is too large", file=source)
                raise UnusableBackupError(message)
            names[member.name] = None
    if JOURNAL not in names:
        raise UnusableBackupError(
            say("{file} is not a backup: there is no journal in it", file=source)
        )
    return tuple(names)


def _unpack(source: Path, names: tuple[str, ...], folder: Path, trial: Trial) -> int:
    """Extract the files of a backup into a folder; return how many games it has.

    Only their bytes are taken from the archive, not their paths or modes. Of two files of one name
    the later one counts. Raises UnusableBackupError if one of them is unusable.
    """
    with _explained(source), tarfile.open(source, "r:") as archive:
        for name in names:
            content = archive.extractfile(name)
            assert content is not None  # noqa: S101 - it is a file, see _listed
            with (folder / name).open("wb") as copy:
                copyfileobj(content, copy)
    try:
        for name, read in _READERS.items():
            if name in names:
                refuse_controls(msgspec.to_builtins(read(folder / name)))
        return _games(folder / JOURNAL, trial)
    except (BackupError, JournalError, ValueError) as error:
        # It describes the copy, which no longer exists when the message is read.
        raise UnusableBackupError(_unusable(source, reason(error))) from error


def _unusable(source: Path, why: str) -> Message:
    return say("{file} cannot be restored: {why}", file=source, why=why)


@contextmanager
def _explained(source: Path) -> Iterator[None]:
    """Turn errors of an archive into an UnusableBackupError."""
    try:
        yield
    # A number in a header that is none raises ValueError, an end in the middle EOFError.
    except (tarfile.TarError, EOFError, ValueError) as error:
        message = say("{file} is not a backup, or it is damaged: choose another one", file=source)
        raise UnusableBackupError(message) from error


def _set_aside(path: Path) -> str:
    """Give a file a second name, under which it survives its replacement; return that name."""
    names = (path.with_name(f"{path.name}.before-restore-{number}") for number in count(1))
    free = next(name for name in names if not name.exists())
    try:
        free.hardlink_to(path)  # so that at no moment the box is without the file
    except OSError:  # a file system without links, as on memory sticks
        path.rename(free)
    return free.name
