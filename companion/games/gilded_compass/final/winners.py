"""The winners (GC-END-TIE-1 to GC-END-TIE-3)."""

from collections.abc import Sequence

import msgspec

from companion.games.gilded_compass.final.tally import Tally
from companion.games.gilded_compass.flags import Flags
from companion.schema.bounds import Count


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's gold, the number of specialists left over, and the total of their values."""

    total: Count
    unassigned: Count
    unassigned_value: Count = 0

    @classmethod
    def of(cls, tally: Tally) -> "Standing":
        """Return the parts of a score that determine the winner."""
        left = tally.assignment
        return cls(tally.total, len(left.unassigned), left.unassigned_value)


def winners(standings: Sequence[Standing], flags: Flags) -> tuple[int, ...]:
    """Return the seats that have won: most gold, then most unassigned specialists.

    Players who are still tied share the win; with the flag ``tie_by_value``, the values of the
    unassigned specialists are compared first (GC-R26).
    """
    ranks = [
        (
            standing.total,
            standing.unassigned,
            standing.unassigned_value if flags.tie_by_value else 0,
        )
        for standing in standings
    ]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
