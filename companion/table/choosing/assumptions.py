"""What the box takes for granted: whose action it was, and a detail that hardly matters.

One choice puts either right.
"""

from typing import Final

from msgspec.structs import replace

from companion.engine.fold import Draw
from companion.engine.game import Action
from companion.engine.log import EntryKind, effective
from companion.engine.text import Seat, Text, text
from companion.table.action_text import GAINED, action_summary
from companion.table.choosing.handover import end_forgotten_turn, ends_turn
from companion.table.ledger import apply_repair, take, take_back
from companion.table.log.repair import Change, begin, drop_misfits
from companion.table.narrowing.candidates import legal
from companion.table.narrowing.intent import Choice, Constraint, values
from companion.table.state import (
    ActionInput,
    Assumption,
    LogStep,
    Notice,
    PlacementInput,
    Table,
    TableInput,
    TagInput,
    Timestamp,
    notify,
    with_choosing,
)

INSTEAD: Final = "instead"
"""The field of the choices that say whose action it was."""
OTHERWISE: Final = "otherwise"
"""The field of the choices that say which detail it was."""
ABOUT_LAST: Final = frozenset({INSTEAD, OTHERWISE})
"""The fields of choices that play the last action in another way."""


def assumption_from(before: Table, after: Table, item: TableInput) -> Assumption | None:
    """Return what an input was taken for: the last open action of a seat that it led to, if any.

    Nothing is taken for granted where a turn cannot be over yet, or where a key has chosen
    something that gives no points: the list names the player.
    """
    new = after.entries[len(before.entries) :]
    for entry in reversed(new):
        if entry.kind in (EntryKind.UNDO, EntryKind.EDIT):
            return None
        if entry.kind is not EntryKind.ACTION or entry.actor < 0:
            continue
        if ends_turn(after, after.game.from_struct(entry.payload)):
            continue
        past = next(past for past in reversed(after.steps) if past.sequence == entry.sequence)
        if not _may_be_anothers(after, past, entry.actor):
            return None
        instead = () if isinstance(item, ActionInput) else _instead(before, past)
        brief = action_summary(after, past.action, entry.actor, after.events)
        if brief.key != GAINED and not instead and not isinstance(item, TagInput | PlacementInput):
            return None
        if instead:
            detail = _detail(after, past.action, instead[0])
            brief = text("assumed.detail", what=brief, detail=detail)
        return Assumption(entry.sequence, entry.actor, brief, instead)
    return None


def _instead(table: Table, past: LogStep) -> tuple[Action, ...]:
    """Return the legal actions for which a displayed choice stood, too, without the one taken."""
    game, state = table.game, past.state
    possible = legal(game, state, game.current_player(state))
    if past.action not in game.distinct(state, possible):
        return ()
    return tuple(
        other
        for other in possible
        if type(other) is type(past.action)
        and other != past.action
        and game.distinct(state, (past.action, other)) == (past.action,)
    )


def _detail(table: Table, action: Action, other: Action) -> Text:
    """Return in words that in which an action differs from another."""
    told = values(other)
    field, value = next((at, own) for at, own in values(action).items() if own != told[at])
    said = table.game.value_name(field, value)
    return said if isinstance(said, Text) else text("table.value", value=said)


def alternative_name(table: Table, action: Action) -> Text:
    """Return the name of the choice that a detail was another one."""
    taken = table.assumption
    assert taken is not None  # noqa: S101 - it is offered only then
    return text("assumed.otherwise", detail=_detail(table, action, _taken_for(table, taken)))


def _may_be_anothers(table: Table, past: LogStep, seat: int) -> bool:
    """Tell whether an action names no player, and the turn could have been over before it."""
    action = past.action
    if ends_turn(table, action) or "player" in values(action):
        return False
    if table.game.audience(past.state, action) is not None:
        return False
    return any(ends_turn(table, each) for each in legal(table.game, past.state, seat))


