"""Clocks as a dependency: code that measures, waits or repeats is passed its clock."""

from asyncio import AbstractEventLoop
from collections.abc import Callable
from math import floor
from typing import Final, Protocol

RETRY: Final = 1.9
"""Seconds between two searches for an absent device: it is back in service within two."""


class TimerHandle(Protocol):
    """A pending call."""

    def cancel(self) -> None:
        """Cancel the call; harmless after it has happened."""


class Clock(Protocol):
    """A monotonic clock in seconds, which can also call back at a given moment."""

    def now(self) -> float:
        """Return the seconds since an arbitrary moment; may be called from any thread."""

    def call_at(self, when: float, callback: Callable[[], None]) -> TimerHandle:
        """Call once at `when`, or at once if that has passed, in the event loop's thread."""


class LoopClock:
    """The clock of a running daemon: the event loop's own."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        """Use the time of `loop`; `call_at` may only be called in its thread."""
        self._loop = loop

    def now(self) -> float:
        """Return the loop's monotonic time in seconds."""
        return self._loop.time()

    def call_at(self, when: float, callback: Callable[[], None]) -> TimerHandle:
        """Call once at `when` in the loop's thread."""
        return self._loop.call_at(when, callback)


def next_look(now: float) -> float:
    """Return the next time to look for an absent device.

    All drivers look at the same moments, `RETRY` seconds apart, so that the process wakes up once.
    """
    just_now = 0.01  # of a period: a look that comes a rounding error early is not repeated
    return (floor(now / RETRY + just_now) + 1) * RETRY
