"""The loop of one table: takes inputs one by one, makes them durable, then shows the result.

Nothing is shown, lit or published before its entries are in the journal. If they cannot be written,
play continues (a full disk stops no game), and every display shows that they are not saved.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import InitVar, dataclass, field
from functools import partial
from random import Random
from typing import Final, TypeAlias, assert_never

from msgspec.structs import replace

from companion.devices import DeviceStatus, Input, State
from companion.devices.clock import Clock
from companion.engine.fold import Draw
from companion.engine.log import Entry, EntryKind
from companion.engine.manifest import Manifest
from companion.engine.text import text
from companion.session.controls import Controls
from companion.session.game_time import GameTime
from companion.session.idle_schedule import CHECKPOINT, IdleSchedule
from companion.session.inputs import (
    AwaitedInput,
    Heartbeat,
    PiecesAtRest,
    Retry,
    SessionInput,
    Tick,
    Timed,
)
from companion.session.journal_writer import JournalWriter
from companion.session.next_game import NextGame
from companion.session.notices import announcing, offering
from companion.session.persistence import Persistence, keep
from companion.session.place_watch import PlaceWatch
from companion.session.robots import RobotSeats
from companion.session.sensing import Sensing
from companion.session.suspended_games import SuspendedGames
from companion.session.timer import Timer
from companion.table.choosing.handover import skip_handover
from companion.table.clocks.time_control import settle
from companion.table.command import Command
from companion.table.effects import Effect, LeaveGame, PowerOff, Rematch
from companion.table.history.entries import note
from companion.table.hub_code import HubCode
from companion.table.lobby.inputs import handle_lobby, lobby_input
from companion.table.lobby.lobby import Lobby
from companion.table.lobby.start import GameStart
from companion.table.stage import Stage
from companion.table.state import (
    JoinInfo,
    ReminderInput,
    with_console,
)
from companion.table.table import (
    Outcome,
    Table,
    TableInput,
    handle,
)

Follower: TypeAlias = Callable[[Stage, tuple[Entry, ...]], None]
"""Called with the stage after each input, and with the entries that it added."""


_LOG: Final = logging.getLogger(__name__)
_RETRY: Final = 5.0
"""Seconds after which a write that failed is tried again."""


@dataclass(slots=True, eq=False)
class Session:
    """A table with its journal. Inputs come through ``sink``, news goes to the followers.

    ``lobby`` opens the setup of the next game, given the table of the last one.
    """

    stage: Stage
    writer: JournalWriter
    clock: Clock
    draw: Draw
    controls: Controls
    lobby: InitVar[Callable[[Table], Lobby]]
    followers: Sequence[Follower] = ()
    pace: IdleSchedule = field(default_factory=IdleSchedule)
    keeping: Persistence = field(default_factory=Persistence)
    left: InitVar[SuspendedGames | None] = None
    """The games that were left and can be taken up again."""
    switch_off: Callable[[], Awaitable[str]] | None = None
    """Switches the computer off, or returns why it cannot; ``None`` if it is not for this box."""
    devices: dict[str, DeviceStatus] = field(default_factory=dict)
    bad_frames: Callable[[], Mapping[str, int]] = dict
    """Returns how many damaged frames each reader has sent."""
    chance: Random = field(default_factory=Random)
    """Source of randomness of the robots' search."""
    refreshing: bool = False
    """True while the stage is shown without an input, for followers to ask."""
    time: GameTime = field(init=False)
    places: PlaceWatch = field(init=False)
    robots: RobotSeats = field(init=False)
    next_game: NextGame = field(init=False)
    _join: JoinInfo | None = field(init=False, default=None)
    """How phones join the table, if they can."""
    _hub: HubCode | None = field(init=False, default=None)
    """How far the box has come in joining a hub, if its settings name one."""
    _tick: Timer = field(init=False)
    _retry: Timer = field(init=False)
    _inputs: "asyncio.Queue[SessionInput | AwaitedInput]" = field(default_factory=asyncio.Queue)

    def __post_init__(self, lobby: Callable[[Table], Lobby], left: SuspendedGames | None) -> None:
        """Resume the game's time at the end of the log."""
        self.time = GameTime(self.clock)
        self.places = PlaceWatch(
            self.clock, partial(self.sink, PiecesAtRest()), Sensing(self.controls.zones)
        )
        self.robots = RobotSeats(self.clock, self.sink, self.chance)
        self.next_game = NextGame(self.writer, self.time, self.draw, lobby, left)
        self._tick = Timer(self.clock, partial(self.sink, Tick()))
        self._retry = Timer(self.clock, partial(self.sink, Retry()))
        self.time.go_on(self.stage.logged_at if isinstance(self.stage, Table) else 0)

    @property
    def table(self) -> Table:
        """The current game. Raises ``LookupError`` during a setup."""
        if isinstance(self.stage, Lobby):
            raise LookupError("no game goes on")  # noqa: TRY004 - the state is wrong, not the type
        return self.stage

    @property
    def elapsed(self) -> int:
        """The game's time in milliseconds."""
        return self.time.elapsed

    def sink(self, item: SessionInput) -> None:
        """Queue an input from a device or a display; only call it in the event loop's thread."""
        self._inputs.put_nowait(item)

    async def run(self) -> None:
        """Show the table, then take inputs forever."""
        self._show(self.stage)
        self._wait_to_save()
        while True:
            item = await self._inputs.get()
            try:
                if isinstance(item, AwaitedInput):
                    await self._answer(item)
                elif isinstance(item, Heartbeat):
                    item.answer()
                else:
                    await self._take(item)
            except Exception:  # noqa: BLE001 - a failing input must not stop the next
                _LOG.exception("an input could not be taken: %s", item)
            finally:
                self._inputs.task_done()

    async def ask(self, item: TableInput) -> Stage:
        """Handle an input in its turn and return the resulting stage."""
        answered: asyncio.Future[Stage] = asyncio.get_running_loop().create_future()
        self._inputs.put_nowait(AwaitedInput(item, answered))
        return await answered

    def refresh(self) -> None:
        """Show the stage again, because something besides the game has changed."""
        with self._without_an_input():
            self._show(self.stage)

    def show_joining(self, join: JoinInfo) -> None:
        """Show how phones join the table from now on."""
        self._join = join
        self.refresh()

    def show_hub(self, hub: HubCode) -> None:
        """Show the progress of joining a hub from now on."""
        self._hub = hub
        self.refresh()

    def change_console(self, changes: Mapping[str, object]) -> None:
        """Set choices made on the box; only call it between two inputs."""
        self.stage = with_console(self.stage, **changes)
        self.refresh()

    @contextmanager
    def _without_an_input(self) -> Iterator[None]:
        """Notify followers that there was no input."""
        self.refreshing = True
        try:
            yield
        finally:
            self.refreshing = False

    async def settled(self) -> None:
        """Wait until all queued inputs have been handled."""
        await self._inputs.join()

    def close(self) -> None:
        """Wait for the last write and close the journal."""
        self._tick.cancel()
        self._retry.cancel()
        self.places.close()
        self.robots.close()
        self.writer.close()

    async def _take(self, item: Input | TableInput | Timed) -> None:
        if isinstance(item, Timed):
            await self._time_has_come(item)
            return
        if isinstance(item, DeviceStatus):
            self._device_changed(item)
            return
        meant = self.controls.meaning(item, self.stage, self.places)
        if meant is None or self.controls.only_looks(item, meant):
            return
        self.pace.touch(self.elapsed)
        if isinstance(self.stage, Lobby):
            await self._set_up(self.stage, meant)
        else:
            await self._play(self.stage, meant)

    async def _time_has_come(self, what: Timed) -> None:
        if isinstance(what, Tick):
            with self._without_an_input():
                await self._elapse()
        elif isinstance(what, PiecesAtRest):
            await self._look()
        else:
            await self._save()
            self.refresh()

    async def _answer(self, awaited: AwaitedInput) -> None:
        try:
            await self._take(awaited.given)
        finally:
            if not awaited.answered.done():
                awaited.answered.set_result(self.stage)

    async def _play(self, table: Table, item: TableInput) -> None:
        outcome = handle(table, item, self.time.now, self.draw)
        trouble = await keep(self.writer, self.keeping.tags(table.enrol, outcome.table.enrol))
        if outcome.entries or not outcome.effects:
            await self._commit(outcome)
        for effect in outcome.effects:
            await self._execute(effect, outcome.table)
        self._say_unless_kept(trouble)

    async def _execute(self, effect: Effect, table: Table) -> None:
        """Carry out the effects of an input besides a change of the table."""
        match effect:
            case LeaveGame():
                await self._leave(table)
            case Rematch():
                await self._begin(self.next_game.again(table))
            case PowerOff():
                await self._switch_off(table)
            case _:
                assert_never(effect)

    async def _leave(self, table: Table) -> None:
        """Ask what to play next, once the journal has suspended or finished this game."""
        lobby = await self.next_game.ask(table)
        self._wait_to_save()
        await self._reveal(lobby)

    async def _switch_off(self, table: Table) -> None:
        """Switch the computer off, unless unsaved data would be lost."""
        self._show(table)
        trouble = self.writer.unsaved
        if not trouble and self.switch_off is not None:
            trouble = await self.switch_off()
        if trouble:
            self._show_notice("table.stays_on", trouble)

    def _say_unless_kept(self, trouble: str) -> None:
        """Show that data could not be stored and will be lost when the box is switched off."""
        if trouble:
            self._show_notice("table.not_kept", trouble)

    async def _look(self) -> None:
        """Pass the placement to the table, if it has come to rest."""
        if isinstance(self.stage, Table):
            sensed = self.places.look(self.stage, self.controls.tags(self.stage))
            if sensed is not None:
                await self._play(self.stage, sensed)

    async def _set_up(self, lobby: Lobby, item: TableInput) -> None:
        meant = lobby_input(lobby, item)
        if meant is None:
            return
        before = self.next_game.back(lobby) if meant is Command.BACK else None
        after = handle_lobby(lobby, meant) if before is None else before
        if isinstance(after, GameStart):
            await self._begin(after)
        elif isinstance(after, Lobby) and after.resumed_play is not None:
            await self._take_up(lobby, after.resumed_play)
        else:
            if isinstance(after, Table):
                await self._save()
            await self._reveal(after)

    async def _take_up(self, lobby: Lobby, play: int) -> None:
        after = await self.next_game.take_up(lobby, play)
        if isinstance(after, Outcome):
            await self._go_on(after)
        else:
            await self._reveal(after)

    async def _begin(self, start: GameStart) -> None:
        """Store the facts about the copy of a newly set up game, and start it."""
        trouble = await keep(self.writer, self.keeping.copies(start))
        await self._go_on(self.next_game.begin(self.stage, start))
        self._say_unless_kept(trouble)

    async def _go_on(self, outcome: Outcome) -> None:
        """Continue with another game; the journal records it even without entries."""
        if not outcome.entries:
            await self._save()
        await self._commit(outcome)

    async def _commit(self, outcome: Outcome) -> None:
        """Make the entries durable, then show the table; a failure is shown on every display."""
        self.writer.append(outcome.entries)
        if outcome.entries:
            await self._save()
        await self._reveal(outcome.table, outcome.entries)

    async def _reveal(self, stage: Stage, entries: tuple[Entry, ...] = ()) -> None:
        """Show a stage once the changed settings are stored."""
        chosen = self.keeping.preferences(self.stage.console, stage.console)
        trouble = await keep(self.writer, chosen)
        self._show(stage, entries)
        self._say_unless_kept(trouble)

    async def _save(self) -> None:
        await self.writer.save()
        self._wait_to_save()

    def _wait_to_save(self) -> None:
        """Schedule another attempt if there are pending writes."""
        self._retry.set(self.clock.now() + _RETRY if self.writer.unsaved else None)

    async def _elapse(self) -> None:
        """Show the clocks, record a checkpoint when one is due, and remind an idle table."""
        if isinstance(self.stage, Lobby):
            return
        table, timestamp = skip_handover(self.stage, self.time.now), self.time.now
        if self.pace.must_remind(timestamp.clock):
            self._show(handle(table, ReminderInput(), timestamp, self.draw).table)
        elif timestamp.clock - table.logged_at >= CHECKPOINT:
            noted = note(table, EntryKind.CHECKPOINT, timestamp)
            await self._commit(Outcome(noted, noted.entries[-1:]))
        else:
            self._show(table)

    def _device_changed(self, status: DeviceStatus) -> None:
        before = self.devices.get(status.device)
        self.devices[status.device] = status
        self.places.found(status.device, status.working_zones)
        level = logging.INFO if status.state in (State.OK, State.STARTING) else logging.WARNING
        _LOG.log(level, "%s: %s %s", status.device, status.state, status.detail)
        failed = status.state in (State.ABSENT, State.DEGRADED)
        if failed and (before is None or before.state != status.state):
            self._show_notice("table.device", status.device)
        else:
            self.refresh()

    def offer(self, games: Mapping[str, Manifest]) -> None:
        """Offer these games in a setup; one in progress is not changed."""
        if isinstance(self.stage, Lobby):
            self._show(offering(self.stage, games))

    def announce(self, sentence: str) -> None:
        """Show a notice about the computer, over any stage, in its language."""
        self._show(announcing(self.stage, text("table.computer", what=sentence)))

    def _show_notice(self, key: str, what: str) -> None:
        if isinstance(self.stage, Table):
            self._show(announcing(self.stage, text(key, what=what)))

    def add_follower(self, follower: Follower) -> None:
        """Notify a follower of each stage from now on, after all others."""
        self.followers = (*self.followers, follower)

    def remove_follower(self, follower: Follower) -> None:
        """Stop notifying a follower."""
        self.followers = tuple(each for each in self.followers if each != follower)

    def _show(self, stage: Stage, entries: tuple[Entry, ...] = ()) -> None:
        if isinstance(stage, Table):
            stage = replace(stage, clocks=settle(stage.clocks, self.elapsed))
        self.stage = stage = with_console(
            stage,
            join=self._join or stage.console.join,
            unsaved=self.writer.unsaved,
            switches_off=self.switch_off is not None,
            hub=self._hub,
            wireless=self.controls.seat_of is not None,
            sources=self.controls.sources,
        )
        self.places.follow(stage)
        self.robots.follow(stage)
        for follower in self.followers:
            follower(stage, entries)
        due = self.pace.due(stage) if isinstance(stage, Table) else None
        self._tick.set(None if due is None else self.time.on_clock(due))
