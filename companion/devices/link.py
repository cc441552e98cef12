"""Connection to a byte-oriented device that may be unplugged and replugged at any time."""

import os
import termios
from asyncio import AbstractEventLoop
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Protocol

from companion.devices import State
from companion.devices.clock import Clock, TimerHandle, next_look
from companion.devices.leaky_bucket import LeakyBucket
from companion.engine.message import reason, say

READ: Final = 4096
"""The most bytes that are read at once."""
BURST: Final = 4
"""Seconds' worth of bytes that a device may send at once without being closed."""
TRIAL: Final = 1.0
"""Seconds without a flood after which a device that has flooded is in service again."""


class BusyError(OSError):
    """Another program uses the device; the message names the remedy."""


class DeviceFile(Protocol):
    """An open device file; reading it never blocks."""

    def fileno(self) -> int:
        """Return the file's descriptor."""

    def read(self, size: int) -> bytes:
        """Return at most `size` bytes. Raises `OSError` once the device is gone."""

    def close(self) -> None:
        """Close the file."""


@dataclass(slots=True, eq=False)
class Link:
    """The device on `port`, read by the event loop without a thread.

    `attach` opens it or raises `OSError`. `received` is called with the bytes as they come, split
    anywhere; `changed` with the state (ok, absent or degraded) and the reason, if either differs
    from before. An absent device is tried about every two seconds, which is half a wake-up per
    second; one that is there and silent costs none.

    A device that keeps sending more than `most` bytes per second is closed, degraded, and tried as
    if it were absent; once it has sent less for a second, it is in service again. So a device that
    floods costs no more than a moment every two seconds.
    """

    port: str
    attach: Callable[[], DeviceFile]
    clock: Clock
    loop: AbstractEventLoop
    received: Callable[[bytes], None]
    changed: Callable[[State, str], None]
    most: int
    _open: DeviceFile | None = None
    _timer: TimerHandle | None = None
    _last: tuple[State, str] | None = None
    _meter: LeakyBucket = field(init=False)
    _flooded: bool = False
    """Whether the device has sent too much and has not yet shown that it has stopped."""

    def open(self) -> None:
        """Look for the device, now and whenever it goes away."""
        self._timer = None
        try:
            device = self.attach()
        except (OSError, termios.error) as error:
            self._lose(State.ABSENT, reason(error))
            return
        self._open = device
        self.loop.add_reader(device.fileno(), self._read, device)
        now = self.clock.now()
        if self._flooded:
            self._meter = LeakyBucket(self.most, self.most, at=now)
            self._timer = self.clock.call_at(now + TRIAL, self._serve)
        else:
            self._serve()

    def close(self) -> None:
        """Close the device and stop looking for it."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._open is not None:
            self.loop.remove_reader(self._open.fileno())
            self._open.close()
            self._open = None

    def write(self, line: bytes) -> None:
        """Write bytes if the device is connected; bytes that it cannot accept at once are lost."""
        if self._open is not None:
            # The next read finds that the device is gone, and reports it.
            with suppress(OSError):
                os.write(self._open.fileno(), line)

    def _serve(self) -> None:
        self._timer = None
        self._flooded = False
        self._meter = LeakyBucket(self.most, BURST * self.most + READ, at=self.clock.now())
        self._change(State.OK, self.port)

    def _read(self, device: DeviceFile) -> None:
        try:
            received = device.read(READ)
        except (OSError, termios.error) as error:
            self.close()
            self._lose(State.ABSENT, str(error))
            return
        self._meter = self._meter.take(len(received), self.clock.now())
        if self._meter.is_over:
            self.close()
            why = say(
                "{port} sends more than a reader can: unplug it, check its wires", port=self.port
            )
            self._lose(State.DEGRADED, why)
        elif not self._flooded:
            self.received(received)

    def _lose(self, state: State, why: str) -> None:
        self._flooded = state is State.DEGRADED
        self._timer = self.clock.call_at(next_look(self.clock.now()), self.open)
        self._change(state, why)

    def _change(self, state: State, why: str) -> None:
        if (state, why) != self._last:
            self._last = state, why
            self.changed(state, why)
