"""A seat is handed over during a game: somebody else plays on with all that lies there."""

from functools import partial

from msgspec.structs import replace

from companion.engine.text import Seat, Text, text
from companion.table.binding import Binding, Press
from companion.table.ledger import seated
from companion.table.lobby import dial
from companion.table.modes.lists import closed, list_bindings
from companion.table.state import SeatGiven, Table, showing


def listed(table: Table, given: SeatGiven) -> tuple[Text, ...]:
    """Return what the box lists: the seats, then the letters of the new name."""
    if given.seat is None:
        seats = range(len(table.setup.players))
        return tuple(text("table.player", player=Seat(seat)) for seat in seats)
    return tuple(name for _, name in dial.question(given.name).answers)


def title(given: SeatGiven) -> Text:
    """Return what is asked: whose seat, or who takes it."""
    return text("menu.hand_over") if given.seat is None else dial.question(given.name).ask


def bindings(_: Table, given: SeatGiven) -> tuple[Binding, ...]:
    """Return what keys do in the list of seats, and among the letters of a name."""

    def moved(table: Table, by: int) -> SeatGiven:
        return replace(given, cursor=(given.cursor + by) % len(listed(table, given)))

    back = closed if given.seat is None else _all_seats
    return list_bindings("take", partial(_chosen, given=given), moved, back)


def _all_seats(table: Table, _: Press) -> Table:
    return showing(table, cover=SeatGiven())


def _chosen(table: Table, press: Press, *, given: SeatGiven) -> Table:
    """Take the seat, then a letter; once the name is complete, it is that person's seat."""
    if given.seat is None:
        return showing(table, cover=SeatGiven(given.cursor))
    answer, _ = dial.question(given.name).answers[given.cursor]
    name, complete = dial.dialled(given.name, answer)
    if complete:
        after = closed(table, press)
        return seated(after, given.seat, _own(table, given.seat, name), press.moment)
    cursor = given.cursor if name else 0
    return showing(table, cover=SeatGiven(given.seat, name, cursor))


def _own(table: Table, seat: int, name: str) -> str:
    """Return a name that nobody else at the table has."""
    others = {each for other, each in enumerate(table.setup.players) if other != seat}
    return next(own for own in (name, *(f"{name} {n}" for n in range(2, 9))) if own not in others)
