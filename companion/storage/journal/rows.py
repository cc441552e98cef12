"""Rows of the journal's tables, with their checksums and their records.

SQLite checks its own structure, but not the bytes of a row. Every row therefore carries a CRC-32 of
its columns; that of an entry continues the previous entry's, so that a log is sound exactly as far
as its chain of checksums holds. A row with a correct checksum but invalid content, as in a forged
backup, counts as corrupt.
"""

import json
import math
import sys
from collections.abc import Iterable, Mapping
from typing import Any, Final, Self

import msgspec

from companion.engine.log import Entry, EntryKind, splice_of
from companion.engine.message import Message, reason, say
from companion.protocol.journal import SEQUENCE_BITS, checksum, key_of
from companion.schema.reading import parse_json_object
from companion.schema.writable import is_writable
from companion.storage.setup import setup_of

MOST_PLAYS: Final = 1 << 30
"""The largest number of a play: far more games than anybody plays, and room for those after it."""
_KINDS: Final = frozenset(EntryKind)


class JournalError(Exception):
    """An operation of the journal failed; the message names file, reason and remedy."""


class StorageError(JournalError):
    """The disk is at fault, not the journal: it is full, read-only or worn out."""


class Play(msgspec.Struct, frozen=True):
    """A game that is or was played; ``began`` and ``finished`` are times of day (POSIX seconds)."""

    id: int
    game: str
    rules_version: str
    setup: Mapping[str, object]
    began: float
    finished: float | None = None


class PlayRow(msgspec.Struct, frozen=True):
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
        """Whether the row is exactly as it was written, and has been written by a companion."""
        columns = (self.id, self.game, self.rules_version, self.setup, self.began, self.finished)
        times = (self.began, self.finished or 0.0)
        whole = self.crc == checksum(columns) and all(map(math.isfinite, times))
        return whole and 0 < self.id <= MOST_PLAYS and _is_setup(self.setup)

    def play(self) -> Play:
        """Return the record that the row stores. Raises JournalError if it cannot be read."""
        setup = _object(self.setup, say("the setup of game {play}", play=self.id))
        return Play(self.id, self.game, self.rules_version, setup, self.began, self.finished)


class EntryRow(msgspec.Struct, frozen=True):
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
        whole = self.id == key + 1 and self.crc == checksum(columns, previous)
        is_time = type(self.wall) in (int, float) and math.isfinite(self.wall)
        is_valid = self.kind in _KINDS and is_time
        return whole and is_valid and self._can_be_read()

    def _can_be_read(self) -> bool:
        """Return whether the payload is an object, and that of an edit an edit."""
        try:
            parse_json_object(self.payload)
            if self.kind == EntryKind.EDIT:
                splice_of(self.entry())
        except ValueError:
            return False
        return True

    def entry(self) -> Entry:
        """Return the record that the row stores. Raises JournalError if it cannot be read."""
        number = self.id & ((1 << SEQUENCE_BITS) - 1)
        payload = _object(self.payload, say("entry {number}", number=number))
        if self.kind not in _KINDS:
            raise _unreadable(say("entry {number}", number=number), self.kind)
        return Entry(number, EntryKind(self.kind), self.actor, payload, self.clock, self.wall)


def chain(play: int, entries: Iterable[Entry]) -> tuple[tuple[Entry, int], ...]:
    """Return the entries of a play with the chained checksums that their rows have."""
    chained: list[tuple[Entry, int]] = []
    crc = 0
    for entry in entries:
        crc = EntryRow.of(play, entry, crc).crc
        chained.append((entry, crc))
    return tuple(chained)


def to_json(value: Mapping[str, object], what: Message) -> str:
    """Return ``value`` as compact ASCII JSON. Raises JournalError, naming ``what``.

    What could not be read again is not written.
    """
    try:
        if not is_writable(value):
            raise ValueError(say("a character here cannot be written"))
        return json.dumps(value, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        message = say("{what} cannot be written as JSON: {error}", what=what, error=error)
        raise JournalError(message) from error


def _is_setup(text: str) -> bool:
    try:
        setup_of(parse_json_object(text))
    except ValueError:
        return False
    return True


def _object(text: str, what: Message) -> dict[str, Any]:
    """Return the JSON object in a column. Raises JournalError, naming ``what``."""
    try:
        return parse_json_object(text)
    except ValueError as error:
        raise _unreadable(what, reason(error)) from error


def _unreadable(what: Message, why: str) -> JournalError:
    return JournalError(
        say(
            "{what} cannot be read: {why}. Restart the companion: it examines the journal at start",
            what=what,
            why=why,
        )
    )


def plain(seconds: float) -> float:
    """Return ``seconds`` as SQLite will return it: a float, and never minus zero.

    Raises JournalError for infinity and NaN.
    """
    if not abs(seconds) <= sys.float_info.max:  # NaN compares to nothing
        raise JournalError(say("{seconds} is not a time", seconds=seconds))
    return float(seconds) + 0.0
