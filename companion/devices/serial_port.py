"""A serial port as a `companion.devices.link.Link` reads it."""

from serial import Serial

from companion.devices.link import Opened
from companion.devices.usb import located


def open_serial(port: str, baudrate: int) -> Opened:
    """Open `port`, 8N1, for us alone. Raises `OSError`."""
    opened: Opened = Serial(located(port), baudrate, timeout=0, exclusive=True)
    return opened
