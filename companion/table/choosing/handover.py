"""Handover of the turn: who is next, and which keys work just after it.

A double press must not end the next player's turn, and a turn ended by mistake is taken back with
one press.
"""

from enum import StrEnum
from itertools import takewhile
from typing import Final

from msgspec.structs import replace

from companion.engine.facets import Secrets
from companion.engine.fold import Draw
from companion.engine.game import TERMINAL, Action
from companion.engine.log import EntryKind
from companion.table.command import Command
from companion.table.history.entries import apply
from companion.table.log.automatic_steps import settled_end
from companion.table.log_repair.turn_log import own_steps
from companion.table.narrowing.candidates import ChoiceContext, candidates, legal
from companion.table.narrowing.chance import box_outcomes
from companion.table.play import draw_chance, take
from companion.table.state import (
    CommandInput,
    DoneInput,
    Handover,
    Table,
    TableInput,
    Timestamp,
)

GUARD: Final = 500
"""Milliseconds after a change of turn, or a pause, in which nobody can mean to end the turn."""
RECENT: Final = 10_000
"""Milliseconds after an action of a player in which their button ends nobody else's turn."""
SHOWN: Final = 3000
"""Milliseconds for which displays say who is next, unless somebody acts before."""


def too_soon(table: Table, item: TableInput, timestamp: Timestamp, *, acts: bool = False) -> bool:
    """Return whether an input is so early that it was meant for the previous turn, or for a pause.

    This applies to *done*, and to a direction of the joystick that ``acts`` at once. The bottom
    line shows its keys meanwhile, as they apply half a second later. Where all play at the same
    time there is no change of turn, but whoever has just said *done* does not mean to say it again.
    """
    if isinstance(item, DoneInput) and _has_just_ended(table, item.seat, timestamp):
        return True
    changes = (None if table.handover is None else table.handover.at, table.resumed)
    latest = max((change for change in changes if change is not None), default=None)
    if latest is None or table.clocks.paused or timestamp.clock - latest >= GUARD:
        return False
    confirms = (Command.CONFIRM, Command.RIGHT, CommandInput(Command.CONFIRM))
    return acts or item in confirms or isinstance(item, DoneInput)


def _has_just_ended(table: Table, seat: int, timestamp: Timestamp) -> bool:
    """Return whether the last step is that a seat has ended its turn, a moment ago."""
    if not table.steps or not isinstance(table.steps[-1].action, table.game.turn_ends):
        return False
    entry = table.steps[-1].entry
    return entry.actor == seat and timestamp.clock - entry.clock < GUARD


def handover_from(
    before: Table, after: Table, timestamp: Timestamp, *, by_itself: bool
) -> Handover | None:
    """Return the handover that an input has led to, ``None`` without one."""
    new = {entry.kind for entry in after.entries[len(before.entries) :]}
    reassigned = EntryKind.EDIT in new and after.assumption is not None
    played = EntryKind.ACTION in new or reassigned
    last = before.game.current_player(before.state)
    seat = after.game.current_player(after.state)
    if not played or min(last, seat) < 0 or last == seat:
        return None
    interrupts = isinstance(after.steps[-1].action, after.game.interrupts)
    return Handover(last, seat, timestamp.clock, len(before.entries), by_itself, interrupts)


def delayed_handover(before: Table, after: Table, timestamp: Timestamp) -> Handover | None:
    """Return the handover to announce once the last player's tasks are done."""
    waits = before.tasks and after.state is before.state and not _is_open(after)
    handover = before.handover or _owed(before) if waits else None
    if handover is None or after.tasks:
        return handover
    return replace(handover, at=timestamp.clock)


def _owed(table: Table) -> Handover | None:
    """Return the handover whose tasks are still to be done, ``None`` without one.

    It and its time are derived from the log, so they survive a power cut or another open mode.
    """
    steps, current = own_steps(table), table.game.current_player(table.state)
    first = table.tasks[0]
    if first.seat is None or first.action is None or not steps or current < 0:
        return None
    last, actor = steps[-1], steps[-1].entry.actor
    if last.entry.kind is not EntryKind.ACTION or actor == current:
        return None
    earlier = [
        log_step.sequence
        for log_step in takewhile(lambda log_step: log_step is not last, table.steps)
    ]
    to = earlier[-1] if earlier else 0
    by_itself = table.steps[-1] is not last
    at, interrupts = last.entry.clock, isinstance(last.action, table.game.interrupts)
    return Handover(actor, current, at, to, by_itself, interrupts) if to < last.sequence else None


def goes_on(before: Table, after: Table) -> bool:
    """Return whether the last action can only be followed by others of its kind within the turn.

    Examples are cards turned over one by one, cubes entered at the end, and discarded cards.
    """
    new = after.entries[len(before.entries) :]
    if len(new) != 1 or new[0].kind is not EntryKind.ACTION:
        return False
    game, state = after.game, after.state
    if not game.turn_ends:
        return False
    following = candidates(ChoiceContext(game, state, None, ()))
    return set(map(type, following)) == {type(after.steps[-1].action)}


def _is_open(table: Table) -> bool:
    """Return whether a list is open, or something covers the game."""
    return table.has_open_list or table.console.cover is not None


