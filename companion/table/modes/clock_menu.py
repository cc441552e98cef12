"""Mode for viewing and changing all clocks during a game."""

from functools import partial
from typing import Final, TypeAlias

from companion.engine.text import Seat, Text, text
from companion.table.binding import Binding, InputEvent
from companion.table.clocks import choice as clock_choice
from companion.table.clocks.change import (
    AddTime,
    ClockChange,
    SetTimes,
    StopClock,
    TurnSandTimer,
    words,
)
from companion.table.clocks.choice import ClockChoice
from companion.table.clocks.kinds import ClockKind
from companion.table.clocks.time_control import control_of, sand_left
from companion.table.history.entries import set_clocks
from companion.table.log_repair.running_game import running_game
from companion.table.mode import EVERYBODY, SAND
from companion.table.modes.lists import close_cover, list_bindings
from companion.table.state import ClockMenu, Notice, Table, Timestamp, notify, with_console

_MINUTE: Final = 60_000
_SAND: Final = (30_000, _MINUTE, 90_000, 2 * _MINUTE, 3 * _MINUTE, 5 * _MINUTE)
"""The times of the sand timer to choose from, in milliseconds."""
_SECOND: Final = 1000
_Entry: TypeAlias = tuple[object, Text]
"""What an entry leads to: a page, a change, or an answer; and its name."""


def entries(table: Table, page: int | ClockChoice | None) -> tuple[_Entry, ...]:
    """Return the entries of a page, in order."""
    if isinstance(page, ClockChoice):
        return clock_choice.question(page, "").answers
    if page == SAND:
        return tuple((change, words(change)) for change in sand_timers(table))
    limited = table.clocks.control.kind is not ClockKind.NONE
    if page is None:
        seats = range(len(table.setup.players))
        every = ((EVERYBODY, text("clock.everybody")),) if limited else ()
        named = ((seat, text("table.player", player=Seat(seat))) for seat in seats)
        last = ((SAND, text("menu.sand")), (ClockChoice(), text("clock.other_times")))
        return (*named, *every, *last)
    seat = None if page == EVERYBODY else page
    added: tuple[_Entry, ...] = (
        (AddTime(_MINUTE, seat), text("clock.minute_more")),
        (AddTime(-_MINUTE, seat), text("clock.minute_less")),
    )
    if seat is None:
        return added
    stopped = seat in table.clocks.stopped
    switch = (StopClock(seat, on=stopped), text("clock.let_run" if stopped else "clock.stop"))
    return (*(added if limited else ()), switch)


def sand_timers(table: Table) -> tuple[TurnSandTimer, ...]:
    """Return how the sand timer can be turned: as the game asks first, then to be laid aside."""
    asked = (table.game.sand_timer * _SECOND,) if table.game.sand_timer else ()
    aside = (0,) if sand_left(table.clocks, table.clocks.at) is not None else ()
    return tuple(map(TurnSandTimer, dict.fromkeys((*aside, *asked, *_SAND))))


def turn_sand_timer(table: Table, press: InputEvent) -> Table:
    """Turn the sand timer as the game asks; while it runs, lay it aside."""
    return set_clocks(table, sand_timers(table)[0], press.timestamp)


def title(page: int | ClockChoice | None) -> Text:
    """Return the title of a page."""
    if isinstance(page, ClockChoice):
        return clock_choice.question(page, "").ask
    if page == SAND:
        return text("menu.sand")
    if page is None or page == EVERYBODY:
        return text("menu.clocks")
    return text("table.player", player=Seat(page))


def bindings(_: Table, menu: ClockMenu) -> tuple[Binding, ...]:
    """Return the bindings in the list of clocks and on its pages."""

    def moved(table: Table, by: int) -> ClockMenu:
        return ClockMenu(menu.page, (menu.cursor + by) % len(entries(table, menu.page)))

    back = close_cover if menu.page is None else _all_clocks
    return list_bindings("take", partial(_chosen, menu=menu), moved, back)


def _all_clocks(table: Table, _: InputEvent) -> Table:
    return with_console(table, cover=ClockMenu())


def _chosen(table: Table, press: InputEvent, *, menu: ClockMenu) -> Table:
    """Open a page, take an answer, or make a change and confirm it with a message."""
    value, _ = entries(table, menu.page)[menu.cursor]
    if isinstance(value, AddTime | StopClock | TurnSandTimer):
        return _changed(table, press, value)
    if not isinstance(menu.page, ClockChoice):
        page = value if isinstance(value, int | ClockChoice) else None
        return with_console(table, cover=ClockMenu(page))
    chosen = clock_choice.answered(menu.page, value)
    if isinstance(chosen, ClockChoice):
        at = clock_choice.question(chosen, "").at
        return with_console(table, cover=ClockMenu(chosen, at))
    new = control_of(chosen)
    return _changed(table, press, SetTimes(new.kind, new.main, new.extra, new.periods))


def _changed(table: Table, press: InputEvent, change: ClockChange) -> Table:
    return change_and_say(with_console(table, cover=None), change, press.timestamp)


def may_change(table: Table) -> bool:
    """Return whether clocks may run: not before the setup is laid out, or after the end."""
    game = running_game(table)
    return not game.is_over and not game.laying


def change_and_say(table: Table, change: ClockChange, timestamp: Timestamp) -> Table:
    """Return the table after a change of the clocks, with a message about it."""
    return notify(set_clocks(table, change, timestamp), Notice(words(change), refused=False))
