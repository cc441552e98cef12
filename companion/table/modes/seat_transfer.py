"""Mode in which a seat is handed to another player during a game."""

from functools import partial

from msgspec.structs import replace

from companion.engine.text import Seat, Text, text
from companion.table.binding import Binding, InputEvent
from companion.table.ledger import transfer_seat
from companion.table.lobby import name_entry
from companion.table.modes.lists import close_cover, list_bindings
from companion.table.state import SeatTransfer, Table, with_console


def transfer_list(table: Table, given: SeatTransfer) -> tuple[Text, ...]:
    """Return the list: the seats, then the letters of the new name."""
    if given.seat is None:
        seats = range(len(table.setup.players))
        return tuple(text("table.player", player=Seat(seat)) for seat in seats)
    return tuple(name for _, name in name_entry.question(given.name).answers)


def title(given: SeatTransfer) -> Text:
    """Return the question: whose seat, or who takes it."""
    return text("menu.hand_over") if given.seat is None else name_entry.question(given.name).ask


def bindings(_: Table, given: SeatTransfer) -> tuple[Binding, ...]:
    """Return the bindings in the list of seats, and among the letters of a name."""

    def moved(table: Table, by: int) -> SeatTransfer:
        return replace(given, cursor=(given.cursor + by) % len(transfer_list(table, given)))

    back = close_cover if given.seat is None else _all_seats
    return list_bindings("take", partial(_chosen, given=given), moved, back)


def _all_seats(table: Table, _: InputEvent) -> Table:
    return with_console(table, cover=SeatTransfer())


def _chosen(table: Table, press: InputEvent, *, given: SeatTransfer) -> Table:
    """Take the seat, then a letter; a complete name transfers the seat."""
    if given.seat is None:
        return with_console(table, cover=SeatTransfer(given.cursor))
    answer, _ = name_entry.question(given.name).answers[given.cursor]
    name, complete = name_entry.enter_letter(given.name, answer)
    if complete:
        after = close_cover(table, press)
        return transfer_seat(after, given.seat, _own(table, given.seat, name), press.timestamp)
    cursor = given.cursor if name else 0
    return with_console(table, cover=SeatTransfer(given.seat, name, cursor))


def _own(table: Table, seat: int, name: str) -> str:
    """Return a name that is unique at the table."""
    others = {each for other, each in enumerate(table.setup.players) if other != seat}
    return next(own for own in (name, *(f"{name} {n}" for n in range(2, 9))) if own not in others)
