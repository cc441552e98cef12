"""Which pin is for what: buttons, lamps and the buzzer; each pin once."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from companion.settings.model import Lamp
from companion.settings.nodes import Refused, Section, Value, plain, read_each, text, whole

DEFAULT_LAMPS: Final[Mapping[str, int]] = MappingProxyType(
    {"seat1": 16, "seat2": 20, "seat3": 21, "seat4": 26}
)
"""Of the emulated box; the buttons of the default profile leave these pins free."""
DEFAULT_BUZZER: Final = 12

_NO_BUZZER: Final = "none"
_COLOURS: Final = 3
_PIN: Final = whole(0, 27, "a BCM pin number")


@dataclass(frozen=True, slots=True)
class _Kind:
    """What is wired: its key in the file, its name for people, and how each one may be called."""

    key: str
    word: str
    name: re.Pattern[str]
    names: str


_BUTTONS: Final = _Kind(
    "buttons", "button", re.compile(r"[a-z]+[0-9]*"), "small letters such as up or seat1"
)
_LAMPS: Final = _Kind(
    "lamps", "lamp", re.compile(r"seat[1-9][0-9]?"), "the seat that it is for: seat1, seat2, ..."
)


@dataclass(slots=True)
class Wiring:
    """Pins by BCM number."""

    buttons: dict[str, int] = field(default_factory=dict)
    lamps: dict[str, Lamp] = field(default_factory=dict)
    buzzer: int | None = None
    taken: dict[int, str] = field(default_factory=dict)
    """What has a pin already, and where that is written."""

    def take(self, value: Value, pin: int, what: str) -> None:
        """Note who has a pin, or report who had it before."""
        if pin in self.taken:
            value.report(f"pin {pin} is taken by {self.taken[pin]}")
        self.taken[pin] = f"{what} ({value.place})"


def wiring(profile: Section, root: Section, *, named: bool) -> Wiring:
    """Return the pins of the profile, overridden by the box's own.

    A profile that is not ``named`` is emulated; its lamps and buzzer are on whichever of their
    usual pins are free.
    """
    wired = Wiring()
    wired.buttons = _pins(_BUTTONS, profile, root, wired)
    wired.lamps = _lamps(profile, root, wired)
    buzzer = root.get("buzzer", _buzzer, None)
    if buzzer is not None:
        wired.take(root.values["buzzer"], buzzer, "the buzzer")
    wired.buzzer = buzzer
    if not named and "lamps" not in root.values:
        wired.lamps = {name: pin for name, pin in DEFAULT_LAMPS.items() if pin not in wired.taken}
    if not named and "buzzer" not in root.values and DEFAULT_BUZZER not in wired.taken:
        wired.buzzer = DEFAULT_BUZZER
    return wired


def _pins(kind: _Kind, profile: Section, root: Section, wired: Wiring) -> dict[str, int]:
    own = root.children(kind.key)
    usual = profile.children(kind.key)
    # The box's own come last, so that a clash is told as theirs.
    values = {**{name: pin for name, pin in usual.items() if name not in own}, **own}
    pins: dict[str, int] = {}
    for value, pin in read_each(values.values(), _PIN):
        name = str(value.path[-1])
        if not kind.name.fullmatch(name):
            value.report(f"is no name for a {kind.word}, expected {kind.names}")
        wired.take(value, pin, f"the {kind.word} {name!r}")
        pins[name] = pin
    return pins


def _lamps(profile: Section, root: Section, wired: Wiring) -> dict[str, Lamp]:
    """Return the lamps: each a pin, or three for one of three colours."""
    values = {**profile.children(_LAMPS.key), **root.children(_LAMPS.key)}
    lamps: dict[str, Lamp] = {}
    for value, pins in read_each(values.values(), _lamp):
        name = str(value.path[-1])
        if not _LAMPS.name.fullmatch(name):
            value.report(f"is no name for a {_LAMPS.word}, expected {_LAMPS.names}")
        for pin in pins:
            wired.take(value, pin, f"the {_LAMPS.word} {name!r}")
        lamps[name] = pins[0] if len(pins) == 1 else (pins[0], pins[1], pins[2])
    return lamps


def _lamp(value: Value) -> tuple[int, ...]:
    """Read one pin, or a list of three: red, green, blue."""
    if not isinstance(plain(value), list):
        return (_PIN(value),)
    pins = tuple(_PIN(each) for each in value.items())
    if len(pins) != _COLOURS:
        raise value.refusal("one pin, or a list of three: red, green, blue")
    return pins


def _buzzer(value: Value) -> int | None:
    """Read the buzzer's pin, or that there is none."""
    if text(value) == _NO_BUZZER:
        return None
    try:
        return _PIN(value)
    except Refused:
        raise value.refusal("a BCM pin number from 0 to 27, or none") from None
