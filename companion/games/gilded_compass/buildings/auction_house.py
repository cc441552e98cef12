"""Auction House: the best straights draw artifacts (GC-AUCTION)."""

from typing import Final

from companion.games.gilded_compass.buildings.building import DUMMY, Award, Resolution
from companion.games.gilded_compass.buildings.straights import Straights

_DRAWN_AND_KEPT: Final = ((3, 2), (2, 1), (1, 1))
"""How many artifacts a player draws and keeps, by rank (GC-AUCTION-1)."""
_REMOVED: Final = (4, 2)
"""How many artifacts the dummy removes, by rank (GC-DUMMY-AUCTION)."""


class AuctionHouse(Straights, frozen=True):
    """Straights that earn artifacts."""

    def resolve(self, players: int, tiles: int) -> Resolution:  # noqa: ARG002 - as all buildings
        """Return who draws and keeps how many, in rank order (GC-AUCTION-1 to GC-AUCTION-3).

        The dummy's tiles leave the game; others keep their ranks (GC-DUMMY-AUCTION).
        """
        rewarded = self.rewarded(players)
        awards = tuple(_award(straight.owner, rank) for rank, straight in enumerate(rewarded))
        return Resolution(awards, self.unrewarded(players))


def _award(owner: int, rank: int) -> Award:
    if owner == DUMMY:
        return Award(DUMMY, draw=_REMOVED[rank], of=_REMOVED[rank], keep=0)
    drawn, kept = _DRAWN_AND_KEPT[rank]
    return Award(owner, draw=drawn, of=drawn, keep=kept)
