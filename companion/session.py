"""The loop of one table: takes inputs one by one, makes them durable, then lets others see.

Nothing is shown, lit or published before its entries are in the journal.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from time import time
from typing import Final, TypeAlias

from companion.clock import Clock
from companion.controls import command
from companion.devices import ButtonEvent, DeviceStatus, Input, State, TagEvent
from companion.engine.fold import Draw
from companion.engine.log import Entry
from companion.engine.text import text
from companion.journal import Journal, JournalError
from companion.setups import setup_struct
from companion.table.table import (
    Command,
    Moment,
    Notice,
    Outcome,
    Table,
    TableInput,
    Touch,
    begin,
    handle,
)

Follower: TypeAlias = Callable[[Table, tuple[Entry, ...]], None]
"""Is told the table after each input, with the entries that are now durable."""

_LOG: Final = logging.getLogger(__name__)
_MILLISECONDS: Final = 1000


@dataclass(slots=True)
class Session:
    """A table with its journal. Inputs come by ``sink``, news goes to the followers.

    ``tags`` maps a tag's number to the id of a piece. ``clock`` measures the game,
    ``wall`` tells the time of day.
    """

    table: Table
    play: int
    journal: Journal
    clock: Clock
    draw: Draw
    tags: Mapping[str, str]
    followers: Sequence[Follower] = ()
    wall: Callable[[], float] = time
    devices: dict[str, DeviceStatus] = field(default_factory=dict)
    _inputs: "asyncio.Queue[Input | TableInput]" = field(default_factory=asyncio.Queue)
    _writer: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="journal")
    )
    _since: float = field(init=False)

    def __post_init__(self) -> None:
        """Let the game's clock go on where the log ends."""
        elapsed = self.table.entries[-1].clock if self.table.entries else 0
        self._since = self.clock.now() - elapsed / _MILLISECONDS

    def sink(self, given: Input | TableInput) -> None:
        """Take news from a device or a display; in the event loop's thread."""
        self._inputs.put_nowait(given)

    async def run(self) -> None:
        """Show the table, then take inputs for ever."""
        self._tell(())
        while True:
            given = await self._inputs.get()
            try:
                await self._take(given)
            finally:
                self._inputs.task_done()

    async def settled(self) -> None:
        """Wait until every input that has come is taken."""
        await self._inputs.join()

    def close(self) -> None:
        """Wait for the last write and close the journal."""
        self._writer.shutdown()
        self.journal.close()

    async def _take(self, given: Input | TableInput) -> None:
        if isinstance(given, DeviceStatus):
            self._device_changed(given)
            return
        meaning = self._meaning(given)
        if meaning is None:
            return
        if self.table.is_over and meaning is Command.CONFIRM:
            await self._begin_anew()
            return
        await self._commit(handle(self.table, meaning, self._moment(), self.draw))

    def _meaning(self, given: Input | TableInput) -> TableInput | None:
        if isinstance(given, ButtonEvent):
            return command(given)
        if isinstance(given, TagEvent):
            return self._touch(given.tag) if given.present else None
        return None if isinstance(given, DeviceStatus) else given

    def _touch(self, tag: str) -> Touch:
        pieces = {piece.id: piece for piece in self.table.game.pieces(self.table.state)}
        return Touch(tag, pieces.get(self.tags.get(tag, "")))

    def _moment(self) -> Moment:
        clock = round((self.clock.now() - self._since) * _MILLISECONDS)
        return Moment(clock, self.wall())

    async def _commit(self, outcome: Outcome) -> None:
        """Make the entries durable, then show; if that fails, nothing has happened."""
        if outcome.entries:
            try:
                await self._write(self.journal.append, self.play, outcome.entries)
            except JournalError as error:
                _LOG.exception("not saved")
                self._show_notice("table.not_saved", str(error))
                return
        self.table = outcome.table
        self._tell(outcome.entries)

    async def _begin_anew(self) -> None:
        table = self.table
        self._since = self.clock.now()
        moment = self._moment()
        outcome = begin(table.game, table.setup, table.enter, moment, self.draw)
        try:
            await self._write(self.journal.finish, self.play, self.wall())
            self.play = await self._write(begin_play, self.journal, outcome.table, self.wall())
        except JournalError as error:
            _LOG.exception("no new game")
            self._show_notice("table.not_saved", str(error))
            return
        await self._commit(outcome)

    async def _write(self, write: Callable[..., int | None], *values: object) -> int:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writer, write, *values) or 0

    def _device_changed(self, status: DeviceStatus) -> None:
        before = self.devices.get(status.device)
        self.devices[status.device] = status
        level = logging.INFO if status.state in (State.OK, State.STARTING) else logging.WARNING
        _LOG.log(level, "%s: %s %s", status.device, status.state, status.detail)
        failed = status.state in (State.ABSENT, State.DEGRADED)
        if failed and (before is None or before.state != status.state):
            self._show_notice("table.device", status.device)

    def _show_notice(self, key: str, what: str) -> None:
        self.table = replace(self.table, notice=Notice(text(key, what=what)))
        self._tell(())

    def _tell(self, entries: tuple[Entry, ...]) -> None:
        for follower in self.followers:
            follower(self.table, entries)


def begin_play(journal: Journal, table: Table, wall: float) -> int:
    """Begin a play in the journal for a table that has just been set up; return its id."""
    struct = setup_struct(table.setup, table.enter)
    return journal.begin(table.game.id, table.game.rules_version, struct, wall)
