"""Serial interface for luma on an SPI bus with a data/command line."""

import os
from collections.abc import Sequence
from fcntl import ioctl
from struct import pack
from time import sleep
from typing import Final, Protocol

from gpiozero import Factory, OutputDevice

HERTZ: Final = 8_000_000
"""Within the SSD1322's shortest clock cycle of 100 ns (data sheet rev. 1.2, table 13-4)."""
CHUNK: Final = 4096
"""The most bytes that the kernel's driver takes at once, unless it is told otherwise."""
_SET_SPEED: Final = 0x40046B04
"""SPI_IOC_WR_MAX_SPEED_HZ of linux/spi/spidev.h."""
_PULSE: Final = 0.001
"""Seconds for which reset is low and then high before the first command; 100 us are enough."""


class SpiBus(Protocol):
    """A bus to one chip; `companion.emulation.ssd1322.EmulatedSpi` is one, too."""

    def write(self, payload: bytes, *, data: bool) -> None:
        """Send bytes, with the line D/C high for data. Raises `OSError`."""

    def close(self) -> None:
        """Release the bus and its lines."""


class WiredSpi:
    """A chip at a device file such as `/dev/spidev0.0`; no library is needed.

    `dc` and `reset` are pins in BCM numbers. The kernel drives chip select.
    """

    def __init__(self, path: str, dc: int, reset: int, factory: Factory | None) -> None:
        """Open the bus and reset the chip. Raises `OSError` if the bus does not exist."""
        self._file = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        self._lines: list[OutputDevice] = []
        try:
            ioctl(self._file, _SET_SPEED, pack("I", HERTZ))
            self._lines = [OutputDevice(pin, pin_factory=factory) for pin in (dc, reset)]
        except BaseException:
            self.close()
            raise
        for level in (0, 1):
            self._lines[1].value = level
            sleep(_PULSE)

    def write(self, payload: bytes, *, data: bool) -> None:
        """Send bytes, with the line D/C high for data. Raises `OSError`."""
        self._lines[0].value = int(data)
        for start in range(0, len(payload), CHUNK):
            os.write(self._file, payload[start : start + CHUNK])

    def close(self) -> None:
        """Release the bus and its lines."""
        os.close(self._file)
        for line in self._lines:
            line.close()


class SpiLink:
    """Serial interface in luma's sense, like `companion.devices.panel.i2c.I2CLink`."""

    def __init__(self) -> None:
        self.unsent: list[tuple[bytes, bool]] = []
        """What luma has sent while there was no bus: bytes, and whether they are data."""
        self.bus: SpiBus | None = None

    def send(self, payload: bytes, *, data: bool) -> None:
        """Send bytes, or queue them until the bus is connected."""
        if self.bus is None:
            self.unsent.append((payload, data))
        else:
            self.bus.write(payload, data=data)

    def command(self, *command: int) -> None:
        """Send commands; luma sends their arguments as data, as this chip requires."""
        self.send(bytes(command), data=False)

    def data(self, data: Sequence[int]) -> None:
        """Send arguments or pixels."""
        self.send(bytes(data), data=True)

    def cleanup(self) -> None:
        """Do nothing: luma calls this when the process ends, after the panel was closed."""
