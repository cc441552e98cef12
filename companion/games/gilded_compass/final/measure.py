"""Objective of the final assignment, and the missions that affect it."""

from collections.abc import Iterable, Mapping

import msgspec

from companion.games.gilded_compass.flags import Flags
from companion.games.gilded_compass.holdings import (
    MISSIONS,
    SECOND,
    SECRET_MAP,
    Holdings,
    Specialist,
)


class Scale(msgspec.Struct, frozen=True):
    """Gold, then unassigned specialists, then their values, as one number.

    Among the assignments with the most gold, the best leaves the most specialists unassigned
    (GC-END-TIE-1, GC-END-TIE-2), and among these the most value (GC-R26). All specialists together
    weigh less than one gold, and all their values less than one specialist, so comparing the
    numbers compares gold first.
    """

    gold: int
    each: int

    @classmethod
    def of(cls, specialists: Iterable[Specialist]) -> "Scale":
        """Return the scale for a player's specialists."""
        values = [specialist.value for specialist in specialists]
        each = sum(values) + 1
        return cls(each * (len(values) + 1), each)

    def assigned(self, number: int, value: int) -> int:
        """Return the weight of a number of assigned specialists with a total value."""
        return self.gold * value - self.each * number - value


class ScoringTerms(msgspec.Struct, frozen=True):
    """Constants of all colours: the scale, the missions and the rulings.

    ``secrets`` is the number of Secret Maps, ``thirds`` the number of maps that may take a third
    specialist (GC-MISSION-SECOND). ``items_everywhere`` and ``counted_everywhere``: whether items
    work on Dual and Secret Maps, and missions that count a kind count it there (GC-R25, GC-R24).
    """

    scale: Scale
    missions: Mapping[str, int]
    secrets: int
    thirds: int
    items_everywhere: bool
    counted_everywhere: bool

    @classmethod
    def of(cls, holdings: Holdings, flags: Flags) -> "ScoringTerms":
        """Return the terms of a player's holdings."""
        missions = dict.fromkeys(MISSIONS, 0)
        for mission in holdings.missions:
            missions[mission.kind] += 1
        return cls(
            Scale.of(holdings.specialists),
            missions,
            missions[SECRET_MAP],
            missions[SECOND],
            flags.items_on_mission_maps,
            flags.specialists_on_mission_maps,
        )
