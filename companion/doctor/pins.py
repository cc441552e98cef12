"""Checks the pins of buttons, lamps and the buzzer."""

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final

from companion.doctor.finding import Finding, join_group
from companion.engine.message import say
from companion.settings import MOCK, Settings

_GPIO_CHIPS: Final = "gpiochip*"


def examine(settings: Settings) -> Iterator[Finding]:
    """Check every device on a pin."""
    yield _pins(say("buttons"), settings.gpio, settings.buttons)
    if settings.knobs:
        yield _pins(say("knobs"), settings.gpio, settings.knobs)
    yield _pins(say("lamps"), settings.gpio, settings.lamps)
    if settings.buzzer is not None:
        yield _pins(say("buzzer"), settings.gpio, [str(settings.buzzer)])


def _pins(subject: str, gpio: str, pins: Collection[str]) -> Finding:
    if not pins:
        return Finding(subject, sound=True, words=say("none configured"))
    names = ", ".join(pins)
    if gpio == MOCK:
        return Finding(subject, sound=True, words=say("emulated pins: {names}", names=names))
    chips = sorted(Path("/dev").glob(_GPIO_CHIPS))
    if not chips:
        words = say(
            "no /dev/gpiochip: this is not a Raspberry Pi; set `gpio: mock` to try things out"
        )
        return Finding(subject, sound=False, words=words)
    closed = [str(chip) for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if closed:
        return Finding(subject, sound=False, words=join_group(closed[0], "gpio"))
    words = say("{names} on {place}", names=names, place=_on_header(chips))
    return Finding(subject, sound=True, words=words)


def _on_header(chips: Sequence[Path]) -> Path:
    """Return the chip with the pins of the header; its number differs between kernels."""
    try:
        from gpiozero import BadPinFactory

        from companion.devices.gpiod_pins import find_chip, label
    except ImportError:
        return chips[0]
    try:
        return find_chip(chips, label)
    except (BadPinFactory, ImportError):  # without the library gpiod another one drives the pins
        return chips[0]
