"""High-water mark: the last entry that the journal is known to have held, in its own file.

SQLite cannot distinguish a write-ahead log that was truncated, emptied or deleted from one that
never held more. The mark can: a journal that lacks the marked entry has lost something, or is
another journal. It is overwritten in place, within one sector, and not synced: after a power cut it
has its state before or after the write, and a mark older than the journal is never wrong. It is not
part of a backup.
"""

import json
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec.structs import asdict

from companion.engine.message import Message, say
from companion.protocol.journal import SEQUENCE_BITS
from companion.schema.reading import parse_json, read
from companion.storage import bounded_file, durable
from companion.storage.journal import archive
from companion.storage.journal.database import last_entry, next_play, read_on, read_play
from companion.storage.journal.rows import JournalError, chain

SUFFIX: Final = "-mark"
"""Suffix of the mark's file, after the name of its journal."""
_LENGTH: Final = 96
"""Bytes of the file: more than three whole numbers of 64 bits take, less than a sector."""
_Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)]
"""A number that SQLite can hold."""


class HighWaterMark(msgspec.Struct, frozen=True):
    """An entry of a journal: its play, its sequence number, and its chained checksum.

    Sequence 0 means a play without entries, and play 0 a journal without plays.
    """

    play: _Number = 0
    sequence: _Number = 0
    crc: _Number = 0


def mark_of(struct: object) -> HighWaterMark:
    """Return the mark in a JSON value. Raises ``ValueError``."""
    mark = read(HighWaterMark, struct)
    if not isinstance(struct, dict) or not struct.keys() >= set(HighWaterMark.__struct_fields__):
        raise ValueError(say("a value is missing or impossible"))
    return mark


class HighWaterFile:
    """The file of the mark beside a journal. A failed write is harmless: the mark is older."""

    def __init__(self, journal: Path) -> None:
        """Determine the file for ``journal``; nothing is read yet."""
        self.path = journal.with_name(journal.name + SUFFIX)

    def read(self) -> HighWaterMark | None:
        """Return the mark; ``None`` if it is missing or inaccessible.

        Raises ``ValueError`` for a file that no companion has written.
        """
        try:
            return mark_of(parse_json(bounded_file.read(self.path)))
        except bounded_file.UnusableFileError:
            raise
        except OSError:
            return None

    def write(self, mark: HighWaterMark) -> None:
        """Overwrite the mark."""
        content = json.dumps(asdict(mark)).ljust(_LENGTH - 1) + "\n"
        with suppress(OSError):
            if not self.path.exists() or self.path.stat().st_size != len(content):
                durable.write(self.path, content, private=True)
                return
            # In place: as it is less than a sector, a power cut leaves the old mark or the new one.
            descriptor = os.open(self.path, os.O_WRONLY | os.O_CLOEXEC)
            try:
                os.pwrite(descriptor, content.encode("ascii"), 0)
            finally:
                os.close(descriptor)


def crc_of(connection: sqlite3.Connection, play: int, sequence: int) -> int | None:
    """Return the chained checksum of an entry, ``None`` if it is missing."""
    archived = archive.read(connection, play)
    if archived is not None:
        crcs = crcs_of(archived)
        return crcs[sequence - 1] if 0 < sequence <= len(crcs) else None
    row = next(read_on(connection, play, sequence - 1, 1), None)
    return row.crc if row is not None and _number(row.id) == sequence else None


def crcs_of(archived: archive.ArchiveRow) -> list[int]:
    """Return the chained checksums of a log in the archive; none if it cannot be read."""
    try:
        return [crc for _, crc in chain(archived.id, archived.entries())]
    except JournalError:
        return []


def is_dropped(connection: sqlite3.Connection, play: int) -> bool:
    """Return whether a play or its log was deleted, so that nothing is missing."""
    if read_play(connection, play) is None:
        return next_play(connection, play) is not None
    archived = archive.read(connection, play)
    return archived is not None and not archived.log


def missing(connection: sqlite3.Connection, mark: HighWaterMark) -> Message | None:
    """Return what a journal lacks compared with its mark, ``None`` if nothing."""
    if not mark.play or is_dropped(connection, mark.play):
        return None
    if read_play(connection, mark.play) is None:
        return say(
            "Game {play}, of which {count} entries were stored, is missing.",
            play=mark.play,
            count=mark.sequence,
        )
    if not mark.sequence:
        return None
    crc = crc_of(connection, mark.play, mark.sequence)
    if crc is None:
        held = _held(connection, mark.play)
        return say(
            "Of the {count} entries of game {play} that were stored, {missing} are missing.",
            count=mark.sequence,
            play=mark.play,
            missing=mark.sequence - held,
        )
    if crc != mark.crc:
        return say("Game {play} is not the one that was stored here.", play=mark.play)
    return None


def _held(connection: sqlite3.Connection, play: int) -> int:
    archived = archive.read(connection, play)
    if archived is not None:
        return len(crcs_of(archived))
    key, _ = last_entry(connection, play)
    return _number(key)


def _number(key: int) -> int:
    return key & ((1 << SEQUENCE_BITS) - 1)
