"""Time controls of players' clocks, such as Fischer and byo-yomi, in milliseconds.

Nothing here measures time. Timestamps come with the entries of the log, so a replay shows the same
times and an undo restores time. Overtime is counted, but never ends a turn (IC-AP-6).
"""

from collections.abc import Collection, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.engine.message import say
from companion.table.clocks.kinds import ClockKind, Control

_SECOND: Final = 1000
_NOT_IN_BANK: Final = frozenset({ClockKind.PER_TURN, ClockKind.BYO_YOMI})
"""Controls whose overtime is counted apart from the bank."""


class SeatClock(msgspec.Struct, frozen=True):
    """One player's clock at the start of the turn, and the time used since; milliseconds."""

    left: int = 0
    """The time left in the bank; negative after overtime."""
    periods: int = 0
    """The periods left."""
    used: int = 0
    """The time used in all finished turns."""
    turn: int = 0
    """The time used in the current turn."""
    overtime: int = 0
    """The overtime of finished turns, for controls that count it apart from the bank."""


class Clocks(msgspec.Struct, frozen=True):
    """All clocks at the time ``at``, under the time ``control`` in force then.

    ``running`` holds the seats whose turn it is; time passes for them unless their clocks are
    stopped (``stopped``).
    """

    control: Control
    seats: tuple[SeatClock, ...]
    running: tuple[int, ...] = ()
    at: int = 0
    paused: bool = False
    untimed: bool = False
    """Whether the time is nobody's, as while points are counted."""
    stopped: tuple[int, ...] = ()
    changed: int = 0
    """The number of the last entry of the log by which people have changed them."""
    gone: tuple[int, ...] = ()
    """The seats of those who have left, which gain no time."""
    sand: int | None = None
    """When the sand timer of the whole table runs out, pauses or not; ``None`` without one."""

    @property
    def ticking(self) -> tuple[int, ...]:
        """The seats whose clocks run."""
        if self.paused or self.untimed:
            return ()
        return tuple(seat for seat in self.running if seat not in self.stopped)


class Reading(msgspec.Struct, frozen=True):
    """The display of a clock. ``left`` is ``None`` without a limit, and negative in overtime."""

    used: int
    left: int | None
    periods: int
    delay: int
    """The time until the bank is touched."""


def start(control: Control, players: int) -> Clocks:
    """Return the clocks at the start of a game; none is running."""
    return Clocks(control, (SeatClock(control.main, control.periods),) * players)


def settle(clocks: Clocks, now: int) -> Clocks:
    """Advance the running clocks to ``now``."""
    if now <= clocks.at:
        return clocks
    ticking = clocks.ticking
    if not ticking:
        return replace(clocks, at=now)
    passed = now - clocks.at
    seats = tuple(
        replace(seat, turn=seat.turn + passed) if i in ticking else seat
        for i, seat in enumerate(clocks.seats)
    )
    return replace(clocks, seats=seats, at=now)


def pause(clocks: Clocks, now: int) -> Clocks:
    """Stop all clocks."""
    return replace(settle(clocks, now), paused=True)


def resume(clocks: Clocks, now: int) -> Clocks:
    """Resume the clocks."""
    return replace(settle(clocks, now), paused=False)


def hand_over(
    clocks: Clocks,
    now: int,
    active: Collection[int],
    gone: tuple[int, ...] = (),
    *,
    untimed: bool = False,
) -> Clocks:
    """End the turns of seats that no longer act, and start those of the ``active`` seats.

    ``gone`` are the seats of those who have left, ``untimed`` is whether the time that follows is
    nobody's.
    """
    clocks = settle(clocks, now)
    turns = tuple(active) if len(active) <= 1 or clocks.control.simultaneous else ()
    for seat in clocks.running:
        if seat not in turns:
            clocks = end_turn(clocks, seat)
    for seat in turns:
        if seat not in clocks.running:
            clocks = _begin_turn(clocks, seat)
    return replace(clocks, running=turns, gone=gone, untimed=untimed)


def spend(clocks: Clocks, seats: Collection[int], time: int) -> Clocks:
    """Return the clocks after the time that seats spent in turns that were abandoned."""
    for seat in seats if time else ():
        clock = clocks.seats[seat]
        spent = replace(clock, turn=clock.turn + time)
        clocks = end_turn(_with(clocks, seat, spent), seat)
    return clocks


def _begin_turn(clocks: Clocks, seat: int) -> Clocks:
    if clocks.control.kind is not ClockKind.FISCHER:
        return clocks
    clock = clocks.seats[seat]
    return _with(clocks, seat, replace(clock, left=clock.left + clocks.control.extra))


def end_turn(clocks: Clocks, seat: int) -> Clocks:
    """Return the clocks after the turn of a seat."""
    control, clock = clocks.control, clocks.seats[seat]
    shown = _read(control, clock)
    over = 0 if shown.left is None else max(0, -shown.left)
    ended = SeatClock(
        left=_bank_after(control, clock, shown),
        periods=shown.periods,
        used=clock.used + clock.turn,
        overtime=clock.overtime + over if control.kind in _NOT_IN_BANK else clock.overtime,
    )
    if control.kind is ClockKind.HOURGLASS:
        clocks = _share(clocks, seat, clock.turn)
    return _with(clocks, seat, ended)


