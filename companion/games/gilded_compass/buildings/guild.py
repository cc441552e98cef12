"""Treasure Hunters' Guild: the best straights choose missions (GC-GUILD)."""

from typing import Final

from companion.games.gilded_compass.buildings.building import DUMMY, Award, Resolution
from companion.games.gilded_compass.buildings.straights import Straights

_MISSIONS: Final = 3
"""How many missions rank 1 draws (GC-GUILD-1)."""


class Guild(Straights, frozen=True):
    """Straights that earn missions."""

    def resolve(self, players: int, tiles: int) -> Resolution:  # noqa: ARG002 - as all buildings
        """Return the choices of missions by owner; rank 1 draws them (GC-GUILD-1, GC-GUILD-2).

        Missions that are not kept go under the stack (GC-R13). The dummy draws nothing, so the
        player behind it draws one tile less (GC-DUMMY-GUILD).
        """
        offered = {
            straight.owner: _MISSIONS - i for i, straight in enumerate(self.rewarded(players))
        }
        chooser = [(owner, of) for owner, of in offered.items() if owner != DUMMY]
        awards = tuple(
            Award(owner, draw=0 if i else of, of=of) for i, (owner, of) in enumerate(chooser)
        )
        return Resolution(awards, self.unrewarded(players))
