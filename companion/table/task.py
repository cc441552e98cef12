"""Tasks for players at the table, and which of them remain as the log changes."""

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise, starmap
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.engine.game import Action
from companion.engine.picture import Sprite
from companion.engine.rules import AnyGame
from companion.engine.text import Seat, Text


class Shift(msgspec.Struct, frozen=True):
    """Pieces at a place of the table, and their target after a change of the log."""

    lies: tuple[Sprite, ...]
    belongs: tuple[Sprite, ...]
    tokens: tuple[tuple[int, int], ...] = ()
    """Seats that take tokens from the supply, with the number; a negative one is returned."""

    @property
    def places(self) -> frozenset[str]:
        """The current and the target places."""
        return frozenset(sprite.place for sprite in (*self.lies, *self.belongs))


class StateChange(msgspec.Struct, frozen=True):
    """The states that the table shows before and after an instruction is followed."""

    before: Any
    after: Any


class Task(msgspec.Struct, frozen=True):
    """Something to do at the table, so that it matches the box.

    It belongs to ``seat``; without one, to all players. It either follows from an ``action``, or,
    after a change of the log, is a ``shift`` of pieces that are still at their old places.
    """

    what: Text
    action: Action | None = None
    seat: int | None = None
    shift: Shift | None = None
    number: int = 0
    """While a setup is laid out, its number, from 1: people do such tasks in any order."""
    change: StateChange | None = None
    """What an instruction changes at the table; ``None`` in a setup."""

    @property
    def identity(self) -> tuple[object, ...]:
        """What makes it the same task in two versions of a log."""
        return (self.what, self.action, self.seat, self.shift, self.number)


STEP_SECONDS: Final = 15
"""The seconds for a task of a setup of which the game does not say how long it takes."""
MINUTE: Final = 60
PLAYER: Final = "player"
"""The placeholder of an instruction for the name of whoever has to follow it."""


def named_seat(what: Text | None) -> int | None:
    """Return the seat of the player whom a text names, ``None`` without one."""
    named = None if what is None else what.params.get(PLAYER)
    return named.index if isinstance(named, Seat) else None


def tasks_after(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - a game's
    action: Action,
    actor: int | None,
    todo: Iterable[Text],
    *,
    states: Sequence[Any] = (),
) -> tuple[Task, ...]:
    """Return the tasks of ``action``, which has led to ``state``, each with its seat.

    It belongs to the player named by the game, else to the one who acted. Tasks of several players
    belong to all, who see them together. So do those of the setup, which has no ``actor``, and
    those named after a player who has left. ``states`` are what the table shows before the first
    task and after each; of a setup, which stays laid out, there are none.
    """
    todo = tuple(todo)
    named = map(named_seat, todo)
    owners = {actor if seat is None else seat for seat in named}
    is_shared = actor is None or len(owners) > 1 or not owners.isdisjoint(game.gone(state))
    seat = None if is_shared else next(iter(owners), actor)
    changes = starmap(StateChange, pairwise(states))
    return tuple(Task(what, action, seat, change=next(changes, None)) for what in todo)


def shared_out(tasks: Sequence[Task], seats: Sequence[int]) -> tuple[Task, ...]:
    """Return the tasks of a setup, numbered, so that people in these seats do them in parallel.

    What names a player is that player's. Other pieces of a kind stay with one person, and the
    largest share is as small as that allows; with one person, or none, the tasks belong to all.
    """
    kinds = [[*kind] for _, kind in groupby(tasks, key=lambda task: type(task.action))]
    shares = _shares(kinds, len(seats)) if len(seats) > 1 else [[*tasks]]
    owners = seats if len(seats) > 1 else (None,)
    owned = (
        replace(task, seat=named if (named := named_seat(task.what)) in owners else owner)
        for owner, share in zip(owners, shares, strict=False)
        for task in share
    )
    return tuple(replace(task, number=number) for number, task in enumerate(by_seat(owned), 1))


def setup_minutes(game: AnyGame, tasks: Iterable[Task]) -> int:
    """Return the minutes until the last person has done their ``tasks`` of a setup, rounded up.

    People work in parallel; what belongs to nobody is done by one of them.
    """
    seconds = dict[int | None, int]()
    for task in tasks:
        needed = game.setup_seconds.get(task.what.key, STEP_SECONDS)
        seconds[task.seat] = seconds.get(task.seat, 0) + needed
    return -(-max(seconds.values(), default=0) // MINUTE)


def _shares(kinds: Sequence[Sequence[Task]], people: int) -> list[list[Task]]:
    """Return the tasks of consecutive kinds joined to as many shares as there are people."""
    lengths = [len(kind) for kind in kinds]
    for most in range(max(lengths, default=0), sum(lengths) + 1):
        shares = list[list[Task]]()
        for kind in kinds:
            if shares and len(shares[-1]) + len(kind) <= most:
                shares[-1].extend(kind)
            else:
                shares.append([*kind])
        if len(shares) <= people:
            return shares
    return []


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


def without_number(tasks: tuple[Task, ...], number: object) -> tuple[Task, ...]:
    """Return the tasks of a setup without the one of a number; all if no task has it."""
    return tuple(task for task in tasks if not task.number or task.number != number)


def without(tasks: Iterable[Task], others: Iterable[Task]) -> tuple[Task, ...]:
    """Return the tasks without others, each of which removes one."""
    return _divided(tasks, others)[0]


def common(tasks: Iterable[Task], others: Iterable[Task]) -> tuple[Task, ...]:
    """Return the tasks that are also among others, each of which counts once."""
    return _divided(tasks, others)[1]


def _divided(
    tasks: Iterable[Task], others: Iterable[Task]
) -> tuple[tuple[Task, ...], tuple[Task, ...]]:
    """Return the tasks that are not among others, and those that are."""
    left = [task.identity for task in others]
    new, known = list[Task](), list[Task]()
    for task in tasks:
        if task.identity in left:
            left.remove(task.identity)
            known.append(task)
        else:
            new.append(task)
    return tuple(new), tuple(known)
