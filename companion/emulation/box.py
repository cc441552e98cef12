"""Emulated box: all hardware down to pins, bytes and buses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.devices.buttons import ButtonPin
from companion.devices.clock import Clock
from companion.devices.knobs import KnobPins
from companion.emulation.buttons import EmulatedButtons
from companion.emulation.emulators import EmulatedReader, Spot, emulator
from companion.emulation.i2c import EmulatedBus
from companion.emulation.knobs import EmulatedKnobs
from companion.emulation.oled import OledChip
from companion.emulation.pins import ObservedFactory
from companion.emulation.sh1106 import SH1106
from companion.emulation.signal_probe import SignalProbe
from companion.emulation.ssd1306 import SSD1306
from companion.emulation.ssd1309 import SSD1309
from companion.emulation.ssd1322 import EmulatedSpi, GreyChip
from companion.engine.game import Piece

_CONTROLLERS: Final = {"ssd1306": SSD1306, "ssd1309": SSD1309, "sh1106": SH1106}
_FIRST_TAG: Final = 0x0400_0000_01
"""The number of the first tag of a set; the others follow it."""


@dataclass(slots=True)
class EmulatedBox:
    """The hardware of a box, as realistic for a daemon as possible without a Pi.

    ``folder`` holds the readers' ports; ``pins``, ``lamps``, ``buzzer`` and ``turns`` are the
    wiring.
    """

    clock: Clock
    folder: Path
    pins: Mapping[str, ButtonPin]
    lamps: Mapping[str, int | tuple[int, int, int]] = field(default_factory=dict)
    buzzer: int | None = None
    turns: Mapping[str, KnobPins] = field(default_factory=dict)
    """The contacts of each knob, by the name of the button below it."""
    factory: ObservedFactory = field(default_factory=ObservedFactory)
    bus: EmulatedBus = field(default_factory=EmulatedBus)
    readers: dict[str, Spot] = field(default_factory=dict)
    """The spots where tags can be placed, by name."""
    modules: dict[str, EmulatedReader] = field(default_factory=dict)
    """The readers themselves, by name."""
    panels: dict[int, OledChip | GreyChip] = field(default_factory=dict)
    spi: EmulatedSpi | None = None
    """The bus of a grey panel, if there is one."""
    knobs: EmulatedKnobs = field(init=False)
    """Fingers for the knobs."""

    def __post_init__(self) -> None:
        """Attach fingers to the knobs."""
        self.knobs = EmulatedKnobs(self.factory, self.turns, self.clock)

    @property
    def buttons(self) -> EmulatedButtons:
        """Return the fingers for the buttons."""
        return EmulatedButtons(self.factory, self.pins, self.clock)

    @property
    def signals(self) -> SignalProbe:
        """Return the probes of the lamps and the buzzer."""
        return SignalProbe(self.factory, self.lamps, self.buzzer)

    def add_reader(self, name: str, driver: str = "rdm6300", places: Sequence[str] = ()) -> Path:
        """Plug in an emulated reader for a driver and return its port. Raises ``KeyError``."""
        reader, spots = emulator(driver)(name, self.folder / name, self.clock, places)
        reader.plug()
        self.modules[name] = reader
        self.readers |= spots
        return reader.port

    def add_panel(self, controller: str, address: int, size: tuple[int, int]) -> EmulatedBus:
        """Connect a panel to the bus and return the bus."""
        chip = OledChip(_CONTROLLERS[controller], size)
        self.panels[address] = chip
        self.bus.chips[address] = chip
        return self.bus

    def add_grey_panel(self, size: tuple[int, int]) -> EmulatedSpi:
        """Connect a grey panel to a bus of its own and return the bus."""
        chip = GreyChip(size)
        self.panels[0] = chip
        self.spi = EmulatedSpi(chip)
        return self.spi

    def close(self) -> None:
        """Unplug all readers."""
        for reader in self.modules.values():
            reader.unplug()


def tag_set(pieces: tuple[Piece, ...]) -> dict[str, str]:
    """Return a tag of ten capital hexadecimal digits for every piece, with the piece's id."""
    return {f"{_FIRST_TAG + i:010X}": piece.id for i, piece in enumerate(pieces)}
