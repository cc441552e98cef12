"""What the companion's hardware is to the rest of the house: four protocols and three values.

Drivers are made with everything they need (clock, event loop, pin factory or bus) and do nothing
until `start`. They hand their news to one `Sink`, always in the thread of the event loop: what
comes from a foreign thread crosses by `loop.call_soon_threadsafe`. Trouble with a device is news
as well (`DeviceStatus`), never an exception out of a running driver.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from PIL.Image import Image


class Gesture(StrEnum):
    """What a finger did with a button.

    A press gives exactly one `PRESS` and, when it is over, exactly one `CLICK` or `RELEASE`. A
    button that repeats (a joystick's direction) gives `REPEAT`s in between, any other at most one
    `LONG_PRESS`. So a short press is a `CLICK`, and a direction moves on `PRESS` and `REPEAT`.
    """

    PRESS = "press"
    """The button went down."""
    REPEAT = "repeat"
    """It is held, and counts as pressed again."""
    LONG_PRESS = "long_press"
    """It has been held for the time of a long press."""
    CLICK = "click"
    """It went up before it repeated or became a long press."""
    RELEASE = "release"
    """It went up after it repeated or became a long press."""


class State(StrEnum):
    """How a device is."""

    ABSENT = "absent"
    """Not found; the driver keeps looking for anything that can be plugged in."""
    STARTING = "starting"
    """Found, not in service yet."""
    OK = "ok"
    """In service."""
    DEGRADED = "degraded"
    """It was in service and fails now; the driver keeps trying."""


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """A gesture on the button of that name, such as `a`, `up` or `seat1`."""

    button: str
    gesture: Gesture


@dataclass(frozen=True, slots=True)
class TagEvent:
    """A tag came to a reader's zone or left it; `tag` is its number in hexadecimal capitals."""

    reader: str
    zone: str
    tag: str
    present: bool


@dataclass(frozen=True, slots=True)
class DeviceStatus:
    """A device changed its state; `detail` says why, in one sentence with the remedy.

    `known`: the zones of a reader of which it now tells whatever lies there, and that nothing does.
    """

    device: str
    state: State
    detail: str = ""
    known: tuple[str, ...] = ()


Input: TypeAlias = ButtonEvent | TagEvent | DeviceStatus
Sink: TypeAlias = Callable[[Input], None]


class Buttons(Protocol):
    """A set of push buttons."""

    def start(self, sink: Sink) -> None:
        """Take the pins and report gestures from now on."""

    def close(self) -> None:
        """Give the pins back; nothing is reported afterwards."""


class TagReader(Protocol):
    """A reader of tags in one or more zones of the table."""

    @property
    def zones(self) -> tuple[str, ...]:
        """The names of its zones, in order."""

    @property
    def bad_frames(self) -> int:
        """How many damaged frames it has received."""

    @property
    def firmware(self) -> str:
        """The version of its program, empty while it has told none."""

    @property
    def presence(self) -> bool:
        """Whether it tells that a tag has left; if not, a tag is only ever swiped."""

    def start(self, sink: Sink) -> None:
        """Look for the reader and report tags from now on."""

    def close(self) -> None:
        """Give the port back; nothing is reported afterwards."""


class Panel(Protocol):
    """A small display of black and white pixels."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def start(self, sink: Sink) -> None:
        """Look for the panel and report its state from now on."""

    def draw(self, image: Image) -> Awaitable[bool]:
        """Show an image of mode "1" and the panel's size, as soon as the bus is free.

        The answer is true when the glass shows it, false when a newer image took its place or the
        panel is away. Nobody has to wait for it.
        """

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""

    def hide(self) -> None:
        """Darken the glass; the picture stays in the panel's memory."""

    def show(self) -> None:
        """Light the glass again."""

    def refresh(self) -> None:
        """Set the panel up anew and send the whole picture, whatever it is thought to show."""

    def close(self) -> None:
        """Darken the glass and give the bus back."""


class Cue(StrEnum):
    """What a sound or a light says."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    TURN = "turn"
    WARNING = "warning"


class Light(StrEnum):
    """How a lamp is."""

    DARK = "dark"
    LIT = "lit"
    BLINKING = "blinking"


class Signal(Protocol):
    """Lamps and a buzzer."""

    def start(self, sink: Sink) -> None:
        """Take the pins; all lamps are dark."""

    def lamp(self, name: str, light: Light) -> None:
        """Set the lamp of that name, such as `seat1`; one that is not there stays dark."""

    def cue(self, cue: Cue) -> None:
        """Play the sound for a cue."""

    def close(self) -> None:
        """Darken all lamps, be silent and give the pins back."""
