"""University: dice stand in a row by value and push higher ones to the right (GC-UNI)."""

from collections.abc import Iterator
from typing import Final

import msgspec

from companion.engine.game import Refusal
from companion.engine.wording import refuse
from companion.games.gilded_compass.buildings import building
from companion.games.gilded_compass.buildings.dice import Dice

_PAIR: Final = 2
PAIR_TOTAL: Final = 5


class Die(msgspec.Struct, frozen=True):
    """A die in an entrance."""

    owner: int
    value: int


class University(building.Site, frozen=True):
    """The row of dice in the ``entrances``, left to right and without gaps (GC-UNI-2)."""

    entrances: int
    row: tuple[Die, ...] = ()

    def why_not(self, placement: building.Placement) -> Refusal | None:
        """Return why a placement is not possible (GC-UNI-1, GC-UNI-6).

        The result of the whole placement counts (GC-UNI-4): one die of a pair must not push the
        other one out (GC-R10). A player may place here any number of times (GC-UNI-7).
        """
        if placement.lost is not None:
            return refuse("nothing-to-copy", "GC-ABIL-WILL")
        if not _is_entry(placement.dice):
            return refuse("one-or-total", "GC-UNI-1", total=PAIR_TOTAL)
        pushed_out = self._inserted(placement)[self.entrances :]
        if any(at is None for _, at in pushed_out):
            return refuse("beyond-the-last", "GC-UNI-6", count=self.entrances)
        return None

    def place(self, placement: building.Placement) -> tuple["University", building.PlacementResult]:
        """Return the row after a placement, and who was pushed out of it (GC-UNI-5)."""
        line = self._inserted(placement)
        row = tuple(die for die, _ in line[: self.entrances])
        library = tuple(die.owner for die, _ in line[self.entrances :])
        rank = next(to for to, (_, at) in enumerate(line, 1) if at is None)
        moved = tuple(
            building.PushedDice(die.owner, at, to if to <= self.entrances else building.LIBRARY)
            for to, (die, at) in enumerate(line, 1)
            if at not in (None, to) and at is not None
        )
        return University(self.entrances, row), building.PlacementResult(rank, library, moved=moved)

    def readings(self, owner: int, dice: Dice) -> Iterator[building.Placement]:
        """Yield one die, or two that total five; identical dice are allowed (GC-ABIL-WILL)."""
        lower = [low for low in dict.fromkeys(dice) if low * 2 < PAIR_TOTAL]
        ones = ((value,) for value in dict.fromkeys(dice))
        pairs = ((low, PAIR_TOTAL - low) for low in lower if PAIR_TOTAL - low in dice)
        return (building.Placement(owner, dice_chosen) for dice_chosen in (*ones, *pairs))

    def resolve(self, players: int, tiles: int) -> building.Resolution:  # noqa: ARG002 - as all buildings
        """Return a choice of one specialist for each die, left to right (GC-UNI-8)."""
        row = self.row[:tiles]
        library = tuple(die.owner for die in self.row[tiles:])
        return building.Resolution(
            tuple(building.Award(die.owner, of=tiles - i) for i, die in enumerate(row)), library
        )

    def _inserted(self, placement: building.Placement) -> list[tuple[Die, int | None]]:
        """Return the row with the new dice at its full length, each die with its old entrance.

        A new die goes to the left of all dice that are equal or higher (GC-UNI-3, GC-R31).
        """
        line: list[tuple[Die, int | None]] = [(die, at) for at, die in enumerate(self.row, 1)]
        for value in placement.dice:
            before = sum(die.value < value for die, _ in line)
            line.insert(before, (Die(placement.owner, value), None))
        return line


def _is_entry(dice: Dice) -> bool:
    return len(dice) == 1 or (len(dice) == _PAIR and sum(dice) == PAIR_TOTAL)
