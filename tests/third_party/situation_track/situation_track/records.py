"""The records of Situation Track: its state, actions and events."""

from dataclasses import dataclass
from typing import Final

from companion.engine.game import Action, Correction, Event

TOKENS: Final = ("drought", "feast", "market", "quarrel", "storm")
POINTS: Final = (5, 4, 3, 2, 0)
"""For the spaces of the track, top first (ST-4); from the last one no token is moved."""


@dataclass(frozen=True, slots=True)
class State:
    """One position. ``track`` is top first; ``slides`` are token and points, in order."""

    seats: int
    rounds: int
    track: tuple[str, ...] = ()
    slides: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class LayToken(Action):
    """CHANCE: a token goes on the next space of the track (ST-1)."""

    token: str


@dataclass(frozen=True, slots=True)
class Slide(Action):
    """A token goes to the bottom of the track (ST-3)."""

    token: str


@dataclass(frozen=True, slots=True)
class PutToken(Correction):
    """The table puts a token on a space, 1 at the top; the others close up."""

    token: str
    space: int


@dataclass(frozen=True, slots=True)
class Slid(Event):
    """A player slid a token and takes points."""

    player: int
    token: str
    points: int


@dataclass(frozen=True, slots=True)
class Put(Event):
    """The table put a token somewhere by hand."""

    token: str
    space: int


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """All rounds are played."""