def skip_handover(table: Table, timestamp: Timestamp) -> Table:
    """Return the table without the announcement of the next player, once it has been read.

    While tasks are pending it is still to come, and the last action is named beside them; but lists
    no longer offer to change it: the choices are those of the next player.
    """
    until, taken = read_at(table), table.assumption
    if until is None or timestamp.clock < until:
        return table
    if table.tasks and taken is not None:
        return replace(table, assumption=replace(taken, read=True))
    return replace(table, handover=None, assumption=taken if _is_own(table) else None)


def read_at(table: Table) -> int | None:
    """Return when something about the last turn has been read, ``None`` if nothing is shown."""
    handover, taken = table.handover, table.assumption
    if handover is None or (table.tasks and (taken is None or taken.read or _is_own(table))):
        return None
    return handover.at + SHOWN


def _is_own(table: Table) -> bool:
    """Return whether the last assumption is about the player who is next."""
    taken, handover = table.assumption, table.handover
    return taken is not None and handover is not None and taken.seat == handover.seat


def ends_turn(table: Table, action: Action) -> bool:
    """Return whether an action ends a turn and does nothing else."""
    return isinstance(action, table.game.turn_ends)


class TurnEnd(StrEnum):
    """What can be said beforehand of an action after which it may be somebody else's turn."""

    SAID = "end_turn"
    """It says that the turn is over, and nothing else."""
    CERTAIN = "take_end"
    """It ends the turn or the game besides, or lets the box end the turn."""
    POSSIBLE = "may_end"
    """That depends on a secret, such as a hidden card, so no label may tell."""


def turn_end(table: Table, action: Action) -> TurnEnd | None:
    """Return whether an action ends the turn, as the words for it have to say.

    One that interrupts a turn does not: that goes on afterwards.
    """
    if ends_turn(table, action):
        return TurnEnd.SAID
    if isinstance(action, table.game.interrupts):
        return None
    if isinstance(table.game, Secrets) and isinstance(action, table.game.secret_turns):
        return TurnEnd.POSSIBLE
    return TurnEnd.CERTAIN if _passes_turn(table, action) else None


def _passes_turn(table: Table, action: Action) -> bool:
    """Return whether another player's turn or the end of the game follows from an action.

    Who is next does not depend on what the box draws in between.
    """
    game, state = table.game, table.state
    after = game.apply_action(state, action).state
    while outcomes := box_outcomes(game, after, table.enter):
        after = game.apply_action(after, outcomes[0][0]).state
    last, seat = game.current_player(state), game.current_player(after)
    over = seat == TERMINAL or (min(last, seat) >= 0 and last != seat)
    return over or settled_end(game, after) is not None


def end_settled_turn(before: Table, after: Table, timestamp: Timestamp, draw: Draw) -> Table:
    """Return the table after the box has ended a turn that is evidently over.

    The tasks of the action remain.
    """
    new = after.entries[len(before.entries) :]
    if not new or new[-1].kind is not EntryKind.ACTION:
        return after
    end = settled_end(after.game, after.state)
    if end is None:
        return after
    return draw_chance(apply(after, end, EntryKind.ACTION, timestamp), timestamp, draw)


def end_forgotten_turn(table: Table, seat: int, timestamp: Timestamp, draw: Draw) -> Table | None:
    """Return the table after ending the previous turn for its player, who forgot to.

    ``None`` if something else is due or might have been forgotten, or ``seat`` is not next.
    """
    if table.game.current_player(table.state) == seat:
        return None
    after = end_turn(table, timestamp, draw)
    is_next = after is not None and after.game.current_player(after.state) == seat
    return after if is_next else None


def end_turn(table: Table, timestamp: Timestamp, draw: Draw) -> Table | None:
    """Return the table after the end of the turn, ``None`` if something else is or may be due."""
    action = forgotten_end(table)
    return None if action is None else take(table, action, timestamp, draw)


def forgotten_end(table: Table) -> Action | None:
    """Return the action that ends the turn, ``None`` if something else is or may be due."""
    game, state = table.game, table.state
    current = game.current_player(state)
    if current < 0 or table.corrections is not None or table.laying:
        return None
    for action in legal(game, state, current):
        if ends_turn(table, action) and not game.reminders(state, action):
            return action
    return None


def has_just_acted(table: Table, seat: int, timestamp: Timestamp) -> bool:
    """Return whether a seat acted so recently that a press of its button may be the same again."""
    own = (step.entry for step in reversed(own_steps(table)) if step.entry.actor == seat)
    last = next(own, None)
    return last is not None and timestamp.clock - last.clock < RECENT


def next_seat(table: Table) -> int | None:
    """Return the seat that is next once the turn has ended, ``None`` without one.

    Where a secret decides that, it is the next one clockwise.
    """
    game, end = table.game, forgotten_end(table)
    if end is None:
        return None
    if isinstance(game, Secrets) and isinstance(end, game.secret_turns):
        return (game.current_player(table.state) + 1) % len(table.setup.players)
    seat = game.current_player(game.apply_action(table.state, end).state)
    return seat if seat in range(len(table.setup.players)) else None
