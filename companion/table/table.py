"""How a table handles its inputs: a pure function from a table and an input to the next table.

``handle`` also returns the entries that must be durable before anybody may see the table.
"""

from typing import Final

from msgspec.structs import replace

from companion.engine.fold import Draw
from companion.engine.game import CHANCE
from companion.engine.log import PLAYED, EntryKind
from companion.engine.text import Seat, Text, text
from companion.table import menu, tasks
from companion.table.assumed import assumed
from companion.table.box_settings import adjusted
from companion.table.candidates import legal
from companion.table.chance import ALL
from companion.table.choosing import (
    UNKNOWN_TAG,
    correct,
    is_on_board,
    is_plain,
    key,
    opened,
    pick,
    touch,
)
from companion.table.command import PLAIN, STEPS, Command
from companion.table.cover import begins_anew, cover, enrol
from companion.table.covers import LogPage
from companion.table.deed import deed, names_player
from companion.table.effects import Effect, LeaveGame, Rematch
from companion.table.handover import (
    closed,
    follower,
    handed_over,
    is_announced,
    passed_on,
    put_off,
    takes_back,
    too_soon,
)
from companion.table.intent import values
from companion.table.ledger import (
    begin,
    draw_chance,
    laid,
    note,
    resume,
    seated,
    stopped,
    take,
    take_back,
)
from companion.table.paused import is_paused, resumed
from companion.table.repairing import Moved, chosen, pressed
from companion.table.sensed import sense, table_is_right
from companion.table.standing import caught_up
from companion.table.state import (
    Adjust,
    Assumed,
    Console,
    Done,
    Gathered,
    Join,
    Joining,
    Moment,
    Notice,
    Order,
    Outcome,
    Pick,
    Remind,
    Seated,
    Sensed,
    SetupAnswer,
    Speak,
    Stop,
    Table,
    TableInput,
    Take,
    Task,
    Touch,
    dismissed,
    notify,
    showing,
    uncovered,
)
from companion.table.turn_log import by_hand

__all__ = [
    "ALL",
    "Done",
    "Join",
    "Moment",
    "Notice",
    "Outcome",
    "Pick",
    "Remind",
    "Sensed",
    "Table",
    "TableInput",
    "Take",
    "Task",
    "Touch",
    "begin",
    "handle",
    "resume",
]


def handle(table: Table, item: TableInput, moment: Moment, draw: Draw) -> Outcome:
    """Return the outcome of an input. A refused input changes nothing but the notice."""
    if begins_anew(table, item):
        return Outcome(table, effects=(LeaveGame(),))
    editing = table.editing
    if editing is None:
        return _handled(table, item, moment, draw)
    is_open = table.cursor is not None or table.selection or table.console.cover is not None
    if item in (Command.BACK, Command.LEFT) and (not is_open or table.correcting):
        return Outcome(replace(editing.original, clocks=table.clocks))
    after = _handled(replace(table, editing=None, exact=True), item, moment, draw)
    if after.effects:
        return Outcome(editing.original, effects=after.effects)
    action = next((each for each in after.entries if each.kind in PLAYED), None)
    if action is None:
        kept = table if after.entries else replace(after.table, editing=editing, exact=False)
        return Outcome(kept)
    taken = table.game.from_struct(action.payload)
    return Outcome(chosen(editing, taken, Moved(moment, draw)))


