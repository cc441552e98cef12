"""Illuminati: each new group contains the strongest so far and one more die (GC-ILLUMINATI)."""

from collections.abc import Iterator
from typing import Final

from companion.engine.game import Refusal
from companion.engine.wording import refuse
from companion.games.gilded_compass.buildings import building
from companion.games.gilded_compass.buildings.crowds import Crowd, Crowds
from companion.games.gilded_compass.buildings.dice import (
    FACES,
    Dice,
    difference,
    holds,
    together,
)

_REWARDED: Final = 2


class Illuminati(Crowds, frozen=True):
    """Groups that all have different numbers of dice (GC-ILLUMINATI-4)."""

    def why_not(self, placement: building.Placement) -> Refusal | None:
        """Return why a placement is not possible (GC-ILLUMINATI-1 to GC-ILLUMINATI-3)."""
        if not placement.dice:
            return refuse("no-dice", "GC-TURN-3")
        if placement.lost is not None:
            return self._why_not_copy(placement, placement.lost)
        if not self.groups:
            single = len(placement.dice) == 1
            return None if single else refuse("first-is-single", "GC-ILLUMINATI-1")
        strongest = self.ranked[0].dice
        result = self.result(placement)
        if len(result) != len(strongest) + 1 or not holds(result, strongest):
            return refuse("not-stronger", "GC-ILLUMINATI-2", dice=shown(strongest))
        return None

    def place(self, placement: building.Placement) -> tuple["Illuminati", building.PlacementResult]:
        """Return the building after a placement, and its consequences."""
        owner = placement.owner
        after = self.with_group(owner, self.result(placement))
        library: tuple[int, ...] = ()
        twin = self._twin(placement)
        if twin is not None and placement.lost is not None:
            after = after.with_group(twin.owner, difference(twin.dice, (placement.lost,)))
            library = (twin.owner,)
        moved = self.pushed_dice(after, owner)
        return after, building.PlacementResult(after.rank(owner), library, moved=moved)

    def readings(self, owner: int, dice: Dice) -> Iterator[building.Placement]:
        """Yield dice to match the strongest group, and one more."""
        own = self.own(owner)
        strongest = self.ranked[0].dice if self.groups else ()
        need = difference(strongest, own)
        if not holds(dice, need):
            return
        more = (together(need, (value,)) for value in dict.fromkeys(difference(dice, need)))
        for reading in dict.fromkeys((*((need,) if need else ()), *more)):
            yield building.Placement(owner, reading)

    def copies(self, owner: int, dice: Dice) -> Iterator[building.Placement]:
        """Yield placements that could equal an opponent's group (GC-ABIL-WILL)."""
        own = self.own(owner)
        for crowd in self.others(owner):
            missing = difference(crowd.dice, own) if holds(crowd.dice, own) else ()
            if missing and holds(dice, missing):
                yield from (building.Placement(owner, missing, lost=lost) for lost in FACES)

    def resolve(self, players: int, tiles: int) -> building.Resolution:  # noqa: ARG002 - as all buildings
        """Return the order of choices and the numbers of tiles (GC-ILLUMINATI-5, GC-ILLUMINATI-6).

        Rank 1 chooses, rank 2 chooses, and rank 1 gets the last tile; rank 1 alone chooses two
        (GC-R15). The dummy takes the topmost tile; behind it, the last tile leaves the game
        (GC-DUMMY-ILLUM).
        """
        owners = [crowd.owner for crowd in self.ranked[:_REWARDED]]
        if owners[:1] == [building.DUMMY]:
            order = owners
        elif len(owners) == 1:
            order = owners * 2
        else:
            order = [*owners, *owners[:1]]
        awards = tuple(building.Award(owner, of=tiles - i) for i, owner in enumerate(order[:tiles]))
        return building.Resolution(awards, self.unrewarded(_REWARDED))

    def _twin(self, placement: building.Placement) -> Crowd | None:
        result = self.result(placement)
        return next((crowd for crowd in self.others(placement.owner) if crowd.dice == result), None)

    def _why_not_copy(self, placement: building.Placement, lost: int) -> Refusal | None:
        twin = self._twin(placement)
        if twin is None or placement.owner == building.DUMMY:
            return refuse("nothing-to-copy", "GC-ABIL-WILL")
        sizes = {len(crowd.dice) for crowd in self.others(placement.owner)}
        if lost not in twin.dice or len(twin.dice) - 1 in sizes:
            return refuse("new-tie", "GC-R19")
        return None


def shown(dice: Dice) -> str:
    """Return dice in readable form: ``3 5 5``."""
    return " ".join(map(str, dice))
