"""Models of Raspberry Pi: their families, and the serial port on pins 8 and 10.

Sources: Raspberry Pi's documentation, "Configure UARTs" and "config.txt"; the README of the device
tree overlays (`dtparam=i2c_arm_baudrate`, `uart0`).
"""

from pathlib import Path
from typing import Final

import msgspec

TREE: Final = Path("/proc/device-tree")
"""The device tree of the computer that runs this."""
I2C_HERTZ: Final = 400_000
"""The fastest clock that SSD1306 and SH1106 are made for (data sheets: I2C fast mode)."""
_I2C: Final = f"dtparam=i2c_arm=on,i2c_arm_baudrate={I2C_HERTZ}"
SPI: Final = "dtparam=spi=on"
"""Switches the bus of panels with 256 columns on."""


class PiFamily(msgspec.Struct, frozen=True):
    """A family of models.

    ``models`` are the prefixes of their names, ``serial`` is the port on pins 8 and 10 of the
    header, ``config`` the lines of `config.txt`. A console on one of ``consoles`` would occupy the
    port.
    """

    models: tuple[str, ...]
    serial: str
    config: tuple[str, ...]
    consoles: tuple[str, ...]


BOARDS: Final = (
    PiFamily(
        ("Zero 2 W", "3 Model A", "3 Model B", "Compute Module 3"),
        "/dev/serial0",
        (_I2C, "enable_uart=1"),
        ("serial0", "ttyS0", "ttyAMA0"),
    ),
    PiFamily(
        ("4 Model B", "400", "Compute Module 4"),
        "/dev/serial0",
        (_I2C, "enable_uart=1"),
        ("serial0", "ttyS0", "ttyAMA0"),
    ),
    PiFamily(
        # There `serial0` is the debug connector between the HDMI sockets.
        ("5 Model B", "500", "Compute Module 5"),
        "/dev/ttyAMA0",
        (_I2C, "dtparam=uart0=on"),
        ("ttyAMA0",),
    ),
)
"""The models with 40 pins that run a 64-bit system."""
_PREFIX: Final = "Raspberry Pi "


def model(tree: Path = TREE) -> str:
    """Return the name of this computer's model, empty if it is not a Raspberry Pi."""
    try:
        name = (tree / "model").read_bytes().rstrip(b"\0").decode("utf-8", "replace")
    except OSError:
        return ""
    return name if name.startswith(_PREFIX) else ""


def is_here() -> bool:
    """Return whether this computer is a Raspberry Pi of any model."""
    return bool(model())


def family_of(name: str) -> PiFamily | None:
    """Return the family of a model, ``None`` for an unknown one."""
    short = name.removeprefix(_PREFIX)
    fitting = (it for it in BOARDS if short.startswith(it.models))
    return next(fitting, None)


def i2c_hertz(tree: Path = TREE) -> int | None:
    """Return the clock of the I2C bus on pins 3 and 5, ``None`` if it is off or unknown."""
    try:
        node = tree / (tree / "aliases/i2c1").read_bytes().rstrip(b"\0").decode().lstrip("/")
        if (node / "status").read_bytes().rstrip(b"\0") not in (b"okay", b"ok"):
            return None
        return int.from_bytes((node / "clock-frequency").read_bytes(), "big")
    except (OSError, UnicodeDecodeError):
        return None
