"""Opens a serial port for a `companion.devices.link.Link`."""

import errno

from serial import Serial, SerialException

from companion.devices.link import BusyError, DeviceFile
from companion.devices.usb import find_device
from companion.engine.message import say


def open_serial(port: str, baudrate: int) -> DeviceFile:
    """Open `port` with 8N1, for this program alone. Raises `OSError`."""
    try:
        port_file: DeviceFile = Serial(find_device(port), baudrate, timeout=0, exclusive=True)
    except SerialException as error:
        if error.errno == errno.EAGAIN:
            raise BusyError(
                say("{port} is in use, by another reader or program: end that", port=port)
            ) from error
        raise
    return port_file
