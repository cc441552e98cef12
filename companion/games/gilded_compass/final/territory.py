"""One colour at the end: who and what a player has there, and what specialists bring wherever.

Numbers of specialists are enough. Those of one colour and kind differ in their values alone. If one
of them is unassigned while one of less value is assigned, they can change places; if one without an
item has more value than one with an item, these can, too. Both only add gold. So the most valuable
are assigned, and of those who can use an item the most valuable have one. An item that can be used
is used, for it takes no gold away.
"""

from dataclasses import dataclass
from typing import TypeAlias

from companion.games.gilded_compass.final.measure import Terms
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
"""How many cartographers and excavators."""


@dataclass(frozen=True, slots=True)
class Territory:
    """One colour: values of its specialists, most first, and items, both by kind; its ancient maps.

    ``is_known`` tells that the colour counts for Scour the Globe without a Secret Map.
    """

    colour: Colour
    values: tuple[tuple[int, ...], ...]
    items: tuple[int, ...]
    maps: tuple[AncientMap, ...]
    is_known: bool

    @classmethod
    def of(cls, colour: Colour, holdings: Holdings) -> "Territory":
        """Return what a player holds in a colour."""
        specialists = [each for each in holdings.specialists if each.colour == colour]
        items = [each.kind for each in holdings.items if each.colour == colour]
        maps = tuple(each for each in holdings.maps if each.colour == colour)
        return cls(
            colour=colour,
            values=tuple(
                tuple(
                    sorted((each.value for each in specialists if each.kind == kind), reverse=True)
                )
                for kind in KINDS
            ),
            items=tuple(items.count(kind) for kind in KINDS),
            maps=maps,
            is_known=bool(maps) or any(colour in each.colours for each in holdings.missions),
        )

    @property
    def numbers(self) -> Numbers:
        """How many specialists there are."""
        cartographers, excavators = self.values
        return len(cartographers), len(excavators)

    def worth(self, assigned: Numbers, terms: Terms) -> int:
        """Return what so many bring wherever they are assigned (GC-END-SPEC)."""
        cartographers, excavators = assigned
        together = cartographers + excavators
        missions = terms.missions
        gold = missions[CARTO] * cartographers + missions[EXCAV] * excavators
        gold += missions[RECRUIT] * (together // 2) + missions[BROADEN] * (together > 0)
        if terms.items_everywhere:
            gold += self.doubled(assigned)
        value = sum(self.values[0][:cartographers]) + sum(self.values[1][:excavators])
        return terms.scale.gold * gold + terms.scale.assigned(together, value)

    def doubled(self, numbers: Numbers) -> int:
        """Return what items add, if so many can use them (GC-END-ITEM)."""
        kinds = zip(self.values, self.items, numbers, strict=True)
        return sum(sum(values[: min(items, n)]) for values, items, n in kinds)
