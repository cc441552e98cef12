"""Serial interface for luma on an I2C bus that may disappear and return."""

import errno
import os
from fcntl import ioctl
from typing import Final, Protocol

COMMAND: Final = 0x00
"""Control byte before commands."""
DATA: Final = 0x40
"""Control byte before pixels."""
_DATA: Final = bytes([DATA])
_USE_ADDRESS: Final = 0x0706
"""I2C_SLAVE_FORCE of linux/i2c-dev.h: also an address that a driver of the kernel has."""


class Bus(Protocol):
    """A bus with chips at addresses; `companion.emulation.i2c.EmulatedBus` is one, too."""

    def write(self, address: int, message: bytes) -> None:
        """Send a message in one transaction. Raises `OSError` without an acknowledgement."""

    def close(self) -> None:
        """Release the bus."""


class WiredI2c:
    """A bus by its number, or at a device file such as `/dev/i2c-1`; no library is needed.

    The kernel sends what is written to the file in one transaction, up to 8 KiB of it
    (Documentation/i2c/dev-interface.rst).
    """

    def __init__(self, bus: int | str) -> None:
        """Open the bus. Raises `OSError` if it does not exist."""
        path = f"/dev/i2c-{bus}" if isinstance(bus, int) else bus
        self._file = os.open(path, os.O_RDWR | os.O_CLOEXEC)

    def write(self, address: int, message: bytes) -> None:
        """Send a message in one transaction. Raises `OSError` without an acknowledgement."""
        ioctl(self._file, _USE_ADDRESS, address)
        # If no device answers, some kernel adapters return no error, but that nothing was sent.
        if os.write(self._file, message) != len(message):
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))

    def close(self) -> None:
        """Release the bus."""
        os.close(self._file)


class I2CLink:
    """Serial interface in luma's sense: `command`, `data` and `cleanup`.

    luma's own interface splits data into blocks of 32 bytes on any bus that it has not opened
    itself. This one sends everything in one transaction. While it is not connected it keeps all
    commands in `unsent`, so that a luma device can be created before its panel is there.
    """

    def __init__(self, address: int) -> None:
        self.address = address
        self.unsent: list[bytes] = []
        self._bus: Bus | None = None

    def connect(self, bus: int | str | Bus) -> None:
        """Use a bus, given by number, by path or open. Raises `OSError` if it does not exist."""
        self._bus = WiredI2c(bus) if isinstance(bus, int | str) else bus

    def disconnect(self) -> None:
        """Release the bus."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.close()

    @property
    def connected(self) -> bool:
        """Whether there is a bus; the panel may still be missing."""
        return self._bus is not None

    def command(self, *command: int) -> None:
        """Send a command with its arguments, or several of them."""
        if self._bus is None:
            self.unsent.append(bytes(command))
        else:
            self._bus.write(self.address, bytes((COMMAND, *command)))

    def data(self, data: bytes) -> None:
        """Send pixels, at most 4 KiB."""
        if self._bus is not None:
            self._bus.write(self.address, _DATA + data)

    def cleanup(self) -> None:
        """Do nothing: luma calls this when the process ends, after the panel was closed."""
