"""Mode of a pause: clocks are stopped. *Confirm*, a seat or a piece only resumes them."""

from companion.table.binding import Binding, InputEvent, InputSource, label
from companion.table.choosing.choosing import touch
from companion.table.command import Command
from companion.table.inputs import TagInput
from companion.table.mode import Pause
from companion.table.modes.common_bindings import common_bindings, switch_pause
from companion.table.state import Table


def bindings(table: Table, _: Pause) -> tuple[Binding, ...]:
    """Return the bindings in a pause, or after a power cut."""
    return (
        Binding(Command.CONFIRM, label("resume"), switch_pause),
        Binding(InputSource.SEAT, label("resume"), switch_pause),
        Binding(InputSource.TAG, label("resume"), _tag),
        *common_bindings(table),
    )


def _tag(table: Table, press: InputEvent) -> Table:
    """Resume the clocks: a piece is only played where the screen asks for one.

    Unknown tags can be enrolled in a pause, too.
    """
    assert isinstance(press.item, TagInput)  # noqa: S101 - bound to tags only
    if press.item.piece is None:
        return touch(table, press.item, press.timestamp, press.draw)
    return switch_pause(table, press)
