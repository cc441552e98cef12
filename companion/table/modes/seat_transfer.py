"""Mode in which a seat is handed to another player during a game."""

from functools import partial

from msgspec.structs import replace

from companion.engine.text import Seat, Text, text
from companion.table import name_entry
from companion.table.binding import Binding, InputEvent, label
from companion.table.command import PLAIN, STEPS, Command
from companion.table.history.entries import transfer_seat
from companion.table.modes.lists import close_cover, list_bindings
from companion.table.name_entry import NameEntry
from companion.table.state import SeatTransfer, Table, with_console


def transfer_list(table: Table) -> tuple[Text, ...]:
    """Return the list of seats."""
    seats = range(len(table.setup.players))
    return tuple(text("table.player", player=Seat(seat)) for seat in seats)


def bindings(_: Table, given: SeatTransfer) -> tuple[Binding, ...]:
    """Return the bindings in the list of seats, and among the letters of a name."""
    if given.entry is not None:
        return _on_letters(given, given.entry)

    def moved(table: Table, by: int) -> SeatTransfer:
        return replace(given, cursor=(given.cursor + by) % len(transfer_list(table)))

    return list_bindings("take", partial(_chosen, given=given), moved)


def _on_letters(given: SeatTransfer, entry: NameEntry) -> tuple[Binding, ...]:
    """Return the bindings while a name is entered; *back* deletes a letter of it."""
    back = label("delete" if entry.name else "back")
    take = partial(_take_name, given=given)
    finish, finished = text("dial.take"), partial(take, written=name_entry.finish(entry))
    done = (Binding(name_entry.FINISHING, finish, finished, shown=False),) if entry.name else ()
    return (
        Binding(Command.CONFIRM, label("take"), partial(take, written=name_entry.confirm(entry))),
        *done,
        *(
            Binding(key, back, partial(_deleted, given=given), shown=key is not Command.UNDO)
            for key in name_entry.DELETING
        ),
        *(
            Binding(way, label("move"), partial(_moved, given=given, way=way), shown=False)
            for way in (*STEPS, *PLAIN)
        ),
    )


def _moved(table: Table, _: InputEvent, *, given: SeatTransfer, way: Command) -> Table:
    assert given.entry is not None  # noqa: S101 - only then it is bound
    return with_console(table, cover=replace(given, entry=name_entry.move(given.entry, way)))


def _deleted(table: Table, press: InputEvent, *, given: SeatTransfer) -> Table:
    if given.entry is None or not given.entry.name:
        return _all_seats(table, press)
    return with_console(table, cover=replace(given, entry=name_entry.delete_letter(given.entry)))


def _all_seats(table: Table, _: InputEvent) -> Table:
    return with_console(table, cover=SeatTransfer())


def _chosen(table: Table, _: InputEvent, *, given: SeatTransfer) -> Table:
    """Take the seat, and open the letters."""
    entry = name_entry.begin(table.console.alphabets, table.console.language)
    return with_console(table, cover=SeatTransfer(given.cursor, entry))


def _take_name(
    table: Table, press: InputEvent, *, given: SeatTransfer, written: tuple[NameEntry, bool]
) -> Table:
    """Go on with the name as written so far; a complete name transfers the seat."""
    entry, complete = written
    if given.seat is None or not complete:
        return with_console(table, cover=replace(given, entry=entry))
    after, name = close_cover(table, press), _own(table, given.seat, entry.name)
    return transfer_seat(after, given.seat, name, press.timestamp)


def _own(table: Table, seat: int, name: str) -> str:
    """Return a name that is unique at the table."""
    others = {each for other, each in enumerate(table.setup.players) if other != seat}
    return next(own for own in (name, *(f"{name} {n}" for n in range(2, 9))) if own not in others)
