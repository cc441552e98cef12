"""A device that is read byte by byte, and that may be pulled out and put back at any time."""

import os
import termios
from asyncio import AbstractEventLoop
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from companion.clock import Clock, TimerHandle, next_look
from companion.devices import State
from companion.engine.message import reason


class Opened(Protocol):
    """A device file that is open; reading it never waits."""

    def fileno(self) -> int:
        """Return its descriptor."""

    def read(self, size: int) -> bytes:
        """Return at most so many bytes. Raises `OSError` once the device is gone."""

    def close(self) -> None:
        """Give it back."""


@dataclass(slots=True)
class Link:
    """The device on `port`, read by the event loop without a thread.

    `attach` opens it or raises `OSError`. `received` gets the bytes as they come, cut anywhere;
    `changed` the state (ok or absent) and why, when either differs from before. While the device
    is absent it is tried about every two seconds: half a wake-up a second, and none while it is
    there and silent.
    """

    port: str
    attach: Callable[[], Opened]
    clock: Clock
    loop: AbstractEventLoop
    received: Callable[[bytes], None]
    changed: Callable[[State, str], None]
    _open: Opened | None = None
    _timer: TimerHandle | None = None
    _last: tuple[State, str] | None = None

    def open(self) -> None:
        """Look for the device, now and whenever it goes away."""
        self._timer = None
        try:
            device = self.attach()
        except (OSError, termios.error) as error:
            self._lose(reason(error))
            return
        self._open = device
        self.loop.add_reader(device.fileno(), self._read, device)
        self._change(State.OK, self.port)

    def close(self) -> None:
        """Give the device back."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._open is not None:
            self.loop.remove_reader(self._open.fileno())
            self._open.close()
            self._open = None

    def write(self, line: bytes) -> None:
        """Send bytes if the device is there; what it cannot take at once is lost."""
        if self._open is not None:
            with suppress(OSError):
                os.write(self._open.fileno(), line)

    def _read(self, device: Opened) -> None:
        try:
            received = device.read(4096)
        except (OSError, termios.error) as error:
            self.close()
            self._lose(str(error))
        else:
            self.received(received)

    def _lose(self, why: str) -> None:
        self._timer = self.clock.call_at(next_look(self.clock.now()), self.open)
        self._change(State.ABSENT, why)

    def _change(self, state: State, why: str) -> None:
        if (state, why) != self._last:
            self._last = state, why
            self.changed(state, why)
