"""Straights, shared by Auction House and Treasure Hunters' Guild (GC-RUN)."""

from collections.abc import Iterator
from typing import Final, Self

import msgspec
from msgspec.structs import replace

from companion.engine.game import Refusal
from companion.engine.wording import refuse
from companion.games.gilded_compass.buildings import building
from companion.games.gilded_compass.buildings.dice import FACES, Dice, choices, holds

REWARDED: Final = 2
REWARDED_OF_FIVE: Final = 3
FIVE: Final = 5


class Straight(msgspec.Struct, frozen=True):
    """Dice of one owner with all values from ``low`` to ``high`` (GC-VOC-6)."""

    owner: int
    low: int
    high: int

    @property
    def values(self) -> Dice:
        """The values of its dice."""
        return tuple(range(self.low, self.high + 1))


class Straights(building.Site, frozen=True):
    """The straights in the order in which they were begun, at most one per owner (GC-RUN-1).

    ``per_end`` is how many dice may be added at either end at once, ``None`` for any (GC-R12).
    """

    straights: tuple[Straight, ...] = ()
    per_end: int | None = 1

    @property
    def ranked(self) -> tuple[Straight, ...]:
        """The straights by length, then by value, the best first (GC-RUN-4)."""
        return tuple(
            sorted(
                self.straights,
                key=lambda straight: (straight.high - straight.low, straight.high),
                reverse=True,
            )
        )

    def own(self, owner: int) -> Straight | None:
        """Return an owner's straight."""
        return next((straight for straight in self.straights if straight.owner == owner), None)

    def why_not(self, placement: building.Placement) -> Refusal | None:
        """Return why a placement is not possible (GC-RUN-1 to GC-RUN-3)."""
        wrong = self._why_no_straight(placement)
        if wrong is not None:
            return wrong
        twin = self._twin(placement)
        if placement.lost is None:
            return None if twin is None else refuse("equal-straight", "GC-RUN-3")
        if twin is None or placement.owner == building.DUMMY:
            return refuse("nothing-to-copy", "GC-ABIL-WILL")
        if self._cut(placement, twin, placement.lost) is None:
            return refuse("new-tie", "GC-R19")
        return None

    def place(self, placement: building.Placement) -> tuple[Self, building.PlacementResult]:
        """Return the building after a placement, and its consequences."""
        twin = self._twin(placement)
        straights = self._with(placement)
        library: tuple[int, ...] = ()
        if twin is not None and placement.lost is not None:
            straights = self._cut(placement, twin, placement.lost) or straights
            library = (twin.owner,)
        after = replace(self, straights=straights)
        rank = [straight.owner for straight in after.ranked].index(placement.owner) + 1
        moved = building.pushed_dice(self.ranked, after.ranked)
        moved = tuple(move for move in moved if move.owner != placement.owner)
        return after, building.PlacementResult(rank, library, moved=moved)

    def readings(self, owner: int, dice: Dice) -> Iterator[building.Placement]:
        """Yield first straights, or dice for the ends of the owner's."""
        return (building.Placement(owner, reading) for reading in self._readings(owner, dice))

    def copies(self, owner: int, dice: Dice) -> Iterator[building.Placement]:
        """Yield placements that could equal an opponent's straight (GC-ABIL-WILL)."""
        for reading in self._readings(owner, dice):
            yield from (building.Placement(owner, reading, lost=lost) for lost in FACES)

    def rewarded(self, players: int) -> tuple[Straight, ...]:
        """Return the straights that earn something, in rank order (GC-RUN-5)."""
        return self.ranked[: REWARDED_OF_FIVE if players == FIVE else REWARDED]

    def unrewarded(self, players: int) -> tuple[int, ...]:
        """Return the owners of the dice that earn nothing (GC-RUN-5)."""
        left = self.ranked[len(self.rewarded(players)) :]
        return tuple(straight.owner for straight in left for _ in straight.values)

    def _readings(self, owner: int, dice: Dice) -> Iterator[Dice]:
        if self.own(owner) is None:
            runs = (tuple(range(low, high + 1)) for low in FACES for high in FACES if low <= high)
            yield from (run for run in runs if holds(dice, run))
            return
        values = tuple(dict.fromkeys(dice))
        for size in range(1, len(values) + 1):
            yield from choices(values, size)

    def _why_no_straight(self, placement: building.Placement) -> Refusal | None:
        own, dice = self.own(placement.owner), placement.dice
        if own is None:
            return None if _is_straight(dice) else refuse("no-straight", "GC-VOC-6")
        below = [value for value in dice if value < own.low]
        above = [value for value in dice if value > own.high]
        if not dice or len(below) + len(above) < len(dice):
            return refuse("inside-the-straight", "GC-RUN-2", low=own.low, high=own.high)
        if not _is_straight(tuple(sorted((*dice, *own.values)))):
            return refuse("no-straight", "GC-VOC-6")
        if self.per_end is not None and max(len(below), len(above)) > self.per_end:
            return refuse("too-many-at-an-end", "GC-R12", most=self.per_end)
        return None

    def _result(self, placement: building.Placement) -> Straight:
        own = self.own(placement.owner)
        values = sorted((*placement.dice, *(own.values if own else ())))
        return Straight(placement.owner, values[0], values[-1])

    def _twin(self, placement: building.Placement) -> Straight | None:
        """Return another owner's straight that is identical to the result, if any."""
        own = self._result(placement)
        others = (straight for straight in self.straights if straight.owner != own.owner)
        return next((straight for straight in others if straight.values == own.values), None)

    def _with(self, placement: building.Placement) -> tuple[Straight, ...]:
        """Return all straights after the placement; an extended one keeps its position."""
        result = self._result(placement)
        if self.own(placement.owner) is None:
            return (*self.straights, result)
        return tuple(
            result if straight.owner == placement.owner else straight for straight in self.straights
        )

    def _cut(
        self, placement: building.Placement, twin: Straight, lost: int
    ) -> tuple[Straight, ...] | None:
        """Return the straights after ``twin`` has lost an end die, or ``None`` if it cannot."""
        if lost not in (twin.low, twin.high):
            return None
        low = twin.low + (lost == twin.low)
        high = twin.high - (lost == twin.high and twin.low < twin.high)
        cut = Straight(twin.owner, low, high)
        straights = self._with(placement)
        if cut.values and any(straight.values == cut.values for straight in straights):
            return None
        changed = (cut if straight == twin else straight for straight in straights)
        return tuple(straight for straight in changed if straight.values)


def _is_straight(dice: Dice) -> bool:
    return bool(dice) and dice == tuple(range(dice[0], dice[0] + len(dice)))
