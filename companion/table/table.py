"""How a table handles its inputs: a pure function from a table and an input to the next table.

``handle`` also returns the entries that must be durable before anybody may see the table.
"""

from dataclasses import replace

from companion.engine.fold import Draw
from companion.engine.game import CHANCE
from companion.engine.log import Entry, EntryKind, effective
from companion.engine.text import Seat, Text, text
from companion.table import menu
from companion.table.choosing import UNKNOWN_TAG, correct, key, pick, touch
from companion.table.command import Command
from companion.table.cover import cover, enrol
from companion.table.deed import deed
from companion.table.intent import values
from companion.table.ledger import ALL, begin, draw_chance, note, resume, take, take_back
from companion.table.sensed import sense, table_is_right
from companion.table.state import (
    Done,
    Join,
    Joining,
    Moment,
    Notice,
    Order,
    Outcome,
    Pick,
    Remind,
    Sensed,
    SetupAnswer,
    Speak,
    Table,
    TableInput,
    Take,
    Task,
    Touch,
    notify,
    showing,
    uncovered,
)

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
    if isinstance(item, SetupAnswer) or (isinstance(item, Take) and not _may_take(table, item)):
        return Outcome(table)
    if isinstance(item, Speak):
        known = item.language in table.console.languages
        return Outcome(showing(table, language=item.language) if known else table)
    if item is Command.RELEASE:
        return Outcome(_hidden(table))
    if isinstance(item, Order):
        table, item = uncovered(table), item.command
    fresh = replace(_dismissed(_hidden(table)), reminded=False)
    if fresh.enrol is not None and fresh.enrol.over:
        fresh = showing(fresh, cover=None)
    after = _handle(fresh, table.notice, item, moment, draw)
    if after.notice is not None and after.notice.refused:
        after = replace(after, refusal=after.notice)
    return Outcome(after, after.entries[len(table.entries) :])


def _hidden(table: Table) -> Table:
    """Hide the host's code: it is shown only while a key is held."""
    return (
        showing(table, cover=Joining()) if table.console.cover == Joining(hosting=True) else table
    )


def _dismissed(table: Table) -> Table:
    return table if table.notice is None else uncovered(table)


def _handle(
    table: Table, noticed: Notice | None, item: TableInput, moment: Moment, draw: Draw
) -> Table:
    if isinstance(item, Remind):
        return _remind(table, noticed)
    if table.enrol is not None and isinstance(item, Command | Touch):
        return enrol(table, table.enrol, item)
    if item is Command.CONFIRM and noticed is not None:
        answered = _answer(table, noticed, moment, draw)
        if answered is not None:
            return answered
    if not isinstance(item, Command):
        table = uncovered(table)
    elif (covering := cover(table, item)) is not None:
        table, chosen = covering
        return table if chosen is None else _handle(table, None, chosen, moment, draw)
    if table.laying and isinstance(item, Command | Touch | Done):
        return _lay(table, Command.CONFIRM if isinstance(item, Done) else item, moment)
    return _act(table, item, moment, draw)


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
    seat = table.game.current_player(table.state)
    due = table.tasks[0].what if table.tasks else table.game.prompt(table.state, seat)
    return notify(table, Notice(text("table.reminder", what=due), refused=False))


def _act(table: Table, item: TableInput, moment: Moment, draw: Draw) -> Table:
    if isinstance(item, Command):
        return _command(table, item, moment, draw)
    if isinstance(item, Take):
        return _told(table, take(table, item.action, moment, draw), item)
    if isinstance(item, Touch):
        return touch(table, item, moment, draw)
    if isinstance(item, Pick):
        return pick(table, (item.constraint,), moment, draw) or table
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
    named = any(isinstance(value, Seat) for value in what.params.values())
    message = what if named else text("table.robot_took", player=Seat(item.seat), what=what)
    notice = Notice(message, refused=False, why=None if secret else item.why)
    return notify(after, notice)


def _may_take(table: Table, item: Take) -> bool:
    """Tell whether an action comes from no particular seat, or from one that may take it now."""
    seat = item.seat
    return seat is None or item.action in table.game.legal_actions(table.state, seat)


def _done(table: Table, seat: int, moment: Moment, draw: Draw) -> Table:
    """Handle a seat's button: *done*, if it is that seat's turn."""
    game, state = table.game, table.state
    active = game.active_players(state)
    if table.is_over:
        return table
    if active == (CHANCE,):
        return key(table, Command.CONFIRM, moment, draw)
    if seat not in active:
        return notify(table, Notice(_not_your_turn(table, seat)))
    if active == (seat,):
        return key(table, Command.CONFIRM, moment, draw)
    open_ = [action for action in game.legal_actions(state, seat) if not table.is_secret(action)]
    if len(open_) == 1:
        return take(table, open_[0], moment, draw)
    return notify(table, Notice(game.prompt(state, seat), refused=False))


def _not_your_turn(table: Table, seat: int) -> Text:
    if seat >= len(table.setup.players):
        return text("table.nobody_sits", seat=seat + 1)
    awaited = table.game.awaited(table.state)
    return text("table.not_your_turn", player=Seat(awaited[0]) if awaited else Seat(seat))


def _command(table: Table, command: Command, moment: Moment, draw: Draw) -> Table:
    if command is Command.UNDO:
        return _undo(table, moment, draw)
    if command is Command.PAUSE and table.is_over:
        return replace(table, again=True)
    if command is Command.PAUSE:
        return note(table, EntryKind.RESUME if table.clocks.paused else EntryKind.PAUSE, moment)
    if command is Command.CORRECT:
        return correct(table, moment)
    if command is Command.LEAVE:
        return replace(table, left=True)
    return key(table, command, moment, draw)


def _lay(table: Table, item: Command | Touch, moment: Moment) -> Table:
    """Go on with laying out the drawn setup: a key or the piece's tag confirms each task."""
    left = table.tasks[1:]
    if isinstance(item, Touch):
        laid = values(table.tasks[0].action)
        selects = () if item.piece is None else item.piece.selects
        if not any(select.items() <= laid.items() for select in selects):
            return notify(table, Notice(text("table.lay_first", what=table.tasks[0].what)))
    elif item is Command.BACK:
        left = ()
    elif item is not Command.CONFIRM:
        return table
    if left:
        return replace(table, tasks=left)
    return replace(note(table, EntryKind.RESUME, moment), tasks=(), laying=False)


def _undo(table: Table, moment: Moment, draw: Draw) -> Table:
    """Take back the last action of somebody at the table, and everything that followed from it.

    What robots have done since goes with it: they would only do it again.
    """
    done = [entry for entry in effective(table.entries) if _by_hand(table, entry)]
    if not done:
        return notify(table, Notice(text("table.nothing_to_undo")))
    people = [entry for entry in done if entry.actor not in table.setup.robots]
    last = (people or done)[-1]
    after = take_back(table, last.sequence - 1, moment)
    action = table.game.from_struct(last.payload)
    notice = Notice(text("table.undone", what=deed(after, action, last.actor)), refused=False)
    return draw_chance(notify(after, notice), moment, draw)


def _by_hand(table: Table, entry: Entry) -> bool:
    entered = ALL in table.enter or entry.payload.get("type") in table.enter
    return entry.kind is not EntryKind.CHANCE or entered
