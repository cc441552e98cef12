"""The loop of one table: takes inputs one by one, makes them durable, then lets others see.

Nothing is shown, lit or published before its entries are in the journal, or before it is plain on
every display that they are not: a full disk stops nobody from playing.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import time
from typing import Final, TypeAlias

from companion.clock import Clock, TimerHandle
from companion.controls import meaning
from companion.devices import ButtonEvent, DeviceStatus, Input, State, TagEvent
from companion.engine.fold import Draw
from companion.engine.log import Entry, EntryKind
from companion.engine.text import text
from companion.oserror import explained
from companion.saver import Saver
from companion.sensing import Sensing, readable
from companion.table.clock import Kind, next_change, settle
from companion.table.command import Command
from companion.table.enrol import Enrolment
from companion.table.ledger import note
from companion.table.lobby import Lobby, Start, handle_lobby
from companion.table.stage import Stage
from companion.table.state import Answer, Join, Order, Speak
from companion.table.table import (
    Done,
    Moment,
    Notice,
    Outcome,
    Remind,
    Table,
    TableInput,
    Touch,
    begin,
    handle,
    shows_points,
)
from companion.table.view import Keys

Follower: TypeAlias = Callable[[Stage, tuple[Entry, ...]], None]
"""Is told the stage after each input, with the entries that are now durable."""

_LOG: Final = logging.getLogger(__name__)
_MILLISECONDS: Final = 1000
_CHECKPOINT: Final = 10_000
"""Milliseconds of the clock that a power cut may lose."""
_JUMP: Final = 1000
"""Milliseconds by which the time of day may drift from the clock unnoticed."""
_LEAST: Final = 1000
"""Milliseconds between two checkpoints at the least."""
_RETRY: Final = 5.0
"""Seconds after which it is tried again to write what could not be written."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: a shown clock changes, or a checkpoint is due."""


@dataclass(frozen=True, slots=True)
class Retry:
    """It is time to write again what could not be written."""


@dataclass(frozen=True, slots=True)
class Look:
    """The pieces on the readers have come to rest."""


@dataclass(frozen=True, slots=True)
class Pulse:
    """Somebody wants to know whether inputs are still taken: ``answer`` is called in their turn."""

    answer: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """An input whose sender waits for the stage after it."""

    given: TableInput
    answered: "asyncio.Future[Stage]"


