"""What all buildings have in common: the interface, a placement and what follows from it.

A building is a value: the dice that lie in it. Owners are seats, or ``DUMMY``, whose dice follow
the same rules (GC-DUMMY-3). Nobody's dice in hand are known here; who places has them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, Self, TypeVar

from companion.engine.game import Refusal
from companion.games.gilded_compass.buildings.dice import Dice

DUMMY: Final = -1
"""The owner of the dummy dice."""
LIBRARY: Final = 0
"""Instead of a rank, an entrance or a floor: there lies what was pushed out."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Dice that one owner puts into one building at once (GC-VOC-7, GC-R7).

    ``spot`` says where, if the building asks: in the Archives the number of dice of the own group
    that is extended (``None`` begins a new one, GC-ARCHIVE-0), in the Hidden Temple the number of
    the tile, counted from 0. ``lost`` is the die that Will to Win takes from an opponent;
    without the ability it is ``None`` (GC-ABIL-WILL).
    """

    owner: int
    dice: Dice
    spot: int | None = None
    lost: int | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """Whose die or group moves from one rank, entrance or floor to another, the first being 1."""

    owner: int
    at: int
    to: int


B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Placed:
    """What a placement leads to.

    ``rank`` is the place of the dice just placed: the rank of their group, the leftmost entrance,
    the floor or the tile. ``library`` are the owners of the dice that go to the Library,
    ``draws`` the treasures that are drawn at once, ``moved`` the others that are pushed.
    """

    rank: int
    library: tuple[int, ...] = ()
    draws: int = 0
    moved: tuple[Moved, ...] = ()


@dataclass(frozen=True, slots=True)
class Award:
    """One step of a resolution: what an owner may take.

    ``draw`` tiles come from a stack, and ``keep`` stay of the ``of`` that the owner then chooses
    from. ``spot`` is the Temple's tile (from 0) or the Tower's floor (from 1).
    """

    owner: int
    draw: int = 0
    of: int = 0
    keep: int = 1
    spot: int | None = None


@dataclass(frozen=True, slots=True)
class Resolution:
    """What the dice of a building earn, in order, and whose earn nothing (GC-ROUND-8)."""

    awards: tuple[Award, ...] = ()
    library: tuple[int, ...] = ()


class Building(Protocol):
    """The dice in one building during one round, and its rules."""

    def why_not(self, placement: Placement) -> Refusal | None:
        """Return why dice cannot be placed so, ``None`` if they can."""

    def place(self, placement: Placement) -> tuple[Self, Placed]:
        """Return the building after a legal placement, and what followed."""

    def placements(self, owner: int, dice: Dice) -> tuple[Placement, ...]:
        """Return what an owner could place out of ``dice``, without Will to Win."""

    def willed(self, owner: int, dice: Dice) -> tuple[Placement, ...]:
        """Return what a player could place with Will to Win only (GC-ABIL-WILL)."""

    def resolve(self, players: int, tiles: int) -> Resolution:
        """Return the rewards for so many ``players`` (without dummy) and laid-out ``tiles``."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The places of things in a building, by what tells them apart."""

    places: Mapping[object, tuple[int, int]] = field(default_factory=dict)
    """What it is → its owner and its place."""

    def pushed(self, later: "Ranking") -> tuple[Moved, ...]:
        """Return what stands further back ``later``, or is gone to the Library."""
        moved = (
            Moved(owner, place, later.places.get(what, (owner, LIBRARY))[1])
            for what, (owner, place) in self.places.items()
        )
        return tuple(each for each in moved if each.to == LIBRARY or each.to > each.at)


def ranking(ranked: Sequence[object], owners: Sequence[int]) -> Ranking:
    """Return the ranking of different things in their order."""
    numbered = enumerate(zip(ranked, owners, strict=True), 1)
    return Ranking({what: (owner, place) for place, (what, owner) in numbered})
