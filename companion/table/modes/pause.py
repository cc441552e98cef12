"""Mode of a pause: clocks are stopped, and *confirm* only resumes them."""

from companion.table.binding import Binding, InputSource, label
from companion.table.command import Command
from companion.table.mode import Pause
from companion.table.modes.common_bindings import common_bindings, switch_pause
from companion.table.state import Table


def bindings(table: Table, _: Pause) -> tuple[Binding, ...]:
    """Return what keys do in a pause, or after a power cut."""
    return (
        Binding(Command.CONFIRM, label("resume"), switch_pause, nudged=False),
        Binding(InputSource.SEAT, label("resume"), switch_pause),
        *common_bindings(table),
    )
