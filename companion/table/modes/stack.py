"""Stack of modes: finds the top mode and dispatches inputs to its bindings.

At the bottom is the game itself: its end, its setup, a pause, a turn. A choice is above it, and one
mode can cover both; a message can cover an enrolment.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, get_args

import msgspec

from companion.engine.text import Seat, text
from companion.table.action_text import names_player
from companion.table.binding import (
    Binding,
    InputEvent,
    InputSource,
    label,
)
from companion.table.choosing.choosing import pick, touch
from companion.table.command import STEPS, Command
from companion.table.enrolment import Enrolment
from companion.table.inputs import (
    ActionInput,
    FieldInput,
    PlacementInput,
    TagInput,
)
from companion.table.mode import (
    ActionChoice,
    CorrectionChoice,
    DrawContribution,
    GameEnd,
    LogPage,
    MidgameEntry,
    Pause,
    RepairPage,
    SetupLayout,
    TableTasks,
    Turn,
)
from companion.table.modes import (
    choice,
    clock_menu,
    departure,
    draw_contribution,
    enrolment,
    game_end,
    handover,
    join_code,
    level_choice,
    menu,
    message,
    pause,
    seat_transfer,
    setup_layout,
    tasks,
    topic_pages,
    turn,
    turn_log,
)
from companion.table.narrowing.chance import awaits_draw
from companion.table.play import take
from companion.table.sensing.sense import sense
from companion.table.state import (
    ClockMenu,
    Departure,
    Handover,
    JoinCode,
    LeaveQuestion,
    LevelChoice,
    Menu,
    Mode,
    Notice,
    SeatTransfer,
    SheetRules,
    StepChange,
    Table,
    TopicPages,
    beneath_message,
    is_choosing,
    notify,
    with_console,
)

_KEPT: Final = 4
"""The tables whose bindings are remembered: a screen asks about the one after an input, and the
next input about the same one."""


_AT_BOX: Final = (InputSource.SEAT, InputSource.TAG)
"""The inputs of people in front of the box, who see what covers the game."""
_BESIDE_PANEL: Final = (InputSource.TAP, InputSource.PLACE)
"""The inputs of people who may look elsewhere."""


class _SameTable(msgspec.Struct, frozen=True, eq=False):
    """A table with equality by identity, which is fast."""

    table: Table

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same table."""
        return isinstance(other, _SameTable) and self.table is other.table

    def __hash__(self) -> int:
        """Return the hash of the table's identity."""
        return id(self.table)


def mode_of(table: Table) -> Mode:
    """Return the mode of a table that gets its keys."""
    cover = table.console.cover
    if cover is not None and not (isinstance(cover, Enrolment) and cover.over):
        return cover
    return uncovered_mode(table)


def uncovered_mode(table: Table) -> Mode:
    """Return the mode of a table without its cover."""
    repairs = isinstance(table.choosing, StepChange)  # it may pass an end that is not the game's
    if repairs or (is_choosing(table) and not table.is_over):
        return table.choosing
    if table.is_over:
        return GameEnd() if table.shows_result else TableTasks()
    if table.laying:
        waits = awaits_draw(table.game, table.state, table.enter)
        return DrawContribution() if waits else SetupLayout()
    if table.clocks.paused and table.placement is None:
        return Pause()
    if table.tasks:
        return TableTasks()
    return table.handover or Turn()


def bindings(table: Table) -> tuple[Binding, ...]:
    """Return all current bindings; an unbound input changes nothing."""
    return _bindings(_SameTable(table))


# The bottom line, the labels of each page and the next input all ask about one table.
@lru_cache(maxsize=_KEPT)
def _bindings(same: _SameTable) -> tuple[Binding, ...]:
    table = same.table
    covering = mode_of(table)
    if isinstance(covering, Notice):
        return (*message.bindings(table, covering), *_behind_message(table, covering))
    own = BINDINGS[type(covering)](table, covering)
    bound = {binding.trigger for binding in own}
    return (*own, *(each for each in _of_the_game(table) if each.trigger not in bound))


def beneath(table: Table) -> tuple[Binding, ...]:
    """Return the bindings after closing the cover of the game."""
    return bindings(with_console(table, cover=None))


