"""The settings of one box, as frozen records; docs/configuration.md describes keys and ranges."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from companion.devices.debounce import LONG_PRESS, SETTLE
from companion.settings.nodes import SettingsProblem
from companion.settings.panel_care import PanelCare
from companion.settings.quiet_hours import QuietHours

EMULATED: Final = "emulated"
"""The bus of an emulated panel, or the port of an emulated reader."""
MOCK: Final = "mock"
"""Stands for emulated GPIO pins."""
GIVEN: Final = "given"
SEATS: Final = "seats"
NAMES: Final = (GIVEN, SEATS)
"""How players are called outside: as they are, or by their seats."""
AFTER_END: Final = "after_end"
LIVE: Final = "live"
Lamp: TypeAlias = int | tuple[int, int, int]
"""The pin of an LED, or the pins of an RGB LED: red, green, blue."""
Knob: TypeAlias = tuple[int, int]
"""The pins of a knob's contacts: clockwise, the first one closes before the second."""
USUAL_PANEL_CARE: Final = PanelCare(dim=120, blank=900, shift=600, glance=10)


class PanelSettings(msgspec.Struct, frozen=True):
    """Settings of a display. ``bus`` is an I2C bus by number, or a bus by path, or ``EMULATED``.

    Sizes are in pixels.
    """

    driver: str
    bus: int | str
    address: int
    width: int
    height: int
    rotate: int
    """Degrees clockwise by which the mounted panel is turned: 0 or 180."""
    dc: int = 24
    """The pin of an SPI panel's line D/C, in BCM numbers."""
    reset: int = 25
    """The pin of an SPI panel's reset, in BCM numbers."""
    care: PanelCare = USUAL_PANEL_CARE
    """When the panel is dimmed, darkened and shifted."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.width, self.height


class ReaderSettings(msgspec.Struct, frozen=True):
    """A tag reader. ``options`` are its driver's own settings."""

    name: str
    driver: str
    port: str
    """Path of the serial port, ``usb:VENDOR:PRODUCT[:SERIAL]``, or ``EMULATED``."""
    options: Mapping[str, bool | int]
    places: tuple[str, ...] = ()
    """The places of the game above its zones, in order; if empty, pieces are held to it."""


class TimingSettings(msgspec.Struct, frozen=True):
    """Timing of gestures and reminders."""

    debounce_ms: int = round(1000 * SETTLE)
    """Milliseconds without an edge after which a contact has settled."""
    long_press_ms: int = round(1000 * LONG_PRESS.after)
    """Milliseconds after which a press is a long one."""
    remind_s: int = 120
    """Seconds without input after which the table is reminded of what is due, 0 for never."""


class SoundSettings(msgspec.Struct, frozen=True):
    """Settings of the buzzer."""

    volume: int = 50
    """0 (silent) to 100."""
    quiet: QuietHours | None = None
    """The hours in which nothing sounds at all."""
    speech: str = ""
    """The program that speaks what lies open, with its options; empty for silence."""


class WebSettings(msgspec.Struct, frozen=True):
    """Pages for browsers. ``bind`` is the address to listen on, ``name`` the box's host name."""

    port: int
    bind: str = "0.0.0.0"  # noqa: S104 - phones have to reach it; joining needs a code
    name: str = ""
    public: bool = False
    """Whether strangers are in the same network: codes are longer, and new for each game."""
    https: bool = False
    """Whether pages are served over TLS, with a certificate of the box's own."""


class FleetSettings(msgspec.Struct, frozen=True):
    """The broker to which the box publishes public information, by MQTT 3.1.1.

    ``site`` and ``box`` are the names in its topics; ``title`` and ``room`` are for people. With a
    ``hub``, an operator there can give all of these.
    """

    broker: str
    """The broker's name or address; empty until a hub has told it."""
    box: str
    site: str = "home"
    port: int = 0
    """The broker's port; 0 for the usual one, 1883 or, with TLS, 8883."""
    title: str = ""
    room: str = ""
    user: str = ""
    """The account at the broker, usually called like the box."""
    password: Path | None = None
    """The file that holds the password of that account."""
    tls: bool = False
    ca: Path | None = None
    """Certificates that are trusted beside those of the system: a club's own."""
    certificate: Path | None = None
    key: Path | None = None
    """The key of ``certificate``, by which the box proves who it is without a password."""
    keepalive_s: int = 60
    """Seconds without a message after which broker and box look whether the other is there."""
    names: str = GIVEN
    """Whether players are called by their names or by their seats."""
    secrets: str = AFTER_END
    """When the logs of games with secrets leave the box."""
    homeassistant: str = "homeassistant"
    """The prefix under which Home Assistant looks for devices; empty to tell it nothing."""
    hub: str = ""
    """The address of the pages of a hub that the box can join by a code; empty for none."""
    updates: bool = False
    """Whether the hub may have another version of the package installed, between two games."""


class MqttButtonSettings(msgspec.Struct, frozen=True):
    """The broker that receives presses of wireless buttons, as published by Zigbee2MQTT."""

    broker: str
    topic: str = "zigbee2mqtt"
    """The first level of the topics of all devices."""
    port: int = 0
    """The broker's port; 0 for the usual one, 1883 or, with TLS, 8883."""
    user: str = ""
    password: Path | None = None
    """The file that holds the password of the user."""
    tls: bool = False
    ca: Path | None = None
    """Certificates that are trusted beside those of the system."""


class WirelessSettings(msgspec.Struct, frozen=True):
    """The enabled kinds of wireless buttons."""

    mqtt: MqttButtonSettings | None = None
    bluetooth: str = ""
    """The Bluetooth adapter that listens, such as ``hci0``; empty for none."""


class Settings(msgspec.Struct, frozen=True):
    """All settings of a box. Pins are BCM numbers."""

    game: str
    players: tuple[str, ...]
    level: str
    language: str
    options: Mapping[str, object]
    data: Mapping[str, object]
    state: Path
    gpio: str
    """``default`` for the pins of this computer, ``MOCK`` for emulated ones."""
    buttons: Mapping[str, int]
    lamps: Mapping[str, Lamp]
    buzzer: int | None
    sound: SoundSettings
    panel: PanelSettings | None
    readers: tuple[ReaderSettings, ...]
    tags: Mapping[str, str]
    """The id of the piece that carries each tag, by the tag's number."""
    timing: TimingSettings
    clock: Mapping[str, object] = msgspec.field(default_factory=dict)
    """The time control, as ``control_of`` in ``companion.table.clocks.time_control`` reads it."""
    enter: tuple[str, ...] = ()
    """The names of random actions that the table enters; ``all`` for everything."""
    robots: tuple[int, ...] = ()
    """The seats that the box plays itself; on the box, they are chosen in the setup."""
    knobs: Mapping[str, Knob] = msgspec.field(default_factory=dict)
    """The contacts of each knob, by the name of the button below it."""
    key_places: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Where the keys ``a`` and ``b`` lie, by which speech names them, as far as that is known."""
    warnings: tuple[SettingsProblem, ...] = ()
    """Things that are odd but allowed, such as a deck of another size."""
    web: WebSettings | None = None
    """Pages for browsers, if there are any."""
    fleet: FleetSettings | None = None
    """The broker that other programs listen to, if there is any."""
    wireless: WirelessSettings | None = None
    """How buttons without wires are heard, if there are any."""
    is_level_set: bool = False
    """Whether the level is the owner's; else it is the least demanding one of the game."""
    announce: tuple[str, ...] = ()
    """The addresses that hear of every result: of a webhook, or as Apprise writes them."""
