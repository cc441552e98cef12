"""Pin assignment of buttons, lamps and the buzzer; no pin is used twice."""

import re
from collections.abc import Callable, Collection, Container, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from companion.engine.message import Message, say
from companion.settings.model import Knob, Lamp
from companion.settings.nodes import (
    Section,
    UnexpectedValueError,
    Value,
    plain,
    read_each,
    text,
    whole,
)

DIRECTIONS: Final = frozenset({"up", "down", "left", "right"})
"""The joystick, which turns with a panel that is mounted upside down."""
KEYS: Final = frozenset({"a", "b"})
"""The keys beside it, which change places for the other hand."""
_PAIRS: Final = (("up", "down"), ("left", "right"), ("a", "b"))
DEFAULT_LAMPS: Final[Mapping[str, int]] = MappingProxyType(
    {"seat1": 16, "seat2": 20, "seat3": 21, "seat4": 26}
)
"""The lamps of an emulated box; the buttons of the default profile leave these pins free."""
DEFAULT_BUZZER: Final = 12
"""The buzzer's pin on an emulated box."""

VIRTUAL_KNOB: Final = (9, 10, 11)
"""The contacts of the knob of a virtual box and of the button below it; nothing else uses them."""

_NO_BUZZER: Final = "none"
_COLOURS: Final = 3
PIN: Final = whole(0, 27, say("a BCM pin number"))


class _Kind(msgspec.Struct, frozen=True):
    """A kind of wired part: its key in the file, its possible names, and its messages."""

    key: str
    name: re.Pattern[str]
    misnamed: Message
    called: Callable[[str], Message]


_BUTTONS: Final = _Kind(
    "buttons",
    re.compile(r"[a-z]+[0-9]*"),
    say("is not a name for a button, expected small letters such as up or seat1"),
    lambda name: say("the button {name!r}", name=name),
)
_LAMPS: Final = _Kind(
    "lamps",
    re.compile(r"seat[1-9][0-9]?"),
    say("is not a name for a lamp, expected the seat that it is for: seat1, seat2, ..."),
    lambda name: say("the lamp {name!r}", name=name),
)
_KNOBS: Final = _Kind(
    "knobs",
    re.compile(r"box|seat[1-9][0-9]?"),
    say("is not a name for a knob, expected whom it is for: box, seat1, seat2, ..."),
    lambda name: say("the knob {name!r}", name=name),
)
BOX_KNOB: Final = "knob"
"""The button below the knob of the box; that of a seat is the button of the seat."""


class Wiring(msgspec.Struct, eq=False):
    """Pins by BCM number."""

    buttons: dict[str, int] = msgspec.field(default_factory=dict)
    lamps: dict[str, Lamp] = msgspec.field(default_factory=dict)
    knobs: dict[str, Knob] = msgspec.field(default_factory=dict)
    """The contacts of each knob, by the name of the button below it."""
    buzzer: int | None = None
    own: frozenset[str] = frozenset()
    """The buttons of which the box's own configuration says where they are."""
    used_pins: dict[int, tuple[Message, str]] = msgspec.field(default_factory=dict)
    """Use of each pin so far, and its place in the configuration."""

    def take(self, value: Value, pin: int, what: Message) -> None:
        """Record that ``what`` uses a pin; report it if another part uses it already."""
        if pin in self.used_pins:
            other, place = self.used_pins[pin]
            value.report(
                say("pin {pin} is taken by {other} ({place})", pin=pin, other=other, place=place)
            )
        self.used_pins[pin] = what, value.place


def wiring(profile: Section, root: Section, *, named: bool) -> Wiring:
    """Return the pins of the profile, overridden by the box's own configuration.

    A profile that is not ``named`` is emulated; its lamps and buzzer use their default pins, if
    these are free.
    """
    wired = Wiring()
    wired.buttons = _pins(_BUTTONS, profile, root, wired)
    _wire_knobs(profile, root, wired)
    wired.lamps = _lamps(profile, root, wired)
    buzzer = root.get("buzzer", _buzzer, profile.get("buzzer", _buzzer, None))
    if buzzer is not None:
        wired.take(root.values.get("buzzer") or profile.values["buzzer"], buzzer, say("the buzzer"))
    wired.buzzer = buzzer
    if not named and "lamps" not in root.values:
        wired.lamps = {
            name: pin for name, pin in DEFAULT_LAMPS.items() if pin not in wired.used_pins
        }
    if not named and "buzzer" not in root.values and DEFAULT_BUZZER not in wired.used_pins:
        wired.buzzer = DEFAULT_BUZZER
    return wired


