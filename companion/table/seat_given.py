"""A seat is handed over during a game: somebody else plays on with all that lies there."""

from msgspec.structs import replace

from companion.engine.text import Seat, Text, text
from companion.table import dial
from companion.table.command import STEPS, Command
from companion.table.state import Seated, SeatGiven, Table, showing


def listed(table: Table, given: SeatGiven) -> tuple[Text, ...]:
    """Return what the box lists: the seats, then the letters of the new name."""
    if given.seat is None:
        seats = range(len(table.setup.players))
        return tuple(text("table.player", player=Seat(seat)) for seat in seats)
    return tuple(name for _, name in dial.question(given.name).answers)


def title(given: SeatGiven) -> Text:
    """Return what is asked: whose seat, or who takes it."""
    return text("menu.hand_over") if given.seat is None else dial.question(given.name).ask


def press(table: Table, given: SeatGiven, command: Command) -> tuple[Table, Seated | None]:
    """Return what a key does in the lists, and who sits where once the name is complete."""
    step = STEPS.get(command)
    if step is not None:
        cursor = (given.cursor + step) % len(listed(table, given))
        return showing(table, cover=replace(given, cursor=cursor)), None
    if command is not Command.CONFIRM:
        return showing(table, cover=None if given.seat is None else SeatGiven()), None
    if given.seat is None:
        return showing(table, cover=SeatGiven(given.cursor)), None
    answer, _ = dial.question(given.name).answers[given.cursor]
    name, complete = dial.dialled(given.name, answer)
    if complete:
        return showing(table, cover=None), Seated(given.seat, _own(table, given.seat, name))
    cursor = given.cursor if name else 0
    return showing(table, cover=SeatGiven(given.seat, name, cursor)), None


def _own(table: Table, seat: int, name: str) -> str:
    """Return a name that nobody else at the table has."""
    others = {each for other, each in enumerate(table.setup.players) if other != seat}
    return next(own for own in (name, *(f"{name} {n}" for n in range(2, 9))) if own not in others)
