"""The picture of a game's table as data: what a browser draws, without knowing the game.

A game describes its board in ``board.yaml``: spaces with their places, zones with a caption, and
looks, which say how a kind of thing is drawn. ``Game.sprites`` tells what lies where. Lengths are
in units of the picture's own ``size``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.engine.text import Text

SHAPES: Final = ("square", "circle", "card", "cube", "pawn", "hexagon", "arrow")
FILLS: Final = (
    *("red", "blue", "green", "yellow", "white", "black", "purple", "orange", "teal", "brown"),
    *("grey", "dark", "light", "none"),
)
PATTERNS: Final = ("none", "dots", "stripes", "waves", "cross", "grid", "zigzag", "rings")
"""What tells fills apart without colour."""


@dataclass(frozen=True, slots=True)
class Space:
    """A place where something may lie; ``id`` is how actions name it.

    ``seat`` is the seat (0 is the first) without whose player the space is not there.
    """

    id: str
    x: float
    y: float
    width: float
    height: float
    shape: str = "square"
    label: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """An area with a caption, the key of a text."""

    caption: str
    x: float
    y: float
    width: float
    height: float
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """How a kind of thing is drawn. ``icon`` is one of the game's, ``sign`` a letter or number.

    ``size`` is the part of its space that it fills.
    """

    shape: str = "square"
    fill: str = "none"
    pattern: str = "none"
    icon: str = ""
    sign: str = ""
    size: float = 0.8


@dataclass(frozen=True, slots=True)
class Picture:
    """A board: its size, what is fixed on it, and the looks of what moves."""

    width: float
    height: float
    spaces: tuple[Space, ...]
    zones: tuple[Zone, ...]
    looks: Mapping[str, Look]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A thing that lies on the table: its look, its space, what it is called.

    Things on one space are drawn in their order and beside each other, unless their look fills the
    space. ``turn`` counts quarter turns clockwise; ``piece`` is the id of the piece that it shows.
    """

    look: str
    place: str
    name: Text | None = None
    turn: int = 0
    piece: str = ""
    sign: str = ""
    """Instead of the look's own, such as a number that changes."""
