"""Mode in which tags are enrolled."""

from companion.engine.text import text
from companion.table.binding import (
    Binding,
    InputEvent,
    InputSource,
    label,
)
from companion.table.command import Command
from companion.table.enrolment import Enrolment, buttons_of, handle_command, handle_tag
from companion.table.inputs import TagInput
from companion.table.state import (
    Notice,
    Table,
    notify,
    with_console,
)


def bindings(_: Table, enrolment: Enrolment) -> tuple[Binding, ...]:
    """Return the bindings of keys and tags; the session stores the enrolled tags."""
    lists = bool(enrolment.tag)
    moves = {Command.NEXT: "next", Command.PREVIOUS: "previous"}
    return (
        Binding(Command.CONFIRM, label("take" if lists else "go_on"), _key),
        Binding(Command.BACK, label("back" if enrolment.kind else "end"), _key),
        *(Binding(each, label(word), _key, shown=False) for each, word in moves.items()),
        Binding(Command.MENU, label("end"), _key),
        Binding(InputSource.TAG, label("learn"), _tag),
    )


def _key(table: Table, press: InputEvent) -> Table:
    enrolment = table.enrol
    if enrolment is None or not isinstance(press.item, Command):
        return table
    return _shown(table, handle_command(enrolment, press.item))


def _tag(table: Table, press: InputEvent) -> Table:
    enrolment = table.enrol
    if enrolment is None or not isinstance(press.item, TagInput):
        return table
    owner = None if press.item.piece is None else press.item.piece.id
    return _shown(table, handle_tag(enrolment, press.item.tag, owner))


def _shown(table: Table, after: Enrolment) -> Table:
    return with_console(table, cover=after)


def start_button_enrolment(table: Table) -> Table:
    """Start the enrolment of each player's button."""
    seats = buttons_of(len(table.setup.players))
    return with_console(table, cover=Enrolment(seats, of_buttons=True))


def start_enrolment(table: Table, tag: str = "") -> Table:
    """Start an enrolment of all pieces, or ask which piece an unknown ``tag`` belongs to."""
    pieces = table.game.pieces(table.state)
    if not pieces:
        return notify(table, Notice(text("enrol.nothing")))
    return with_console(table, cover=Enrolment(pieces, tag=tag))
