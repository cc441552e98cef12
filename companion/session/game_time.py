"""Time of one game: milliseconds since its start, and the matching time of day."""

from collections.abc import Callable
from datetime import UTC, datetime
from time import time
from typing import Final

import msgspec

from companion.devices.clock import Clock
from companion.table.state import Timestamp

_MILLISECONDS: Final = 1000
_JUMP: Final = 1000
"""Milliseconds by which the time of day may drift from the clock unnoticed."""


class GameTime(msgspec.Struct, eq=False):
    """A game's time, measured by ``clock``; ``wall`` returns the time of day in seconds (POSIX)."""

    clock: Clock
    wall: Callable[[], float] = time
    _origin: float = 0.0
    """The moment on the clock at which the game's time is 0, in seconds."""
    _began: int = 0
    """The same moment as a time of day, in milliseconds (POSIX)."""

    def __post_init__(self) -> None:
        """Start the game's time now."""
        self.go_on(0)

    def go_on(self, elapsed: int) -> None:
        """Resume the game's time from ``elapsed`` milliseconds."""
        self._origin = self.clock.now() - elapsed / _MILLISECONDS

    @property
    def elapsed(self) -> int:
        """Milliseconds of the game so far."""
        return round((self.clock.now() - self._origin) * _MILLISECONDS)

    @property
    def now(self) -> Timestamp:
        """The current time; its time of day follows the clock unless one of the two jumps."""
        elapsed = self.elapsed
        began = round(self.wall() * _MILLISECONDS) - elapsed
        if abs(began - self._began) > _JUMP:
            self._began = began
        return Timestamp(elapsed, (self._began + elapsed) / _MILLISECONDS)

    @property
    def day(self) -> str:
        """The day on this computer's calendar."""
        return datetime.fromtimestamp(self.wall(), UTC).astimezone().date().isoformat()

    def on_clock(self, elapsed: int) -> float:
        """Return the clock's time at ``elapsed`` milliseconds of the game."""
        return self._origin + elapsed / _MILLISECONDS
