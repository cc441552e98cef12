"""A table's inputs: a pure function from a table and an input to the next table.

``handle`` also returns the entries that must be durable before anybody may see the table.
"""

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.engine.fold import Draw
from companion.engine.game import CHANCE, Piece
from companion.engine.log import Entry, EntryKind, effective
from companion.engine.text import Seat, Text, text
from companion.table import menu
from companion.table.command import Command
from companion.table.enrol import Enrolment, pressed, touched
from companion.table.intent import Selection, constraints, meant, settled, values
from companion.table.ledger import ALL, begin, draw_chance, note, notice, resume, take, take_back
from companion.table.sense import Placement, in_hand, matches, mend, misplaced, ways
from companion.table.state import (
    HELD,
    Answer,
    Done,
    Join,
    Moment,
    Notice,
    Order,
    Outcome,
    Pick,
    Remind,
    Sensed,
    Speak,
    Table,
    TableInput,
    Take,
    Task,
    Topic,
    Touch,
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
    "shows_points",
]


NO_WAY: Final = "table.no_way"
MISPLACED: Final = "table.misplaced"
_STEPS: Final = MappingProxyType({Command.NEXT: 1, Command.PREVIOUS: -1})
UNKNOWN_TAG: Final = "table.unknown_tag"
"""The message that *confirm* answers by learning the tag."""


def handle(table: Table, given: TableInput, moment: Moment, draw: Draw) -> Outcome:
    """Return what an input leads to. A refused one changes nothing but the notice."""
    if isinstance(given, Answer) or (isinstance(given, Take) and not _may_take(table, given)):
        return Outcome(table)
    if isinstance(given, Speak):
        known = given.language in table.languages
        return Outcome(replace(table, language=given.language) if known else table)
    if given is Command.RELEASE:
        return Outcome(replace(table, hosting=False) if table.hosting else table)
    if isinstance(given, Order):
        table, given = replace(_uncovered(table), notice=None), given.command
    fresh = replace(table, notice=None, reminded=False, hosting=False)
    if fresh.enrol is not None and fresh.enrol.over:
        fresh = replace(fresh, enrol=None)
    after = _handle(fresh, table.notice, given, moment, draw)
    if after.notice is not None and after.notice.refused:
        after = replace(after, refusal=after.notice)
    return Outcome(after, after.entries[len(table.entries) :])


def _handle(
    table: Table, noticed: Notice | None, given: TableInput, moment: Moment, draw: Draw
) -> Table:
    if isinstance(given, Remind):
        return _remind(table, noticed)
    if table.enrol is not None and isinstance(given, Command | Touch):
        return _enrol(table, table.enrol, given)
    if given is Command.CONFIRM and noticed is not None:
        answered = _answer(table, noticed, moment, draw)
        if answered is not None:
            return answered
    if not isinstance(given, Command):
        table = _uncovered(table)
    elif (covering := _cover(table, given, moment, draw)) is not None:
        return covering
    if table.laying and isinstance(given, Command | Touch | Done):
        return _lay(table, Command.CONFIRM if isinstance(given, Done) else given, moment)
    return _act(table, given, moment, draw)


def _answer(table: Table, noticed: Notice, moment: Moment, draw: Draw) -> Table | None:
    """Return what *confirm* does to a message that asks for it; ``None`` if this one does not."""
    if noticed.message.key == UNKNOWN_TAG:
        return menu.start_enrolment(table, str(noticed.message.params["tag"]))
    if table.sensed is not None:
        return _table_is_right(table, table.sensed, moment, draw)
    return None


def _enrol(table: Table, enrolment: Enrolment, given: Command | Touch) -> Table:
    """Learn tags, until that is over; the session keeps what is learned."""
    if isinstance(given, Touch):
        known = None if given.piece is None else given.piece.id
        after = touched(enrolment, given.tag, known)
    else:
        after = pressed(enrolment, given)
    return replace(table, enrol=after)


def _uncovered(table: Table) -> Table:
    """Close the menu and whatever else covers the game."""
    return replace(table, menu=None, leaving=False, why=None, rule=None, joining=False)


