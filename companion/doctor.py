"""What hardware is configured, what was found, and what to do about the rest."""

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.settings import EMULATED, MOCK, Settings

_GROUPS: Final = {"/dev/i2c": "i2c", "/dev/tty": "dialout", "/dev/serial": "dialout"}
"""Groups that Raspberry Pi OS gives its devices to."""
_GPIO_CHIPS: Final = "gpiochip*"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: whether it is as it should be, and if not what to do."""

    subject: str
    sound: bool
    words: str

    def __str__(self) -> str:
        """Return the line for the screen."""
        return f"{'ok  ' if self.sound else 'FIX '} {self.subject:<14} {self.words}"


def examine(settings: Settings) -> Iterator[Finding]:
    """Look at everything that ``settings`` use."""
    yield _pins("buttons", settings.gpio, settings.buttons)
    yield _pins("lamps", settings.gpio, settings.lamps)
    if settings.buzzer is not None:
        yield _pins("buzzer", settings.gpio, ["buzzer"])
    for reader in settings.readers:
        yield _device(f"reader {reader.name}", reader.driver, reader.port)
    if settings.panel is None:
        yield Finding("panel", sound=True, words="none configured")
    else:
        bus = settings.panel.bus
        place = f"/dev/i2c-{bus}" if isinstance(bus, int) else bus
        yield _device("panel", settings.panel.driver, place)
    yield _state(settings.state)
    yield _tags(settings)


def _pins(subject: str, gpio: str, pins: Collection[str]) -> Finding:
    names = ", ".join(pins) or "none configured"
    if gpio == MOCK:
        return Finding(subject, sound=True, words=f"emulated pins: {names}")
    chips = sorted(Path("/dev").glob(_GPIO_CHIPS))
    if not chips:
        words = "no /dev/gpiochip: this is no Raspberry Pi; set `gpio: mock` to try things out"
        return Finding(subject, sound=False, words=words)
    closed = [str(chip) for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if closed:
        return Finding(subject, sound=False, words=_join_group(closed[0], "gpio"))
    return Finding(subject, sound=True, words=f"{names} on {chips[0]}")


def _device(subject: str, driver: str, place: str) -> Finding:
    if place == EMULATED:
        return Finding(subject, sound=True, words=f"{driver}, emulated")
    if not Path(place).exists():
        words = f"{place} is not there: check the wiring; for I2C and serial see raspi-config"
        return Finding(subject, sound=False, words=words)
    if not os.access(place, os.R_OK | os.W_OK):
        group = next(
            (name for start, name in _GROUPS.items() if place.startswith(start)), "dialout"
        )
        return Finding(subject, sound=False, words=_join_group(place, group))
    return Finding(subject, sound=True, words=f"{driver} on {place}")


def _join_group(place: str, group: str) -> str:
    return f"no permission for {place}: sudo usermod -aG {group} $USER, then log in again"


def _state(folder: Path) -> Finding:
    there = next(each for each in (folder, *folder.parents) if each.exists())
    if os.access(there, os.W_OK | os.X_OK):
        return Finding("state folder", sound=True, words=str(folder))
    return Finding("state folder", sound=False, words=f"cannot write to {there}: set `state:`")


def _tags(settings: Settings) -> Finding:
    if settings.tags or all(reader.port == EMULATED for reader in settings.readers):
        words = f"{len(settings.tags)} known" if settings.tags else "made up for the emulation"
        return Finding("tags", sound=True, words=words)
    return Finding("tags", sound=False, words="no tag is known: list them under `tags:`")
