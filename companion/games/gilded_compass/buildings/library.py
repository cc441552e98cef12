"""Library: single dice, and dice that earned nothing elsewhere; each is knowledge (GC-LIB)."""

from collections.abc import Iterable, Iterator

from companion.engine.game import Refusal
from companion.engine.wording import refuse
from companion.games.gilded_compass.buildings import building
from companion.games.gilded_compass.buildings.dice import Dice


class Library(building.Site, frozen=True):
    """The owners of the dice in the Library, one entry per die.

    Black dice count for the player who placed them (GC-LIB-4).
    """

    dice: tuple[int, ...] = ()

    def why_not(self, placement: building.Placement) -> Refusal | None:
        """Return why a placement is not possible: the Library takes a single die (GC-TURN-4)."""
        if placement.lost is not None:
            return refuse("nothing-to-copy", "GC-ABIL-WILL")
        return None if len(placement.dice) == 1 else refuse("single-die", "GC-TURN-4")

    def place(self, placement: building.Placement) -> tuple["Library", building.PlacementResult]:
        """Return the Library with one more die."""
        return self.receive([placement.owner]), building.PlacementResult(rank=1)

    def receive(self, owners: Iterable[int]) -> "Library":
        """Return the Library with dice that come from elsewhere (GC-LIB-1)."""
        return Library((*self.dice, *owners))

    def readings(self, owner: int, dice: Dice) -> Iterator[building.Placement]:
        """Yield any single die; identical dice are not forbidden here (GC-ABIL-WILL)."""
        return (building.Placement(owner, (value,)) for value in dict.fromkeys(dice))

    def resolve(self, players: int, tiles: int) -> building.Resolution:  # noqa: ARG002 - as all buildings
        """Return a knowledge tile for each die (GC-LIB-2); the dummy gets none (GC-DUMMY-6).

        There are always enough tiles (GC-LIB-3, GC-R11).
        """
        owners = sorted({owner for owner in self.dice if owner != building.DUMMY})
        return building.Resolution(
            tuple(building.Award(owner, keep=self.dice.count(owner)) for owner in owners)
        )
