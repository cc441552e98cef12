"""Passing by a player's own button, where a game allows it."""

from companion.engine.game import Action
from companion.engine.text import Seat, text
from companion.table.narrowing.candidates import legal
from companion.table.state import Notice, Table, notify


def pass_of(table: Table, seat: int) -> Action | None:
    """Return the action by which a seat passes now, ``None`` if it cannot."""
    if table.is_over or seat >= len(table.setup.players):
        return None
    possible = legal(table.game, table.state, seat)
    return next((each for each in possible if isinstance(each, table.game.passes)), None)


def refuse_pass(table: Table, seat: int) -> Table:
    """Return the table with the reason why a seat cannot pass; unchanged after the end."""
    if table.is_over:
        return table
    if seat >= len(table.setup.players):
        return notify(table, Notice(text("table.nobody_sits", seat=seat + 1)))
    return notify(table, Notice(text("table.no_pass", player=Seat(seat))))