def _bank_after(control: Control, clock: SeatClock, shown: Reading) -> int:
    """Return the bank after a turn."""
    if control.kind is ClockKind.BRONSTEIN:
        return clock.left - clock.turn + min(clock.turn, control.extra)
    if control.kind is ClockKind.BYO_YOMI:
        return max(0, clock.left - clock.turn)
    if control.kind is ClockKind.PER_TURN or shown.left is None:
        return control.main
    return shown.left


def _share(clocks: Clocks, seat: int, time: int) -> Clocks:
    """Give the time that a seat used to the others; leftover milliseconds are dealt clockwise."""
    seats = len(clocks.seats)
    behind = ((seat + i) % seats for i in range(1, seats))
    others = tuple(other for other in behind if other not in clocks.gone)
    if not others:
        return clocks
    share, odd = divmod(time, len(others))
    for i, other in enumerate(others):
        clock = clocks.seats[other]
        clocks = _with(clocks, other, replace(clock, left=clock.left + share + (i < odd)))
    return clocks


def _with(clocks: Clocks, seat: int, clock: SeatClock) -> Clocks:
    return replace(clocks, seats=(*clocks.seats[:seat], clock, *clocks.seats[seat + 1 :]))


def read(clocks: Clocks, seat: int, now: int) -> Reading:
    """Return the display of a seat's clock at ``now``."""
    clocks = settle(clocks, now)
    if clocks.control.kind is ClockKind.HOURGLASS:
        for other in clocks.running:
            clocks = _share(clocks, other, clocks.seats[other].turn)
    return _read(clocks.control, clocks.seats[seat])


def _read(control: Control, clock: SeatClock) -> Reading:
    used = clock.used + clock.turn
    if control.kind is ClockKind.NONE:
        return Reading(used, None, 0, 0)
    if control.kind is ClockKind.PER_TURN:
        return Reading(used, clock.left - clock.turn, 0, 0)
    if control.kind is ClockKind.DELAY:
        wait = max(0, control.extra - clock.turn)
        return Reading(used, clock.left - max(0, clock.turn - control.extra), 0, wait)
    if control.kind is ClockKind.BYO_YOMI and clock.turn > clock.left:
        return _in_periods(control, clock, used)
    return Reading(used, clock.left - clock.turn, clock.periods, 0)


def _in_periods(control: Control, clock: SeatClock, used: int) -> Reading:
    over = clock.turn - clock.left
    lost, into = divmod(over, control.extra) if control.extra else (clock.periods, 0)
    if lost < clock.periods:
        return Reading(used, control.extra - into, clock.periods - lost, 0)
    return Reading(used, clock.periods * control.extra - over, 0, 0)


def overtime(clocks: Clocks, seat: int, now: int) -> int:
    """Return the total time that a seat has used beyond its limits."""
    left = read(clocks, seat, now).left
    over = 0 if left is None else max(0, -left)
    return clocks.seats[seat].overtime + over


def next_change(clocks: Clocks, now: int) -> int | None:
    """Return when a clock next shows another second; ``None`` if none is running."""
    if not clocks.ticking:
        return None
    waits = []
    for seat in clocks.ticking:
        shown = read(clocks, seat, now)
        running = shown.used if shown.left is None else shown.delay or shown.left
        up = shown.left is None
        waits.append(_SECOND - running % _SECOND if up else running % _SECOND or _SECOND)
    return now + min(waits)


def sand_left(clocks: Clocks, now: int) -> int | None:
    """Return the time left in the sand timer; ``None`` without one, or once it has run out."""
    return None if clocks.sand is None or now >= clocks.sand else clocks.sand - now


def next_sand(clocks: Clocks, now: int) -> int | None:
    """Return when the sand timer next shows another second; ``None`` if it does not run."""
    left = sand_left(clocks, now)
    return None if left is None else now + (left % _SECOND or _SECOND)


def due_warnings(control: Control, before: int | None, after: int | None) -> tuple[int, ...]:
    """Return the warnings that fall due as the time left goes from ``before`` to ``after``."""
    if before is None or after is None:
        return ()
    return tuple(warning for warning in control.warnings if after <= warning < before)


def control_of(struct: Mapping[str, Any]) -> Control:
    """Return the time control in a JSON object. Raises ``ValueError`` that names the mistake."""
    allowed = {"kind", "main", "extra", "periods", "simultaneous", "warnings"}
    unknown = sorted(set(struct) - allowed)
    if unknown:
        message = say(
            "no such key of a clock: {key}, there are {known}",
            key=unknown[0],
            known=", ".join(allowed),
        )
        raise ValueError(message)
    fields = dict(struct)
    try:
        fields["kind"] = ClockKind(fields.get("kind", ClockKind.NONE))
    except ValueError:
        kinds = ", ".join(ClockKind)
        message = say(
            "unknown time control {kind!r}, expected one of: {kinds}",
            kind=fields["kind"],
            kinds=kinds,
        )
        raise ValueError(message) from None
    if "warnings" in fields:
        fields["warnings"] = tuple(fields["warnings"])
    return Control(**fields)


def minutes(time: int, *, up: bool = False) -> str:
    """Return milliseconds as minutes and seconds; clocks that count down are rounded ``up``."""
    seconds = -(-abs(time) // 1000) if up and time > 0 else abs(time) // 1000
    sign = "-" if time < 0 else ""
    return f"{sign}{seconds // 60}:{seconds % 60:02}"
