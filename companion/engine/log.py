"""Log of one table: entries in order, and the steps that remain after undo and edits.

A state is never stored; it is the fold of this log (see :mod:`companion.engine.fold`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from typing import Any, Final

import msgspec

from companion.engine.message import Message, say
from companion.schema.bounds import Broad, Count, Flat, Many, Positive, Whole, Wide
from companion.schema.mistakes import Invalid
from companion.schema.reading import read


class EntryKind(StrEnum):
    """Kind of a log entry."""

    ACTION = "action"
    """A player's action."""
    CHANCE = "chance"
    """An outcome of the player ``CHANCE``: a draw, a shuffle, a die."""
    CORRECTION = "correction"
    """A value that the table set by hand because it differed from the box's."""
    UNDO = "undo"
    """Everything played after the entry with the sequence ``payload["to"]`` no longer counts."""
    EDIT = "edit"
    """Other steps count instead of some that were played; ``payload`` is a ``Splice``."""
    PAUSE = "pause"
    """The clocks stop."""
    RESUME = "resume"
    """The clocks run again."""
    CHECKPOINT = "checkpoint"
    """Only the time: a power cut loses no more of it than since the last of these."""


LEVEL: Final = "level"
"""What a checkpoint says of a game that is raised to a higher level: which one."""
CARRIED: Final = "carried"
"""What a checkpoint says of a raised game: the number of the entry that the box has gone on from.

The steps after that entry take over what the lower level knew, with the same press.
"""
PLAYED: Final = frozenset({EntryKind.ACTION, EntryKind.CHANCE, EntryKind.CORRECTION})
"""The kinds of entries that change the state of the game."""


class Entry(msgspec.Struct, frozen=True):
    """One line of the log.

    ``sequence`` counts from 1 without gaps. ``actor`` is the seat that acted (``CHANCE`` for
    draws). ``payload`` is the action as a JSON struct. ``clock`` is the time on the table's
    clock in milliseconds since the game began, ``wall`` the time of day in seconds (POSIX).
    """

    sequence: int
    kind: EntryKind
    actor: int
    payload: Mapping[str, object]
    clock: int = 0
    wall: float = 0.0


class NewStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A step that an edit has inserted into the log, with the fields of an entry.

    ``was`` is the number of the step that it replaces, whose time it takes over; an inserted step
    has no time of its own.
    """

    kind: EntryKind
    actor: Whole
    payload: Flat
    clock: Wide = 0
    wall: Broad = 0.0
    was: Positive | None = None


def new_step(entry: Entry, was: int | None = None) -> NewStep:
    """Return an entry as a new step of an edit, optionally replacing step ``was``."""
    payload: Any = dict(entry.payload)
    return NewStep(entry.kind, entry.actor, payload, entry.clock, entry.wall, was)


def _struct(step: NewStep) -> dict[str, object]:
    """Return a step as a JSON object in canonical form, without defaults."""
    struct: dict[str, object] = msgspec.to_builtins(step)
    if not step.wall:  # msgspec leaves out only the very object that is the default
        struct.pop("wall", None)
    return struct


class Splice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Effect of an edit: the steps it replaced, and those that count instead.

    Steps are the played entries that count, numbered from 1. From step ``first`` on, ``replaced``
    steps no longer count; they are replaced by ``steps``: numbers of kept steps, and new ones.
    """

    first: Positive
    replaced: Count
    steps: Many[Positive | NewStep]

    @property
    def numbers(self) -> range:
        """The numbers of the replaced steps, each of which may be reused in another position."""
        return range(self.first, self.first + self.replaced)

    @property
    def payload(self) -> dict[str, object]:
        """The edit as an entry's payload: a JSON object."""
        steps = [step if isinstance(step, int) else _struct(step) for step in self.steps]
        return {"first": self.first, "replaced": self.replaced, "steps": steps}


def splice_of(entry: Entry) -> Splice:
    """Return the edit in an entry. Raises ``ValueError`` if its payload is invalid."""
    try:
        splice: Splice = read(Splice, dict(entry.payload))
    except Invalid as invalid:
        where = ".".join(map(str, invalid.mistakes[0].path))
        message = say(
            "entry {sequence} is not an edit: {where}", sequence=entry.sequence, where=where
        )
        raise ValueError(message) from invalid
    if not _is_possible(splice):
        raise ValueError(_impossible(entry))
    return splice


def _impossible(edit: Entry) -> Message:
    return say("entry {sequence} edits steps that are not there", sequence=edit.sequence)