def _handled(table: Table, item: TableInput, moment: Moment, draw: Draw) -> Outcome:
    if _is_void(table, item, moment):
        return Outcome(table)
    item = _without_board(table, item)
    if isinstance(item, Speak | Adjust):
        return Outcome(replace(table, console=_set(table.console, item)))
    if item is Command.RELEASE:
        return Outcome(table)
    if isinstance(item, Order):
        table, item = uncovered(table), item.command
    fresh = replace(dismissed(_hidden(table)), reminded=False)
    if table.notice is not None and _only_closes(table, table.notice, item):
        return Outcome(fresh)
    fresh = replace(fresh, handover=None)
    if fresh.enrol is not None and fresh.enrol.over:
        fresh = showing(fresh, cover=None)
    if table.handover is not None and takes_back(table, item):
        outcome = Outcome(_taken_back(fresh, table.handover.to, moment, draw))
    else:
        outcome = _handle(fresh, table.notice, item, moment, draw)
    after = caught_up(table, outcome.table, moment)
    over = after if table.catching_up else closed(table, after, moment, draw)
    handover = handed_over(table, over, moment, by_itself=over is not after)
    handover = handover or put_off(table, over, moment)
    after = replace(over, handover=handover, assumed=_assumed(table, over, item))
    if after.notice is not None and after.notice.refused:
        after = replace(after, refusal=after.notice)
    if len(after.entries) > len(table.entries) and isinstance(item, Command | Touch):
        after = opened(table, after)
    return Outcome(after, after.entries[len(table.entries) :], outcome.effects)


def _set(console: Console, item: Speak | Adjust) -> Console:
    """Return the displays as somebody has set them; a language that is unknown changes nothing."""
    if isinstance(item, Adjust):
        return adjusted(console, item)
    return (
        replace(console, language=item.language) if item.language in console.languages else console
    )


def _without_board(table: Table, item: TableInput) -> TableInput:
    """Return what a joystick's direction means, unless squares of a board are being chosen."""
    if not isinstance(item, Command) or item not in PLAIN:
        return item
    plain = PLAIN[item]
    covered = table.console.cover is not None or table.laying or is_announced(table)
    return plain if covered or table.is_over or not is_on_board(table) else item


def _is_void(table: Table, item: TableInput, moment: Moment) -> bool:
    """Tell whether an input means nothing here, or nothing any more."""
    if isinstance(item, Take) and not _may_take(table, item):
        return True
    if table.stopped and isinstance(item, Take | Touch | Pick | Sensed | Done | Stop):
        return True
    if item is Command.RIGHT and _acts_at_once(table):
        return True
    return isinstance(item, SetupAnswer | Gathered) or too_soon(table, item, moment)


def _acts_at_once(table: Table) -> bool:
    """Tell whether *confirm* acts although nothing is open: a nudge of the joystick does not."""
    is_open = table.cursor is not None or table.selection or table.console.cover is not None
    if is_open or table.laying or table.is_over:
        return False
    if is_paused(table):
        return True
    first = table.choices[:1]
    plain = bool(first) and is_plain(first[0])
    return (plain or bool(table.tasks)) and not is_on_board(table)


def _assumed(before: Table, after: Table, item: TableInput) -> Assumed | None:
    """Return what the box takes for granted; it stays under a list or message."""
    if after.is_over:
        return None
    new = after.entries[len(before.entries) :]
    if any(entry.kind in PLAYED or entry.kind is EntryKind.UNDO for entry in new):
        return assumed(before, after, item)
    return before.assumed if after.cursor is not None or after.notice is not None else None


def _only_closes(table: Table, noticed: Notice, item: TableInput) -> bool:
    """Tell whether a key closes a message and does nothing else: messages never act.

    The one exception is *confirm* where a message asks for it. A key that is held means more.
    """
    if item is Command.CONFIRM:
        return not _asks(table, noticed)
    return item in (Command.BACK, Command.NEXT, Command.PREVIOUS) or isinstance(item, Done)


def _asks(table: Table, noticed: Notice) -> bool:
    """Tell whether a message can be answered by *confirm*."""
    return noticed.message.key == UNKNOWN_TAG or table.sensed is not None


def _hidden(table: Table) -> Table:
    """Hide the host's code: it is shown until the next input."""
    return (
        showing(table, cover=Joining()) if table.console.cover == Joining(hosting=True) else table
    )


def _handle(
    table: Table, noticed: Notice | None, item: TableInput, moment: Moment, draw: Draw
) -> Outcome:
    before = _before_the_game(table, noticed, item, moment, draw)
    if before is not None:
        return Outcome(before)
    if not isinstance(item, Command):
        table = uncovered(table)
    elif (covering := cover(table, item)) is not None:
        table, chosen = covering
        if isinstance(chosen, Effect):
            return Outcome(table, effects=(chosen,))
        return Outcome(table) if chosen is None else _handle(table, None, chosen, moment, draw)
    effect = _effect(table, item)
    if effect is not None:
        return Outcome(table, effects=(effect,))
    if table.laying and isinstance(item, Command | Touch | Done):
        return Outcome(_lay(table, item, moment))
    after = resumed(table, item, moment) or tasks.ticked_off(table, item, moment, draw)
    return Outcome(after or _act(table, item, moment, draw))


