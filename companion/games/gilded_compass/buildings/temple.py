"""Hidden Temple: a pair of dice claims a tile (GC-TEMPLE)."""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.game import Refusal
from companion.engine.wording import refuse
from companion.games.gilded_compass.buildings import building
from companion.games.gilded_compass.buildings.dice import Dice, holds

_PAIR: Final = 2


class Slot(msgspec.Struct, frozen=True):
    """A laid-out tile: the pairs on its back, each in ascending order, and who has claimed it."""

    pairs: tuple[tuple[int, int], ...]
    owner: int | None = None


class Temple(building.Site, frozen=True):
    """The tiles that were laid out for the round (GC-TEMPLE-2)."""

    slots: tuple[Slot, ...] = ()

    def why_not(self, placement: building.Placement) -> Refusal | None:
        """Return why a placement is not possible (GC-TEMPLE-1, GC-TEMPLE-3)."""
        if placement.lost is not None:
            return refuse("nothing-to-copy", "GC-ABIL-WILL")
        if len(placement.dice) != _PAIR:
            return refuse("two-dice", "GC-TEMPLE-1")
        if placement.spot not in range(len(self.slots)):
            return refuse("no-such-slot", "GC-TEMPLE-1")
        slot = self.slots[placement.spot or 0]
        if slot.owner is not None:
            return refuse("tile-claimed", "GC-TEMPLE-3")
        if placement.dice not in slot.pairs:
            return refuse("other-pair", "GC-TEMPLE-1")
        return None

    def place(self, placement: building.Placement) -> tuple["Temple", building.PlacementResult]:
        """Return the Temple after a tile was claimed."""
        i = placement.spot or 0
        claimed = replace(self.slots[i], owner=placement.owner)
        slots = (*self.slots[:i], claimed, *self.slots[i + 1 :])
        return Temple(slots), building.PlacementResult(rank=i + 1)

    def readings(self, owner: int, dice: Dice) -> Iterator[building.Placement]:
        """Yield pairs on any tile that shows them; Will to Win is never in play here (GC-R19)."""
        for i, slot in enumerate(self.slots):
            pairs = (pair for pair in dict.fromkeys(slot.pairs) if holds(dice, pair))
            yield from (building.Placement(owner, pair, i) for pair in pairs)

    def resolve(self, players: int, tiles: int) -> building.Resolution:  # noqa: ARG002 - as all buildings
        """Return who takes which tile (GC-TEMPLE-4); the dummy's leave the game."""
        claimed = ((i, slot.owner) for i, slot in enumerate(self.slots))
        return building.Resolution(
            tuple(building.Award(owner, spot=i) for i, owner in claimed if owner is not None)
        )