def _cover(table: Table, given: Command, moment: Moment, draw: Draw) -> Table | None:
    """Return what a key does to what covers the game; ``None`` if it is for the game."""
    if table.joining and given in HELD:
        return replace(table, hosting=True)
    if given is Command.MENU:
        return menu.toggle(replace(table, why=None, rule=None))
    if given is Command.WHY:
        return _ask_why(replace(table, rule=None))
    if table.menu is not None:
        return _in_menu(table, given, moment, draw)
    if table.rule is not None:
        step = _STEPS.get(given)
        return replace(table, rule=None if step is None else table.rule + step)
    return _turn_page(table, given) if table.why is not None or table.joining else None


def _in_menu(table: Table, given: Command, moment: Moment, draw: Draw) -> Table:
    if given in (Command.NEXT, Command.PREVIOUS):
        return menu.move(table, 1 if given is Command.NEXT else -1)
    if given is not Command.CONFIRM:
        return menu.toggle(table)
    table, wanted = menu.choose(table)
    return table if wanted is None else _handle(table, None, wanted, moment, draw)


def _ask_why(table: Table) -> Table:
    """Explain the last refusal since the last action, asked once more the points, then close."""
    if table.is_over:
        return replace(table, cursor=(table.cursor or 0) + 1, menu=None)
    table = replace(table, menu=None, joining=False)
    if table.why is None or table.topic is not Topic.WHY:
        return replace(table, why=0, topic=Topic.WHY)
    if table.refusal is not None:
        return replace(table, why=0, refusal=None)
    return replace(table, why=None)


def _turn_page(table: Table, given: Command) -> Table:
    """Turn to another page of an explanation; every other key closes what covers the table.

    *Confirm* opens the rules behind points.
    """
    step = _STEPS.get(given)
    if given is Command.CONFIRM and shows_points(table):
        return replace(table, rule=0)
    if table.why is None or step is None:
        return replace(table, why=None, joining=False)
    return replace(table, why=table.why + step)


def shows_points(table: Table) -> bool:
    """Tell whether pages show points: asked for during the game, or turned to after its end."""
    game, state = table.game, table.state
    if table.joining:
        return False
    if table.is_over:
        return bool(table.cursor) and bool(game.score_breakdown(state))
    asked = table.why is not None and table.topic is Topic.WHY and table.refusal is None
    return asked and bool(game.open_score(state))


def _remind(table: Table, noticed: Notice | None) -> Table:
    """Say once more what is due, unless something else is being read."""
    if table.is_over or table.clocks.paused:
        return replace(table, notice=noticed)
    table = replace(table, notice=noticed, reminded=True)
    if noticed is not None or table.watching or table.menu is not None or table.why is not None:
        return table
    seat = table.game.current_player(table.state)
    due = table.tasks[0].what if table.tasks else table.game.prompt(table.state, seat)
    return replace(table, notice=Notice(text("table.reminder", what=due), refused=False))


def _act(table: Table, given: TableInput, moment: Moment, draw: Draw) -> Table:
    if isinstance(given, Command):
        return _command(table, given, moment, draw)
    if isinstance(given, Take):
        return take(table, given.action, moment, draw)
    if isinstance(given, Touch):
        return _touch(table, given, moment, draw)
    if isinstance(given, Pick):
        return _pick(table, (given.constraint,), moment, draw) or table
    if isinstance(given, Done):
        return _done(table, given.seat, moment, draw)
    if isinstance(given, Sensed):
        return _sense(table, given, moment, draw)
    raise TypeError(given)


def _may_take(table: Table, given: Take) -> bool:
    """Tell whether an action is anybody's, or of a seat that may take it now."""
    seat = given.seat
    return seat is None or given.action in table.game.legal_actions(table.state, seat)


def _done(table: Table, seat: int, moment: Moment, draw: Draw) -> Table:
    """Take what a seat's button says: *done*, if it is that seat's turn."""
    game, state = table.game, table.state
    active = game.active_players(state)
    if table.is_over:
        return table
    if active == (CHANCE,):
        return _key(table, Command.CONFIRM, moment, draw)
    if seat not in active:
        return replace(table, notice=Notice(_not_your_turn(table, seat)))
    if active == (seat,):
        return _key(table, Command.CONFIRM, moment, draw)
    open_ = [each for each in game.legal_actions(state, seat) if not table.is_secret(each)]
    if len(open_) == 1:
        return take(table, open_[0], moment, draw)
    return replace(table, notice=Notice(game.prompt(state, seat), refused=False))