_OF_LISTS: Final = frozenset({Command.CONFIRM, Command.BACK, *STEPS})


def _before_the_game(
    table: Table, noticed: Notice | None, item: TableInput, moment: Moment, draw: Draw
) -> Table | None:
    """Return the table after a reminder, an input of an enrolment or of the log, or an answer.

    ``None`` if the input is none of these.
    """
    if isinstance(item, Remind):
        return _remind(table, noticed)
    if table.enrol is not None and isinstance(item, Command | Touch):
        return enrol(table, table.enrol, item)
    if item is Command.CONFIRM and noticed is not None:
        return _answer(table, noticed, moment, draw)
    page = table.console.cover
    if isinstance(page, LogPage) and isinstance(item, Command) and item in _OF_LISTS:
        return pressed(table, page, item, Moved(moment, draw))
    return None


def _effect(table: Table, item: TableInput) -> Effect | None:
    """Return what an input asks the session for, if it does."""
    if item is Command.LEAVE:
        return LeaveGame()
    return Rematch() if item is Command.PAUSE and table.is_over else None


def _answer(table: Table, noticed: Notice, moment: Moment, draw: Draw) -> Table | None:
    """Return the table after *confirm* answered a notice; ``None`` if this one asks for nothing."""
    if noticed.message.key == UNKNOWN_TAG:
        return menu.start_enrolment(table, str(noticed.message.params["tag"]))
    if table.sensed is not None:
        return table_is_right(table, table.sensed, moment, draw)
    return None


def _remind(table: Table, noticed: Notice | None) -> Table:
    """Repeat what is due, unless somebody is reading something else."""
    if noticed is not None:
        table = showing(table, cover=noticed)
    if table.is_over or table.clocks.paused:
        return table
    table = replace(table, reminded=True)
    if table.watching or table.console.cover is not None:
        return table
    return notify(table, Notice(text("table.reminder", what=_due(table)), refused=False))


def _due(table: Table) -> Text:
    """Return what may be forgotten, is to be done at the table, or comes next."""
    todo = (*table.game.due(table.state), *(task.what for task in table.tasks))
    seat = table.game.current_player(table.state)
    return todo[0] if todo else table.game.prompt(table.state, seat)


def _act(table: Table, item: TableInput, moment: Moment, draw: Draw) -> Table:
    if isinstance(item, Command | Stop | Seated):
        return _command(table, item, moment, draw)
    if isinstance(item, Take):
        return _told(table, take(table, item.action, moment, draw), item)
    if isinstance(item, Touch):
        return touch(table, item, moment, draw)
    if isinstance(item, Pick):
        return pick(table, (item.constraint,), moment, draw, exact=True) or table
    if isinstance(item, Done):
        return _done(table, item.seat, moment, draw)
    if isinstance(item, Sensed):
        return sense(table, item, moment, draw)
    raise TypeError(item)


def _told(before: Table, after: Table, item: Take) -> Table:
    """Say what a robot has done, with the reason unless that is a secret."""
    if item.why is None or item.seat is None or len(after.entries) == len(before.entries):
        return after
    secret = before.is_secret(item.action)
    what = text("table.secret") if secret else before.game.action_name(item.action)
    message = (
        what if names_player(what) else text("table.robot_took", player=Seat(item.seat), what=what)
    )
    notice = Notice(message, refused=False, why=None if secret else item.why)
    return notify(after, notice)


def _may_take(table: Table, item: Take) -> bool:
    """Tell whether an action comes from no particular seat, or from one that may take it now."""
    seat = item.seat
    return seat is None or item.action in legal(table.game, table.state, seat)