@dataclass(slots=True)
class Session:
    """A table with its journal. Inputs come by ``sink``, news goes to the followers.

    ``tags`` gives the id of a piece for each tag's number. ``clock`` measures the game, ``wall``
    tells the time of day. ``lobby`` opens the setup of the next game, given the table of the last
    one.
    """

    stage: Stage
    saver: Saver
    clock: Clock
    draw: Draw
    tags: Callable[[Table], Mapping[str, str]]
    lobby: Callable[[Table], Lobby]
    followers: Sequence[Follower] = ()
    wall: Callable[[], float] = time
    keys: Keys = Keys.FULL
    remind: float = 0.0
    """Seconds after which the table is reminded of what is due; 0 is never."""
    wake: Callable[[], bool] | None = None
    """Is told of every input; tells whether the display was dark, so that a key only lights it."""
    sensing: Sensing = field(default_factory=lambda: Sensing({}))
    """What stands where, if readers are under places."""
    learn: Callable[[str, str], None] | None = None
    """Keeps a tag, and the id of its piece, that people have enrolled."""
    prefer: Callable[[str], None] | None = None
    """Is told the language that somebody chose on the box."""
    join: Join | None = None
    """How phones come to the table, if they can."""
    devices: dict[str, DeviceStatus] = field(default_factory=dict)
    bad_frames: Callable[[], Mapping[str, int]] = dict
    """Counts the damaged frames of each reader."""
    refreshing: bool = False
    """What is shown now is no answer to an input."""
    _timer: TimerHandle | None = None
    _inputs: "asyncio.Queue[Input | TableInput | Tick | Retry | Look | Pulse | Asked]" = field(
        default_factory=asyncio.Queue
    )
    _retry: TimerHandle | None = None
    _since: float = field(init=False)
    _rest: TimerHandle | None = None
    _watching: bool = False
    """Play goes on, so it matters what stands where."""
    _touched: int = 0
    """When the last input came, in milliseconds of the game's clock."""
    _reminded: bool = False
    _began: int = 0
    """When the game's clock began, in milliseconds of the time of day."""

    def __post_init__(self) -> None:
        """Let the game's clock go on where the log ends."""
        entries = self.stage.entries if isinstance(self.stage, Table) else ()
        elapsed = entries[-1].clock if entries else 0
        self._since = self.clock.now() - elapsed / _MILLISECONDS

    @property
    def table(self) -> Table:
        """The game that goes on. Raises ``LookupError`` during its setup."""
        if isinstance(self.stage, Lobby):
            raise LookupError("no game goes on")  # noqa: TRY004 - a matter of time, not of type
        return self.stage

    @property
    def elapsed(self) -> int:
        """Milliseconds of the game's clock."""
        return self._moment().clock

    def sink(self, given: Input | TableInput | Tick | Retry | Look | Pulse) -> None:
        """Take news from a device or a display; in the event loop's thread."""
        self._inputs.put_nowait(given)

    async def run(self) -> None:
        """Show the table, then take inputs for ever."""
        self._show(self.stage)
        self._wait_to_save()
        while True:
            given = await self._inputs.get()
            try:
                if isinstance(given, Asked):
                    await self._answer(given)
                elif isinstance(given, Pulse):
                    given.answer()
                else:
                    await self._take(given)
            except Exception:  # noqa: BLE001 - whatever one input does, the next one is taken
                _LOG.exception("an input could not be taken: %s", given)
            finally:
                self._inputs.task_done()

    async def ask(self, given: TableInput) -> Stage:
        """Take an input and return the stage that it led to, for those who wait for an answer."""
        answered: asyncio.Future[Stage] = asyncio.get_running_loop().create_future()
        self._inputs.put_nowait(Asked(given, answered))
        return await answered

    def refresh(self) -> None:
        """Show the stage again, because something beside the game has changed."""
        self.refreshing = True
        try:
            self._show(self.stage)
        finally:
            self.refreshing = False

    async def settled(self) -> None:
        """Wait until every input that has come is taken."""
        await self._inputs.join()

    def close(self) -> None:
        """Wait for the last write and close the journal."""
        self._stop_timer()
        for timer in (self._rest, self._retry):
            if timer is not None:
                timer.cancel()
        self.saver.close()

    async def _take(self, given: Input | TableInput | Tick | Retry | Look) -> None:
        if isinstance(given, Tick | Retry | Look):
            await self._time_has_come(given)
            return
        if isinstance(given, DeviceStatus):
            self._device_changed(given)
            return
        wanted = self._meaning(given)
        if wanted is None or self._was_dark(given):
            return
        self._touched, self._reminded = self._moment().clock, False
        language = self.stage.language
        if isinstance(self.stage, Lobby):
            await self._set_up(self.stage, wanted)
        elif self.stage.is_over and _begins_anew(self.stage, wanted):
            self._show(self.lobby(self.stage))
        else:
            await self._play(self.stage, wanted)
        if self.stage.language != language and self.prefer is not None:
            self._say_unless_kept(await self._keep(partial(self.prefer, self.stage.language)))

    async def _time_has_come(self, what: Tick | Retry | Look) -> None:
        if isinstance(what, Tick):
            await self._elapse()
        elif isinstance(what, Look):
            await self._look()
        else:
            await self._save()
            self.refresh()

    async def _answer(self, asked: Asked) -> None:
        try:
            await self._take(asked.given)
        finally:
            if not asked.answered.done():
                asked.answered.set_result(self.stage)

    async def _play(self, table: Table, wanted: TableInput) -> None:
        outcome = handle(table, wanted, self._moment(), self.draw)
        trouble = await self._keep_tags(table.enrol, outcome.table.enrol)
        if outcome.table.left:
            self._show(self.lobby(outcome.table))
        else:
            await self._commit(outcome)
        self._say_unless_kept(trouble)

    async def _keep_tags(self, before: Enrolment | None, after: Enrolment | None) -> str:
        """Make durable what an enrolment has learned; return what stood in the way."""
        known = () if before is None else before.learned
        trouble = ""
        for tag, piece in () if after is None else after.learned:
            if (tag, piece) not in known and self.learn is not None:
                trouble = await self._keep(partial(self.learn, tag, piece))
        return trouble

    async def _keep(self, write: Callable[[], None]) -> str:
        """Write a small file beside the journal; return what stood in the way."""
        try:
            await self.saver.apart(write)
        except OSError as error:
            _LOG.error("not kept: %s", explained(error))
            return explained(error)
        return ""

    def _say_unless_kept(self, trouble: str) -> None:
        """Say that something counts until the box is switched off, and no longer."""
        if trouble:
            self._show_notice("table.not_kept", trouble)

    def _was_dark(self, given: Input | TableInput) -> bool:
        """Light the display; a key does no more if it was dark, a piece counts all the same."""
        if self.wake is None or isinstance(given, Remind):
            return False
        return self.wake() and isinstance(given, ButtonEvent)

    def _meaning(self, given: Input | TableInput) -> TableInput | None:
        if isinstance(given, ButtonEvent):
            return meaning(given, self.keys)
        if isinstance(given, TagEvent):
            return self._tag(given)
        return None if isinstance(given, DeviceStatus) else given

    def _tag(self, event: TagEvent) -> Touch | None:
        """Return what a tag means: on a place it waits until the table has come to rest."""
        if self.sensing.place_of(event) is None:
            return self._touch(event.tag) if event.present else None
        self._know(self.sensing.take(event, self.clock.now()))
        enrolling = isinstance(self.stage, Table) and self.stage.enrol is not None
        return self._touch(event.tag) if event.present and enrolling else None

    def _know(self, sensing: Sensing) -> None:
        """Take in what stands where, and look at it once it is at rest."""
        if sensing is not self.sensing:
            self.sensing = sensing
            self._wait_for_rest()

    def _wait_for_rest(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        due = self.sensing.due
        self._rest = None if due is None else self.clock.call_at(due, lambda: self.sink(Look()))

    async def _look(self) -> None:
        """Tell the table what stands where."""
        if isinstance(self.stage, Lobby):
            return
        pieces = self.stage.game.pieces(self.stage.state)
        tags = self.tags(self.stage)
        self.sensing, sensed = self.sensing.look(self.clock.now(), tags, pieces)
        self._wait_for_rest()
        if sensed is not None and not self.stage.laying and not self.stage.is_over:
            expected = self.stage.game.placements(self.stage.state)
            await self._play(self.stage, readable(sensed, expected, tags, pieces))

    def _touch(self, tag: str) -> Touch | None:
        if isinstance(self.stage, Lobby):
            return None
        pieces = {piece.id: piece for piece in self.stage.game.pieces(self.stage.state)}
        return Touch(tag, pieces.get(self.tags(self.stage).get(tag, "")))

    async def _set_up(self, lobby: Lobby, wanted: TableInput) -> None:
        if isinstance(wanted, Done):
            # Two seats' buttons are enough to answer: one takes, every other one goes on.
            wanted = Command.NEXT if wanted.seat else Command.CONFIRM
        if isinstance(wanted, Order):
            wanted = wanted.command
        if not isinstance(wanted, Command | Answer | Speak):
            return
        after = handle_lobby(lobby, wanted)
        if isinstance(after, Lobby):
            self._show(after)
        else:
            await self._begin(after)

    def _moment(self) -> Moment:
        """Return the time; the time of day goes with the clock unless one of them jumps."""
        clock = round((self.clock.now() - self._since) * _MILLISECONDS)
        began = round(self.wall() * _MILLISECONDS) - clock
        if abs(began - self._began) > _JUMP:
            self._began = began
        return Moment(clock, (self._began + clock) / _MILLISECONDS)

    async def _commit(self, outcome: Outcome) -> None:
        """Make the entries durable, then show; where that fails every display says so."""
        self.saver.append(outcome.entries)
        if outcome.entries:
            await self._save()
        self._show(outcome.table, outcome.entries)

    async def _save(self) -> None:
        await self.saver.save()
        self._wait_to_save()

    def _wait_to_save(self) -> None:
        """Try again in a while if something is not durable."""
        if self._retry is not None:
            self._retry.cancel()
        due = self.clock.now() + _RETRY
        again = self.saver.unsaved
        self._retry = self.clock.call_at(due, lambda: self.sink(Retry())) if again else None

    async def _begin(self, agreed: Start) -> None:
        """Finish the last game in the journal and begin the one that was agreed."""
        self._since = self.clock.now()
        outcome = begin(agreed.game, agreed.setup, agreed.enter, self._moment(), self.draw)
        outcome = replace(outcome, table=spoken(outcome.table, self.stage))
        self.saver.begin(outcome.table, self.wall())
        await self._commit(outcome)

    def _device_changed(self, status: DeviceStatus) -> None:
        before = self.devices.get(status.device)
        self.devices[status.device] = status
        self._know(self.sensing.found(status.device, status.known, self.clock.now()))
        level = logging.INFO if status.state in (State.OK, State.STARTING) else logging.WARNING
        _LOG.log(level, "%s: %s %s", status.device, status.state, status.detail)
        failed = status.state in (State.ABSENT, State.DEGRADED)
        if failed and (before is None or before.state != status.state):
            self._show_notice("table.device", status.device)
        else:
            self.refresh()

    def _show_notice(self, key: str, what: str) -> None:
        if isinstance(self.stage, Table):
            self._show(replace(self.stage, notice=Notice(text(key, what=what))))

    def _show(self, stage: Stage, entries: tuple[Entry, ...] = ()) -> None:
        if isinstance(stage, Table):
            stage = replace(stage, clocks=settle(stage.clocks, self.elapsed))
        if self.join is not None:
            stage = replace(stage, join=self.join)
        self.stage = stage = replace(stage, unsaved=self.saver.unsaved)
        self._begin_to_watch(stage)
        for follower in self.followers:
            follower(stage, entries)
        self._stop_timer()
        if isinstance(stage, Table) and not stage.is_over:
            self._wait(stage)

    def _begin_to_watch(self, stage: Stage) -> None:
        """Look at what stands where when play begins: while it was laid out nobody did."""
        watching = isinstance(stage, Table) and not stage.laying and not stage.is_over
        if watching and not self._watching and self.sensing.seen:
            self._know(self.sensing.anew(self.clock.now()))
        self._watching = watching

    def _wait(self, table: Table) -> None:
        """Set the timer for what the clocks need next; nothing while they stand still."""
        clocks = table.clocks
        if clocks.paused or not clocks.running:
            return
        due = max(table.entries[-1].clock + _CHECKPOINT, clocks.at + _LEAST)
        if table.watching or table.control.kind is not Kind.NONE:
            due = min(due, next_change(table.control, clocks, clocks.at) or due)
        if self.remind and not self._reminded:
            due = min(due, self._remind_at)
        self._timer = self.clock.call_at(self._since + due / _MILLISECONDS, self._tick)

    def _tick(self) -> None:
        self.sink(Tick())

    @property
    def _remind_at(self) -> int:
        return self._touched + round(self.remind * _MILLISECONDS)

    async def _elapse(self) -> None:
        if isinstance(self.stage, Lobby):
            return
        table, moment = self.stage, self._moment()
        if self.remind and not self._reminded and moment.clock >= self._remind_at:
            self._reminded = True
            self._show(handle(table, Remind(), moment, self.draw).table)
        elif moment.clock - table.entries[-1].clock >= _CHECKPOINT:
            noted = note(table, EntryKind.CHECKPOINT, moment)
            await self._commit(Outcome(noted, noted.entries[-1:]))
        else:
            self._show(table)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def spoken(table: Table, like: Stage) -> Table:
    """Return a table whose displays speak like those of another stage."""
    return replace(table, language=like.language, languages=like.languages)


def _begins_anew(table: Table, wanted: TableInput) -> bool:
    """Tell whether an input at the end of a game asks for the next one."""
    if wanted == Order(Command.CONFIRM):
        return True
    covered = table.menu is not None or table.notice is not None or table.rule is not None
    wishes = wanted is Command.CONFIRM and not shows_points(table)
    return not covered and (wishes or isinstance(wanted, Done))
