"""Rows of the journal's tables, with their checksums and the records they stand for.

SQLite checks its own structure, but not the bytes of a row. Every row therefore carries a CRC-32 of
its columns; that of an entry continues the previous entry's, so that a log is sound exactly as far
as its chain of checksums holds.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from companion.engine.log import Entry, EntryKind
from companion.engine.message import Message, say

SEQUENCE_BITS: Final = 32
"""The key of an entry is its play's id, shifted by so many bits, plus its sequence number."""


class JournalError(Exception):
    """The journal cannot do what was asked; the message names file, reason and remedy."""


class StorageError(JournalError):
    """The disk is to blame, not the journal: it is full, read-only or worn out."""


@dataclass(frozen=True, slots=True)
class Play:
    """A game that is or was played; ``began`` and ``finished`` are times of day (POSIX seconds)."""

    id: int
    game: str
    rules_version: str
    setup: Mapping[str, object]
    began: float
    finished: float | None = None


@dataclass(frozen=True, slots=True)
class PlayRow:
    """A row of the table ``play``."""

    id: int
    game: str
    rules_version: str
    setup: str
    began: float
    finished: float | None
    crc: int

    @classmethod
    def of(cls, play: Play) -> Self:
        """Return the row that stores ``play``."""
        setup = to_json(play.setup, say("the setup"))
        finished = None if play.finished is None else plain(play.finished)
        columns = (play.id, play.game, play.rules_version, setup, plain(play.began), finished)
        return cls(*columns, crc=checksum(columns))

    @property
    def is_sound(self) -> bool:
        """Whether the row is exactly as it was written."""
        columns = (self.id, self.game, self.rules_version, self.setup, self.began, self.finished)
        return self.crc == checksum(columns)

    def play(self) -> Play:
        """Return the record that the row stores."""
        setup = json.loads(self.setup)
        return Play(self.id, self.game, self.rules_version, setup, self.began, self.finished)


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row of the table ``entry``."""

    id: int
    kind: str
    actor: int
    payload: str
    clock: int
    wall: float
    crc: int

    @classmethod
    def of(cls, play: int, entry: Entry, previous: int) -> Self:
        """Return the row that stores ``entry`` after the row with checksum ``previous``."""
        payload = to_json(entry.payload, say("entry {number}", number=entry.sequence))
        key = key_of(play, entry.sequence)
        columns = (key, entry.kind.value, entry.actor, payload, entry.clock, plain(entry.wall))
        return cls(*columns, crc=checksum(columns, previous))

    def continues(self, key: int, previous: int) -> bool:
        """Return whether the row is sound and follows ``key``, whose checksum is ``previous``."""
        columns = (self.id, self.kind, self.actor, self.payload, self.clock, self.wall)
        return self.id == key + 1 and self.crc == checksum(columns, previous)

    def entry(self) -> Entry:
        """Return the record that the row stores."""
        sequence = self.id & ((1 << SEQUENCE_BITS) - 1)
        payload = json.loads(self.payload)
        return Entry(sequence, EntryKind(self.kind), self.actor, payload, self.clock, self.wall)


def key_of(play: int, sequence: int) -> int:
    """Return the key of an entry; sequence 0 gives the key before a play's first entry."""
    return (play << SEQUENCE_BITS) + sequence


def to_json(value: Mapping[str, object], what: Message) -> str:
    """Return ``value`` as compact ASCII JSON. Raises JournalError, naming ``what``."""
    try:
        return json.dumps(value, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        message = say("{what} cannot be written as JSON: {error}", what=what, error=error)
        raise JournalError(message) from error


def checksum(columns: tuple[object, ...], previous: int = 0) -> int:
    """Return the CRC-32 of ``columns``, continuing ``previous``."""
    return zlib.crc32(ascii(columns).encode("ascii"), previous)


def plain(seconds: float) -> float:
    """Return ``seconds`` as SQLite will return it: a float, and never minus zero."""
    return float(seconds) + 0.0
