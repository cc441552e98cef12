"""Schedule of events without input: clock ticks, checkpoints, reminders."""

from typing import Final

import msgspec

from companion.table.choosing.handover import read_at
from companion.table.clocks.kinds import ClockKind
from companion.table.clocks.time_control import next_change, next_sand
from companion.table.state import IdleFace, Table

CHECKPOINT: Final = 10_000
"""The most milliseconds of the players' clocks that a power cut may lose."""
_LEAST: Final = 1000
"""The fewest milliseconds between two checkpoints."""
_MILLISECONDS: Final = 1000


class IdleSchedule(msgspec.Struct, eq=False):
    """Schedules events in milliseconds of the game's time.

    ``remind`` is the seconds without input until a reminder is due, 0 for never.
    """

    remind: float = 0.0
    _touched: int = 0
    """When the last input came, in milliseconds of the game's time."""
    _reminded: bool = False

    def touch(self, elapsed: int) -> None:
        """Restart the count after an input."""
        self._touched, self._reminded = elapsed, False

    def must_remind(self, elapsed: int) -> bool:
        """Return whether there was no input for too long; true only once each time."""
        due = bool(self.remind) and not self._reminded and elapsed >= self._reminder
        self._reminded = self._reminded or due
        return due

    @property
    def _reminder(self) -> int:
        return self._touched + round(self.remind * _MILLISECONDS)

    def due(self, table: Table) -> int | None:
        """Return when the next event is due, ``None`` while the clocks are stopped."""
        clocks = table.clocks
        read = read_at(table)
        if read is not None:
            return read
        if table.is_over:
            return None
        sand = next_sand(clocks, clocks.at)
        if not clocks.ticking:
            return sand
        due = max(table.logged_at + CHECKPOINT, clocks.at + _LEAST)
        if table.console.face is IdleFace.CLOCK or table.clocks.control.kind is not ClockKind.NONE:
            due = min(due, next_change(clocks, clocks.at) or due)
        due = due if sand is None else min(due, sand)
        if self.remind and not self._reminded:
            due = min(due, self._reminder)
        return due
