"""Lamp patterns and buzzer melodies, as pure functions of two stages, and their follower.

Every sound has a visible equivalent: a turn (the seat's lamp, the panel's title), a refusal (the
panel's message), an entry (the panel's next picture), little time left (the blinking lamp, the
panel's clock).
"""

from collections.abc import Callable, Iterable, Mapping
from time import time
from typing import Final

import msgspec

from companion.devices import Cue, Light, Signal
from companion.engine.game import CHANCE
from companion.engine.log import PLAYED, Entry, EntryKind
from companion.settings.quiet_hours import QuietHours, minute_of_day
from companion.table.clocks.time_control import due_warnings, read
from companion.table.lobby.lobby import Lobby
from companion.table.log_repair.running_game import running_game
from companion.table.stage import Stage
from companion.table.table import Table

_PLAY: Final = PLAYED | {EntryKind.UNDO, EntryKind.EDIT}


def on_turn(stage: Stage) -> frozenset[int]:
    """Return the seats whose lamps are lit: all awaited seats.

    While the table enters a chance outcome, these are the seats whose time runs. During the setup
    and after the end there are none.
    """
    if isinstance(stage, Lobby):
        return frozenset()
    table = running_game(stage)
    if table.laying or table.is_over:
        return frozenset()
    seats = table.game.awaited(table.state)
    return frozenset(table.clocks.running if seats == (CHANCE,) else seats)


def warned_seats(before: Stage, after: Stage) -> frozenset[int]:
    """Return the seats whose time left has passed a warning between two stages of a turn."""
    if isinstance(before, Lobby) or isinstance(after, Lobby):
        return frozenset()
    return frozenset(
        seat
        for seat in set(before.clocks.running) & set(after.clocks.running)
        if due_warnings(after.clocks.control, _left(before, seat), _left(after, seat))
    )


def sand_ran_out(before: Stage, after: Stage) -> bool:
    """Return whether the sand timer of the table has run out between two stages."""
    if isinstance(before, Lobby) or isinstance(after, Lobby):
        return False
    sand = before.clocks.sand
    return (
        sand is not None
        and sand == after.clocks.sand
        and before.clocks.at < sand <= after.clocks.at
    )


def _left(table: Table, seat: int) -> int | None:
    return read(table.clocks, seat, table.clocks.at).left


def lights(
    shown: Mapping[int, Light], before: Stage | None, after: Stage, entries: Iterable[Entry]
) -> dict[int, Light]:
    """Return the lit or blinking lamps of the seats, given the lamps ``shown`` before.

    After a warning a lamp blinks until the next action, or until the clocks are stopped; after a
    reminder, until the next input.
    """
    blinking = frozenset(seat for seat, light in shown.items() if light is Light.BLINKING)
    if isinstance(after, Lobby) or after.clocks.paused or _played(entries):
        blinking = frozenset()
    elif before is not None:
        blinking |= warned_seats(before, after)
    if isinstance(after, Table) and after.reminder is not None:
        blinking = on_turn(after)
    return {seat: Light.BLINKING if seat in blinking else Light.LIT for seat in on_turn(after)}


def cue(before: Stage, after: Stage, entries: tuple[Entry, ...]) -> Cue | None:
    """Return the most urgent cue to play, ``None`` without one."""
    if _refused(before, after):
        return Cue.REFUSED
    if (_over(after) and not _over(before)) or sand_ran_out(before, after):
        return Cue.OVER
    turn = on_turn(after)
    if turn and turn != on_turn(before):
        return Cue.TURN
    if _played(entries):
        return Cue.ACCEPTED
    if _reminded(after) and not _reminded(before):
        return Cue.WARNING
    return Cue.WARNING if warned_seats(before, after) else None


def _refused(before: Stage, after: Stage) -> bool:
    """Return whether a refusal is new: a repeated refusal is a different object."""
    if isinstance(after, Lobby) or after.notice is None or not after.notice.refused:
        return False
    return isinstance(before, Lobby) or after.notice is not before.notice


def _over(stage: Stage) -> bool:
    """Return whether the panel shows the result; its last tasks come before it."""
    return isinstance(stage, Table) and running_game(stage).shows_result


def _reminded(stage: Stage) -> bool:
    return isinstance(stage, Table) and stage.reminder is not None


def _played(entries: Iterable[Entry]) -> bool:
    return any(entry.kind in _PLAY for entry in entries)


class SignalView(msgspec.Struct, eq=False):
    """Shows a table by lamps and sounds; a follower, which the session calls after each commit.

    ``wall`` returns the time of day in seconds (POSIX), for the ``quiet`` hours.
    """

    signal: Signal
    quiet: QuietHours | None = None
    wall: Callable[[], float] = time
    _before: Stage | None = None
    _shown: dict[int, Light] = msgspec.field(default_factory=dict)

    def __call__(self, stage: Stage, entries: tuple[Entry, ...]) -> None:
        """Set the lamps that change, then play the cue unless these are quiet hours."""
        lamps = lights(self._shown, self._before, stage, entries)
        for seat in lamps.keys() | self._shown.keys():
            light = lamps.get(seat, Light.DARK)
            if light is not self._shown.get(seat, Light.DARK):
                self.signal.lamp(lamp_name(seat), light)
        sound = None if self._before is None else cue(self._before, stage, entries)
        if sound is not None and not stage.console.quiet and not self._is_quiet():
            self.signal.cue(sound)
        self._before, self._shown = stage, lamps

    def _is_quiet(self) -> bool:
        return self.quiet is not None and self.quiet.hold(minute_of_day(self.wall()))


def lamp_name(seat: int) -> str:
    """Return the name of a seat's lamp; seats count from 0, lamps from 1."""
    return f"seat{seat + 1}"
