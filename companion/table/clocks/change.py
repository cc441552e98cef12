"""Changes of the clocks during a game: time added, a clock stopped, other times.

The log stores each as a note of a checkpoint, which programs before 0.3 ignore. A change is not a
step: taking a step back leaves it in force (``changed`` in ``Clocks``).
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.engine.log import Entry, EntryKind
from companion.engine.text import Seat, Text, text
from companion.schema.bounds import Duration, Span
from companion.schema.mistakes import Invalid
from companion.schema.reading import read
from companion.table.clocks.choice import duration
from companion.table.clocks.choice import words as times_in_words
from companion.table.clocks.kinds import ClockKind, Control
from companion.table.clocks.time_control import Clocks, SeatClock, end_turn

CLOCK: Final = "clock"
"""The key under which a checkpoint says which change it makes."""
_Seat: TypeAlias = Annotated[int, Meta(ge=0, le=99)]


class _Change(
    msgspec.Struct,
    frozen=True,
    tag_field=CLOCK,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Base of all changes; as JSON, a field names the kind."""


class AddTime(_Change, frozen=True, tag="add"):
    """Adds ``time`` milliseconds to a seat, or to all; removes them if negative.

    Where each turn has a time, it applies to this turn only.
    """

    time: Span
    seat: _Seat | None = None


class StopClock(_Change, frozen=True, tag="stop"):
    """Stops a seat's clock, even in its turn; with ``on`` the clock runs again."""

    seat: _Seat
    on: bool = False


class SetTimes(_Change, frozen=True, tag="times"):
    """Sets another time control, or other times of the same one, with the fields of ``Control``.

    For the clocks, the current turn ends and starts again. Banks of the same control change by the
    difference of ``main``; those of another one are full.
    """

    kind: ClockKind
    main: Duration = 0
    extra: Duration = 0
    periods: Annotated[int, Meta(ge=0, le=99)] = 0


class TurnSandTimer(_Change, frozen=True, tag="sand"):
    """Turns the sand timer of the whole table, which runs for ``time`` milliseconds.

    With 0 it is laid aside. Like one of glass, it runs on in a pause.
    """

    time: Duration


ClockChange: TypeAlias = AddTime | StopClock | SetTimes | TurnSandTimer
"""What people can change."""


def change_in(payload: Mapping[str, object]) -> ClockChange | None:
    """Return the change in a checkpoint's payload; ``None`` without a valid one."""
    if CLOCK not in payload:
        return None
    try:
        change: ClockChange = read(AddTime | StopClock | SetTimes | TurnSandTimer, dict(payload))
    except Invalid:
        return None
    return change


def change_of(entry: Entry) -> ClockChange | None:
    """Return the change that a log entry makes; ``None`` if it makes none."""
    return change_in(entry.payload) if entry.kind is EntryKind.CHECKPOINT else None


def payload_of(change: ClockChange) -> dict[str, object]:
    """Return the payload of a checkpoint for a change."""
    payload: dict[str, object] = msgspec.to_builtins(change)
    return payload


def words(change: ClockChange) -> Text:
    """Return a change in words."""
    if isinstance(change, TurnSandTimer):
        timed = text("clock.sand", time=duration(change.time))
        return timed if change.time else text("clock.sand_aside")
    if isinstance(change, SetTimes):
        return text("clock.changed", clock=times_in_words(msgspec.to_builtins(change)))
    if isinstance(change, StopClock):
        return text("clock.goes_on" if change.on else "clock.stopped", player=Seat(change.seat))
    sign, time = "less" if change.time < 0 else "more", duration(abs(change.time))
    if change.seat is None:
        return text(f"clock.{sign}_for_all", time=time)
    return text(f"clock.{sign}_for_one", time=time, player=Seat(change.seat))


def catch_up(clocks: Clocks, entries: Iterable[Entry], until: int | None = None) -> Clocks:
    """Return the clocks with the missing changes of a log applied, up to entry ``until``.

    They are missing when an undo or an edit has gone back to earlier clocks.
    """
    for entry in entries:
        if entry.sequence <= clocks.changed or (until is not None and entry.sequence >= until):
            continue
        change = change_of(entry)
        if isinstance(change, TurnSandTimer):
            sand = entry.clock + change.time if change.time else None
            clocks = replace(clocks, sand=sand, changed=entry.sequence)
        elif change is not None:
            clocks = replace(change_clocks(clocks, change), changed=entry.sequence)
    return clocks


def change_clocks(clocks: Clocks, change: AddTime | StopClock | SetTimes) -> Clocks:
    """Return the clocks of the players after a change, at their own time."""
    if isinstance(change, SetTimes):
        return _with_times(clocks, change)
    if isinstance(change, StopClock):
        others = tuple(seat for seat in clocks.stopped if seat != change.seat)
        return replace(clocks, stopped=others if change.on else (*others, change.seat))
    return replace(
        clocks,
        seats=tuple(
            replace(clock, left=clock.left + change.time) if change.seat in (None, seat) else clock
            for seat, clock in enumerate(clocks.seats)
        ),
    )


def _with_times(clocks: Clocks, change: SetTimes) -> Clocks:
    old = clocks.control
    for seat in clocks.running:
        clocks = end_turn(clocks, seat)
    control = replace(
        old, kind=change.kind, main=change.main, extra=change.extra, periods=change.periods
    )
    seats = tuple(_with_control(clock, old, control) for clock in clocks.seats)
    return replace(clocks, control=control, seats=seats)


def _with_control(clock: SeatClock, old: Control, new: Control) -> SeatClock:
    if new.kind is not old.kind or new.kind is ClockKind.PER_TURN:
        return replace(clock, left=new.main, periods=new.periods)
    periods = max(0, clock.periods + new.periods - old.periods)
    return replace(clock, left=clock.left + new.main - old.main, periods=periods)
