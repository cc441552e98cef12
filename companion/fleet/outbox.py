"""Next batch of the journal to send; the journal itself is the outbox.

A position is after everything that has been sent. It moves along games and their entries; after the
last entry of a closed game comes its result. Only the hub's acknowledgement moves the stored
position; a broker's acknowledgement proves nothing.
"""

from collections.abc import Sequence
from typing import Final, Protocol

import msgspec

from companion.engine.log import Entry
from companion.protocol.journal import JournalPosition
from companion.storage.journal import Play

BATCH: Final = 50
"""The most entries in a message."""


START: Final = JournalPosition()


class LiveGame(msgspec.Struct, frozen=True):
    """The game on the table: its number, and whether any of it may be published yet."""

    play: int = 0
    over: bool = False
    open: bool = False
    """Whether its log may leave the box while it goes on: it holds no secrets."""


NOTHING: Final = LiveGame()


class EntryBatch(msgspec.Struct, frozen=True):
    """Entries of one message, in order; ``after`` is the position before them."""

    play: Play
    after: JournalPosition
    entries: tuple[Entry, ...]
    crc: int
    """The chained checksum of the last entry."""

    @property
    def end(self) -> JournalPosition:
        """The position after the batch."""
        return JournalPosition(self.play.id, self.entries[-1].sequence)


class ClosedGame(msgspec.Struct, frozen=True):
    """A closed game whose result is due."""

    play: Play
    after: JournalPosition
    sequence: int
    """The number of its last entry, 0 if it has none."""

    @property
    def end(self) -> JournalPosition:
        """The position after the result."""
        return JournalPosition(self.play.id, self.sequence, result=True)


class JournalSource(Protocol):
    """The part of a journal that is used here."""

    def play_from(self, number: int) -> Play | None:
        """Return the play with this number, or the next one."""

    def chained(self, play: int, after: int, limit: int) -> Sequence[tuple[Entry, int]]:
        """Return entries after a number, each with its chained checksum."""


def due(
    source: JournalSource, after: JournalPosition, live: LiveGame, limit: int = BATCH
) -> EntryBatch | ClosedGame | None:
    """Return the next item after a position, ``None`` if nothing may be sent now.

    Nothing of a game with secrets is sent before it is closed: over, or suspended for another one.
    """
    play = source.play_from(max(1, after.play))
    at = after
    while play is not None:
        if play.id != at.play:
            at = JournalPosition(play.id)
        following = source.play_from(play.id + 1)
        closed = _is_closed(play, live, following)
        may_leave = closed or (live.play == play.id and live.open)
        found = source.chained(play.id, at.sequence, limit) if may_leave else ()
        if found:
            return EntryBatch(play, after, tuple(entry for entry, _ in found), found[-1][1])
        if closed and not at.result:
            return ClosedGame(play, after, at.sequence)
        if not closed:
            return None
        play = following
    return None


def _is_closed(play: Play, live: LiveGame, following: Play | None) -> bool:
    """Return whether a game is over, or suspended for another one."""
    if play.finished is not None or following is not None:
        return True
    return live.play == play.id and live.over
