"""Assignment of specialists to maps at the end, optionally with items (GC-END-ASSIGN)."""

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from companion.games.gilded_compass import holdings

Place: TypeAlias = holdings.AncientMap | holdings.Mission
"""An ancient map, a Dual Map or a Secret Map."""


class Posted(msgspec.Struct, frozen=True):
    """A specialist on a map; ``equipped`` with a magical item (GC-END-ITEM)."""

    specialist: holdings.Specialist
    equipped: bool = False


class Post(msgspec.Struct, frozen=True):
    """A map, and its assigned specialists."""

    place: Place
    staff: tuple[Posted, ...] = ()

    @property
    def colours(self) -> frozenset[holdings.Colour]:
        """The colours of the specialists on the map."""
        return frozenset(posted.specialist.colour for posted in self.staff)

    @property
    def is_ancient(self) -> bool:
        """Return whether the map is ancient, neither Dual nor Secret (section 11)."""
        return isinstance(self.place, holdings.AncientMap)

    @property
    def is_pair(self) -> bool:
        """Return whether there are both a cartographer and an excavator."""
        return _both(posted.specialist.kind for posted in self.staff)

    @property
    def is_doubled(self) -> bool:
        """Return whether items of cartographer and excavator double the map (GC-END-ITEM)."""
        return _both(posted.specialist.kind for posted in self.staff if posted.equipped)


class Assignment(msgspec.Struct, frozen=True):
    """All maps with the specialists assigned to them, and the specialists left over."""

    posts: tuple[Post, ...] = ()
    unassigned: tuple[holdings.Specialist, ...] = ()

    @property
    def assigned(self) -> tuple[holdings.Specialist, ...]:
        """The specialists on maps."""
        return tuple(posted.specialist for post in self.posts for posted in post.staff)

    @property
    def unassigned_value(self) -> int:
        """The sum of the values of the specialists left over (GC-R26)."""
        return sum(specialist.value for specialist in self.unassigned)


def _both(kinds: Iterable[holdings.Kind]) -> bool:
    return set(kinds) == set(holdings.KINDS)