def _not_your_turn(table: Table, seat: int) -> Text:
    if seat >= len(table.setup.players):
        return text("table.nobody_sits", seat=seat + 1)
    awaited = table.game.awaited(table.state)
    return text("table.not_your_turn", player=Seat(awaited[0]) if awaited else Seat(seat))


def _command(table: Table, command: Command, moment: Moment, draw: Draw) -> Table:
    if command is Command.UNDO:
        return _undo(table, moment, draw)
    if command is Command.PAUSE:
        return note(table, EntryKind.RESUME if table.clocks.paused else EntryKind.PAUSE, moment)
    if command is Command.CORRECT:
        return _correct(table, moment)
    if command is Command.LEAVE:
        return replace(table, left=True)
    return _key(table, command, moment, draw)


def _lay(table: Table, given: Command | Touch, moment: Moment) -> Table:
    """Go through the setup that the box has drawn: confirmed by key, or by the piece's tag."""
    left = table.tasks[1:]
    if isinstance(given, Touch):
        laid = values(table.tasks[0].action)
        selects = () if given.piece is None else given.piece.selects
        if not any(select.items() <= laid.items() for select in selects):
            return replace(table, notice=Notice(text("table.lay_first", what=table.tasks[0].what)))
    elif given is Command.BACK:
        left = ()
    elif given is not Command.CONFIRM:
        return table
    if left:
        return replace(table, tasks=left)
    return replace(note(table, EntryKind.RESUME, moment), tasks=(), laying=False)


def _key(table: Table, command: Command, moment: Moment, draw: Draw) -> Table:
    if command is Command.BACK:
        return _back(table, moment)
    if command is Command.CONFIRM:
        if table.is_over:
            return replace(table, rule=0) if shows_points(table) else table
        return _confirm(table, moment, draw)
    step = _STEPS[command]
    if table.is_over:
        return replace(table, cursor=(table.cursor or 0) + step)
    count = len(table.choices)
    if not count:
        return table
    cursor = 0 if table.cursor is None else (table.cursor + step) % count
    return replace(table, cursor=cursor)


def _back(table: Table, moment: Moment) -> Table:
    """Close what is open; if nothing is, change between the summary and the clock."""
    if table.correcting:
        return _correct(table, moment)
    if table.selection or table.tasks or table.cursor is not None:
        return replace(table, selection=(), cursor=None, tasks=())
    return replace(table, watching=not table.watching)


def _correct(table: Table, moment: Moment) -> Table:
    """Open the list of corrections, with the clocks stopped, or leave it."""
    opened = not table.correcting
    if opened and not table.game.corrections(table.state):
        return replace(table, notice=Notice(text("table.nothing_to_correct")))
    if table.clocks.paused is not opened:
        table = note(table, EntryKind.PAUSE if opened else EntryKind.RESUME, moment)
    return replace(table, selection=(), cursor=0 if opened else None, correcting=opened)


def _confirm(table: Table, moment: Moment, draw: Draw) -> Table:
    """Take the choice under the cursor; without a list, the first one if it needs no choice."""
    offered = table.choices
    if not offered:
        return table
    if table.cursor is None:
        first = offered[0].action
        plain = first is not None and len(values(first)) == 1
        if not plain and len(offered) > 1:
            return replace(table, cursor=0)
    chosen = offered[table.cursor or 0]
    if chosen.action is not None:
        return take(table, chosen.action, moment, draw)
    return replace(table, selection=(*table.selection, chosen.constraint), cursor=0)


def _touch(table: Table, touch: Touch, moment: Moment, draw: Draw) -> Table:
    """Narrow by what a piece stands for; the first of its meanings that fits wins."""
    if touch.piece is None:
        return replace(table, notice=Notice(text(UNKNOWN_TAG, tag=touch.tag)))
    for select in touch.piece.selects:
        after = _pick(table, constraints(select), moment, draw)
        if after is not None:
            return after
    return replace(table, notice=_refused(table, touch.piece))


