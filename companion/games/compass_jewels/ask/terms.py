"""The vocabulary of questions: cards, layouts, checkers, players."""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from companion.engine.message import say
from companion.engine.questions import wrong
from companion.games.compass_jewels import area
from companion.games.compass_jewels.cards import COLOURS, DECK
from companion.schema.bounds import Few, Word, among, entire, expecting

PLAYERS: Final = ("A", "B")
"""The seats; ``A`` begins (CJ-NOTE-5)."""
_HOLE: Final = "--"
_CARD: Final = "".join(rf"(?=\S*{colour})" for colour in COLOURS) + r"\S/\S{4}(?!\S)"
"""Five different colours in five areas (CJ-COMP-2)."""
_TOKEN: Final = rf"(?:{_HOLE}|{_CARD})"

Player: TypeAlias = Literal["A", "B"]
Card: TypeAlias = Annotated[
    str,
    expecting(
        say("a card such as R/YGBP: the middle, then the borders clockwise from the north"),
        pattern=entire(_CARD),
        max_length=6,
    ),
]
"""A card as it lies (CJ-NOTE-2)."""
Cards: TypeAlias = Annotated[tuple[Card, ...], Meta(max_length=DECK)]
"""Up to all cards of the game: of many more, the best jewels take seconds to find."""
Four: TypeAlias = tuple[Card, Card, Card, Card]
Square: TypeAlias = Annotated[str, among(area.SQUARES)]
Row: TypeAlias = Annotated[
    str,
    expecting(
        say("six cards such as R/YGBP, or {hole}", hole=_HOLE),
        pattern=rf"^\s*{_TOKEN}(?:\s+{_TOKEN}){{5}}\s*$",
        max_length=100,
    ),
]
Layout: TypeAlias = tuple[Row, Row, Row, Row, Row, Row]
"""Contents of the area, rank 6 first (CJ-NOTE-3)."""


class Checkers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The squares of the checkers, two for each player."""

    A: tuple[Square, Square]
    B: tuple[Square, Square]


class Hands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of each player."""

    A: Cards = ()
    B: Cards = ()


class Jewels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The jewels that each player declares."""

    A: Few[Four] = ()
    B: Few[Four] = ()


NO_CARDS: Final = Hands()
NO_JEWELS: Final = Jewels()


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A collected card in its orientation, and the hole for it."""

    card: Card
    square: Word


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One action: a move from a square to another, a card that is placed, or the end."""

    move: tuple[Word, Word] | None = None
    place: Place | None = None
    end: bool | None = None

    def __post_init__(self) -> None:
        """Reject anything but exactly one action."""
        if sum(given is not None for given in (self.move, self.place, self.end)) != 1:
            raise ValueError(say("one of {known}", known="move, place, end"))
        if self.end is False:
            raise ValueError(say("true as the value of end"))


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of phase one, at the beginning of a turn."""

    layout: Layout
    checkers: Checkers
    turn: Player
    hands: Hands = NO_CARDS


def layout(rows: Layout) -> area.Layout:
    """Return the layout of the area."""
    tokens = " ".join(rows).split()
    return tuple(None if token == _HOLE else token for token in tokens)


def checkers(given: Checkers, lying: area.Layout, *path: str) -> tuple[tuple[str, str], ...]:
    """Return the squares of the checkers by seat: all on different cards."""
    squares = (*given.A, *given.B)
    if None in (area.on(lying, square) for square in squares) or len(set(squares)) < len(squares):
        expected = say("two squares with cards for each of A and B, all different")
        raise wrong(*path, "checkers", expected=expected)
    return given.A, given.B


def by_player(values: tuple[object, ...]) -> dict[str, object]:
    """Return one value for each seat, in the form of an answer: by the player's letter."""
    return dict(zip(PLAYERS, values, strict=True))
