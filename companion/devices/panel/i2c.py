"""Serial interface for luma on an I2C bus that may disappear and return."""

import errno
import os
from fcntl import ioctl
from typing import Final, Protocol

from smbus2 import SMBus, i2c_msg
from smbus2.smbus2 import I2C_RDWR, i2c_rdwr_ioctl_data

COMMAND: Final = 0x00
"""Control byte before commands."""
DATA: Final = 0x40
"""Control byte before pixels."""
_DATA: Final = bytes([DATA])


class Bus(Protocol):
    """The interface of smbus2's buses; `companion.emulation.i2c.EmulatedBus` has it too."""

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        """Transfer messages in one transaction. Raises `OSError` without an acknowledgement."""

    def close(self) -> None:
        """Release the bus."""


class CountedBus(SMBus):
    """smbus2's bus, which also fails if fewer messages got through than were sent.

    If no device answers, some kernel adapters return the number of messages and no error.
    """

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        """Transfer messages in one transaction. Raises `OSError` unless all are acknowledged."""
        assert self.fd is not None  # noqa: S101 - an open bus has its descriptor
        # smbus2's stub says that each argument is a sequence; it is a message.
        messages = i2c_rdwr_ioctl_data.create(*i2c_msgs)  # type: ignore[arg-type]
        if ioctl(self.fd, I2C_RDWR, messages) != len(i2c_msgs):
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))


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
        self._bus = CountedBus(bus) if isinstance(bus, int | str) else bus

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
            self._bus.i2c_rdwr(i2c_msg.write(self.address, bytes((COMMAND, *command))))

    def data(self, data: bytes) -> None:
        """Send pixels, at most 4 KiB."""
        if self._bus is not None:
            self._bus.i2c_rdwr(i2c_msg.write(self.address, _DATA + data))

    def cleanup(self) -> None:
        """Do nothing: luma calls this when the process ends, after the panel was closed."""
