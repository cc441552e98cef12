"""One colour at the end: the player's tiles, and what specialists bring wherever they are.

Numbers of specialists are enough, because those of one colour and kind differ only in value. If one
of them is unassigned while a less valuable one is assigned, they can change places; so can two of
which the less valuable has an item. Either change only adds gold. So the most valuable specialists
are assigned, and of those who can use an item, the most valuable have one. An item that can be used
is used, because it never costs gold.
"""

from typing import TypeAlias

import msgspec

from companion.games.gilded_compass.final.measure import ScoringTerms
from companion.games.gilded_compass.holdings import (
    BROADEN,
    CARTO,
    EXCAV,
    KINDS,
    RECRUIT,
    AncientMap,
    Colour,
    Holdings,
)

Numbers: TypeAlias = tuple[int, int]
"""The numbers of cartographers and of excavators."""


class Territory(msgspec.Struct, frozen=True):
    """One colour: its ancient maps, and by kind, its items and the values of its specialists.

    ``is_known`` if the colour counts for Scour the Globe even without a Secret Map.
    """

    colour: Colour
    values: tuple[tuple[int, ...], ...]
    items: tuple[int, ...]
    maps: tuple[AncientMap, ...]
    is_known: bool

    @classmethod
    def of(cls, colour: Colour, holdings: Holdings) -> "Territory":
        """Return a player's holdings in a colour."""
        specialists = [
            specialist for specialist in holdings.specialists if specialist.colour == colour
        ]
        items = [item.kind for item in holdings.items if item.colour == colour]
        maps = tuple(ancient for ancient in holdings.maps if ancient.colour == colour)
        return cls(
            colour=colour,
            values=tuple(
                tuple(
                    sorted(
                        (specialist.value for specialist in specialists if specialist.kind == kind),
                        reverse=True,
                    )
                )
                for kind in KINDS
            ),
            items=tuple(items.count(kind) for kind in KINDS),
            maps=maps,
            is_known=bool(maps) or any(colour in mission.colours for mission in holdings.missions),
        )

    @property
    def numbers(self) -> Numbers:
        """The numbers of specialists, by kind."""
        cartographers, excavators = self.values
        return len(cartographers), len(excavators)

    def worth(self, assigned: Numbers, terms: ScoringTerms) -> int:
        """Return the points of assigned specialists on any map (GC-END-SPEC)."""
        cartographers, excavators = assigned
        together = cartographers + excavators
        missions = terms.missions
        gold = counted(assigned, terms) if terms.counted_everywhere else 0
        gold += missions[RECRUIT] * (together // 2) + missions[BROADEN] * (together > 0)
        if terms.items_everywhere:
            gold += self.doubled(assigned)
        value = sum(self.values[0][:cartographers]) + sum(self.values[1][:excavators])
        return terms.scale.gold * gold + terms.scale.assigned(together, value)

    def doubled(self, numbers: Numbers) -> int:
        """Return the extra points if ``numbers`` of specialists can use items (GC-END-ITEM)."""
        kinds = zip(self.values, self.items, numbers, strict=True)
        return sum(sum(values[: min(items, n)]) for values, items, n in kinds)


def counted(assigned: Numbers, terms: ScoringTerms) -> int:
    """Return the points of missions that count specialists of a kind (GC-MISSION-CARTO, -EXCAV)."""
    cartographers, excavators = assigned
    return terms.missions[CARTO] * cartographers + terms.missions[EXCAV] * excavators
