"""Somebody leaves a game, or comes back or late: what the game allows, or why it cannot be."""

from typing import Final

from companion.engine.codec import snake_case
from companion.engine.game import Correction, Refusal
from companion.engine.text import Text, text
from companion.table.command import STEPS, Command
from companion.table.covers import Notice, Parting
from companion.table.inputs import Take
from companion.table.state import Table, notify, showing

_NOT_THERE: Final = "no-such-seat"
"""Why somebody who is there cannot come back."""
_WHY_NOT: Final = {False: "parting.stay", True: "parting.late"}
"""What is said where nobody can leave, or come."""


def possible(table: Table, *, back: bool) -> tuple[Correction, ...]:
    """Return the corrections by which somebody can leave, or come back, now."""
    kind = table.game.coming_back if back else table.game.leaving
    if kind is None:
        return ()
    return tuple(each for each in table.game.corrections(table.state) if isinstance(each, kind))


def opened(table: Table, *, back: bool) -> Table:
    """Open the list of those who can leave or come back, or say why there is none."""
    if possible(table, back=back):
        return showing(table, cover=Parting(back))
    refusal = _refusal(table, back=back)
    if refusal is not None:
        return notify(table, Notice(refusal.why, refusal.rule))
    return notify(table, Notice(text(_WHY_NOT[back], seats=len(table.setup.players))))


def _refusal(table: Table, *, back: bool) -> Refusal | None:
    """Return why nobody can leave or come back just now, although the game knows how to."""
    kind = table.game.coming_back if back else table.game.leaving
    if kind is None:
        return None
    seats = range(len(table.setup.players))
    moves = (table.game.make_action(snake_case(kind.__name__), {"player": seat}) for seat in seats)
    refusals = (table.game.why_not(table.state, move) for move in moves)
    return next((each for each in refusals if each and each.code != _NOT_THERE), None)


def listed(table: Table, parting: Parting) -> tuple[Text, ...]:
    """Return what the box lists: who leaves, or who comes back."""
    return tuple(map(table.game.action_name, possible(table, back=parting.back)))


def press(table: Table, parting: Parting, command: Command) -> tuple[Table, Take | None]:
    """Return what a key does in the list, and what is then done to the game."""
    found = possible(table, back=parting.back)
    step = STEPS.get(command)
    if step is not None and found:
        cursor = (parting.cursor + step) % len(found)
        return showing(table, cover=Parting(parting.back, cursor)), None
    closed = showing(table, cover=None)
    if command is not Command.CONFIRM or not found:
        return closed, None
    return closed, Take(found[parting.cursor % len(found)])
