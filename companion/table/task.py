"""Tasks that people have to do at the table, and which of them are left as the log changes."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from companion.engine.game import Action
from companion.engine.picture import Sprite
from companion.engine.rules import AnyGame
from companion.engine.text import Seat, Text


class Shift(msgspec.Struct, frozen=True):
    """Things that lie somewhere on the table, and where they belong after a change of the log."""

    lies: tuple[Sprite, ...]
    belongs: tuple[Sprite, ...]

    @property
    def places(self) -> frozenset[str]:
        """Where the things lie, and where they belong."""
        return frozenset(sprite.place for sprite in (*self.lies, *self.belongs))


class Task(msgspec.Struct, frozen=True):
    """Something that people must do at the table after ``action``, so that it matches the box.

    It stays with the ``seat`` that owes it; without one it is everybody's. Where the log changed,
    it is a ``shift`` of things that the table shows elsewhere until then.
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
    """Return what ``action`` asks for, which has led to ``state``, each task with its seat.

    It is for the player whom the game names, else for whoever has acted. What several players have
    to do is everybody's: they see it together. So is the setup, for which there is no ``actor``,
    and what is named after somebody who has left.
    """
    todo = tuple(todo)
    names = [what.params.get(PLAYER) for what in todo]
    owners = {name.index if isinstance(name, Seat) else actor for name in names}
    is_shared = actor is None or len(owners) > 1 or not owners.isdisjoint(game.gone(state))
    seat = None if is_shared else next(iter(owners), actor)
    return tuple(Task(what, action, seat) for what in todo)


def by_seat(tasks: Iterable[Task]) -> tuple[Task, ...]:
    """Return tasks seat by seat, those seats first that have something to do first."""
    grouped = dict[int | None, list[Task]]()
    for task in tasks:
        grouped.setdefault(task.seat, []).append(task)
    return tuple(task for group in grouped.values() for task in group)


def last_of(tasks: tuple[Task, ...], count: object) -> tuple[Task, ...]:
    """Return the last ``count`` tasks, all if that is not a number of them."""
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
