"""Checks the configuration of a Raspberry Pi: I2C clock, serial port, power supply."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from companion.devices import raspberry_pi
from companion.devices.computer_health import ComputerHealth
from companion.devices.panel_sizes import GREY
from companion.devices.raspberry_pi import I2C_HERTZ, PiFamily
from companion.doctor.finding import Finding
from companion.engine.message import say
from companion.host.boot.files import consoles
from companion.settings import Settings

_OF_THE_PI: Final = ("/dev/serial", "/dev/ttyAMA", "/dev/ttyS0")
"""How the names of the serial ports begin that are on the board."""


class LinuxPaths(msgspec.Struct, frozen=True):
    """The sysfs and procfs files that identify the computer."""

    tree: Path = raspberry_pi.TREE
    cmdline: Path = Path("/proc/cmdline")
    hwmon: Path = Path("/sys/class/hwmon")


def examine(settings: Settings, machine: LinuxPaths | None = None) -> Iterator[Finding]:
    """Check this computer if it is a Raspberry Pi; there are no findings about any other."""
    machine = machine or LinuxPaths()
    name = raspberry_pi.model(machine.tree)
    if not name:
        return
    board = raspberry_pi.family_of(name)
    yield Finding(say("computer"), sound=True, words=name)
    panel = settings.panel
    if panel is not None and panel.driver not in GREY:
        yield from _i2c(machine)
    ports = {reader.port for reader in settings.readers}
    if board is not None:
        yield from _serial(board, ports, machine)
    yield from supply(ComputerHealth(hwmon=machine.hwmon))


def _i2c(machine: LinuxPaths) -> Iterator[Finding]:
    hertz = raspberry_pi.i2c_hertz(machine.tree)
    subject = say("I2C clock")
    if hertz is None:
        yield Finding(subject, sound=False, words=say("I2C is off: sudo companion setup-pi"))
    elif hertz < I2C_HERTZ:
        words = say(
            "{khz} kHz: a picture takes {ms} ms: sudo companion setup-pi",
            khz=hertz // 1000,
            ms=round(9_300_000 / hertz),
        )
        yield Finding(subject, sound=False, words=words)
    else:
        yield Finding(subject, sound=True, words=say("{khz} kHz", khz=hertz // 1000))


def _serial(board: PiFamily, ports: set[str], machine: LinuxPaths) -> Iterator[Finding]:
    """Yield the faults of the header's serial port, if a reader is on a port of the Pi."""
    subject = say("serial port")
    on_board = [port for port in ports if port.startswith(_OF_THE_PI)]
    if not on_board:
        return
    used_ports = [port for port in consoles(_read(machine.cmdline)) if port in board.consoles]
    if board.serial not in on_board and on_board == ["/dev/serial0"]:
        words = say(
            "/dev/serial0 is the debug connector of this model; on pins 8 and 10 there is {port}",
            port=board.serial,
        )
        yield Finding(subject, sound=False, words=words)
    elif used_ports:
        words = say("used by a console ({port}): sudo companion setup-pi", port=used_ports[0])
        yield Finding(subject, sound=False, words=words)
    else:
        yield Finding(subject, sound=True, words=say("no console on it"))


def supply(computer: ComputerHealth) -> Iterator[Finding]:
    """Yield whether an undervoltage has occurred since the start."""
    low = computer.supply_low()
    if low is None:
        return
    if low:
        words = say("below 4.6 V: use a better supply and a short cable")
        yield Finding(say("supply"), sound=False, words=words)
    else:
        yield Finding(say("supply"), sound=True, words=say("not below 4.6 V"))


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip().rstrip("\0")
    except OSError:
        return ""
