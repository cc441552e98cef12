"""Mode of an open list of choices, or of a board for choosing."""

from functools import partial

from msgspec.structs import replace

from companion.table.binding import Binding, InputEvent, InputSource, label
from companion.table.choosing.assumptions import ABOUT_LAST, INSTEAD
from companion.table.choosing.choosing import (
    choice_under_cursor,
    confirm,
    is_on_board,
    listed_choices,
    move_on_board,
    open_corrections,
    step,
)
from companion.table.choosing.handover import turn_end
from companion.table.choosing.squares import WAYS
from companion.table.command import Command
from companion.table.effects import LeaveGame
from companion.table.log_repair.running_game import running_game, say_waiting
from companion.table.modes.common_bindings import (
    LEAVE,
    can_undo,
    common_bindings,
    switch_correction,
    switch_pause,
    undo,
)
from companion.table.modes.lists import open_menu
from companion.table.modes.topic_pages import why
from companion.table.modes.turn import asking, seats_done
from companion.table.narrowing.intent import Choice
from companion.table.state import (
    ActionChoice,
    Choosing,
    CorrectionChoice,
    MidgameEntry,
    Outcome,
    StepChange,
    Table,
    with_choosing,
    with_console,
)


def bindings(table: Table, mode: Choosing) -> tuple[Binding, ...]:
    """Return the bindings of keys in a list or on a board, independent of its contents."""
    here = choice_under_cursor(table)
    choose_binding = () if here is None else (_taking(table, here),)
    return (
        *choose_binding,
        *(() if _is_bottom(table, mode) else (_back(mode),)),
        *_at_seats(table, mode, choose_binding),
        *_moving(table),
        *_held(table, mode),
    )


def _at_seats(
    table: Table, mode: Choosing, choose_binding: tuple[Binding, ...]
) -> tuple[Binding, ...]:
    """Return the bindings of the seats' buttons, which do not choose for the log."""
    if isinstance(mode, StepChange):
        return (Binding(InputSource.SEAT, label("ask"), _waiting, shown=False),)
    return (*seats_done(table, *choose_binding), asking())


def _waiting(table: Table, _: InputEvent) -> Table:
    return say_waiting(table)


def _is_bottom(table: Table, mode: Choosing) -> bool:
    """Return whether nothing is open that *back* could close: what lies there must be entered."""
    entering = isinstance(mode, MidgameEntry) and mode.listed is None
    return entering and not table.selection and table.cursor is None


def _taking(table: Table, here: Choice) -> Binding:
    """Return the binding of *confirm*: take the choice under the cursor, or open the list."""
    if not table.has_open_list:
        return Binding(Command.CONFIRM, label("choose"), confirm, nudged=True)
    if here.constraint.field == INSTEAD:
        # The previous turn was not ended, or was ended too soon.
        return Binding(Command.CONFIRM, label("reassign"), confirm, ends_turn=True)
    usual = isinstance(table.choosing, ActionChoice) and here.constraint.field not in ABOUT_LAST
    action = here.action if usual else None
    if action is None:
        only_narrows = here.action is None
        return Binding(Command.CONFIRM, label("take"), confirm, nudged=only_narrows)
    end = turn_end(table, action)
    over = end is not None
    return Binding(Command.CONFIRM, label(end or "take"), confirm, ends_turn=over)


def _moving(table: Table) -> tuple[Binding, ...]:
    ways = WAYS if is_on_board(table) else ()
    steps = (
        Binding(Command.NEXT, label("next"), partial(step, by=1), shown=False),
        Binding(Command.PREVIOUS, label("previous"), partial(step, by=-1), shown=False),
    )
    # The cursor on the only line of a list cannot be moved.
    is_fixed = table.cursor is not None and len(listed_choices(table)) == 1
    return (
        *(() if is_fixed else steps),
        *(Binding(each, label("move"), move_on_board, shown=False) for each in ways),
    )


def _back(mode: Choosing) -> Binding:
    """Return the binding of *back*: it closes a list, or removes a correction's last selection.

    The list in which a step is changed is always open: without it, the step stays.
    """
    match mode:
        case (
            CorrectionChoice(selection=[_, *_])
            | MidgameEntry(selection=[_, *_])
            | StepChange(selection=[_, *_])
        ):
            return Binding(Command.BACK, label("back"), _one_back, nudged=True)
        case MidgameEntry(listed=None):
            return Binding(Command.BACK, label("back"), _closed, nudged=True)
        case CorrectionChoice() | MidgameEntry():
            return Binding(Command.BACK, label("back"), switch_correction, nudged=True)
        case StepChange(original):
            return Binding(Command.BACK, label("keep"), partial(_kept, original=original))
    return Binding(Command.BACK, label("back"), _closed, nudged=True)


def _held(table: Table, mode: Choosing) -> tuple[Binding, ...]:
    """Return the bindings of long presses; the clocks are stopped while corrections are open."""
    explained = Binding(Command.WHY, label("why"), why)
    match mode:
        case MidgameEntry(listed=None):
            return common_bindings(table)
        case CorrectionChoice() | MidgameEntry():
            return (
                Binding(Command.MENU, label("menu"), open_menu),
                explained,
                *((Binding(Command.UNDO, label("undo"), _undone),) if can_undo(table) else ()),
                Binding(Command.CORRECT, label("end"), switch_correction),
                Binding(Command.PAUSE, label("resume"), _resumed),
                LEAVE,
            )
        case StepChange(original):
            closed = Binding(Command.MENU, label("keep"), partial(_kept, original=original))
            return (closed, explained, replace(LEAVE, act=partial(_left, original=original)))
    return common_bindings(table)


def _kept(table: Table, _: InputEvent, *, original: Table) -> Table:
    """Return the table unchanged: the step keeps its action."""
    return with_console(running_game(table), cover=original.console.cover)


def _left(_: Table, __: InputEvent, *, original: Table) -> Outcome:
    return Outcome(original, effects=(LeaveGame(),))


def _resumed(table: Table, press: InputEvent) -> Table:
    """Leave the corrections, and resume the clocks even if the game was paused before."""
    left = switch_correction(table, press)
    return switch_pause(left, press) if left.clocks.paused and not left.laying else left


def _one_back(table: Table, _: InputEvent) -> Table:
    return with_choosing(table, selection=table.selection[:-1], cursor=0)


def _closed(table: Table, _: InputEvent) -> Table:
    return with_choosing(table, selection=(), cursor=None)


def _undone(table: Table, press: InputEvent) -> Table:
    """Take back the last step, and continue with corrections, unless it was a raise to a level."""
    mode, after = table.choosing, undo(table, press)
    assert isinstance(mode, CorrectionChoice | MidgameEntry)  # noqa: S101 - bound there only
    if after.setup.level != table.setup.level:
        return after
    return open_corrections(after, press.timestamp, mode)
