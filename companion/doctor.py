"""What hardware is configured, what was found, and what to do about the rest."""

import os
import socket
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion.devices.usb import NotFoundError, located
from companion.engine.message import Message, reason, say
from companion.settings import EMULATED, MOCK, ReaderSettings, Settings, WebSettings

_GROUPS: Final = {"/dev/i2c": "i2c", "/dev/tty": "dialout", "/dev/serial": "dialout"}
"""Groups that Raspberry Pi OS gives its devices to."""
_GPIO_CHIPS: Final = "gpiochip*"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: whether it is as it should be, and if not what to do."""

    subject: str
    sound: bool
    words: str

    @property
    def said(self) -> Message:
        """The line for the screen."""
        if self.sound:
            return say("ok   {subject:<14} {words}", subject=self.subject, words=self.words)
        return say("FIX  {subject:<14} {words}", subject=self.subject, words=self.words)


def examine(settings: Settings) -> Iterator[Finding]:
    """Look at everything that ``settings`` use."""
    yield _pins(say("buttons"), settings.gpio, settings.buttons)
    yield _pins(say("lamps"), settings.gpio, settings.lamps)
    if settings.buzzer is not None:
        yield _pins(say("buzzer"), settings.gpio, [str(settings.buzzer)])
    for reader in settings.readers:
        yield _reader(reader)
    if settings.panel is None:
        yield Finding(say("panel"), sound=True, words=say("none configured"))
    else:
        bus = settings.panel.bus
        place = f"/dev/i2c-{bus}" if isinstance(bus, int) else bus
        yield _device(say("panel"), settings.panel.driver, place)
    yield _state(settings.state)
    yield _tags(settings)
    if settings.web is not None:
        yield _web(settings.web)


def _pins(subject: str, gpio: str, pins: Collection[str]) -> Finding:
    names = ", ".join(pins) or say("none configured")
    if gpio == MOCK:
        return Finding(subject, sound=True, words=say("emulated pins: {names}", names=names))
    chips = sorted(Path("/dev").glob(_GPIO_CHIPS))
    if not chips:
        words = say("no /dev/gpiochip: this is no Raspberry Pi; set `gpio: mock` to try things out")
        return Finding(subject, sound=False, words=words)
    closed = [str(chip) for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if closed:
        return Finding(subject, sound=False, words=_join_group(closed[0], "gpio"))
    return Finding(
        subject, sound=True, words=say("{names} on {place}", names=names, place=chips[0])
    )


def _reader(reader: ReaderSettings) -> Finding:
    subject = say("reader {name}", name=reader.name)
    try:
        place = located(reader.port)
    except NotFoundError as error:
        return Finding(subject, sound=False, words=reason(error))
    return _device(subject, reader.driver, place)


def _device(subject: str, driver: str, place: str) -> Finding:
    if place == EMULATED:
        return Finding(subject, sound=True, words=say("{driver}, emulated", driver=driver))
    if not Path(place).exists():
        words = say(
            "{place} is not there: check the wiring; for I2C and serial see raspi-config",
            place=place,
        )
        return Finding(subject, sound=False, words=words)
    if not os.access(place, os.R_OK | os.W_OK):
        group = next(
            (name for start, name in _GROUPS.items() if place.startswith(start)), "dialout"
        )
        return Finding(subject, sound=False, words=_join_group(place, group))
    return Finding(subject, sound=True, words=say("{names} on {place}", names=driver, place=place))


def _join_group(place: str, group: str) -> str:
    return say(
        "no permission for {place}: sudo usermod -aG {group} $USER, then log in again",
        place=place,
        group=group,
    )


def _state(folder: Path) -> Finding:
    there = next(each for each in (folder, *folder.parents) if each.exists())
    subject = say("state folder")
    if os.access(there, os.W_OK | os.X_OK):
        return Finding(subject, sound=True, words=str(folder))
    words = say("cannot write to {folder}: set `state:`", folder=there)
    return Finding(subject, sound=False, words=words)


def _tags(settings: Settings) -> Finding:
    subject = say("tags")
    if settings.tags:
        return Finding(subject, sound=True, words=say("{count} known", count=len(settings.tags)))
    if all(reader.port == EMULATED for reader in settings.readers):
        return Finding(subject, sound=True, words=say("made up for the emulation"))
    words = say("no tag is known: list them under `tags:`")
    return Finding(subject, sound=False, words=words)


def _web(settings: WebSettings) -> Finding:
    subject = say("pages")
    if find_spec("aiohttp") is None:
        words = say("aiohttp is missing: {remedy}", remedy="pip install 'compass-companion[web]'")
        return Finding(subject, sound=False, words=words)
    family = socket.AF_INET6 if ":" in settings.bind else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            probe.bind((settings.bind, 0))
    except OSError:
        words = say(
            "{address} is no address of this computer: set `web.bind`", address=settings.bind
        )
        return Finding(subject, sound=False, words=words)
    words = say("on {address}, port {port}", address=settings.bind, port=settings.port)
    return Finding(subject, sound=True, words=words)
