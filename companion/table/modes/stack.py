"""Which mode a table is in, and what its inputs do there: the top one takes them.

At the bottom is the game itself: its end, its setup, a pause, a turn. A choice lies over it, and
one thing can cover both; a message can lie over an enrolment.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, get_args

from companion.engine.text import Seat, text
from companion.table.binding import Binding, Press, Source, label
from companion.table.choosing.choosing import pick, touch
from companion.table.command import Command
from companion.table.deed import names_player
from companion.table.enrolment import Enrolment
from companion.table.inputs import Pick, Sensed, Take, Touch
from companion.table.ledger import take
from companion.table.mode import (
    ActionChoice,
    CorrectionChoice,
    GameEnd,
    LogPage,
    Pause,
    RepairPage,
    SetupLayout,
    StandingEntry,
    TableTasks,
    Turn,
)
from companion.table.modes import (
    choice,
    enrolment,
    game_end,
    handover,
    join_code,
    menu,
    message,
    parting,
    pause,
    reading,
    seat_given,
    setup_layout,
    tasks,
    turn,
    turn_log,
)
from companion.table.sensing.sense import sense
from companion.table.state import (
    Asked,
    Handover,
    Joining,
    Leaving,
    Menu,
    Mode,
    Notice,
    Parting,
    SeatGiven,
    SheetRules,
    StepChange,
    Table,
    beneath_message,
    is_choosing,
    notify,
    showing,
)


def mode_of(table: Table) -> Mode:
    """Return what a table is doing: the one thing that takes its keys."""
    cover = table.console.cover
    if cover is not None and not (isinstance(cover, Enrolment) and cover.over):
        return cover
    return uncovered_mode(table)


def uncovered_mode(table: Table) -> Mode:
    """Return what a table is doing beneath whatever covers it."""
    if table.is_over:
        return GameEnd()
    if is_choosing(table):
        return table.choosing
    if table.laying:
        return SetupLayout()
    if table.clocks.paused and table.sensed is None:
        return Pause()
    if table.tasks:
        return TableTasks()
    return table.handover or Turn()


def bindings(table: Table) -> tuple[Binding, ...]:
    """Return what every input does now; one that is not among them changes nothing."""
    covering = mode_of(table)
    if isinstance(covering, Notice):
        return (*message.bindings(table, covering), *_behind_message(table))
    own = BINDINGS[type(covering)](table, covering)
    bound = {binding.trigger for binding in own}
    return (*own, *(each for each in _of_the_game(table) if each.trigger not in bound))


def beneath(table: Table) -> tuple[Binding, ...]:
    """Return what inputs do once whatever covers the game is closed."""
    return bindings(showing(table, cover=None))


def _behind_message(table: Table) -> tuple[Binding, ...]:
    """Return what a key that is held, a tag or a tap does although a message is shown."""
    below = bindings(showing(table, cover=beneath_message(table)))
    ways = (Command.UP, Command.DOWN, Command.LEFT, Command.RIGHT)
    return tuple(each for each in below if each.trigger not in (*message.CLICKS, *ways))


def _menu(table: Table, shown: Menu | Leaving) -> tuple[Binding, ...]:
    return menu.bindings(shown, beneath(table))


BINDINGS: Final[Mapping[type, Callable[[Table, Any], tuple[Binding, ...]]]] = MappingProxyType(
    {
        ActionChoice: choice.bindings,
        Asked: reading.bindings,
        CorrectionChoice: choice.bindings,
        Enrolment: enrolment.bindings,
        GameEnd: game_end.bindings,
        Handover: handover.bindings,
        Joining: join_code.bindings,
        Leaving: _menu,
        Menu: _menu,
        Notice: message.bindings,
        Parting: parting.bindings,
        Pause: pause.bindings,
        SeatGiven: seat_given.bindings,
        SetupLayout: setup_layout.bindings,
        SheetRules: reading.bindings,
        StandingEntry: choice.bindings,
        StepChange: choice.bindings,
        TableTasks: tasks.bindings,
        Turn: turn.bindings,
        **dict.fromkeys(get_args(LogPage), turn_log.bindings),
    }
)
"""What each mode does with keys; what tags and taps do besides is the same in all."""


def _of_the_game(table: Table) -> tuple[Binding, ...]:
    """Return what tags, taps and seats do: they are for the game, whatever covers it.

    While a repair of the log is open, nothing may be played on: it would no longer fit.
    """
    if table.stopped or isinstance(table.console.cover, RepairPage):
        return ()
    if table.console.cover is not None:
        return tuple(each for each in beneath(table) if isinstance(each.trigger, Source))
    return (
        Binding(Source.TAG, label("tag"), _tag),
        Binding(Source.TAP, label("tap"), _tap),
        Binding(Source.PLACE, label("place"), _place),
    )


def _tag(table: Table, press: Press) -> Table:
    assert isinstance(press.item, Touch)  # noqa: S101 - bound to tags only
    return touch(table, press.item, press.moment, press.draw)


def _tap(table: Table, press: Press) -> Table:
    """Take an action, or narrow the choice down, as a display asks that shows all of it."""
    item, moment, draw = press.item, press.moment, press.draw
    if isinstance(item, Pick):
        return pick(table, (item.constraint,), moment, draw, exact=True) or table
    assert isinstance(item, Take)  # noqa: S101 - bound to taps only
    return _reported(table, take(table, item.action, moment, draw), item)


def _place(table: Table, press: Press) -> Table:
    assert isinstance(press.item, Sensed)  # noqa: S101 - bound to places only
    return sense(table, press.item, press.moment, press.draw)


def _reported(before: Table, after: Table, item: Take) -> Table:
    """Say what a robot has done, with the reason unless that is a secret."""
    if item.why is None or item.seat is None or len(after.entries) == len(before.entries):
        return after
    secret = before.is_secret(item.action)
    what = text("table.secret") if secret else before.game.action_name(item.action)
    words = (
        what if names_player(what) else text("table.robot_took", player=Seat(item.seat), what=what)
    )
    notice = Notice(words, refused=False, why=None if secret else item.why)
    return notify(after, notice)
