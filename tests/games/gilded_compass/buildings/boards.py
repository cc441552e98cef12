"""Buildings in the notation of the rules: owners are letters, and A is the first seat."""

from typing import TypeVar

from companion.games.gilded_compass.buildings.archives import Archives, Group
from companion.games.gilded_compass.buildings.building import (
    DUMMY,
    Building,
    Placement,
    PlacementResult,
    PushedDice,
)
from companion.games.gilded_compass.buildings.crowds import Crowd
from companion.games.gilded_compass.buildings.straights import Straight
from companion.games.gilded_compass.buildings.university import Die, University

B = TypeVar("B", bound=Building)


def seat(letter: str) -> int:
    """Return an owner by the letter; ``D`` is the fourth seat, ``*`` the dummy."""
    return DUMMY if letter == "*" else "ABCDE".index(letter)


def letters(owners: tuple[int, ...]) -> str:
    """Return owners by their letters."""
    return "".join("*" if owner == DUMMY else "ABCDE"[owner] for owner in owners)


def dice(values: str) -> tuple[int, ...]:
    """Return the dice that digits stand for: ``144``."""
    return tuple(sorted(map(int, values)))


def put(who: str, values: str, spot: int | None = None, lost: int | None = None) -> Placement:
    """Return a placement: ``put("A", "33")``."""
    return Placement(seat(who), dice(values), spot, lost)


def code(building: Building, placement: Placement) -> str | None:
    """Return the code and the rule by which a placement is refused."""
    refusal = building.why_not(placement)
    return None if refusal is None else f"{refusal.code} {refusal.rule}"


def placed(building: B, *placements: Placement) -> tuple[B, PlacementResult]:
    """Return a building after legal placements, and the result of the last one."""
    result = PlacementResult(0)
    for placement in placements:
        assert building.why_not(placement) is None, placement
        building, result = building.place(placement)
    return building, result


def moves(moved: tuple[PushedDice, ...]) -> list[str]:
    """Return who moved from where to where: ``A 1-2``."""
    return [f"{letters((move.owner,))} {move.at}-{move.to}" for move in moved]


def archives(*groups: str) -> Archives:
    """Return the Archives with groups such as ``A3x2``."""
    return Archives(tuple(Group(seat(word[0]), int(word[1]), int(word[3])) for word in groups))


def groups_of(building: Archives) -> list[str]:
    """Return the groups of the Archives as ``A3x2``, in rank order."""
    return [f"{letters((group.owner,))}{group.value}x{group.count}" for group in building.ranked]


def university(entrances: int, row: str) -> University:
    """Return the University with a row such as ``A1 B3``."""
    return University(entrances, tuple(Die(seat(word[0]), int(word[1])) for word in row.split()))


def row_of(building: University) -> str:
    """Return the row of the University as ``A1 B3``."""
    return " ".join(f"{letters((die.owner,))}{die.value}" for die in building.row)


def straights(*words: str) -> tuple[Straight, ...]:
    """Return straights such as ``A3-5``."""
    return tuple(Straight(seat(word[0]), int(word[1]), int(word[3])) for word in words)


def crowds(*words: str) -> tuple[Crowd, ...]:
    """Return groups such as ``A355``."""
    return tuple(Crowd(seat(word[0]), dice(word[1:])) for word in words)