def _pick(table: Table, picked: Selection, moment: Moment, draw: Draw) -> Table | None:
    """Narrow within the selection, else anew; ``None`` if no legal action fits."""
    for start in dict.fromkeys((table.selection, ())):
        selection = (*start, *picked)
        left = replace(table, selection=selection).candidates
        action = settled(left)
        if action is not None:
            return take(table, action, moment, draw)
        if left:
            return replace(table, selection=selection, cursor=0)
    return None


def _sense(table: Table, sensed: Sensed, moment: Moment, draw: Draw) -> Table:
    """Take the lawful way to what is sensed; if there is none, read the last actions anew.

    While a piece is in somebody's hand nothing can be said. A table that differs for good stops
    the clocks, and says which piece belongs where.
    """
    placement = dict(sensed.placement)
    if matches(table.game, table.state, placement):
        return _matched(table, moment)
    for start in (table, *_earlier(table, moment)):
        if matches(table.game, start.state, placement):
            return _matched(start, moment)
        way = next(ways(table.game, start.state, placement), None)
        if way is not None:
            for action in way:
                start = take(start, action, moment, draw)  # noqa: PLW2901 - one after the other
            return _matched(start, moment)
    if in_hand(table.game, table.state, placement) and not sensed.patient:
        return table
    if not table.clocks.paused:
        table = note(table, EntryKind.PAUSE, moment)
    return replace(table, sensed=sensed, notice=_mismatch(table, placement))


def _mismatch(table: Table, placement: Placement) -> Notice:
    """Say which piece belongs where."""
    wrong = misplaced(table.game, table.state, placement)
    if wrong is None:
        return Notice(text(NO_WAY))
    piece, place = wrong
    names = {each.id: each.name for each in table.game.pieces(table.state)}
    name = names.get(piece) or names.get(f"{piece}-1") or text("table.value", value=piece)
    where = table.game.place_name(table.state, place)
    return Notice(text(MISPLACED, piece=name, place=where))


def _table_is_right(table: Table, sensed: Sensed, moment: Moment, draw: Draw) -> Table:
    """Correct the box until it agrees with what is sensed; every correction is an entry."""
    repairs = mend(table.game, table.state, dict(sensed.placement))
    if repairs is None:
        return replace(table, notice=Notice(text("table.not_mended")))
    for correction in repairs:
        table = take(table, correction, moment, draw)
    return _matched(table, moment)


def _matched(table: Table, moment: Moment) -> Table:
    """Let the clocks run on that a mismatch has stopped."""
    if table.sensed is None:
        return table
    if table.clocks.paused:
        table = note(table, EntryKind.RESUME, moment)
    return replace(table, sensed=None)


def _earlier(table: Table, moment: Moment) -> Iterator[Table]:
    """Yield the table with one, two .. actions taken back that the player on turn made in a row."""
    seat = table.game.current_player(table.state)
    for entry in reversed(effective(table.entries)):
        if entry.actor != seat or entry.kind is not EntryKind.ACTION:
            return
        yield take_back(table, entry.sequence - 1, moment)


def _refused(table: Table, piece: Piece) -> Notice:
    legal = replace(table, selection=(), correcting=False).candidates
    action = meant(table.game, legal, piece.selects[0])
    refusal = None if action is None else table.game.why_not(table.state, action)
    if action is not None and refusal is not None:
        return notice(table, action, refusal)
    if action is not None and table.game.audience(table.state, action) is not None:
        return Notice(text("table.secret_refused"))
    return Notice(text("table.no_use", piece=piece.name))


def _undo(table: Table, moment: Moment, draw: Draw) -> Table:
    """Take back the last thing that somebody at the table did, and what followed from it."""
    done = [entry for entry in effective(table.entries) if _by_hand(table, entry)]
    if not done:
        return replace(table, notice=Notice(text("table.nothing_to_undo")))
    last = done[-1]
    after = take_back(table, last.sequence - 1, moment)
    action = table.game.from_struct(last.payload)
    secret = table.game.audience(after.state, action) is not None
    what = text("table.secret") if secret else table.game.action_name(action)
    notice = Notice(text("table.undone", what=what), refused=False)
    return draw_chance(replace(after, notice=notice), moment, draw)


def _by_hand(table: Table, entry: Entry) -> bool:
    entered = ALL in table.enter or entry.payload.get("type") in table.enter
    return entry.kind is not EntryKind.CHANCE or entered
