"""Emulated GPIO chip with the interface of libgpiod: bias, edges, debouncing, event queue.

It behaves as the kernel documents its character device (Documentation/userspace-api/gpio): a line
belongs to one request, edges are queued for it with a time stamp, and its descriptor is readable
while the queue is not empty. It debounces as the kernel does: a level counts once it has been
steady for the period.
"""

import errno
import os
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from gpiod import EdgeEvent, LineSettings
from gpiod.line import Bias, Direction, Edge, Value

from companion.emulation.manual_clock import ManualClock

_NANOSECONDS: Final = 1_000_000_000
_RISING: Final = EdgeEvent.Type.RISING_EDGE
_FALLING: Final = EdgeEvent.Type.FALLING_EDGE


@dataclass(slots=True)
class EmulatedGpioLine:
    """A line: its external level, and the request that holds it."""

    driven: bool | None = None
    """The level from outside, ``None`` while nothing is connected."""
    output: bool = False
    settings: LineSettings = field(default_factory=LineSettings)
    owner: "EmulatedRequest | None" = None
    steady: bool = False
    """The level that the debouncer lets through."""

    @property
    def level(self) -> bool:
        """The level on the wire: an output's own, the external one, or the resistor's."""
        if self.settings.direction is Direction.OUTPUT:
            return self.output
        return self.settings.bias is Bias.PULL_UP if self.driven is None else self.driven


@dataclass(slots=True)
class EmulatedChip:
    """A chip with ``count`` lines, whose pins ``drive`` connects."""

    clock: ManualClock
    count: int = 28
    lines: list[EmulatedGpioLine] = field(init=False)

    def __post_init__(self) -> None:
        """Create the lines, with nothing connected."""
        self.lines = [EmulatedGpioLine() for _ in range(self.count)]

    def request_lines(self, config: dict[int, LineSettings], consumer: str) -> "EmulatedRequest":
        """Request lines, as with ``gpiod.Chip``."""
        del consumer
        if any(self.lines[number].owner is not None for number in config):
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        request = EmulatedRequest(self, tuple(config))
        for number in config:
            self.lines[number].owner = request
        request.reconfigure_lines(config)
        return request

    def close(self) -> None:
        """Do nothing: requests outlive the chip, as in the kernel."""

    def drive(self, number: int, level: bool | None) -> None:  # noqa: FBT001 - a level, as Value is
        """Connect a line to 3.3 V or ground, or disconnect it."""
        line = self.lines[number]
        line.driven = level
        period = line.settings.debounce_period.total_seconds()
        if period:
            self.clock.call_at(self.clock.now() + period, lambda: self._settle(number))
        else:
            self._settle(number)

    def _settle(self, number: int) -> None:
        """Let the debouncer pass a stable level, and queue its edge."""
        line = self.lines[number]
        if line.level == line.steady:
            return
        line.steady = line.level
        detected = line.settings.edge_detection
        kind = _RISING if line.level else _FALLING
        edges = {_RISING: (Edge.BOTH, Edge.RISING), _FALLING: (Edge.BOTH, Edge.FALLING)}
        if line.owner is not None and detected in edges[kind]:
            line.owner.queue(
                EdgeEvent(kind.value, round(self.clock.now() * _NANOSECONDS), number, 0, 0)
            )


class EmulatedRequest:
    """Requested lines; the descriptor is readable while edges are waiting."""

    def __init__(self, chip: EmulatedChip, numbers: tuple[int, ...]) -> None:
        """Hold ``numbers`` of ``chip``."""
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)
        self._chip = chip
        self._numbers = numbers
        self._edges: deque[EdgeEvent] = deque()

    def get_value(self, line: int) -> Value:
        """Return the level of a line."""
        return Value.ACTIVE if self._chip.lines[line].level else Value.INACTIVE

    def set_value(self, line: int, value: object) -> None:
        """Set the level of an output."""
        if self._chip.lines[line].settings.direction is not Direction.OUTPUT:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))
        self._chip.lines[line].output = value is Value.ACTIVE

    def reconfigure_lines(self, config: dict[int, LineSettings]) -> None:
        """Change the settings of lines; other lines keep theirs."""
        for number, settings in config.items():
            line = self._chip.lines[number]
            line.settings = settings
            line.output = settings.output_value is Value.ACTIVE
            line.steady = line.level

    def queue(self, event: EdgeEvent) -> None:
        """Queue an edge until it is read."""
        self._edges.append(event)
        os.eventfd_write(self.fd, 1)

    def read_edge_events(self) -> list[EdgeEvent]:
        """Return the waiting edges and empty the queue."""
        os.eventfd_read(self.fd)
        edges = list(self._edges)
        self._edges.clear()
        return edges

    def release(self) -> None:
        """Release the lines."""
        for number in self._numbers:
            self._chip.lines[number].owner = None
        os.close(self.fd)
