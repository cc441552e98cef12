"""An I2C bus of emulated chips as a guest's kernel sees it: a virtio I2C adapter.

Source: OASIS, virtio 1.2, chapter 5.21 "I2C Adapter Device".
"""

import struct
from typing import Final

from companion.emulation.i2c import EmulatedBus
from labs.vm.vhost import Buffers, Serve

DEVICE: Final = 34
"""Its number among the virtio devices."""
ZERO_LENGTH_REQUEST: Final = 1 << 0
"""A feature that Linux insists on."""
_HEADER: Final = struct.Struct("<HHI")
_READ: Final = 1 << 1
_OK: Final = 0
_ERROR: Final = 1


def adapter(bus: EmulatedBus) -> Serve:
    """Return the function that serves the adapter's queue; each request is a message on ``bus``."""

    def transfer(sent: Buffers, room: Buffers) -> int:
        address, _, flags = _HEADER.unpack(sent[0])
        status = _ERROR
        if not flags & _READ:
            status = _write(bus, address >> 1, b"".join(sent[1:]))
        room[-1][0] = status
        return 1

    return transfer


def _write(bus: EmulatedBus, address: int, message: bytes) -> int:
    try:
        bus.write(address, message)
    except OSError:
        return _ERROR
    return _OK
