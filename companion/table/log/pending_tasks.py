"""Pending tasks at the table, as the log grows or is edited."""

from collections.abc import Sequence

from companion.table.task import Task


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
