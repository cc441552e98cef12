"""Archives: groups of dice with the same value; the largest choose maps first (GC-ARCHIVE)."""

from collections.abc import Iterator

import msgspec

from companion.engine.game import Refusal
from companion.engine.wording import refuse
from companion.games.gilded_compass.buildings import building
from companion.games.gilded_compass.buildings.dice import Dice


class Group(msgspec.Struct, frozen=True):
    """Dice of one owner with one value; an owner may have any number of groups (GC-ARCHIVE-2)."""

    owner: int
    value: int
    count: int


class Archives(building.Site, frozen=True):
    """The groups, in the order in which they were begun."""

    groups: tuple[Group, ...] = ()

    @property
    def ranked(self) -> tuple[Group, ...]:
        """The groups by number of dice, then by value, the highest first (GC-ARCHIVE-5)."""
        return tuple(
            sorted(self.groups, key=lambda group: (group.count, group.value), reverse=True)
        )

    def why_not(self, placement: building.Placement) -> Refusal | None:
        """Return why a placement is not possible (GC-ARCHIVE-1 to -4, GC-R8).

        Will to Win is never for dummy dice (GC-ABIL-WILL).
        """
        owner, dice, spot = placement.owner, placement.dice, placement.spot
        if len(set(dice)) != 1:
            return refuse("different-values", "GC-ARCHIVE-1")
        if spot is not None and Group(owner, dice[0], spot) not in self.groups:
            return refuse("no-group-to-extend", "GC-ARCHIVE-0", value=dice[0])
        twin = self._twin(placement)
        if placement.lost is None:
            return None if twin is None else refuse("equal-group", "GC-ARCHIVE-3")
        if twin is None or owner in (twin.owner, building.DUMMY):
            return refuse("nothing-to-copy", "GC-ABIL-WILL")
        if placement.lost != twin.value or self._cut(placement, twin) is None:
            return refuse("new-tie", "GC-R19")
        return None

    def place(self, placement: building.Placement) -> tuple["Archives", building.PlacementResult]:
        """Return the Archives after a placement, and its consequences."""
        twin = self._twin(placement)
        own = self._result(placement)
        groups = self._with(placement)
        library: tuple[int, ...] = ()
        if twin is not None:
            groups, library = self._cut(placement, twin) or groups, (twin.owner,)
        after = Archives(groups)
        rank = after.ranked.index(own) + 1
        moves = building.pushed_dice(self.ranked, after.ranked, key=lambda group: group)
        moved = tuple(move for move in moves if move.to > move.at)
        return after, building.PlacementResult(rank, library, moved=moved)

    def readings(self, owner: int, dice: Dice) -> Iterator[building.Placement]:
        """Yield dice of one value, as a new group or added to one.

        A second group of the same value may be begun (GC-ARCHIVE-4).
        """
        for value in dict.fromkeys(dice):
            own = (
                group.count for group in self.groups if (group.owner, group.value) == (owner, value)
            )
            spots = (None, *own)
            for count in range(1, dice.count(value) + 1):
                for spot in spots:
                    yield building.Placement(owner, (value,) * count, spot)

    def copies(self, owner: int, dice: Dice) -> Iterator[building.Placement]:
        """Yield placements that could equal an opponent's group (GC-ABIL-WILL)."""
        for reading in self.readings(owner, dice):
            yield building.Placement(owner, reading.dice, reading.spot, reading.dice[0])

    def resolve(self, players: int, tiles: int) -> building.Resolution:  # noqa: ARG002 - as all buildings
        """Return one map for each group, in rank order, while there are maps (GC-ARCHIVE-6, -7).

        Each group takes only one map, so maps may be left over (GC-R9).
        """
        ranked = self.ranked
        library = tuple(group.owner for group in ranked[tiles:] for _ in range(group.count))
        return building.Resolution(
            tuple(
                building.Award(group.owner, of=tiles - i) for i, group in enumerate(ranked[:tiles])
            ),
            library,
        )

    def _result(self, placement: building.Placement) -> Group:
        count = len(placement.dice) + (placement.spot or 0)
        return Group(placement.owner, placement.dice[0], count)

    def _others(self, placement: building.Placement) -> tuple[Group, ...]:
        """Return all groups except the one that is extended."""
        if placement.spot is None:
            return self.groups
        extended = Group(placement.owner, placement.dice[0], placement.spot)
        return tuple(group for group in self.groups if group != extended)

    def _twin(self, placement: building.Placement) -> Group | None:
        """Return another group with the same value and number of dice as the result, if any."""
        own = self._result(placement)
        same = (
            group for group in self._others(placement) if (group.value, group.count) == _like(own)
        )
        return next(same, None)

    def _with(self, placement: building.Placement) -> tuple[Group, ...]:
        """Return all groups after the placement; an extended group keeps its position."""
        own = self._result(placement)
        if placement.spot is None:
            return (*self.groups, own)
        extended = Group(placement.owner, placement.dice[0], placement.spot)
        return tuple(own if group == extended else group for group in self.groups)

    def _cut(self, placement: building.Placement, twin: Group) -> tuple[Group, ...] | None:
        """Return the groups after ``twin`` has lost a die, or ``None`` if that makes a new tie."""
        cut = Group(twin.owner, twin.value, twin.count - 1)
        groups = self._with(placement)
        if any(_like(group) == _like(cut) for group in groups):
            return None
        changed = (cut if group == twin else group for group in groups)
        return tuple(group for group in changed if group.count)


def _like(group: Group) -> tuple[int, int]:
    return group.value, group.count
