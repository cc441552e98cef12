"""What is maximised at the end, and which missions have a say in it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.gilded_compass.flags import Flags
from companion.games.gilded_compass.holdings import (
    MISSIONS,
    SECOND,
    SECRET_MAP,
    Holdings,
    Specialist,
)


@dataclass(frozen=True, slots=True)
class Scale:
    """Gold, then unassigned specialists, then their values, as one number.

    Of the assignments with most gold the one with the most unassigned specialists is wanted
    (GC-END-TIE-1, GC-END-TIE-2), of these the one that leaves most value (GC-R26). All specialists
    together weigh less than one gold, all their values less than one specialist, so that comparing
    numbers compares gold first.
    """

    gold: int
    each: int

    @classmethod
    def of(cls, specialists: Iterable[Specialist]) -> "Scale":
        """Return the scale for a player's specialists."""
        values = [each.value for each in specialists]
        each = sum(values) + 1
        return cls(each * (len(values) + 1), each)

    def assigned(self, number: int, value: int) -> int:
        """Return what assigned specialists of so much value in all weigh."""
        return self.gold * value - self.each * number - value


@dataclass(frozen=True, slots=True)
class Terms:
    """What is the same for all colours: the scale, tiles of each mission and the ruling on items.

    ``secrets`` is the number of Secret Maps, ``thirds`` that of maps that may take a third
    specialist (GC-MISSION-SECOND).
    """

    scale: Scale
    missions: Mapping[str, int]
    secrets: int
    thirds: int
    items_everywhere: bool

    @classmethod
    def of(cls, holdings: Holdings, flags: Flags) -> "Terms":
        """Return the terms of a player's holdings."""
        missions = dict.fromkeys(MISSIONS, 0)
        for each in holdings.missions:
            missions[each.kind] += 1
        return cls(
            Scale.of(holdings.specialists),
            missions,
            missions[SECRET_MAP],
            missions[SECOND],
            flags.items_on_mission_maps,
        )