def as_held(
    pins: Mapping[str, int], own: Container[str], swapped: Collection[str]
) -> dict[str, int]:
    """Return the pins of buttons whose board is turned or held the other way round.

    ``swapped`` are the buttons that change places in pairs. Those with pins in the box's ``own``
    file keep them.
    """
    other = {name: twin for pair in _PAIRS for name, twin in (pair, pair[::-1])}
    return {
        name: pins.get(other[name], pin)
        if name in swapped and name not in own and other[name] not in own
        else pin
        for name, pin in pins.items()
    }


def _pins(kind: _Kind, profile: Section, root: Section, wired: Wiring) -> dict[str, int]:
    own = root.children(kind.key)
    wired.own = frozenset(own)
    usual = profile.children(kind.key)
    # The box's own pins come last, so that a clash is reported at their place.
    values = {**{name: pin for name, pin in usual.items() if name not in own}, **own}
    pins: dict[str, int] = {}
    for value, pin in read_each(values.values(), PIN):
        name = str(value.path[-1])
        if not kind.name.fullmatch(name):
            value.report(kind.misnamed)
        wired.take(value, pin, kind.called(name))
        pins[name] = pin
    return pins


def _wire_knobs(profile: Section, root: Section, wired: Wiring) -> None:
    """Wire the knobs with the buttons below them."""
    values = {**profile.children(_KNOBS.key), **root.children(_KNOBS.key)}
    for value, pins in read_each(values.values(), _knob):
        name = str(value.path[-1])
        if not _KNOBS.name.fullmatch(name):
            value.report(_KNOBS.misnamed)
            continue
        for pin in pins.values():
            wired.take(value, pin, _KNOBS.called(name))
        button = BOX_KNOB if name == "box" else name
        wired.knobs[button] = pins["a"], pins["b"]
        if "press" in pins:
            if button in wired.buttons:
                value.report(say("the button {name!r} has a pin already", name=button))
            wired.buttons[button] = pins["press"]
        elif button not in wired.buttons:
            value.report(say("lacks the key {key!r}", key="press"))


def _knob(value: Value) -> dict[str, int]:
    """Read the pins of a knob: its contacts ``a`` and ``b``, and ``press``, its button."""
    keys = Section.of(value)
    for key in ("a", "b"):
        if key not in keys.values:
            raise UnexpectedValueError(value, say("lacks the key {key!r}", key=key))
    pins = {key: keys.get(key, PIN, 0) for key in ("a", "b", "press") if key in keys.values}
    keys.end()
    return pins


def _lamps(profile: Section, root: Section, wired: Wiring) -> dict[str, Lamp]:
    """Return the lamps: each has a pin, or three if it is an RGB LED."""
    values = {**profile.children(_LAMPS.key), **root.children(_LAMPS.key)}
    lamps: dict[str, Lamp] = {}
    for value, pins in read_each(values.values(), _lamp):
        name = str(value.path[-1])
        if not _LAMPS.name.fullmatch(name):
            value.report(_LAMPS.misnamed)
        for pin in pins:
            wired.take(value, pin, _LAMPS.called(name))
        lamps[name] = pins[0] if len(pins) == 1 else (pins[0], pins[1], pins[2])
    return lamps


def _lamp(value: Value) -> tuple[int, ...]:
    """Read one pin, or a list of three: red, green, blue."""
    if not isinstance(plain(value), list):
        return (PIN(value),)
    pins = tuple(PIN(item) for item in value.items())
    if len(pins) != _COLOURS:
        raise value.refusal(say("one pin, or a list of three: red, green, blue"))
    return pins


def _buzzer(value: Value) -> int | None:
    """Read the buzzer's pin, or ``none``."""
    if text(value) == _NO_BUZZER:
        return None
    try:
        return PIN(value)
    except UnexpectedValueError:
        raise value.refusal(say("a BCM pin number from 0 to 27, or none")) from None
