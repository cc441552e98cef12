"""Steps and edits of the log, each with the state before it."""

from typing import Any

import msgspec

from companion.engine.game import Action, Step
from companion.engine.log import Entry
from companion.table.clocks.time_control import Clocks
from companion.table.task import Task


class LogStep(msgspec.Struct, frozen=True):
    """State to which an undo returns, just before a step, and the entry that took it.

    ``action`` is that entry's, and ``step`` is what it has led to. ``tasks`` were still to be done
    at the table; the setup has none, as it is laid out whatever is taken back.
    """

    entry: Entry
    state: Any
    clocks: Clocks
    action: Action
    step: Step[Any]
    tasks: tuple[Task, ...] = ()

    @property
    def sequence(self) -> int:
        """The number of its entry; that of the edit, if one has put the step in."""
        return self.entry.sequence


class LogEdit(msgspec.Struct, frozen=True):
    """Change by an edit of the log, reversible by an undo.

    ``steps_before``, ``state``, ``clocks`` and ``tasks`` are as they were just before entry
    ``sequence``; ``then`` are the clocks after it.
    """

    sequence: int
    steps_before: tuple[LogStep, ...]
    state: Any
    clocks: Clocks
    then: Clocks
    tasks: tuple[Task, ...] = ()
