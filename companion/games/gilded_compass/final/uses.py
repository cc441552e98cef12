"""Which ancient maps of a colour are used, and which of them doubled."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from companion.games.gilded_compass.holdings import AncientMap

UNUSED: Final = 0
USED: Final = 1
DOUBLED: Final = 2

Use: TypeAlias = int
"""``UNUSED``, ``USED`` or ``DOUBLED``."""


class Uses(NamedTuple):
    """The gold of some maps, and the use of each."""

    gold: int = 0
    each: tuple[Use, ...] = ()


def uses(maps: Sequence[AncientMap]) -> Mapping[tuple[int, int], Uses]:
    """Return for each number of used maps, and of doubled ones among them, the best of these.

    A used map brings ``high``, a doubled one twice that, any other ``low`` (GC-END-MAP,
    GC-END-ITEM). Map by map the best for each pair of numbers is kept, which leaves nothing out:
    what comes later depends on the numbers alone.
    """
    table = {(0, 0): Uses()}
    for each in maps:
        longer: dict[tuple[int, int], Uses] = {}
        for (used, doubled), found in table.items():
            for use, gold in ((UNUSED, each.low), (USED, each.high), (DOUBLED, 2 * each.high)):
                key = used + (use != UNUSED), doubled + (use == DOUBLED)
                candidate = Uses(found.gold + gold, (*found.each, use))
                if key not in longer or candidate.gold > longer[key].gold:
                    longer[key] = candidate
        table = longer
    return table
