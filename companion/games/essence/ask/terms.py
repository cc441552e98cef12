"""The vocabulary of questions: seats by Roman numerals, votes, fields, decks."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import TypeAlias, cast

from companion.engine.game import Setup
from companion.engine.message import say
from companion.engine.questions import Fields
from companion.games.essence.questions import SCALES, Symbol
from companion.games.essence.variant import CENTRE, DATA, NUMERALS, PLAYERS, Variant, variant

Seats: TypeAlias = tuple[str, ...]
"""The Roman numerals of the players, in clockwise order."""
Votes: TypeAlias = Mapping[str, int]


@lru_cache(maxsize=64)
def settings(seats: Seats, *, expansion: bool = False, coins: bool = False) -> Variant:
    """Return the settings of a game with these seats, in which phrase cards are only counted."""
    options = {
        "colours": [DATA["numbers"][NUMERALS.index(seat)] for seat in seats],
        "double_points": "with" if coins else "without",
        "expansion_e1": "with" if expansion else "without",
        "phrases": "cards",
    }
    return variant(Setup(seats, options=options), DATA)


def seats(fields: Fields, name: str = "seats") -> Seats:
    """Return the players at the table (ES-SETUP-1)."""
    return _seats(fields, name, fields.texts(name))


def _seats(fields: Fields, name: str, names: Collection[str]) -> Seats:
    strange = not set(names) <= set(NUMERALS) or len(set(names)) < len(names)
    if strange or len(names) not in PLAYERS:
        raise fields.wrong(
            name, say("two to seven different numbers of {known}", known=" ".join(NUMERALS))
        )
    return tuple(names)


def numbers(seats: Seats) -> tuple[int, ...]:
    """Return the numbers, 1 to 7, by which players are voted for."""
    return tuple(NUMERALS.index(seat) + 1 for seat in seats)


def scale(fields: Fields) -> int:
    """Return the greatest number of a voting scale (ES-DRAW-3)."""
    greatest = fields.whole("scale")
    if greatest not in SCALES:
        raise fields.wrong("scale", say("one of {known}", known=", ".join(map(str, SCALES))))
    return greatest


def symbol(fields: Fields) -> Symbol:
    """Return the symbol that says whom a question is about (ES-DRAW-4, ES-R15)."""
    return cast("Symbol", fields.one_of("symbol", ("individual", "group")))


def votes(fields: Fields) -> Votes:
    """Return the numbers laid, by player, whether the rules allow them or not."""
    by_name = fields.fields("votes")
    return {name: number(by_name, name) for name in by_name.names}


def number(fields: Fields, name: str) -> int:
    """Return a whole number of any size: the rules decide which are possible."""
    value = fields.any(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise fields.wrong(name, say("a whole number"))
    return value


def positions(fields: Fields) -> Mapping[str, int]:
    """Return the fields of the pawns, by player."""
    by_name = fields.fields("positions")
    order = _seats(fields, "positions", by_name.names)
    return {seat: field(by_name, seat) for seat in order}


def field(fields: Fields, name: str) -> int:
    """Return a field of the spiral, 0 to 84."""
    position = fields.whole(name)
    if position > CENTRE:
        raise fields.wrong(name, say("a field, 0 to {last}", last=CENTRE))
    return position
