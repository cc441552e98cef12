"""Clock that only advances when told to, for tests and for a demo at any speed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count


@dataclass(slots=True)
class ManualTimer:
    """A pending call of a `ManualClock`."""

    callback: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        """Cancel the call."""
        self.cancelled = True


@dataclass(slots=True)
class ManualClock:
    """A `companion.devices.clock.Clock` advanced manually, with a reproducible order of calls."""

    time: float = 0.0
    _waiting: list[tuple[float, int, ManualTimer]] = field(default_factory=list)
    _order: Iterator[int] = field(default_factory=count)

    def now(self) -> float:
        """Return the current time of the clock in seconds."""
        return self.time

    def call_at(self, when: float, callback: Callable[[], None]) -> ManualTimer:
        """Call once when the clock reaches `when`; calls at equal times keep their order."""
        timer = ManualTimer(callback)
        heappush(self._waiting, (when, next(self._order), timer))
        return timer

    def next_due(self) -> float | None:
        """Return the time of the next call, or `None` if none is pending."""
        while self._waiting and self._waiting[0][2].cancelled:
            heappop(self._waiting)
        return self._waiting[0][0] if self._waiting else None

    def advance(self, seconds: float) -> None:
        """Advance the clock and make the calls that fall due on the way, each at its own time.

        Calls that these calls schedule within the same period are made as well.
        """
        end = self.time + seconds
        while (due := self.next_due()) is not None and due <= end:
            self.time = max(self.time, due)
            heappop(self._waiting)[2].callback()
        self.time = end
