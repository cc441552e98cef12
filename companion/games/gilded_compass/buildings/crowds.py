"""Crowds, shared by Illuminati and Sunken Galleon: one group of any dice per owner.

Each new group must have one more die than the largest so far.
"""

from typing import Self

import msgspec
from msgspec.structs import replace

from companion.games.gilded_compass.buildings.building import (
    Placement,
    PushedDice,
    Site,
    pushed_dice,
)
from companion.games.gilded_compass.buildings.dice import Dice, together


class Crowd(msgspec.Struct, frozen=True):
    """The dice of one owner."""

    owner: int
    dice: Dice


class Crowds(Site, frozen=True):
    """The groups in the order in which they were begun, one per owner (GC-VOC-7)."""

    groups: tuple[Crowd, ...] = ()

    @property
    def ranked(self) -> tuple[Crowd, ...]:
        """The groups by number of dice, the largest first; no two are equal."""
        return tuple(sorted(self.groups, key=lambda crowd: len(crowd.dice), reverse=True))

    def own(self, owner: int) -> Dice:
        """Return an owner's dice."""
        return next((crowd.dice for crowd in self.groups if crowd.owner == owner), ())

    def result(self, placement: Placement) -> Dice:
        """Return the group that a placement makes or extends."""
        return together(self.own(placement.owner), placement.dice)

    def others(self, owner: int) -> tuple[Crowd, ...]:
        """Return the groups of all other owners."""
        return tuple(crowd for crowd in self.groups if crowd.owner != owner)

    def with_group(self, owner: int, dice: Dice) -> Self:
        """Return the building with an owner's group replaced, or removed if it has no dice."""
        own = Crowd(owner, dice)
        has_owner = any(crowd.owner == owner for crowd in self.groups)
        groups = (own if crowd.owner == owner else crowd for crowd in self.groups)
        listed = tuple(groups) if has_owner else (*self.groups, own)
        return replace(self, groups=tuple(crowd for crowd in listed if crowd.dice))

    def rank(self, owner: int) -> int:
        """Return the place of an owner's group, 1 for the largest."""
        return [crowd.owner for crowd in self.ranked].index(owner) + 1

    def pushed_dice(self, after: "Crowds", owner: int) -> tuple[PushedDice, ...]:
        """Return the groups of others that have a lower rank ``after`` a placement."""
        moved = pushed_dice(self.ranked, after.ranked)
        return tuple(move for move in moved if move.owner != owner)

    def unrewarded(self, ranks: int) -> tuple[int, ...]:
        """Return the owner of each die that is behind the first ``ranks`` (GC-ROUND-8)."""
        return tuple(crowd.owner for crowd in self.ranked[ranks:] for _ in crowd.dice)
