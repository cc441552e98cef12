"""The vocabulary of questions: players, dice, flags."""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, overload

import msgspec
from msgspec import Meta

from companion.engine.game import Struct
from companion.engine.message import say
from companion.engine.questions import (
    each_of,
    part,
    seat_of,
    without_duplicates,
    wrong,
)
from companion.games.gilded_compass.buildings.building import DUMMY
from companion.games.gilded_compass.buildings.dice import FACES
from companion.games.gilded_compass.flags import Flags, flags
from companion.games.gilded_compass.variant import PLAYERS
from companion.schema.bounds import Count, Few, Named, Positive, Word, expecting

R = TypeVar("R")

DUMMY_NAME: Final = "DUMMY"
"""The dummy, which is not a player (GC-DUMMY-3)."""
_TABLE: Final = Meta(min_length=PLAYERS[0], max_length=PLAYERS[-1])

Face: TypeAlias = Annotated[int, Meta(ge=FACES[0], le=FACES[-1])]
Dice: TypeAlias = Few[Face]
Names: TypeAlias = Annotated[tuple[Word, ...], _TABLE]
"""The human players, clockwise."""
Players: TypeAlias = Annotated[
    Annotated[int, Meta(ge=PLAYERS[0], le=PLAYERS[-1])] | Names, expecting(say("2 to 5 players"))
]
"""How many human players there are, or their names."""
Numbers: TypeAlias = Named[Count] | Few[Word]
"""A number for each player, none for those who are left out; or the players, as often as listed."""


class Rulings(Flags, frozen=True, forbid_unknown_fields=True):
    """The flags, of which those that a question omits have their defaults (section 15)."""

    extend_per_end: Positive | Literal["unlimited"] = 1  # type: ignore[assignment]  # as owners do

    @classmethod
    def of(cls, given: Struct, *path: str) -> Flags:
        """Return the rulings of a question. Raises ``Invalid``."""
        rulings = part(cls, given, *path, "flags")
        return flags(msgspec.structs.asdict(rulings))


class Seats:
    """The players of a question, numbered by first occurrence."""

    def __init__(self) -> None:
        """Start with the dummy alone."""
        self._seats = {DUMMY_NAME: DUMMY}

    def seat(self, name: str) -> int:
        """Return the number of a player, ``DUMMY`` for the dummy."""
        return self._seats.setdefault(name, len(self._seats) - 1)

    def maybe(self, name: str | None) -> int | None:
        """Return the number of a player, ``None`` for no player."""
        return None if name is None else self.seat(name)

    @overload
    def name(self, seat: int) -> str: ...
    @overload
    def name(self, seat: int | None) -> str | None: ...
    def name(self, seat: int | None) -> str | None:
        """Return the name of a numbered player, ``None`` for no player."""
        return next((name for name, number in self._seats.items() if number == seat), None)

    def records(self, kind: Callable[..., R], rows: Iterable[msgspec.Struct]) -> tuple[R, ...]:
        """Return the records of some rows that begin with a player."""
        given = (msgspec.structs.astuple(row) for row in rows)
        return tuple(kind(self.seat(player), *rest) for player, *rest in given)

    def rows(self, records: Iterable[Any]) -> list[Struct]:
        """Return some records as rows, each with its player and its other fields."""
        given = (msgspec.structs.asdict(record) for record in records)
        return [{"player": self.name(fields.pop("owner")), **fields} for fields in given]

    def counted(self, seats: Iterable[int]) -> dict[str, int]:
        """Return how often each player occurs, without the dummy."""
        listed = [self.name(seat) for seat in seats if seat != DUMMY]
        return {name: listed.count(name) for name in dict.fromkeys(listed)}


def players(names: Sequence[str]) -> tuple[str, ...]:
    """Return the human players, all different."""
    if DUMMY_NAME in names:
        raise wrong("players", expected=say("different names of players, without the dummy"))
    return without_duplicates(names, "players")


def number_of_players(given: Players) -> int:
    """Return how many human players there are; the question gives their number or their names."""
    return given if isinstance(given, int) else len(players(given))


def some_of_players(
    names: Sequence[str], player_names: Sequence[str], *path: str
) -> tuple[int, ...]:
    """Return the seats of some of the known players."""
    return tuple(seat_of(name, player_names, *path) for name in names)


def numbers_by_player(given: Numbers, player_names: Sequence[str], *path: str) -> tuple[int, ...]:
    """Return a number for each seat."""
    if isinstance(given, tuple):
        listed = some_of_players(given, player_names, *path)
        return tuple(listed.count(seat) for seat in range(len(player_names)))
    return each_of(player_names, given, *path, absent=0)
