"""Creates the devices of a box from its settings; pins, ports and buses may be emulated."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gpiozero import Factory

from companion.devices import Panel, TagReader
from companion.devices.buttons import ButtonPin, GpioButtons
from companion.devices.clock import Clock
from companion.devices.debounce import DIRECTION, HoldRule
from companion.devices.knobs import GpioKnobs, KnobPins
from companion.devices.panel import SpiLines, open_grey_panel, open_panel
from companion.devices.panel.i2c import Bus
from companion.devices.panel.spi import SpiBus
from companion.devices.panel_sizes import GREY
from companion.session.keymap import REPEATING
from companion.settings import (
    EMULATED,
    MOCK,
    PanelSettings,
    Settings,
    reader_factory,
)
from companion.storage.tag_book import TagBook
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.emulation.box import EmulatedBox

UPSIDE_DOWN: Final = 180
"""Degrees by which an upside-down panel is turned."""
_MILLISECONDS: Final = 1000


def emulated_box(settings: Settings, clock: Clock, folder: Path) -> "EmulatedBox | None":
    """Return the emulated hardware, ``None`` if all of it is real."""
    ports = [reader.port for reader in settings.readers]
    if settings.panel is not None:
        ports.append(str(settings.panel.bus))
    if settings.gpio != MOCK and EMULATED not in ports:
        return None
    from companion.emulation.box import EmulatedBox

    return EmulatedBox(
        clock, folder, _pins(settings), settings.lamps, settings.buzzer, _turns(settings)
    )


def _pins(settings: Settings) -> dict[str, ButtonPin]:
    settle = settings.timing.debounce_ms / _MILLISECONDS
    hold = HoldRule(settings.timing.long_press_ms / _MILLISECONDS)
    return {
        name: ButtonPin(pin, hold=DIRECTION if name in REPEATING else hold, settle=settle)
        for name, pin in settings.buttons.items()
    }


def buttons(settings: Settings, clock: Clock, factory: Factory | None) -> GpioButtons:
    """Return the buttons, not started yet."""
    loop = asyncio.get_running_loop()
    return GpioButtons(_pins(settings), clock, loop, factory)


def knobs(settings: Settings, factory: Factory | None) -> tuple[GpioKnobs, ...]:
    """Return the knobs, not started yet; nothing without any."""
    if not settings.knobs:
        return ()
    return (GpioKnobs(_turns(settings), asyncio.get_running_loop(), factory),)


def _turns(settings: Settings) -> dict[str, KnobPins]:
    return {name: KnobPins(*pins) for name, pins in settings.knobs.items()}


def pin_factories(
    settings: Settings, emulated: "EmulatedBox | None"
) -> tuple[Factory | None, Factory | None]:
    """Return the factories of pins and of PWM pins; ``None`` leaves the choice to gpiozero."""
    if emulated and settings.gpio == MOCK:
        return emulated.factory, emulated.factory
    from companion.devices.gpiod_pins import line_event_factory

    return line_event_factory(), None


def tag_readers(
    settings: Settings, clock: Clock, emulated: "EmulatedBox | None"
) -> tuple[TagReader, ...]:
    """Return the readers at their ports, not started yet."""
    loop = asyncio.get_running_loop()
    ports = [
        str(emulated.add_reader(reader.name, reader.driver, reader.places))
        if emulated and reader.port == EMULATED
        else reader.port
        for reader in settings.readers
    ]
    return tuple(
        reader_factory.make(reader, clock, loop, port)
        for reader, port in zip(settings.readers, ports, strict=True)
    )


def bad_frames(settings: Settings, fitted: tuple[TagReader, ...]) -> Mapping[str, int]:
    """Return how many damaged frames each reader has sent, by its name."""
    pairs = zip(settings.readers, fitted, strict=True)
    return {configured.name: reader.bad_frames for configured, reader in pairs}


def oled_panel(
    settings: Settings, clock: Clock, emulated: "EmulatedBox | None", factory: Factory | None
) -> Panel | None:
    """Return the panel, not started yet, or ``None`` if there is none."""
    panel = settings.panel
    if panel is None:
        return None
    if panel.driver in GREY:
        return _grey_panel(panel, clock, emulated, factory)
    bus: int | str | Bus = panel.bus
    if emulated and bus == EMULATED:
        bus = emulated.add_panel(panel.driver, panel.address, panel.size)
    loop = asyncio.get_running_loop()
    return open_panel(
        bus,
        panel.driver,
        panel.size,
        clock=clock,
        loop=loop,
        address=panel.address,
        turned=panel.rotate == UPSIDE_DOWN,
    )


def _grey_panel(
    panel: PanelSettings, clock: Clock, emulated: "EmulatedBox | None", factory: Factory | None
) -> Panel:
    bus: str | Callable[[], SpiBus] = str(panel.bus)
    if emulated and bus == EMULATED:
        wires = emulated.add_grey_panel(panel.size)
        bus = lambda: wires  # noqa: E731 - it opens the bus, which is there already
    return open_grey_panel(
        bus,
        panel.size,
        clock=clock,
        loop=asyncio.get_running_loop(),
        lines=SpiLines(panel.dc, panel.reset, factory),
        turned=panel.rotate == UPSIDE_DOWN,
    )


def tag_pieces(settings: Settings, book: TagBook, table: Table) -> Mapping[str, str]:
    """Return the owner's tags; with emulated readers, every piece has one."""
    book.renew()
    if settings.tags or all(reader.port != EMULATED for reader in settings.readers):
        return book.tags
    from companion.emulation.box import tag_set

    return {**tag_set(table.game.pieces(table.state)), **book.tags}
