"""Mode just after a turn: displays name the next player, and one press takes the end back."""

from functools import partial

from msgspec.structs import replace

from companion.table.binding import (
    Binding,
    InputEvent,
    InputSource,
    label,
)
from companion.table.command import Command
from companion.table.inputs import DoneInput
from companion.table.mode import Turn
from companion.table.modes import turn
from companion.table.modes.common_bindings import take_back_to
from companion.table.state import Handover, Table


def bindings(table: Table, handover: Handover) -> tuple[Binding, ...]:
    """Return what keys do while who is next is announced: *back* takes the end of the turn back.

    So does *up* on boxes without a key for it. All others are for the next turn already. Where a
    turn has ended by itself, whoever is used to say *done* may still do so: that means nothing.
    """
    instead = partial(_take_back, handover=handover)
    ended = frozenset({handover.ended})
    seat = Binding(
        InputSource.SEAT, label("not_yet"), partial(_seat, handover=handover), seats=ended
    )
    back = Binding(Command.BACK, label("not_yet"), instead, upward=True)
    others = turn.bindings(table, Turn())
    done = [each for each in others if each.trigger in (Command.CONFIRM, InputSource.SEAT)]
    ending = () if handover.by_itself else done
    return (
        *(each for each in ending if each.trigger is Command.CONFIRM),
        *(back, seat),
        *(replace(each, shown=False) for each in ending if each.trigger is InputSource.SEAT),
        *(each for each in others if each not in done and each.trigger is not Command.BACK),
    )


def _take_back(table: Table, press: InputEvent, *, handover: Handover) -> Table:
    return take_back_to(table, handover.to, press.timestamp, press.draw)


def _seat(table: Table, press: InputEvent, *, handover: Handover) -> Table:
    """Take back the end of the turn for whoever had it; anybody else's button says *done*."""
    if press.item == DoneInput(handover.ended):
        return _take_back(table, press, handover=handover)
    return table if handover.by_itself else turn.handle_done(table, press)
