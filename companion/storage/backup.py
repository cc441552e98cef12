"""Everything that a box remembers, as one file: games, learned tags, preferences.

A backup is a tar file. It can be made while the companion runs, as SQLite makes a consistent copy
of the journal. Files that a restored backup replaces are set aside, not deleted.
"""

import sqlite3
import tarfile
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Final

from companion.engine.message import say
from companion.storage import durable
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal
from companion.storage.preferences import FILE as PREFERENCES
from companion.storage.tag_book import FILE as TAGS

_OTHERS: Final = (TAGS, PREFERENCES)
_LARGEST: Final = 1 << 30
"""The most bytes of a file in a backup; none of ours is ever larger."""


class BackupError(Exception):
    """A backup cannot be made or restored; the message names file, reason and remedy."""


@dataclass(frozen=True, slots=True)
class Backup:
    """The contents of a backup: the number of games, and the names of the files."""

    games: int
    files: tuple[str, ...]


def make(state: Path, to: Path) -> Backup:
    """Write everything in the state folder to one file, whole or not at all.

    Raises BackupError if there is no journal yet, or if it cannot be read.
    """
    if not (state / JOURNAL).exists():
        raise BackupError(say("{folder}: there is no journal here yet", folder=state))
    with TemporaryDirectory(dir=to.parent) as folder:
        copy = Path(folder) / JOURNAL
        _copy_journal(state / JOURNAL, copy)
        files = [copy, *(state / name for name in _OTHERS if (state / name).exists())]
        packed = Path(folder) / "backup.tar"
        with tarfile.open(packed, "w") as archive:
            for file in files:
                archive.add(file, file.name)
        backup = Backup(_games(copy), tuple(file.name for file in files))
        durable.put(packed, to)
    return backup


def restore(source: Path, state: Path) -> tuple[Backup, tuple[str, ...]]:
    """Restore a backup; return its contents, and the names of the files that were set aside.

    Everything is checked before anything is replaced. Raises BackupError if the file is not a sound
    backup, and JournalError while a companion uses the folder.
    """
    state.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=state) as folder:
        names = _unpack(source, Path(folder))
        games = _games(Path(folder) / JOURNAL)
        if (state / JOURNAL).exists():
            Journal.open(state / JOURNAL).close()  # nobody else uses it, and the -wal is merged
        aside = tuple(_set_aside(state / name) for name in names if (state / name).exists())
        for name in names:
            durable.put(Path(folder) / name, state / name)
    return Backup(games, names), aside


def _copy_journal(source: Path, copy: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(copy)) as new,
        ):
            old.backup(new)
    except sqlite3.Error as error:
        message = say("{path}: the journal cannot be read: {error}", path=source, error=error)
        raise BackupError(message) from error


def _games(copy: Path) -> int:
    """Return how many games a copied journal holds. Raises BackupError if it is damaged."""
    with Journal.open(copy) as journal:
        if journal.report:
            raise BackupError(journal.report)
        return len(journal.plays())


def _unpack(source: Path, folder: Path) -> tuple[str, ...]:
    """Extract the files of a backup into a folder: those with our names, and no others.

    Only their bytes are taken from the archive, not their paths or modes. `TarFile.extract` would
    need its `filter` for that, which Python has only since 3.11.4.
    """
    names: dict[str, None] = {}  # each name once, in the order of the archive
    try:
        with tarfile.open(source) as archive:
            for member in archive:
                ours = member.name in (JOURNAL, *_OTHERS) and member.size <= _LARGEST
                content = archive.extractfile(member) if ours and member.isfile() else None
                if content:
                    with (folder / member.name).open("wb") as copy:
                        copyfileobj(content, copy)
                    names[member.name] = None
    except (tarfile.TarError, EOFError) as error:
        raise BackupError(say("{file} is no backup: {error}", file=source, error=error)) from error
    if JOURNAL not in names:
        raise BackupError(say("{file} is no backup: there is no journal in it", file=source))
    return tuple(names)


def _set_aside(path: Path) -> str:
    """Rename a file out of the way and return its new name."""
    names = (path.with_name(f"{path.name}.before-restore-{number}") for number in count(1))
    free = next(name for name in names if not name.exists())
    path.rename(free)
    return free.name
