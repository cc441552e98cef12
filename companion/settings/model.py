"""The settings of one box, as frozen records. Keys and ranges: docs/configuration.md."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from companion.devices.debounce import LONG_PRESS, SETTLE
from companion.settings.nodes import Problem
from companion.settings.panel_care import PanelCare
from companion.settings.quiet_hours import QuietHours

EMULATED: Final = "emulated"
"""The bus of a panel and the port of a reader that exist in this program only."""
MOCK: Final = "mock"
"""The GPIO pins that exist in this program only."""
Lamp: TypeAlias = int | tuple[int, int, int]
"""The pin of an LED, or the pins of one that has three colours: red, green, blue."""
USUAL_PANEL_CARE: Final = PanelCare(dim=120, blank=900, shift=600)


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """A display. ``bus`` is an I2C bus by number or path, or ``EMULATED``; sizes in pixels."""

    driver: str
    bus: int | str
    address: int
    width: int
    height: int
    rotate: int
    """Degrees clockwise by which the panel is mounted turned: 0 or 180."""
    care: PanelCare = USUAL_PANEL_CARE
    """When it is dimmed, darkened, shifted."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.width, self.height


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """A tag reader. ``options`` are the keys of its driver's own."""

    name: str
    driver: str
    port: str
    """Path of the serial port, ``usb:VENDOR:PRODUCT[:SERIAL]``, or ``EMULATED``."""
    options: Mapping[str, bool | int]
    places: tuple[str, ...] = ()
    """The places of the game that its zones lie under, in order; none: pieces are held to it."""


@dataclass(frozen=True, slots=True)
class TimingSettings:
    """How fingers are read, in milliseconds."""

    debounce_ms: int = round(1000 * SETTLE)
    """Quiet after which a contact has settled."""
    long_press_ms: int = round(1000 * LONG_PRESS.after)
    """How long a long press lasts."""
    remind_s: int = 120
    """Seconds without any input after which the table is reminded of what is due; 0: never."""


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """What the buzzer may do."""

    volume: int = 50
    """0 (silent) to 100."""
    quiet: QuietHours | None = None
    """When nothing sounds at all."""


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Pages for browsers. ``bind`` is the address to listen on, ``name`` what the box is called."""

    port: int
    bind: str = "0.0.0.0"  # noqa: S104 - phones shall find it; joining needs the code on the box
    name: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a box is told. Pins are BCM numbers."""

    game: str
    players: tuple[str, ...]
    level: str
    language: str
    options: Mapping[str, object]
    data: Mapping[str, object]
    state: Path
    gpio: str
    """``default``: the pins of this computer; ``MOCK``: emulated ones."""
    buttons: Mapping[str, int]
    lamps: Mapping[str, Lamp]
    buzzer: int | None
    sound: SoundSettings
    panel: PanelSettings | None
    readers: tuple[ReaderSettings, ...]
    tags: Mapping[str, str]
    """Number of a tag, hexadecimal capitals → id of the piece that carries it."""
    timing: TimingSettings
    clock: Mapping[str, object] = field(default_factory=dict)
    """The time control, as ``companion.table.time_control.control_of`` reads it."""
    enter: tuple[str, ...] = ()
    """Names of what is random and entered by the table; ``all`` for everything."""
    warnings: tuple[Problem, ...] = ()
    """What is odd but allowed, such as a deck of another size."""
    web: WebSettings | None = None
    """Pages for browsers, if there are any."""
