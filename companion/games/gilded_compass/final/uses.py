"""The used ancient maps of a colour, and the doubled ones among them."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from companion.games.gilded_compass.holdings import AncientMap

UNUSED: Final = 0
USED: Final = 1
DOUBLED: Final = 2

Use: TypeAlias = int
"""How a map is used: ``UNUSED``, ``USED`` or ``DOUBLED``."""


class Uses(NamedTuple):
    """The total gold of some maps, and the use of each map."""

    gold: int = 0
    each: tuple[Use, ...] = ()


def uses(maps: Sequence[AncientMap]) -> Mapping[tuple[int, int], Uses]:
    """Return the best uses for each number of used maps, and of doubled ones among them.

    A used map brings ``high``, a doubled one twice that, any other ``low`` (GC-END-MAP,
    GC-END-ITEM). Map by map, only the best for each pair of numbers is kept. That is enough,
    because what follows depends on the numbers alone.
    """
    table = {(0, 0): Uses()}
    for ancient in maps:
        longer: dict[tuple[int, int], Uses] = {}
        for (used, doubled), so_far in table.items():
            for use, gold in (
                (UNUSED, ancient.low),
                (USED, ancient.high),
                (DOUBLED, 2 * ancient.high),
            ):
                key = used + (use != UNUSED), doubled + (use == DOUBLED)
                candidate = Uses(so_far.gold + gold, (*so_far.each, use))
                if key not in longer or candidate.gold > longer[key].gold:
                    longer[key] = candidate
        table = longer
    return table
