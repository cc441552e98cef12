"""Mode just after a turn: displays name the next player, and one press reverts the end."""

from functools import partial

from msgspec.structs import replace

from companion.table.binding import (
    Binding,
    InputEvent,
    InputSource,
    label,
)
from companion.table.choosing.choosing import open_board
from companion.table.choosing.squares import WAYS
from companion.table.command import Command
from companion.table.mode import Turn
from companion.table.modes import turn
from companion.table.modes.common_bindings import take_back_to
from companion.table.state import Handover, Table


def bindings(table: Table, handover: Handover) -> tuple[Binding, ...]:
    """Return the bindings while the next player is announced: *back* reverts the end of the turn.

    So do *up* on boxes without that key, and the button of the player who ended the turn. The next
    player's button works as in the turn; other players' buttons only close the announcement. All
    other keys already belong to the next turn, but a direction that would play a step at once opens
    the board, because the bottom line has no room for it. Where a turn has ended automatically,
    *confirm* and the button of its player take nothing back, because players may press them for
    *done*.
    """
    instead = partial(_take_back, handover=handover)
    ended = handover.ended
    seat = Binding(
        InputSource.SEAT,
        label("not_yet"),
        instead,
        minor=True,
        player=ended,
        seats=frozenset({ended}),
    )
    others = turn.bindings(table, Turn())
    confirms = [each for each in others if each.trigger is Command.CONFIRM]
    own = [
        replace(each, seats=frozenset({handover.seat}))
        for each in turn.seats_done(table, *confirms)
        if each.seats is not None and handover.seat in each.seats
    ]
    replaced = (Command.CONFIRM, Command.BACK, InputSource.SEAT)
    return (
        *(() if handover.by_itself else confirms),
        Binding(Command.BACK, label("not_yet"), instead, upward=True),
        *own,
        *(() if handover.by_itself else (seat,)),
        Binding(InputSource.SEAT, label("read"), _closed, shown=False),
        *(_unhurried(each) for each in others if each.trigger not in replaced),
    )


def _unhurried(binding: Binding) -> Binding:
    """Return a binding of the turn; directions of a joystick open the board first."""
    if binding.trigger not in WAYS:
        return binding
    return Binding(binding.trigger, label("choose"), open_board, shown=False)


def _take_back(table: Table, press: InputEvent, *, handover: Handover) -> Table:
    return take_back_to(table, handover.to, press.timestamp, press.draw)


def _closed(table: Table, _: InputEvent) -> Table:
    """Return the table without the announcement, which any input closes."""
    return table
