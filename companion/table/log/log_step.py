"""Steps and edits of the log, each with the state before it."""

from typing import Any

import msgspec

from companion.engine.game import Action, Step
from companion.engine.log import Entry
from companion.engine.rules import AnyGame
from companion.table.clocks.time_control import Clocks
from companion.table.task import Task


class LogStep(msgspec.Struct, frozen=True):
    """The state just before a step, to which an undo returns, and the step's entry.

    ``action`` is that entry's, and ``step`` its result. ``tasks`` were still pending at the table,
    and ``new_tasks`` resulted from it; the setup has none, as it stays laid out after any undo.
    ``entering`` says whether what lies on the table of a raised game was still being entered.
    """

    entry: Entry
    state: Any
    clocks: Clocks
    action: Action
    step: Step[Any]
    tasks: tuple[Task, ...] = ()
    entering: bool = False
    new_tasks: tuple[Task, ...] = ()
    is_move: bool = False
    """Whether it implies that the pending tasks are done."""

    @property
    def sequence(self) -> int:
        """The number of its entry; that of the edit if one inserted the step."""
        return self.entry.sequence


class LevelRules(msgspec.Struct, frozen=True):
    """A level of a game: its rules, and which actions of CHANCE the table enters there."""

    game: AnyGame
    level: str
    enter: frozenset[str]


class LogEdit(msgspec.Struct, frozen=True):
    """An edit of the log, reversible by an undo.

    ``steps_before``, ``state``, ``clocks`` and ``tasks`` are as they were just before entry
    ``sequence``; ``then`` are the clocks and ``tasks_then`` the tasks after it. Raising the game to
    a higher level is an edit, too: all steps are replaced by none. ``lower`` is the level before.
    """

    sequence: int
    steps_before: tuple[LogStep, ...]
    state: Any
    clocks: Clocks
    then: Clocks
    tasks: tuple[Task, ...] = ()
    tasks_then: tuple[Task, ...] = ()
    stated: tuple[int, ...] = ()
    """By how much more tokens each seat had at the table, as corrections in the edit state."""
    lower: LevelRules | None = None
