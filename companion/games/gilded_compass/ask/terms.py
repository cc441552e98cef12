"""The words of questions: players, dice, colours, flags."""

from collections.abc import Iterable
from typing import Final

from companion.engine.message import joined, say
from companion.engine.questions import Fields, QuestionError
from companion.engine.shapes import wrong
from companion.games.gilded_compass.buildings.building import DUMMY
from companion.games.gilded_compass.buildings.dice import FACES, Dice
from companion.games.gilded_compass.flags import FLAGS, Flags
from companion.games.gilded_compass.flags import flags as read_flags
from companion.games.gilded_compass.holdings import COLOURS
from companion.games.gilded_compass.variant import PLAYERS

DUMMY_NAME: Final = "DUMMY"
"""The dummy, which is no player (GC-DUMMY-3)."""


class Names:
    """The players of a question, numbered in the order in which they come up."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """Begin with the players who are already known."""
        self._seats = {DUMMY_NAME: DUMMY}
        for name in names:
            self.seat(name)

    def seat(self, name: str) -> int:
        """Return the number of a player, ``DUMMY`` for the dummy."""
        return self._seats.setdefault(name, len(self._seats) - 1)

    def name(self, seat: int) -> str:
        """Return the name of a numbered player."""
        return next(name for name, number in self._seats.items() if number == seat)

    def read(self, fields: Fields, name: str = "player") -> int:
        """Return the number of the player in a field."""
        return self.seat(fields.text(name))

    def counted(self, seats: Iterable[int]) -> dict[str, int]:
        """Return how often each player occurs; the dummy is left out."""
        counts: dict[str, int] = {}
        for seat in seats:
            if seat != DUMMY:
                name = self.name(seat)
                counts[name] = counts.get(name, 0) + 1
        return counts


def face(fields: Fields, name: str) -> int:
    """Return the value of a die."""
    value = fields.whole(name)
    if value not in FACES:
        raise fields.wrong(name, say("the value of a die, 1 to 6"))
    return value


def dice(fields: Fields, name: str = "dice") -> Dice:
    """Return values of dice, in ascending order."""
    values = fields.wholes(name)
    if not set(values) <= set(FACES):
        raise fields.wrong(name, say("values of dice, 1 to 6"))
    return tuple(sorted(values))


def colour(fields: Fields, name: str = "colour") -> str:
    """Return a colour (GC-VOC-1)."""
    return fields.one_of(name, COLOURS)


def players(fields: Fields, name: str = "players") -> tuple[str, ...]:
    """Return the human players, clockwise."""
    names = fields.texts(name)
    if len(set(names)) < len(names) or not names or DUMMY_NAME in names:
        raise fields.wrong(name, say("different names of players, without the dummy"))
    return names


def number_of_players(fields: Fields, name: str = "players") -> int:
    """Return how many human players there are; the question gives their number or their names."""
    given = fields.any(name)
    count = len(players(fields, name)) if isinstance(given, list | tuple) else fields.whole(name)
    if count not in PLAYERS:
        raise fields.wrong(name, say("2 to 5 players"))
    return count


def one_of_players(fields: Fields, name: str, known: tuple[str, ...]) -> int:
    """Return the seat of one of the known players."""
    return known.index(fields.one_of(name, known))


def some_of_players(fields: Fields, name: str, known: tuple[str, ...]) -> tuple[int, ...]:
    """Return the seats of some of the known players; nobody if the field is absent."""
    names = fields.texts(name, ())
    if not set(names) <= set(known):
        raise fields.wrong(name, say("players out of {known}", known=", ".join(known)))
    return tuple(known.index(player) for player in names)


def numbers_by_player(fields: Fields, name: str, known: tuple[str, ...]) -> tuple[int, ...]:
    """Return a number for each seat, 0 for those who are left out; or how often each is listed."""
    if isinstance(fields.any(name, {}), list):
        listed = some_of_players(fields, name, known)
        return tuple(listed.count(seat) for seat in range(len(known)))
    return fields.fields(name, {}).each_of(known, lambda given, player: given.whole(player, 0))


def flags(fields: Fields, name: str = "flags") -> Flags:
    """Return the rulings of a question; those that it omits have their defaults (section 15)."""
    given = fields.any(name, {})
    if not isinstance(given, dict):
        raise fields.wrong(name, say("an object"))
    for problem in wrong(FLAGS, (fields.path, name), given):
        raise QuestionError(joined("", [".".join(map(str, problem.path)), ": ", problem.message]))
    return read_flags(given)