def actor_alternatives(table: Table) -> tuple[Choice, ...]:
    """Return the choices that say whose action it was, if that has been taken for granted."""
    taken = _questionable(table)
    if taken is None:
        return ()
    count = len(table.setup.players)
    seats = ((taken.seat + step) % count for step in range(1, count))
    return tuple(Choice(Constraint(INSTEAD, (str(seat),)), seat) for seat in seats)


def detail_alternatives(table: Table) -> tuple[Choice, ...]:
    """Return the choices that say which detail it was, if one has been taken for granted."""
    taken = _questionable(table)
    return tuple(
        Choice(Constraint(OTHERWISE, (str(number),)), number, action)
        for number, action in enumerate(() if taken is None else taken.instead)
    )


def _questionable(table: Table) -> Assumption | None:
    """Return what was taken for granted, as long as nobody is choosing anything else."""
    return None if table.selection or table.corrections is not None else table.assumption


def replace_assumed_action(table: Table, action: Action, moment: Timestamp, draw: Draw) -> Table:
    """Take an action in place of the one for which it was taken; the rest is played again."""
    taken = table.assumption
    if taken is None:
        return table
    original = with_choosing(replace(table, assumption=None), cursor=None)
    number = next(n for n, past in enumerate(table.steps, 1) if past.sequence == taken.sequence)
    repair = drop_misfits(begin(original, Change(number, action), draw), draw)
    return apply_repair(original, repair, moment)


def reassign(table: Table, seat: int, moment: Timestamp, draw: Draw) -> Table:
    """Take back what was taken for granted, and take it as the action of another seat.

    Either that seat is next, and somebody forgot to end the turn; or its turn was ended too soon,
    and what has been done since is done again.
    """
    taken = table.assumption
    if taken is None:
        return table
    count = len(table.setup.players)
    ways = (_of_next, _of_last)
    for way in ways if (seat - taken.seat) % count == 1 else reversed(ways):
        after = way(table, taken, seat, moment, draw)
        if after is not None:
            return after
    return notify(table, Notice(text("assumed.not_theirs", player=Seat(seat))))


def _of_next(
    table: Table, taken: Assumption, seat: int, moment: Timestamp, draw: Draw
) -> Table | None:
    """Return the table on which the turn was ended before the action."""
    action = _taken_for(table, taken)
    before = end_forgotten_turn(take_back(table, taken.sequence - 1, moment), seat, moment, draw)
    return None if before is None else _taken(before, action, moment, draw)


def _of_last(
    table: Table, taken: Assumption, seat: int, moment: Timestamp, draw: Draw
) -> Table | None:
    """Return the table on which the action came before the end of the seat's last turn."""
    done = [entry for entry in effective(table.entries) if entry.sequence < taken.sequence]
    at = next((i for i in reversed(range(len(done))) if done[i].actor == seat), None)
    if at is None or not ends_turn(table, table.game.from_struct(done[at].payload)):
        return None
    action = _taken_for(table, taken)
    after = _taken(take_back(table, done[at].sequence - 1, moment), action, moment, draw)
    for entry in done[at:] if after is not None else ():
        again = table.game.from_struct(entry.payload)
        if after is not None and entry.kind is not EntryKind.CHANCE:
            after = _taken(after, again, moment, draw)
    if after is None:
        return None
    what = text("assumed", player=Seat(seat), what=table.game.words.brief(action))
    return notify(after, Notice(what, refused=False))


def _taken(table: Table, action: Action, moment: Timestamp, draw: Draw) -> Table | None:
    """Return the table after an action, ``None`` if that is not legal."""
    if table.game.why_not(table.state, action) is not None:
        return None
    return take(table, action, moment, draw)


def _taken_for(table: Table, taken: Assumption) -> Action:
    """Return the action that was taken for granted."""
    action: Action = table.game.from_struct(table.entries[taken.sequence - 1].payload)
    return action
