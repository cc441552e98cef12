"""Tasks for players at the table, and which of them remain as the log changes."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from companion.engine.game import Action
from companion.engine.picture import Sprite
from companion.engine.rules import AnyGame
from companion.engine.text import Seat, Text


class Shift(msgspec.Struct, frozen=True):
    """Pieces at a place of the table, and their target after a change of the log."""

    lies: tuple[Sprite, ...]
    belongs: tuple[Sprite, ...]

    @property
    def places(self) -> frozenset[str]:
        """The current and the target places."""
        return frozenset(sprite.place for sprite in (*self.lies, *self.belongs))


class Task(msgspec.Struct, frozen=True):
    """Something to do at the table after ``action``, so that it matches the box.

    It belongs to ``seat``; without one, to all players. After a change of the log it is a ``shift``
    of pieces that are still at their old places.
    """

    what: Text
    action: Action
    seat: int | None = None
    shift: Shift | None = None


PLAYER: Final = "player"
"""The placeholder of an instruction for the name of whoever has to follow it."""


def tasks_after(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - a game's
    action: Action,
    actor: int | None,
    todo: Iterable[Text],
) -> tuple[Task, ...]:
    """Return the tasks of ``action``, which has led to ``state``, each with its seat.

    It belongs to the player named by the game, else to the one who acted. Tasks of several players
    belong to all, who see them together. So do those of the setup, which has no ``actor``, and
    those named after a player who has left.
    """
    todo = tuple(todo)
    names = [what.params.get(PLAYER) for what in todo]
    owners = {name.index if isinstance(name, Seat) else actor for name in names}
    is_shared = actor is None or len(owners) > 1 or not owners.isdisjoint(game.gone(state))
    seat = None if is_shared else next(iter(owners), actor)
    return tuple(Task(what, action, seat) for what in todo)


def by_seat(tasks: Iterable[Task]) -> tuple[Task, ...]:
    """Return tasks seat by seat, in the order of their first tasks."""
    grouped = dict[int | None, list[Task]]()
    for task in tasks:
        grouped.setdefault(task.seat, []).append(task)
    return tuple(task for group in grouped.values() for task in group)


def last_of(tasks: tuple[Task, ...], count: object) -> tuple[Task, ...]:
    """Return the last ``count`` tasks, all if ``count`` is invalid."""
    is_valid = isinstance(count, int) and 0 <= count <= len(tasks)
    return tasks[len(tasks) - int(str(count)) :] if is_valid else tasks


def without(tasks: Sequence[Task], others: Sequence[Task]) -> tuple[Task, ...]:
    """Return the tasks without others, each of which removes one."""
    gone, left = list(others), list[Task]()
    for task in tasks:
        if task in gone:
            gone.remove(task)
        else:
            left.append(task)
    return tuple(left)
