"""Tasks that people have to do at the table, and which of them are left as the log changes."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.engine.game import Action
from companion.engine.text import Text


class Task(msgspec.Struct, frozen=True):
    """Something that people must do at the table after ``action``, so that it matches the box.

    It stays with the ``seat`` that owes it; without one it is everybody's. Where the log changed,
    the table ``shows`` another state of the game until everything is put right.
    """

    what: Text
    action: Action
    seat: int | None = None
    shows: Any = None


def last_of(tasks: tuple[Task, ...], count: object) -> tuple[Task, ...]:
    """Return the last ``count`` tasks, all if that is no number of them."""
    is_valid = isinstance(count, int) and 0 <= count <= len(tasks)
    return tasks[len(tasks) - int(str(count)) :] if is_valid else tasks


def without(tasks: Sequence[Task], others: Sequence[Task]) -> tuple[Task, ...]:
    """Return the tasks without others, each of which stands for one of them."""
    gone, left = list(others), list[Task]()
    for task in tasks:
        if task in gone:
            gone.remove(task)
        else:
            left.append(task)
    return tuple(left)
