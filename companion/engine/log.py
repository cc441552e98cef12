"""The log of one table: what happened, in order, and what remains of it after an undo.

A state is never stored; it is the fold of this log (see :mod:`companion.engine.fold`).
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final

import msgspec


class EntryKind(StrEnum):
    """What an entry of the log records."""

    ACTION = "action"
    """A player's action."""
    CHANCE = "chance"
    """An outcome of the player ``CHANCE``: a draw, a shuffle, a die."""
    CORRECTION = "correction"
    """A value that the table set by hand because it differed from the box's."""
    UNDO = "undo"
    """Everything played after the entry with the sequence ``payload["to"]`` no longer counts."""
    PAUSE = "pause"
    """The clocks stop."""
    RESUME = "resume"
    """The clocks run again."""
    CHECKPOINT = "checkpoint"
    """Only the time: a power cut loses no more of it than since the last of these."""


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


def effective(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the played entries that no later undo has taken back, in order."""
    return tuple(newest_first(entries))[::-1]


def newest_first(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield the played entries that no later undo has taken back, from the last to the first."""
    kept = sys.maxsize
    for entry in reversed(entries):
        if entry.kind is EntryKind.UNDO:
            to = entry.payload["to"]
            kept = min(kept, to)  # type: ignore[call-overload]  # checked by undo()
        elif entry.kind in PLAYED and entry.sequence <= kept:
            yield entry
