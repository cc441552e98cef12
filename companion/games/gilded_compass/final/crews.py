"""How many specialists of one colour can stand on maps of that colour.

A map takes at most one cartographer and one excavator, and with Second Opinion one more of either
kind in addition to such a pair (GC-END-PLACE, GC-R23). So ``c`` cartographers and ``e`` excavators
can stand on exactly ``m`` maps, ``t`` of them with a third, if and only if there are enough pairs
for the thirds and enough thirds for those who have no other place:

    p = c + e - m - t >= t    and    max(0, c - m) + max(0, e - m) <= t

``p`` is then the number of maps with a pair. Without the thirds, ``c'`` and ``e'`` are left,
neither more than ``m``, because each map takes one of a kind: so ``c' + e' - m`` maps must have
both. Conversely, put pairs on ``p`` maps, the rest of both kinds alone on the other ``m - p``,
and the thirds on maps with pairs.
"""

from collections.abc import Iterator
from typing import NamedTuple


class Crew(NamedTuple):
    """Numbers of specialists on a number of maps, some of these maps with a third."""

    cartographers: int = 0
    excavators: int = 0
    maps: int = 0
    thirds: int = 0

    @property
    def pairs(self) -> int:
        """The number of maps with both kinds."""
        return self.cartographers + self.excavators - self.maps - self.thirds

    @property
    def is_possible(self) -> bool:
        """Return whether such a crew can exist."""
        crowd = max(0, self.cartographers - self.maps) + max(0, self.excavators - self.maps)
        return crowd <= self.thirds <= self.pairs

    def layout(self) -> tuple[tuple[int, int], ...]:
        """Return the numbers of cartographers and excavators on each map, the fullest first."""
        third_cartographers = max(0, self.cartographers - self.maps)
        pairs = self.pairs
        cartographers = self.cartographers - third_cartographers
        return tuple(
            (
                (i < cartographers) + (i < third_cartographers),
                (not pairs <= i < cartographers) + (third_cartographers <= i < self.thirds),
            )
            for i in range(self.maps)
        )


def crews(most: Crew) -> Iterator[Crew]:
    """Yield all possible crews with at most the specialists, maps and thirds of ``most``."""
    for cartographers in range(most.cartographers + 1):
        for excavators in range(most.excavators + 1):
            together = cartographers + excavators
            fewest = max(0, max(cartographers, excavators) - most.thirds)
            for maps in range(fewest, min(together, most.maps) + 1):
                for thirds in range(min(most.thirds, together - maps) + 1):
                    crew = Crew(cartographers, excavators, maps, thirds)
                    if crew.is_possible:
                        yield crew
