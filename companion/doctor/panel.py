"""Checks the panel: its bus, and whether a controller answers at its address."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.devices.panel_sizes import GREY
from companion.doctor.finding import Finding, device
from companion.engine.message import say
from companion.settings import EMULATED, Settings

USUAL: Final = (0x3C, 0x3D)
"""The addresses of SSD1306 and SH1106, set by a jumper or resistor (data sheets, on I2C)."""
_NOP: Final = 0xE3
"""A command without effect (SSD1306 data sheet, 10.1.20)."""
Answers: TypeAlias = Callable[[str, int], bool]


def examine(settings: Settings, answers: "Answers | None" = None) -> Iterator[Finding]:
    """Check the panel; ``answers`` tells whether a chip answers at an address of a bus."""
    panel = settings.panel
    if panel is None:
        yield Finding(say("panel"), sound=True, words=say("none configured"))
        return
    place = f"/dev/i2c-{panel.bus}" if isinstance(panel.bus, int) else panel.bus
    finding = device(say("panel"), panel.driver, place)
    if panel.driver in GREY:
        yield finding  # SPI has no acknowledgement
        return
    ask = answers or acknowledges
    if not finding.sound or place == EMULATED or ask(place, panel.address):
        yield finding
        return
    others = [other for other in USUAL if other != panel.address and ask(place, other)]
    if others:
        words = say(
            "nothing at {address:#04x} of {place}, but at {other:#04x}: set `panel.address`",
            address=panel.address,
            place=place,
            other=others[0],
        )
    else:
        words = say(
            "nothing answers at {address:#04x} of {place}: check its four wires",
            address=panel.address,
            place=place,
        )
    yield replace(finding, sound=False, words=words)


def acknowledges(place: str, address: int) -> bool:
    """Return whether a chip acknowledges a command without effect."""
    from companion.devices.panel.i2c import COMMAND, WiredI2c

    try:
        with closing(WiredI2c(place)) as bus:
            bus.write(address, bytes((COMMAND, _NOP)))
    except OSError:
        return False
    return True