def _is_possible(splice: Splice) -> bool:
    """Return whether a splice is valid for any log: each step occurs in it at most once."""
    new = [step for step in splice.steps if isinstance(step, NewStep)]
    kept = [step for step in splice.steps if isinstance(step, int)]
    entries = [*kept, *(step.was for step in new if step.was is not None)]
    are_played = all(step.kind in PLAYED for step in new)
    once = len(entries) == len({*entries}) and all(number in splice.numbers for number in entries)
    return are_played and once


def splice_steps(counted: Sequence[Entry], entry: Entry) -> tuple[Entry, ...]:
    """Return the steps that count after an edit, given those before it.

    Raises ``ValueError`` if that is not possible.
    """
    splice = splice_of(entry)
    if splice.numbers.stop - 1 > len(counted):
        raise ValueError(_impossible(entry))
    before, after = counted[: splice.first - 1], counted[splice.numbers.stop - 1 :]
    return (*before, *(_stands(counted, entry, step) for step in splice.steps), *after)


def _stands(counted: Sequence[Entry], edit: Entry, step: int | NewStep) -> Entry:
    if isinstance(step, int):
        return counted[step - 1]
    return Entry(edit.sequence, step.kind, step.actor, step.payload, step.clock, step.wall)


def raised_to(entry: Entry) -> str | None:
    """Return the level to which an entry raises the game, ``None`` if it does not."""
    level = entry.payload.get(LEVEL) if entry.kind is EntryKind.CHECKPOINT else None
    return level if isinstance(level, str) else None


def carried_since(entry: Entry) -> int | None:
    """Return the number of the entry after which the box took over what a lower level knew."""
    since = entry.payload.get(CARRIED) if entry.kind is EntryKind.CHECKPOINT else None
    return since if isinstance(since, int) else None


class LevelChanges:
    """The level of a game, entry by entry: a raise counts until an undo goes back to before it."""

    def __init__(self, level: str) -> None:
        """Begin at a level."""
        self._levels = [(0, level)]

    @property
    def level(self) -> str:
        """The level after the entries so far."""
        return self._levels[-1][1]

    def follow(self, entry: Entry) -> None:
        """Take one more entry of the log into account."""
        level = raised_to(entry)
        if level is not None:
            self._levels.append((entry.sequence, level))
        elif entry.kind is EntryKind.UNDO:
            to: int = entry.payload["to"]  # type: ignore[assignment]  # checked by undo()
            while self._levels[-1][0] > to:
                self._levels.pop()


def level_after(level: str, entries: Iterable[Entry]) -> str:
    """Return the level of a game after a log, given the one at which it began."""
    changes = LevelChanges(level)
    for entry in entries:
        changes.follow(entry)
    return changes.level


def effective_by_level(entries: Iterable[Entry]) -> tuple[tuple[Entry, ...], ...]:
    """Return the played entries that still count, for each level at which the game was played.

    An undo takes back what was played after an entry, edits included. A step inserted by an edit
    has the sequence of the edit. Raises ``ValueError`` for an edit that is not possible.
    """
    counted: list[Entry] = []
    replaced: list[tuple[Entry, list[Entry]]] = []
    for entry in entries:
        if entry.kind in PLAYED:
            counted.append(entry)
        elif entry.kind is EntryKind.EDIT:
            replaced.append((entry, counted))
            counted = list(splice_steps(counted, entry))
        elif raised_to(entry) is not None:
            replaced.append((entry, counted))
            counted = []
        elif entry.kind is EntryKind.UNDO:
            to: int = entry.payload["to"]  # type: ignore[assignment]  # checked by undo()
            while replaced and replaced[-1][0].sequence > to:
                _, counted = replaced.pop()
            while counted and counted[-1].sequence > to:
                counted.pop()
    lower = (tuple(steps) for entry, steps in replaced if raised_to(entry) is not None)
    return (*lower, tuple(counted))


def effective(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the played entries that lead to the state: those that count at the present level.

    Raises ``ValueError`` for an edit that is not possible.
    """
    return effective_by_level(entries)[-1]


def effective_at_all_levels(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the played entries that still count, including those at lower levels."""
    return tuple(chain.from_iterable(effective_by_level(entries)))


def count_undone(entries: Sequence[Entry]) -> int:
    """Return how many played entries no longer count: undone, or replaced by an edit."""
    counted = {entry.sequence for entry in effective_at_all_levels(entries)}
    return sum(entry.kind in PLAYED and entry.sequence not in counted for entry in entries)


def newest_first(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Return the played entries that still count, from the last to the first."""
    return reversed(effective(entries))
