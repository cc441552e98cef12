"""The vocabulary of questions: seats by Roman numerals, votes, fields, decks."""

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import TypeAlias, TypeVar, cast

from companion.engine.game import Setup
from companion.engine.message import say
from companion.engine.questions import Fields
from companion.games.essence.questions import SCALES, Symbol
from companion.games.essence.variant import CENTRE, DATA, NUMERALS, PLAYERS, Variant, variant

T = TypeVar("T")

Seats: TypeAlias = tuple[str, ...]
"""Player numbers in clockwise order."""
Votes: TypeAlias = Mapping[str, int]


@lru_cache(maxsize=64)
def settings(seats: Seats, *, expansion: bool = False, coins: bool = False) -> Variant:
    """Return the settings of a game of these seats, with phrase cards that are only counted."""
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


def _seats(fields: Fields, name: str, found: Collection[str]) -> Seats:
    strange = not set(found) <= set(NUMERALS) or len(set(found)) < len(found)
    if strange or len(found) not in PLAYERS:
        raise fields.wrong(
            name, say("two to seven different numbers of {known}", known=" ".join(NUMERALS))
        )
    return tuple(found)


def numbers(seats: Seats) -> tuple[int, ...]:
    """Return the numbers by which players are voted for."""
    return tuple(NUMERALS.index(seat) + 1 for seat in seats)


def scale(fields: Fields) -> int:
    """Return the greatest number of a voting scale (ES-DRAW-3)."""
    found = fields.whole("scale")
    if found not in SCALES:
        raise fields.wrong("scale", say("one of {known}", known=", ".join(map(str, SCALES))))
    return found


def symbol(fields: Fields) -> Symbol:
    """Return whom a question is about (ES-DRAW-4, ES-R15)."""
    return cast("Symbol", fields.one_of("symbol", ("individual", "group")))


def votes(fields: Fields) -> Votes:
    """Return the numbers that were laid, whether the rules allow them or not."""
    given = fields.fields("votes")
    found = {each: number(given, each) for each in given.names}
    given.close()
    return found


def number(fields: Fields, name: str) -> int:
    """Return a number of any size: what is possible is a matter of the rules."""
    found = fields.any(name)
    if isinstance(found, bool) or not isinstance(found, int):
        raise fields.wrong(name, say("a whole number"))
    return found


def positions(fields: Fields) -> Mapping[str, int]:
    """Return where pawns stand, of whoever has one."""
    given = fields.fields("positions")
    order = _seats(fields, "positions", given.names)
    found = {seat: field(given, seat) for seat in order}
    given.close()
    return found


def field(fields: Fields, name: str) -> int:
    """Return a field of the spiral."""
    found = fields.whole(name)
    if found > CENTRE:
        raise fields.wrong(name, say("a field, 0 to {last}", last=CENTRE))
    return found


def by_seat(
    fields: Fields, name: str, order: Seats, read: Callable[[Fields, str], T]
) -> tuple[T, ...]:
    """Return a value of every seat, in clockwise order."""
    given = fields.fields(name)
    found = tuple(read(given, seat) for seat in order)
    given.close()
    return found
