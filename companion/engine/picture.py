"""The picture of a game's table as data, which a browser draws without knowing the game.

A game describes its board in ``board.yaml``: spaces with their positions, zones with a caption, and
looks, which define how a kind of piece is drawn. ``Game.sprites`` lists the pieces on spaces.
Lengths are in the units of the picture's own ``size``.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from companion.engine.text import Text
from companion.moved import former_names

ShapeName: TypeAlias = Literal[
    "square",
    "circle",
    "card",
    "cube",
    "pawn",
    "ring",
    "hexagon",
    "arrow",
    "die",
    "gem",
    "trapezium",
    "frame",
]
Fill: TypeAlias = Literal[
    "red",
    "blue",
    "green",
    "yellow",
    "white",
    "black",
    "purple",
    "orange",
    "teal",
    "brown",
    "grey",
    "dark",
    "light",
    "none",
]
Pattern: TypeAlias = Literal["none", "dots", "stripes", "waves", "cross", "grid", "zigzag", "rings"]
SHAPES: Final[tuple[str, ...]] = get_args(ShapeName)
FILLS: Final[tuple[str, ...]] = get_args(Fill)
PATTERNS: Final[tuple[str, ...]] = get_args(Pattern)
"""Patterns that tell fills apart without colour."""


class Space(msgspec.Struct, frozen=True):
    """A place for pieces; ``id`` is its name in actions.

    A space with a ``seat`` (0 is the first) exists only if that seat is occupied. Without a
    ``label`` it is named by its ``id``, as squares are by their column and row.
    """

    id: str
    x: float
    y: float
    width: float
    height: float
    shape: str = "square"
    label: Text | None = None
    seat: int | None = None


class Zone(msgspec.Struct, frozen=True):
    """An area with a caption, the key of a text."""

    caption: str
    x: float
    y: float
    width: float
    height: float
    seat: int | None = None
    team: int = 0
    """Who plays together: seats of the same team have the same ground; 0 stands for none."""


class Look(msgspec.Struct, frozen=True):
    """How a kind of piece is drawn. ``icon`` is one of the game's, ``sign`` a letter or number.

    ``size`` is the fraction of the space that it fills. A piece without its own name has the name
    of its look, the key of a text. What is only ``drawn``, such as what is printed on the board, is
    no piece that people move.
    """

    shape: str = "square"
    fill: str = "none"
    pattern: str = "none"
    icon: str = ""
    sign: str = ""
    size: float = 0.8
    name: str = ""
    drawn: bool = False


class PieceKind(msgspec.Struct, frozen=True):
    """A kind of piece with a rule; ``name`` is the key of its text."""

    name: str
    rule: str


class PhoneLayout(msgspec.Struct, frozen=True):
    """What a phone shows of a picture, by the captions of zones and the names of spaces.

    It has room for one ``place`` at a time, drawn large: these zones, unless all that can be
    touched lies elsewhere. Each zone of the ``overview`` is one tap away.
    """

    place: tuple[str, ...] = ()
    """Without any: whatever is not in the overview."""
    overview: tuple[str, ...] = ()
    mine: tuple[str, ...] = ()
    """Spaces of the owner's seat that are always in sight, such as ``dice``, or ``r*``: all whose
    name begins so."""


class Picture(msgspec.Struct, frozen=True):
    """A board: its size, its static elements, and the looks of its pieces.

    ``emblems`` has the looks of texts, by their keys. The ``trail`` connects the spaces with this
    name and a number, in their order. ``kinds`` are found by the keys of names and by looks, or by
    their part before the last ``.`` or the first ``-``.
    """

    width: float
    height: float
    spaces: tuple[Space, ...]
    zones: tuple[Zone, ...]
    looks: Mapping[str, Look]
    emblems: Mapping[str, str] = msgspec.field(default_factory=dict)
    trail: str = ""
    kinds: Mapping[str, PieceKind] = msgspec.field(default_factory=dict)
    phone: PhoneLayout = PhoneLayout()

    def kind_of(self, name: Text | None, look: str = "") -> PieceKind | None:
        """Return the kind of a piece by its name and look, ``None`` without one."""
        key = "" if name is None else name.key
        candidates = (look, key, look.partition("-")[0], key.rpartition(".")[0])
        return next((self.kinds[each] for each in candidates if each in self.kinds), None)


class EmblemPart(msgspec.Struct, frozen=True):
    """One drawn object of an emblem: a look, and its position; the height of an emblem is 1."""

    look: str
    x: float = 0
    y: float = 0
    width: float = 1
    height: float = 1
    sign: str = ""
    turn: int = 0


Emblem: TypeAlias = tuple[EmblemPart, ...]
"""A small drawing beside words: a card, a die, some dice, a token."""

GAP: Final = 0.15
"""The gap between two emblems side by side, as a share of their height."""


def width_of(emblem: Emblem) -> float:
    """Return the width of an emblem in units of its height."""
    return max((mark.x + mark.width for mark in emblem), default=0)


def side_by_side(emblems: Iterable[Emblem], gap: float = GAP) -> Emblem:
    """Return emblems as one, from left to right."""
    drawn = [emblem for emblem in emblems if emblem]
    if len(drawn) < 2:  # noqa: PLR2004 - as nearly always: nothing has to move
        return drawn[0] if drawn else ()
    marks: list[EmblemPart] = []
    end = -gap
    for emblem in drawn:
        start = end + gap
        marks += (replace(mark, x=mark.x + start) for mark in emblem)
        end = max(end, start + width_of(emblem))
    return tuple(marks)


def emblem_of(message: Text, known: Callable[[Text], Emblem]) -> Emblem:
    """Return a text's subject as one emblem: its own, else those of its parameters."""
    own = known(message)
    if own:
        return own
    inner = [value for value in message.params.values() if isinstance(value, Text)]
    return side_by_side(emblem_of(value, known) for value in inner)


class Sprite(msgspec.Struct, frozen=True):
    """One drawn object on the table: its look, its space, and its name.

    Sprites on the same space are drawn side by side in their order, unless their look fills the
    space. ``turn`` counts quarter turns clockwise; ``piece`` is the id of the piece that it shows.
    """

    look: str
    place: str
    name: Text | None = None
    turn: int = 0
    piece: str = ""
    sign: str = ""
    """Replaces the sign of the look, for instance by a number that changes."""


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
