"""The buildings of Order of the Gilded Compass, from docs/rules/gilded-compass.md alone.

Dice are their values. A placement is what the log says of it: building, dice in ascending order as
a string, `group` (the number of dice of the own group in the Archives that is extended, 0 for a new
one) and `slot` (that of the Temple, from 1). A use of Will to Win names the die `lost` instead.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

Owner = int
DUMMY: Owner = 99
Struct = dict[str, Any]
STRAIGHTS = ("auction_house", "guild")


@dataclass
class Slot:
    """A tile of the Temple: what it wants, and who has claimed it."""

    pair: str
    owner: Owner | None = None


def text(dice: Sequence[int]) -> str:
    return "".join(map(str, sorted(dice)))


def subsets(dice: Sequence[int], count: int) -> set[tuple[int, ...]]:
    """All different choices of so many dice, each in ascending order."""
    of_values = combinations_with_replacement(sorted(set(dice)), count)
    return {each for each in of_values if contains(dice, each)}


def contains(dice: Sequence[int], part: Sequence[int]) -> bool:
    return Counter(part) <= Counter(dice)


@dataclass
class Table:
    """The dice in the buildings during a round."""

    b_building: str
    c_building: str | None
    entrances: int
    extend_per_end: object = 1
    archives: list[tuple[Owner, int, int]] = field(default_factory=list)
    """Owner, value and number of dice of each group."""
    university: list[tuple[Owner, int]] = field(default_factory=list)
    """Owner and value of each die, from the left."""
    library: Counter[Owner] = field(default_factory=Counter)
    straights: dict[Owner, tuple[int, int]] = field(default_factory=dict)
    """Lowest and highest value."""
    temple: list[Slot] = field(default_factory=list)
    groups: dict[Owner, tuple[int, ...]] = field(default_factory=dict)
    """The dice of each owner in the Illuminati or the Galleon."""
    tower: tuple[list[Owner], list[Owner]] = field(default_factory=lambda: ([], []))
    """The owners of the dice in the left and in the right half, from floor 1 up."""

    # What may be placed

    def placements(self, owner: Owner, dice: Sequence[int]) -> Iterator[Struct]:
        """Yield every legal placement of these dice for an owner."""
        for value in sorted(set(dice)):  # GC-TURN-4
            yield placement("library", [value])
        yield from self.archive_placements(owner, dice)
        for entering in single_or_pair(dice, 5):  # GC-UNI-1
            if self.enters_university(entering):
                yield placement("university", entering)
        for added in self.straight_additions(owner, dice):
            if self.straight_after(owner, added) not in self.other_straights(owner):  # GC-RUN-3
                yield placement(self.b_building, added)
        yield from self.c_placements(owner, dice)

    def archive_placements(self, owner: Owner, dice: Sequence[int]) -> Iterator[Struct]:
        for value, available in Counter(dice).items():
            for added in range(1, available + 1):  # GC-ARCHIVE-1
                for group, _ in self.archive_results(owner, value, added):
                    result = group + added
                    if not any((v, n) == (value, result) for _, v, n in self.archives):
                        yield placement("archives", [value] * added, group=group)

    def archive_results(self, owner: Owner, value: int, added: int) -> Iterator[tuple[int, int]]:
        """Yield the sizes of the own group before and after: a new one, and each that can grow."""
        yield 0, added  # GC-ARCHIVE-4
        for other, own_value, size in self.archives:
            if (other, own_value) == (owner, value):
                yield size, size + added

    def enters_university(self, entering: Sequence[int]) -> bool:
        """Whether all dice that enter stand in an entrance in the end (GC-UNI-6)."""
        row = self.university_after(DUMMY + 1, entering)[: self.entrances]
        return sum(owner == DUMMY + 1 for owner, _ in row) == len(entering)

    def university_after(self, owner: Owner, entering: Sequence[int]) -> list[tuple[Owner, int]]:
        """The row after an insertion, with those that are pushed out (GC-UNI-3, -4)."""
        row = list(self.university)
        for value in entering:
            place = sum(other < value for _, other in row)
            row.insert(place, (owner, value))
        return row

    def straight_additions(self, owner: Owner, dice: Sequence[int]) -> Iterator[list[int]]:
        """Yield the dice that start or extend an owner's straight (GC-RUN-1, -2)."""
        values = set(dice)
        if owner not in self.straights:
            for low in range(1, 7):
                for high in range(low, 7):
                    if values >= set(range(low, high + 1)):
                        yield list(range(low, high + 1))
            return
        low, high = self.straights[owner]
        most = 1 if self.extend_per_end == 1 else 6  # GC-R12
        for below in range(min(most, low - 1) + 1):
            for above in range(min(most, 6 - high) + 1):
                added = [*range(low - below, low), *range(high + 1, high + above + 1)]
                if added and values >= set(added):
                    yield added

    def straight_after(self, owner: Owner, added: Sequence[int]) -> tuple[int, int]:
        ends = (*self.straights.get(owner, ()), *added)
        return min(ends), max(ends)

    def other_straights(self, owner: Owner) -> set[tuple[int, int]]:
        return {straight for other, straight in self.straights.items() if other != owner}

    def c_placements(self, owner: Owner, dice: Sequence[int]) -> Iterator[Struct]:
        match self.c_building:
            case "temple":
                for number, slot in enumerate(self.temple, 1):  # GC-TEMPLE-1, -3
                    pair = [int(value) for value in slot.pair]
                    if slot.owner is None and contains(dice, pair):
                        yield placement("temple", pair, slot=number)
            case "tower":
                for entering in single_or_pair(dice, 7):  # GC-TOWER-1
                    yield placement("tower", entering)
            case "illuminati" | "galleon":
                yield from self.growing(self.c_building, owner, dice)

    def growing(self, building: str, owner: Owner, dice: Sequence[int]) -> Iterator[Struct]:
        """Yield all in the Illuminati or the Galleon, one die more than the largest group."""
        own = self.groups.get(owner, ())
        strongest: tuple[int, ...] = max(self.groups.values(), key=len, default=())
        for added in subsets(dice, len(strongest) + 1 - len(own)):
            result = (*own, *added)
            if building == "illuminati":
                legal = contains(result, strongest)  # GC-ILLUMINATI-1 to -3
            else:
                others = (sum(group) for other, group in self.groups.items() if other != owner)
                legal = sum(result) > max(others, default=0)  # GC-GALLEON-1 to -3
            if legal:
                yield placement(building, added)

    # What a placement does

    def place(self, owner: Owner, action: Mapping[str, Any]) -> None:
        """Place dice by the building's rule; what is pushed out goes to the Library."""
        dice = [int(value) for value in action["dice"]]
        match action["building"]:
            case "library":
                self.library[owner] += 1
            case "archives":
                value, before = dice[0], action["group"]
                if before:
                    self.archives.remove((owner, value, before))
                self.archives.append((owner, value, before + len(dice)))
            case "university":
                row = self.university_after(owner, dice)
                self.university = row[: self.entrances]
                self.library.update(other for other, _ in row[self.entrances :])  # GC-UNI-5
            case "temple":
                self.temple[action["slot"] - 1].owner = owner
            case "tower":
                for value in dice:
                    half = self.tower[value > 3]  # GC-TOWER-2
                    half.insert(0, owner)
                    self.library.update(half[3:])  # GC-TOWER-3
                    del half[3:]
            case "illuminati" | "galleon":
                self.groups[owner] = tuple(sorted((*self.groups.get(owner, ()), *dice)))
            case _:
                self.straights[owner] = self.straight_after(owner, dice)

    # Will to Win (GC-ABIL-WILL)

    def wills(self, owner: Owner, dice: Sequence[int]) -> Iterator[Struct]:
        """Yield every use: a placement that copies a combination, and the die that this loses."""
        for value, available in Counter(dice).items():
            for added in range(1, available + 1):
                for group, result in self.archive_results(owner, value, added):
                    if self.archive_will(owner, value, group, result):
                        yield will("archives", [value] * added, value, group=group)
        for added_dice in self.straight_additions(owner, dice):
            result_straight = self.straight_after(owner, added_dice)
            for lost in self.straight_losses(owner, result_straight):
                yield will(self.b_building, added_dice, lost)
        if self.c_building == "illuminati":
            yield from self.illuminati_wills(owner, dice)

    def archive_will(self, owner: Owner, value: int, group: int, result: int) -> bool:
        """Whether another player's equal group can lose a die without a new tie."""
        rest = list(self.archives)
        if group:
            rest.remove((owner, value, group))
        copied = [(o, v, n) for o, v, n in rest if (v, n) == (value, result) and o != owner]
        same = [1 for _, v, n in rest if (v, n) == (value, result)]
        tie = any((v, n) == (value, result - 1) for _, v, n in rest)
        return len(copied) == len(same) == 1 and not tie

    def straight_losses(self, owner: Owner, result: tuple[int, int]) -> Iterator[int]:
        """Yield the end dice that the owner of an equal straight can lose."""
        low, high = result
        for other, straight in self.straights.items():
            if other == owner or straight != result:
                continue
            if low == high:
                yield low
                return
            rest = {s for o, s in self.straights.items() if o not in (owner, other)}
            if (low + 1, high) not in rest:
                yield low
            if (low, high - 1) not in rest:
                yield high

    def illuminati_wills(self, owner: Owner, dice: Sequence[int]) -> Iterator[Struct]:
        own = self.groups.get(owner, ())
        for other, group in self.groups.items():
            if other == owner or not contains(group, own) or len(group) == len(own):
                continue
            added = sorted((Counter(group) - Counter(own)).elements())
            sizes = {len(g) for o, g in self.groups.items() if o not in (owner, other)}
            if contains(dice, added) and len(group) - 1 not in sizes:
                for lost in set(group):
                    yield will("illuminati", added, lost)

    def use_will(self, owner: Owner, action: Mapping[str, Any]) -> None:
        """Copy another player's combination, which then loses a die to the Library."""
        building, lost = action["building"], action["lost"]
        if building == "archives":
            result = action["group"] + len(action["dice"])
            copied = next(g for g in self.archives if g[0] != owner and g[1:] == (lost, result))
            self.archives.remove(copied)
            self.place(owner, action)
            if result > 1:
                self.archives.append((copied[0], lost, result - 1))
            self.library[copied[0]] += 1
            return
        self.place(owner, action)
        combinations_here: dict[Owner, tuple[int, ...]] = (
            self.groups if building == "illuminati" else dict(self.straights)
        )
        mine = combinations_here[owner]
        other = next(o for o, c in combinations_here.items() if o != owner and c == mine)
        self.library[other] += 1
        if building == "illuminati":
            left = list(self.groups.pop(other))
            left.remove(lost)
            if left:
                self.groups[other] = tuple(left)
            return
        low, high = self.straights.pop(other)
        if low < high:
            self.straights[other] = (low + 1, high) if lost == low else (low, high - 1)

    # Ranks

    def archive_ranks(self) -> list[tuple[Owner, int, int]]:
        """The groups of the Archives in rank order (GC-ARCHIVE-5)."""
        return sorted(self.archives, key=lambda group: (group[2], group[1]), reverse=True)

    def straight_ranks(self) -> list[Owner]:
        """The owners of straights in rank order (GC-RUN-4)."""
        return sorted(
            self.straights,
            key=lambda owner: (
                self.straights[owner][1] - self.straights[owner][0],
                self.straights[owner],
            ),
            reverse=True,
        )

    def group_ranks(self) -> list[Owner]:
        """The owners in the Illuminati or the Galleon, the largest group first."""
        return sorted(self.groups, key=lambda owner: len(self.groups[owner]), reverse=True)


def placement(building: str, dice: Sequence[int], *, group: int = 0, slot: int = 0) -> Struct:
    return {"building": building, "dice": text(dice), "group": group, "slot": slot}


def will(building: str, dice: Sequence[int], lost: int, *, group: int = 0) -> Struct:
    return {"building": building, "dice": text(dice), "group": group, "lost": lost}


def single_or_pair(dice: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Yield every single die, and every two with a total."""
    yield from sorted(subsets(dice, 1))
    yield from (pair for pair in sorted(subsets(dice, 2)) if sum(pair) == total)
