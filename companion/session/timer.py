"""Timer with at most one pending call."""

from collections.abc import Callable

import msgspec

from companion.devices.clock import Clock, TimerHandle


class Timer(msgspec.Struct, eq=False):
    """Calls ``call`` when it is time; setting a new time replaces the previous one."""

    clock: Clock
    call: Callable[[], None]
    _handle: TimerHandle | None = None

    def set(self, when: float | None) -> None:
        """Call at ``when`` on the clock, or not at all (``None``)."""
        self.cancel()
        self._handle = None if when is None else self.clock.call_at(when, self.call)

    def cancel(self) -> None:
        """Cancel the pending call, if any."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
