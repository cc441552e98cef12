"""luma's serial interface on an I2C bus that may come and go."""

import errno
import os
from fcntl import ioctl
from typing import Final, Protocol

from smbus2 import SMBus, i2c_msg
from smbus2.smbus2 import I2C_RDWR, i2c_rdwr_ioctl_data

COMMAND: Final = 0x00
DATA: Final = 0x40


class Bus(Protocol):
    """An I2C bus as smbus2 has it; `companion.emulation.i2c.EmulatedBus` is one too."""

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        """Transfer messages in one transaction; raise `OSError` when nobody acknowledges."""

    def close(self) -> None:
        """Give the bus back."""


class CountedBus(SMBus):
    """smbus2's bus, which also tells when fewer messages got through than were sent.

    Where nobody answers, some of the kernel's adapters return their number and no error.
    """

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        """Transfer messages in one transaction. `OSError` unless all were acknowledged."""
        assert self.fd is not None  # noqa: S101 - an open bus has its descriptor
        # smbus2's stub says that each argument is a sequence; it is a message.
        wanted = i2c_rdwr_ioctl_data.create(*i2c_msgs)  # type: ignore[arg-type]
        if ioctl(self.fd, I2C_RDWR, wanted) != len(i2c_msgs):
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))


class I2CLink:
    """What luma calls a serial interface: `command`, `data`, `cleanup`.

    luma's own cuts data into blocks of 32 bytes on any bus that it has not opened itself. This one
    sends whatever it gets in one transaction. While it is not connected it keeps all commands in
    `unsent`; so a luma device can be made before its panel is there.
    """

    def __init__(self, address: int) -> None:
        self.address = address
        self.unsent: list[bytes] = []
        self._bus: Bus | None = None

    def connect(self, bus: int | str | Bus) -> None:
        """Use a bus by its number or path, or one that is open. `OSError` when it is not there."""
        self._bus = CountedBus(bus) if isinstance(bus, int | str) else bus

    def disconnect(self) -> None:
        """Give the bus back."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.close()

    @property
    def connected(self) -> bool:
        """Whether there is a bus; it says nothing of the panel."""
        return self._bus is not None

    def command(self, *command: int) -> None:
        """Send a command with its arguments, or several of them."""
        if self._bus is None:
            self.unsent.append(bytes(command))
        else:
            self._bus.i2c_rdwr(i2c_msg.write(self.address, [COMMAND, *command]))

    def data(self, data: bytes) -> None:
        """Send pixels, up to 4 KiB."""
        if self._bus is not None:
            self._bus.i2c_rdwr(i2c_msg.write(self.address, [DATA, *data]))

    def cleanup(self) -> None:
        """Nothing: luma calls this when the process ends, and the panel was closed before."""
