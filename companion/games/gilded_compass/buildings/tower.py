"""Treasure Tower: dice enter below and push each other up (GC-TOWER)."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from companion.engine.game import Refusal
from companion.engine.wording import refuse
from companion.games.gilded_compass.buildings import building
from companion.games.gilded_compass.buildings.dice import Dice

Half: TypeAlias = tuple[int | None, int | None, int | None]
"""The owners of the dice on floors 1, 2 and 3, at most one die on each (GC-R17)."""

_PAIR: Final = 2
PAIR_TOTAL: Final = 7
_LOW: Final = 3
"""The highest value that enters the left half (GC-TOWER-2)."""
EMPTY: Final[Half] = (None, None, None)


class Tower(building.Site, frozen=True):
    """The two halves of the Tower, floor 1 first."""

    left: Half = EMPTY
    right: Half = EMPTY

    def why_not(self, placement: building.Placement) -> Refusal | None:
        """Return why a placement is not possible (GC-TOWER-1); players may return (GC-TOWER-4)."""
        if placement.lost is not None:
            return refuse("nothing-to-copy", "GC-ABIL-WILL")
        dice = placement.dice
        pair = len(dice) == _PAIR and sum(dice) == PAIR_TOTAL
        if len(dice) == 1 or pair:
            return None
        return refuse("one-or-total", "GC-TOWER-1", total=PAIR_TOTAL)

    def place(self, placement: building.Placement) -> tuple["Tower", building.PlacementResult]:
        """Return the Tower after a placement, and who was pushed up or out (GC-TOWER-3)."""
        halves = {"left": self.left, "right": self.right}
        moved: tuple[building.PushedDice, ...] = ()
        for value in placement.dice:
            side = "left" if value <= _LOW else "right"
            halves[side], pushed = _entered(halves[side], placement.owner)
            moved += pushed
        library = tuple(move.owner for move in moved if move.to == building.LIBRARY)
        return Tower(**halves), building.PlacementResult(rank=1, library=library, moved=moved)

    def readings(self, owner: int, dice: Dice) -> Iterator[building.Placement]:
        """Yield one die, or two that total seven; Will to Win is never in play here (GC-R19)."""
        lower = [low for low in dict.fromkeys(dice) if low <= _LOW and PAIR_TOTAL - low in dice]
        ones = ((value,) for value in dict.fromkeys(dice))
        pairs = ((low, PAIR_TOTAL - low) for low in lower)
        return (building.Placement(owner, dice_chosen) for dice_chosen in (*ones, *pairs))

    def resolve(self, players: int, tiles: int) -> building.Resolution:  # noqa: ARG002 - as all buildings
        """Return a trophy for each die, of the metal of its floor (GC-TOWER-5).

        Dummy dice remove no trophies (GC-DUMMY-TOWER).
        """
        return building.Resolution(
            tuple(
                building.Award(owner, spot=floor)
                for half in (self.left, self.right)
                for floor, owner in enumerate(half, 1)
                if owner is not None and owner != building.DUMMY
            )
        )


def _entered(half: Half, owner: int) -> tuple[Half, tuple[building.PushedDice, ...]]:
    """Return a half with a new die on floor 1, and who was pushed where."""
    first, second, third = half
    if first is None:
        return (owner, second, third), ()
    if second is None:
        return (owner, first, third), (building.PushedDice(first, 1, 2),)
    pushed = (building.PushedDice(second, 2, 3), building.PushedDice(first, 1, 2))
    if third is None:
        return (owner, first, second), pushed
    return (owner, first, second), (building.PushedDice(third, 3, building.LIBRARY), *pushed)
