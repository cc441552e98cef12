"""Sends the journal to the hub, from the position that the hub has acknowledged.

Nothing is sent before the hub has named the start: without a hub, no log is sent. Entries that it
does not acknowledge are sent again; that is harmless, because every entry has a number.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import msgspec

from companion.devices.clock import Clock
from companion.engine.log import Entry
from companion.fleet.inbound import Ack, ReplayRequest
from companion.fleet.outbox import (
    NOTHING,
    START,
    ClosedGame,
    EntryBatch,
    LiveGame,
    due,
)
from companion.fleet.result import (
    log_of,
    outcome_of,
    replay_game,
    result_of,
)
from companion.protocol.journal import JournalPosition
from companion.protocol.mqtt import LogMessage, ResultMessage
from companion.protocol.topics import MessageFromBox
from companion.session.timer import Timer
from companion.storage import lineage as lineages
from companion.storage.journal import Journal, JournalError
from companion.storage.lineage import Lineage
from companion.table.state import Table

T = TypeVar("T")

IN_FLIGHT: Final = 20
"""The most messages that the hub has not acknowledged."""
PATIENCE: Final = 30.0
"""Seconds without an acknowledgement after which everything open is sent again."""
LONGEST: Final = 300.0
"""The most seconds between two attempts."""
_LOG: Final = logging.getLogger(__name__)


class JournalRead(Protocol):
    """Queries the journal without blocking the table."""

    def __call__(self, look: Callable[[Journal], T]) -> Awaitable[T | None]:
        """Return the result of ``look``, ``None`` without a journal."""


class Publish(Protocol):
    """Publishes a message."""

    def __call__(
        self, declared: type[MessageFromBox], payload: dict[str, Any], *parts: object
    ) -> None:
        """Publish a payload at the topic of a message; ``parts`` are the topic's variables."""


class JournalMessage(msgspec.Struct, frozen=True):
    """A part of the journal as a message."""

    declared: type[MessageFromBox]
    payload: dict[str, Any]
    parts: tuple[object, ...] = ()


@dataclass(slots=True)
class JournalSender:
    """The transfer of a journal to the hub, while there is a connection."""

    box: str
    folder: Path
    read: JournalRead
    publish: Publish
    reborn: Callable[[], None]
    """Called when the journal turns out to be another one than the hub knows."""
    clock: Clock
    lineage: Lineage
    given: bool = True
    """Whether players are called by their names."""
    live: LiveGame = NOTHING
    table: Table | None = None
    """The game on the table, with the log that the journal holds."""
    acked: JournalPosition | None = None
    sent: JournalPosition = START
    _open: deque[JournalPosition] = field(default_factory=deque)
    _patience: float = PATIENCE
    _timer: Timer = field(init=False)
    _task: "asyncio.Task[None] | None" = None
    _again: bool = False

    def __post_init__(self) -> None:
        """Prepare the resend timer."""
        self._timer = Timer(self.clock, self._send_again)

    def follow(self, live: LiveGame, table: Table) -> None:
        """Record the game on the table, with its log as stored in the journal."""
        self.live, self.table = live, table

    def name_journal(self, lineage: Lineage) -> None:
        """Send the journal under this name."""
        self.lineage = lineage

    def stop(self) -> None:
        """Send nothing until the hub sends a message: the connection is lost."""
        self.acked = None
        self._open.clear()
        self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def take_ack(self, ack: Ack) -> None:
        """Continue after the hub's position, if this journal has the same entries."""
        if ack.journal != self.lineage.name:
            return
        is_ours = await self._look(lambda journal: journal.has(ack.mark))
        if ack.journal != self.lineage.name:
            return  # another acknowledgement has just been taken
        if is_ours is False:
            self._succeed()
            return
        self._patience = PATIENCE
        if self.acked is None:
            self.acked = self.sent = ack.position
        self.acked = max(self.acked, ack.position)
        self.sent = max(self.sent, self.acked)
        while self._open and self._open[0] <= self.acked:
            self._open.popleft()
        self._wait()
        self.send_due()

    def take_want(self, want: ReplayRequest) -> None:
        """Send again what the hub lacks, once its journal is known to be the same."""
        is_current = self.acked is not None and want.journal == self.lineage.name
        if is_current and want.after is not None:
            self.acked = want.after
            self._rewind()

    def send_due(self) -> None:
        """Send everything due: there may be new entries."""
        if self.acked is None:
            return
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._send())
        else:
            self._again = True

    def _succeed(self) -> None:
        """Rename the journal: the hub has a diverging one of the same name."""
        _LOG.warning("the hub knows another journal of this box: this one gets a name of its own")
        self.lineage = self.lineage.succeeded()
        try:
            lineages.save(self.folder, self.lineage)
        except OSError as error:
            _LOG.warning("the journal's new name is not kept: %s", error)
        self.stop()
        self.reborn()

    def _send_again(self) -> None:
        self._patience = min(2 * self._patience, LONGEST)
        self._rewind()

    def _rewind(self) -> None:
        self.sent = START if self.acked is None else self.acked
        self._open.clear()
        self._wait()
        self.send_due()

    def _wait(self) -> None:
        """Wait for an acknowledgement while one is due."""
        self._timer.set(self.clock.now() + self._patience if self._open else None)

    async def _send(self) -> None:
        while self.acked is not None:
            self._again = False
            begun = self.sent
            piece = None
            if len(self._open) < IN_FLIGHT:
                piece = await self._look(partial(due, after=begun, live=self.live))
            if piece is None:
                if self._again and len(self._open) < IN_FLIGHT:
                    continue
                return
            packed = await self._packed(piece)
            if self.sent != begun:
                continue  # the hub has asked for another position meanwhile
            self.publish(packed.declared, packed.payload, *packed.parts)
            self.sent = piece.end
            self._open.append(piece.end)
            if len(self._open) == 1:
                self._wait()

    async def _look(self, look: Callable[[Journal], T]) -> T | None:
        try:
            return await self.read(look)
        except JournalError as error:
            _LOG.warning("nothing is sent to the hub: %s", error)
            return None

    async def _packed(self, piece: EntryBatch | ClosedGame) -> JournalMessage:
        """Return a part as a message."""
        names = (self.box, self.lineage.name)
        if isinstance(piece, EntryBatch):
            return JournalMessage(
                LogMessage, log_of(piece, names, given=self.given), (piece.play.id,)
            )
        found: tuple[Entry, int] | None = await self._look(partial(_last, piece=piece))
        outcome = outcome_of(await self._ended(piece))
        return JournalMessage(
            ResultMessage, result_of(piece, found, outcome, names, given=self.given)
        )

    async def _ended(self, closing: ClosedGame) -> Table | None:
        """Return the table at the end of a game, replaying it if necessary."""
        table = self.table
        play, last = closing.play, closing.sequence
        if self.live.play == play.id and table is not None and _ends_with(table, last):
            return table
        entries = await self._look(partial(_entries, play=play.id))
        return await asyncio.to_thread(replay_game, play, () if entries is None else entries)


def _ends_with(table: Table, sequence: int) -> bool:
    return bool(table.entries) and table.entries[-1].sequence == sequence


def _last(journal: Journal, piece: ClosedGame) -> tuple[Entry, int] | None:
    return next(iter(journal.chained(piece.play.id, piece.sequence - 1, 1)), None)


def _entries(journal: Journal, play: int) -> tuple[Entry, ...]:
    return journal.entries(play)
