"""The vocabulary of questions: seats by Roman numerals, votes, fields, decks."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from companion.engine.game import Setup
from companion.engine.message import say
from companion.games.essence.questions import Symbol
from companion.games.essence.variant import CENTRE, COINS, DATA, NUMERALS, PLAYERS, Variant, variant
from companion.schema.bounds import Count, Whole, Word, among, expecting

T = TypeVar("T")

_SOME = expecting(
    say("two to seven different numbers of {known}", known=" ".join(NUMERALS)),
    min_length=PLAYERS.start,
    max_length=PLAYERS.stop - 1,
)
Seat: TypeAlias = Annotated[str, among(NUMERALS)]
Seats: TypeAlias = Annotated[tuple[Seat, ...], _SOME]
"""The Roman numerals of the players, in clockwise order."""
BySeat: TypeAlias = Annotated[Mapping[Seat, T], _SOME]
Place: TypeAlias = Annotated[int, Meta(ge=0, le=CENTRE)]
"""A field of the spiral."""
Scale: TypeAlias = Literal[2, 3, 5, 7]
"""The greatest number of a voting scale (ES-DRAW-3)."""
Votes: TypeAlias = Annotated[Mapping[Word, Whole], Meta(max_length=40)]
"""The numbers laid, by player, whether the rules allow them or not."""


class Decks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of question cards left of each colour."""

    yellow: Count
    green: Count
    blue: Count
    white: Count


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The state of a game when the active player is about to draw."""

    seats: Seats
    positions: BySeat[Place]
    active: Word
    decks: Decks
    coins: BySeat[Annotated[int, Meta(ge=0, le=COINS)]] | None = None
    expansion: bool = False


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round. ``changes`` are the number fields to be covered, or the number of changes."""

    symbol: Symbol
    scale: Scale
    votes: Votes
    changes: Count | Annotated[tuple[Count, ...], Meta(max_length=100)] = 0
    coin: bool = False


@lru_cache(maxsize=64)
def settings(seats: tuple[str, ...], *, expansion: bool = False, coins: bool = False) -> Variant:
    """Return the settings of a game with these seats, in which phrase cards are only counted."""
    options = {
        "colours": [DATA["numbers"][NUMERALS.index(seat)] for seat in seats],
        "double_points": "with" if coins else "without",
        "expansion_e1": "with" if expansion else "without",
        "phrases": "cards",
    }
    return variant(Setup(seats, options=options), DATA)