def _behind_message(table: Table, shown: Notice) -> tuple[Binding, ...]:
    """Return the binding of a long press, a tag or a tap while a message is shown."""
    below = bindings(with_console(table, cover=beneath_message(table)))
    ways = (Command.UP, Command.DOWN, Command.LEFT, Command.RIGHT)
    idle = (*message.clicks(shown), *STEPS, *ways)
    return tuple(each for each in below if each.trigger not in idle)


def _menu(table: Table, shown: Menu | LeaveQuestion) -> tuple[Binding, ...]:
    return menu.bindings(shown, beneath(table))


BINDINGS: Final[Mapping[type, Callable[[Table, Any], tuple[Binding, ...]]]] = MappingProxyType(
    {
        ActionChoice: choice.bindings,
        TopicPages: topic_pages.bindings,
        CorrectionChoice: choice.bindings,
        Enrolment: enrolment.bindings,
        DrawContribution: draw_contribution.bindings,
        GameEnd: game_end.bindings,
        Handover: handover.bindings,
        JoinCode: join_code.bindings,
        LeaveQuestion: _menu,
        Menu: _menu,
        Notice: message.bindings,
        ClockMenu: clock_menu.bindings,
        Departure: departure.bindings,
        LevelChoice: level_choice.bindings,
        Pause: pause.bindings,
        SeatTransfer: seat_transfer.bindings,
        SetupLayout: setup_layout.bindings,
        SheetRules: topic_pages.bindings,
        MidgameEntry: choice.bindings,
        StepChange: choice.bindings,
        TableTasks: tasks.bindings,
        Turn: turn.bindings,
        **dict.fromkeys(get_args(LogPage), turn_log.bindings),
    }
)
"""What each mode does with keys; what tags and taps do besides is the same in all."""


def _of_the_game(table: Table) -> tuple[Binding, ...]:
    """Return the bindings of tags, taps and places, which act on the game.

    Under a cover, a seat or a tag only closes it: whoever reads it cannot see what else that would
    do. A phone and the readers below a board say nothing about the panel, so they act all the same.
    During a repair of the log, no move may be played, because the repair would no longer fit; an
    action for a step of it is chosen by what is at the box or on the host's page.
    """
    if table.stopped or isinstance(table.console.cover, RepairPage):
        return ()
    if table.console.cover is not None and mode_of(table) is table.console.cover:
        acting = (each for each in beneath(table) if each.trigger in _BESIDE_PANEL)
        return (*(Binding(each, label("close"), _closed, shown=False) for each in _AT_BOX), *acting)
    plays = not table.shows_result  # afterwards they say that the game has ended
    tag = Binding(InputSource.TAG, label("tag"), _tag, shown=plays)
    if isinstance(table.choosing, StepChange):
        return (tag,)
    return (
        tag,
        Binding(InputSource.TAP, label("tap"), _tap, shown=plays),
        Binding(InputSource.PLACE, label("place"), _place, shown=plays),
    )


def _closed(table: Table, _: InputEvent) -> Table:
    """Return the table without its cover, which is closed before anything else."""
    return table


def _tag(table: Table, press: InputEvent) -> Table:
    assert isinstance(press.item, TagInput)  # noqa: S101 - bound to tags only
    return touch(table, press.item, press.timestamp, press.draw)


def _tap(table: Table, press: InputEvent) -> Table:
    """Take an action or narrow the choice down, for a display that shows every choice."""
    item, timestamp, draw = press.item, press.timestamp, press.draw
    if isinstance(item, FieldInput):
        return pick(table, (item.constraint,), timestamp, draw, exact=True) or table
    assert isinstance(item, ActionInput)  # noqa: S101 - bound to taps only
    return _reported(table, take(table, item.action, timestamp, draw), item)


def _place(table: Table, press: InputEvent) -> Table:
    assert isinstance(press.item, PlacementInput)  # noqa: S101 - bound to places only
    return sense(table, press.item, press.timestamp, press.draw)


def _reported(before: Table, after: Table, item: ActionInput) -> Table:
    """Report a robot's action, with the reason unless it is secret."""
    if item.why is None or item.seat is None or len(after.entries) == len(before.entries):
        return after
    secret = before.is_secret(item.action)
    what = text("table.secret") if secret else before.game.action_name(item.action)
    words = (
        what if names_player(what) else text("table.robot_took", player=Seat(item.seat), what=what)
    )
    notice = Notice(words, refused=False, why=None if secret else item.why)
    return notify(after, notice)
