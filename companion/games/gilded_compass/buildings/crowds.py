"""Crowds: what Illuminati and Sunken Galleon have in common, one group of any dice each.

Each new group must have one die more than the largest so far.
"""

from dataclasses import dataclass, replace
from typing import Self

from companion.games.gilded_compass.buildings.building import Placement, Ranking, ranking
from companion.games.gilded_compass.buildings.dice import Dice, together


@dataclass(frozen=True, slots=True)
class Crowd:
    """The dice of one owner."""

    owner: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class Crowds:
    """The groups in the order in which they were begun, one for an owner (GC-VOC-7)."""

    groups: tuple[Crowd, ...] = ()

    @property
    def ranked(self) -> tuple[Crowd, ...]:
        """The groups, the one with most dice first; no two are equal."""
        return tuple(sorted(self.groups, key=lambda it: len(it.dice), reverse=True))

    def own(self, owner: int) -> Dice:
        """Return an owner's dice."""
        return next((each.dice for each in self.groups if each.owner == owner), ())

    def result(self, placement: Placement) -> Dice:
        """Return the group that a placement makes or extends."""
        return together(self.own(placement.owner), placement.dice)

    def others(self, owner: int) -> tuple[Crowd, ...]:
        """Return the groups of everybody else."""
        return tuple(each for each in self.groups if each.owner != owner)

    def with_group(self, owner: int, dice: Dice) -> Self:
        """Return the building with an owner's group made so; without dice there is none."""
        made = Crowd(owner, dice)
        known = any(each.owner == owner for each in self.groups)
        groups = (made if each.owner == owner else each for each in self.groups)
        listed = tuple(groups) if known else (*self.groups, made)
        return replace(self, groups=tuple(each for each in listed if each.dice))

    def rank(self, owner: int) -> int:
        """Return the place of an owner's group, 1 for the largest."""
        return [each.owner for each in self.ranked].index(owner) + 1

    def ranking(self) -> Ranking:
        """Return everybody's place."""
        owners = [each.owner for each in self.ranked]
        return ranking(owners, owners)

    def unrewarded(self, ranks: int) -> tuple[int, ...]:
        """Return the owners of all dice behind the first so many ranks (GC-ROUND-8)."""
        return tuple(each.owner for each in self.ranked[ranks:] for _ in each.dice)
