"""Commands of a host, and which of them have an effect now."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.engine.text import text
from companion.table.binding import Binding
from companion.table.command import Command
from companion.table.log_repair.turn_log import open_log
from companion.table.modes.command_bindings import command_bindings
from companion.table.modes.log_dialogue import may_open
from companion.table.state import Table

ORDERS: Final[Mapping[str, Command]] = MappingProxyType(
    {
        "undo": Command.UNDO,
        "pause": Command.PAUSE,
        "resume": Command.PAUSE,
        "correct": Command.CORRECT,
        "confirm": Command.CONFIRM,
        "back": Command.BACK,
        "next": Command.NEXT,
        "previous": Command.PREVIOUS,
        "leave": Command.LEAVE,
    }
)
"""The commands that a host may give, by their name in a message."""
LOG: Final = "log"
"""Opens the log of turns, to repair it; a box has it in its menu."""
OPPOSITES: Final[Mapping[str, str]] = MappingProxyType({"pause": "resume", "resume": "pause"})
"""Orders that undo each other: who gives one where only the other is possible comes too late."""
_ONLY: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "pause": frozenset({"binding.pause"}),
        "resume": frozenset({"binding.resume"}),
        "correct": frozenset({"binding.correct", "binding.end"}),
    }
)
"""What orders may do whose key does something else in some modes, by the keys of the labels."""
_LEADING: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "confirm": frozenset({"binding.task_done", "binding.laid"}),
        "back": frozenset({"binding.all_done", "binding.all_laid", "binding.draw"}),
        "leave": frozenset({"binding.leave"}),
    }
)
"""What the phone that leads may do for all at the table, by the keys of the labels."""
_OPEN_LOG: Final = Binding(Command.MENU, text("menu.log"), lambda table, _: open_log(table))


def possible_for_lead(table: Table) -> dict[str, Binding]:
    """Return what the phone that leads may do in a game: say that a task is done, or leave.

    It leaves a game only before the first turn, such as a wrong one, and after the end.
    """
    may_leave = table.laying or table.is_over
    return {
        name: binding
        for name, binding in possible(table).items()
        if binding.label.key in _LEADING.get(name, ()) and (name != "leave" or may_leave)
    }


def possible(table: Table) -> dict[str, Binding]:
    """Return what each command that has an effect now does, by its name in a message."""
    bound = command_bindings(table)
    found = {name: bound[command] for name, command in ORDERS.items() if command in bound}
    opening = {LOG: _OPEN_LOG} if may_open(table) else {}
    return opening | {
        name: binding
        for name, binding in found.items()
        if name not in _ONLY or binding.label.key in _ONLY[name]
    }
