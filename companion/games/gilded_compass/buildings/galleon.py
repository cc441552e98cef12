"""Sunken Galleon: each group is larger and worth more; treasures are drawn at once (GC-GALLEON)."""

from collections.abc import Iterator
from typing import Final

from companion.engine.game import Refusal
from companion.engine.wording import refuse
from companion.games.gilded_compass.buildings import building
from companion.games.gilded_compass.buildings.crowds import Crowds
from companion.games.gilded_compass.buildings.dice import Dice, choices

_BEST: Final = 2
"""How many treasures the owner of the largest group keeps (GC-GALLEON-6)."""


class Galleon(Crowds, frozen=True):
    """Groups, each of which has one more die and more pips than all groups before it.

    If ``strict``, nobody behind a dummy on rank 2 keeps a treasure (GC-R29).
    """

    strict: bool = True

    def why_not(self, placement: building.Placement) -> Refusal | None:
        """Return why a placement is not possible (GC-GALLEON-1 to GC-GALLEON-3)."""
        if placement.lost is not None:
            return refuse("nothing-to-copy", "GC-ABIL-WILL")
        if not placement.dice:
            return refuse("no-dice", "GC-TURN-3")
        if not self.groups:
            single = len(placement.dice) == 1
            return None if single else refuse("first-is-single", "GC-GALLEON-1")
        result = self.result(placement)
        largest = len(self.ranked[0].dice)
        if len(result) != largest + 1:
            return refuse("one-die-more", "GC-GALLEON-2", count=largest + 1)
        highest = max(sum(crowd.dice) for crowd in self.groups)
        if sum(result) <= highest:
            return refuse("not-higher", "GC-GALLEON-2", total=highest)
        return None

    def place(self, placement: building.Placement) -> tuple["Galleon", building.PlacementResult]:
        """Return the Galleon after a placement, and how many treasures are drawn (GC-GALLEON-4).

        Dummy dice draw none (GC-DUMMY-GALLEON-1).
        """
        owner = placement.owner
        after = self.with_group(owner, self.result(placement))
        moved = self.pushed_dice(after, owner)
        draws = 0 if owner == building.DUMMY else len(placement.dice)
        return after, building.PlacementResult(after.rank(owner), draws=draws, moved=moved)

    def readings(self, owner: int, dice: Dice) -> Iterator[building.Placement]:
        """Yield the right number of dice; Will to Win is never in play here (GC-R19)."""
        largest = len(self.ranked[0].dice) if self.groups else 0
        size = largest + 1 - len(self.own(owner))
        return (building.Placement(owner, dice_chosen) for dice_chosen in choices(dice, size))

    def resolve(self, players: int, tiles: int) -> building.Resolution:  # noqa: ARG002 - as all buildings
        """Return the number of treasures kept by each owner (GC-GALLEON-6 to GC-GALLEON-8).

        A single die draws one more treasure and keeps both. The dummy keeps none; what is then left
        for the others follows GC-DUMMY-GALLEON-1 and GC-DUMMY-GALLEON-2.
        """
        ranked = self.ranked
        if len(ranked) == 1 and len(ranked[0].dice) == 1 and ranked[0].owner != building.DUMMY:
            return building.Resolution((building.Award(ranked[0].owner, draw=1, of=2, keep=_BEST),))
        cut_off = self.strict and len(ranked) > 1 and ranked[1].owner == building.DUMMY
        rewarded = ranked[:1] if cut_off else ranked
        awards = tuple(
            building.Award(crowd.owner, of=len(crowd.dice), keep=1 if rank else _BEST)
            for rank, crowd in enumerate(rewarded)
            if crowd.owner != building.DUMMY
        )
        return building.Resolution(awards, self.unrewarded(len(rewarded)))
