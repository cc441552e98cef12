"""A serial port that may be pulled out and put back at any time."""

import os
import termios
from asyncio import AbstractEventLoop
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from serial import Serial

from companion.clock import Clock, TimerHandle, next_look
from companion.devices import State
from companion.devices.usb import located
from companion.engine.message import reason


@dataclass(slots=True)
class SerialLink:
    """The port `port`, 8N1, read by the event loop without a thread.

    `received` gets the bytes as they come, cut anywhere; `changed` the state (ok or absent) and
    why, when either differs from before. While the port is absent it is tried about every two
    seconds: half a wake-up a second, and none while it is there and silent.
    """

    port: str
    baudrate: int
    clock: Clock
    loop: AbstractEventLoop
    received: Callable[[bytes], None]
    changed: Callable[[State, str], None]
    _open: Serial | None = None
    _timer: TimerHandle | None = None
    _last: tuple[State, str] | None = None

    def open(self) -> None:
        """Look for the port, now and whenever it goes away."""
        self._timer = None
        try:
            port = Serial(located(self.port), self.baudrate, timeout=0, exclusive=True)
        except (OSError, termios.error) as error:
            self._lose(reason(error))
            return
        self._open = port
        self.loop.add_reader(port.fileno(), self._read, port)
        self._change(State.OK, self.port)

    def close(self) -> None:
        """Give the port back."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._open is not None:
            self.loop.remove_reader(self._open.fileno())
            self._open.close()
            self._open = None

    def write(self, line: bytes) -> None:
        """Send bytes if the port is there; what it cannot take at once is lost."""
        if self._open is not None:
            with suppress(OSError):
                os.write(self._open.fileno(), line)

    def _read(self, port: Serial) -> None:
        try:
            received = port.read(4096)
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