def _done(table: Table, seat: int, moment: Moment, draw: Draw) -> Table:
    """Handle a seat's button: *done*, if it is that seat's turn."""
    game, state = table.game, table.state
    active = game.active_players(state)
    if table.is_over:
        return table
    if active == (CHANCE,):
        return key(table, Command.CONFIRM, moment, draw)
    if seat not in active:
        onward = passed_on(table, seat, moment, draw) if seat == follower(table) else None
        return onward or notify(table, Notice(_not_your_turn(table, seat)))
    if active == (seat,):
        return key(table, Command.CONFIRM, moment, draw)
    open_ = table.not_secret(legal(game, state, seat))
    if len(open_) == 1:
        return take(table, open_[0], moment, draw)
    return notify(table, Notice(game.prompt(state, seat), refused=False))


def _not_your_turn(table: Table, seat: int) -> Text:
    if seat >= len(table.setup.players):
        return text("table.nobody_sits", seat=seat + 1)
    awaited = table.game.awaited(table.state)
    return text("table.not_your_turn", player=Seat(awaited[0]) if awaited else Seat(seat))


def _command(table: Table, command: Command | Stop | Seated, moment: Moment, draw: Draw) -> Table:
    if not isinstance(command, Command):
        return _about_people(table, command, moment)
    if command is Command.UNDO:
        return _undo(table, moment, draw)
    if command is Command.PAUSE:
        return note(table, EntryKind.RESUME if table.clocks.paused else EntryKind.PAUSE, moment)
    if command is Command.CORRECT:
        return correct(table, moment)
    return key(table, command, moment, draw)


_IN_A_GAME: Final = frozenset({Command.UNDO, Command.PAUSE, Command.CORRECT})
"""What makes sense only once everything lies."""


def _about_people(table: Table, item: Stop | Seated, moment: Moment) -> Table:
    if isinstance(item, Stop):
        return stopped(table, moment, on=True)
    return seated(table, item.seat, item.name, moment)


def _lay(table: Table, item: Command | Touch | Done, moment: Moment) -> Table:
    """Go on with laying out the drawn setup: a key or the piece's tag confirms each task."""
    left = table.tasks[1:]
    if isinstance(item, Touch):
        fields = values(table.tasks[0].action)
        selects = () if item.piece is None else item.piece.selects
        if not any(select.items() <= fields.items() for select in selects):
            return notify(table, Notice(text("table.lay_first", what=table.tasks[0].what)))
    elif item is Command.BACK:
        left = ()
    elif item in _IN_A_GAME:
        return notify(table, Notice(text("table.lay_first", what=table.tasks[0].what)))
    elif item is not Command.CONFIRM and not isinstance(item, Done):
        return table
    if left:
        return laid(table, left, moment)
    return replace(note(table, EntryKind.RESUME, moment), tasks=(), laying=False)


def _undo(table: Table, moment: Moment, draw: Draw) -> Table:
    """Take back the last action of somebody at the table, and everything that followed from it.

    What robots have done since goes with it: they would only do it again.
    """
    if table.stopped:
        return stopped(table, moment, on=False)
    done = [past.entry for past in table.past if by_hand(table, past)]
    people = [entry for entry in done if entry.actor not in table.setup.robots]
    last = (people or done)[-1:]
    edits = [edit.sequence for edit in table.edited[-1:]]
    latest = max((*edits, *(entry.sequence for entry in last)), default=None)
    if latest is None:
        return notify(table, Notice(text("table.nothing_to_undo")))
    if latest in edits:
        after = draw_chance(take_back(table, latest - 1, moment), moment, draw)
        return notify(after, Notice(text("log.reverted"), refused=False))
    return _taken_back(table, latest - 1, moment, draw)


def _taken_back(table: Table, to: int, moment: Moment, draw: Draw) -> Table:
    """Return the table as it was after entry ``to``, and say what has been taken back."""
    first = next(past.entry for past in table.past if past.sequence > to)
    after = take_back(table, to, moment)
    action = table.game.from_struct(first.payload)
    notice = Notice(text("table.undone", what=deed(after, action, first.actor)), refused=False)
    return draw_chance(notify(after, notice), moment, draw)
