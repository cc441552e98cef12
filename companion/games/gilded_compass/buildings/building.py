"""Interface of all buildings, a placement, and its consequences.

A building is a value: the dice that lie in it. Owners are seats, or ``DUMMY``, whose dice follow
the same rules (GC-DUMMY-3). Buildings do not know the dice in players' hands; the caller makes sure
that a player has the dice.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, Protocol, Self

import msgspec

from companion.engine.game import Refusal
from companion.games.gilded_compass.buildings.dice import Dice

DUMMY: Final = -1
"""The owner of the dummy dice."""
LIBRARY: Final = 0
"""Takes the place of a rank, entrance or floor for dice that were pushed out to the Library."""


class Placement(msgspec.Struct, frozen=True):
    """Dice that one owner puts into one building at once (GC-VOC-7, GC-R7).

    ``spot`` is the place, if the building needs it: in the Archives, the size of the owner's group
    to be extended (``None`` begins a new one, GC-ARCHIVE-0); in the Hidden Temple, the index of the
    tile, from 0. ``lost`` is the die that Will to Win takes from an opponent, ``None`` without the
    ability (GC-ABIL-WILL).
    """

    owner: int
    dice: Dice
    spot: int | None = None
    lost: int | None = None


class PushedDice(msgspec.Struct, frozen=True):
    """A die or group that moves from one rank, entrance or floor to another, counted from 1."""

    owner: int
    at: int
    to: int


class PlacementResult(msgspec.Struct, frozen=True):
    """Consequences of a placement.

    ``rank`` is the place of the dice just placed: the rank of their group, the leftmost entrance,
    the floor or the tile. ``library`` are the owners of dice that go to the Library, ``draws`` is
    the number of treasures to draw at once, and ``moved`` are the other dice that are pushed.
    """

    rank: int
    library: tuple[int, ...] = ()
    draws: int = 0
    moved: tuple[PushedDice, ...] = ()


class Award(msgspec.Struct, frozen=True):
    """One step of a resolution: an owner's reward.

    ``draw`` tiles are drawn from a stack; the owner then chooses from ``of`` tiles and keeps
    ``keep`` of them. ``spot`` is the Temple's tile (from 0) or the Tower's floor (from 1).
    """

    owner: int
    draw: int = 0
    of: int = 0
    keep: int = 1
    spot: int | None = None


class Resolution(msgspec.Struct, frozen=True):
    """The rewards of the dice in a building, in order, and the unrewarded ones (GC-ROUND-8)."""

    awards: tuple[Award, ...] = ()
    library: tuple[int, ...] = ()


class Building(Hashable, Protocol):
    """The dice in one building during one round, and its rules."""

    def why_not(self, placement: Placement) -> Refusal | None:
        """Return why a placement is not possible, or ``None`` if it is."""

    def place(self, placement: Placement) -> tuple[Self, PlacementResult]:
        """Return the building after a legal placement, and its consequences."""

    def readings(self, owner: int, dice: Dice) -> Iterable[Placement]:
        """Return the placements from ``dice`` to consider for an owner, legal or not."""

    def copies(self, owner: int, dice: Dice) -> Iterable[Placement]:
        """Return the placements to consider for a player only with Will to Win."""

    def placements(self, owner: int, dice: Dice) -> tuple[Placement, ...]:
        """Return the placements that an owner could make from ``dice``, without Will to Win."""

    def willed(self, owner: int, dice: Dice) -> tuple[Placement, ...]:
        """Return the placements that a player could make only with Will to Win (GC-ABIL-WILL)."""

    def resolve(self, players: int, tiles: int) -> Resolution:
        """Return the rewards, given the numbers of ``players`` (without dummy) and ``tiles``."""


class Site(msgspec.Struct, frozen=True):
    """The lists shared by all buildings: of what an owner could want, what is possible."""

    def copies(self, owner: int, dice: Dice) -> Iterable[Placement]:  # noqa: ARG002 - none
        """Return nothing.

        Identical dice are not forbidden (GC-ABIL-WILL), or the ability is never in play (GC-R19).
        """
        return ()

    def placements(self: Building, owner: int, dice: Dice) -> tuple[Placement, ...]:
        """Return the placements that an owner could make from ``dice``, without Will to Win."""
        return _possible(self, self.readings(owner, dice))

    def willed(self: Building, owner: int, dice: Dice) -> tuple[Placement, ...]:
        """Return the placements that a player could make only with Will to Win (GC-ABIL-WILL)."""
        return _possible(self, self.copies(owner, dice))


def _possible(building: Building, wanted: Iterable[Placement]) -> tuple[Placement, ...]:
    return tuple([placement for placement in wanted if building.why_not(placement) is None])


@lru_cache(maxsize=16)
def possible(building: Building, owner: int, dice: Dice) -> tuple[Placement, ...]:
    """Return the result of `Building.placements`, cached because several callers need it."""
    return building.placements(owner, dice)


class HasOwner(Protocol):
    """A group of dice of one owner."""

    @property
    def owner(self) -> int:
        """A seat, or ``DUMMY``."""


def pushed_dice(
    before: Sequence[HasOwner],
    after: Sequence[HasOwner],
    key: Callable[[Any], object] = attrgetter("owner"),
) -> tuple[PushedDice, ...]:
    """Return the groups, best first, that have a lower rank or have gone to the Library.

    ``key`` identifies groups, where an owner may have several.
    """
    places = {key(group): place for place, group in enumerate(after, 1)}
    moved = (
        PushedDice(group.owner, place, places.get(key(group), LIBRARY))
        for place, group in enumerate(before, 1)
    )
    return tuple(move for move in moved if move.to == LIBRARY or move.to > move.at)
