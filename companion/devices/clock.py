"""Time as an input: what measures, waits or repeats asks a clock that it was given."""

from asyncio import AbstractEventLoop
from collections.abc import Callable
from math import floor
from typing import Final, Protocol

RETRY: Final = 1.9
"""Seconds between two looks for a device that is absent, so that it serves again within two."""


class TimerHandle(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None:
        """Make sure that the call never happens; harmless after it has happened."""


class Clock(Protocol):
    """Seconds on a monotonic scale, and calls at a moment of that scale."""

    def now(self) -> float:
        """Return the seconds since an arbitrary moment; may be asked from any thread."""

    def call_at(self, when: float, callback: Callable[[], None]) -> TimerHandle:
        """Call once at `when` (at once if that has passed), in the thread of the event loop."""


class LoopClock:
    """The clock of a running daemon: the event loop's own."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        """Follow `loop`; `call_at` may only be used in its thread."""
        self._loop = loop

    def now(self) -> float:
        """Return the loop's monotonic seconds."""
        return self._loop.time()

    def call_at(self, when: float, callback: Callable[[], None]) -> TimerHandle:
        """Call once at `when` in the loop's thread."""
        return self._loop.call_at(when, callback)


def next_look(now: float) -> float:
    """Return when to look for an absent device again.

    All look at the same moments, `RETRY` seconds apart, and wake the process once for all.
    """
    just_now = 0.01  # of a period: a look that comes a rounding error early is not repeated
    return (floor(now / RETRY + just_now) + 1) * RETRY
