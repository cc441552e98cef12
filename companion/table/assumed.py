"""What the box takes for granted: whose action it was; and the one choice that puts that right."""

from collections.abc import Iterable
from typing import Any, Final

from companion.engine.fold import Draw
from companion.engine.game import Action, Event
from companion.engine.log import EntryKind, effective
from companion.engine.text import Seat, Text, text
from companion.table.handover import ends_turn, passed_on
from companion.table.intent import Choice, Constraint, values
from companion.table.ledger import take, take_back
from companion.table.state import (
    Assumed,
    Moment,
    Notice,
    Past,
    Sensed,
    Table,
    TableInput,
    Touch,
    notify,
)

GAINED: Final = "assumed.points"
"""The message that says what an action has given."""
INSTEAD: Final = "instead"
"""The field of the choices that say whose action it was."""


def assumed(before: Table, after: Table, item: TableInput) -> Assumed | None:
    """Return what an input was taken for: the last open action of a seat that it led to, if any.

    Nothing is taken for granted where a turn cannot be over yet, or where a key has chosen
    something that gives no points: the list names the player.
    """
    new = after.entries[len(before.entries) :]
    for entry in reversed(new):
        if entry.kind is EntryKind.UNDO:
            return None
        if entry.kind is not EntryKind.ACTION or entry.actor < 0:
            continue
        if ends_turn(after, after.game.from_struct(entry.payload)):
            continue
        past = next(past for past in reversed(after.past) if past.sequence == entry.sequence)
        if not _may_be_anothers(after, past, entry.actor):
            return None
        brief = gained(after, past.action, entry.actor, after.events)
        if brief.key != GAINED and not isinstance(item, Touch | Sensed):
            return None
        return Assumed(entry.sequence, entry.actor, brief)
    return None


def gained(table: Table, action: Action, seat: int, events: Iterable[Event]) -> Text:
    """Return an action in one line without the player, with the points that it has given."""
    what = table.game.words.brief(action)
    points = sum(_points(event, seat) for event in events)
    return text(GAINED, what=what, n=points) if points else what


def _may_be_anothers(table: Table, past: Past, seat: int) -> bool:
    """Tell whether an action names no player, and the turn could have been over before it."""
    action = past.action
    if ends_turn(table, action) or "player" in values(action):
        return False
    if table.game.audience(past.state, action) is not None:
        return False
    return any(ends_turn(table, each) for each in table.game.legal_actions(past.state, seat))


def _points(event: Any, seat: int) -> int:  # noqa: ANN401 - events have different fields
    """Return the points that an event gives to a seat."""
    mine = getattr(event, "player", None) == seat
    points = getattr(event, "points", 0) if mine else 0
    return points if isinstance(points, int) else 0


def others(table: Table) -> tuple[Choice, ...]:
    """Return the choices that say whose action it was, if that has been taken for granted."""
    taken = table.assumed
    if taken is None or table.selection or table.correcting:
        return ()
    count = len(table.setup.players)
    seats = ((taken.seat + step) % count for step in range(1, count))
    return tuple(Choice(Constraint(INSTEAD, (str(seat),)), seat) for seat in seats)


def reassign(table: Table, seat: int, moment: Moment, draw: Draw) -> Table:
    """Take back what was taken for granted, and take it as the action of another seat.

    Either that seat is next, and somebody forgot to end the turn; or its turn was ended too soon,
    and what has been done since is done again.
    """
    taken = table.assumed
    if taken is None:
        return table
    count = len(table.setup.players)
    ways = (_of_next, _of_last)
    for way in ways if (seat - taken.seat) % count == 1 else reversed(ways):
        after = way(table, taken, seat, moment, draw)
        if after is not None:
            return after
    return notify(table, Notice(text("assumed.not_theirs", player=Seat(seat))))


def _of_next(table: Table, taken: Assumed, seat: int, moment: Moment, draw: Draw) -> Table | None:
    """Return the table on which the turn was ended before the action."""
    action = _taken_for(table, taken)
    before = passed_on(take_back(table, taken.sequence - 1, moment), seat, moment, draw)
    return None if before is None else _taken(before, action, moment, draw)


def _of_last(table: Table, taken: Assumed, seat: int, moment: Moment, draw: Draw) -> Table | None:
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


def _taken(table: Table, action: Action, moment: Moment, draw: Draw) -> Table | None:
    """Return the table after an action, ``None`` if that is not legal."""
    if table.game.why_not(table.state, action) is not None:
        return None
    return take(table, action, moment, draw)


def _taken_for(table: Table, taken: Assumed) -> Action:
    """Return the action that was taken for granted."""
    action: Action = table.game.from_struct(table.entries[taken.sequence - 1].payload)
    return action
