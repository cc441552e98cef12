"""Interfaces between hardware and program: four protocols and three value types.

Drivers are created with everything they need (clock, event loop, pin factory or bus) and do nothing
until `start`. They pass their events to one `Sink`, always in the thread of the event loop: events
of another thread cross over by `loop.call_soon_threadsafe`. A fault of a device is an event as well
(`DeviceStatus`), never an exception raised by a running driver.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias

import msgspec

if TYPE_CHECKING:
    from PIL.Image import Image


class Gesture(StrEnum):
    """A gesture on a button.

    Each press gives exactly one `PRESS` and, when it ends, exactly one `CLICK` or `RELEASE`. A
    button that repeats (a joystick's direction) gives `REPEAT`s in between, any other at most one
    `LONG_PRESS`. So a short press is a `CLICK`, and a direction moves on `PRESS` and `REPEAT`.
    """

    PRESS = "press"
    """The button went down."""
    REPEAT = "repeat"
    """The button is held, and counts as pressed again."""
    LONG_PRESS = "long_press"
    """The button has been held for the time of a long press."""
    CLICK = "click"
    """The button went up before it repeated or its press became a long one."""
    RELEASE = "release"
    """The button went up after it repeated or its press became a long one."""
    DOUBLE_CLICK = "double_click"
    """Two short presses in quick succession, as a button without wires reports them."""
    CLOCKWISE = "clockwise"
    """The knob on the button's axis was turned by one detent, as seen from above."""
    COUNTERCLOCKWISE = "counterclockwise"
    """The same the other way round."""


class State(StrEnum):
    """The state of a device."""

    ABSENT = "absent"
    """Not found; the driver keeps looking, if the device can be plugged in at any time."""
    STARTING = "starting"
    """Found, but not in service yet."""
    OK = "ok"
    """In service."""
    DEGRADED = "degraded"
    """Was in service and fails now; the driver keeps trying."""


class ButtonEvent(msgspec.Struct, frozen=True):
    """A gesture on the button or knob named `button`, such as `a`, `up`, `knob` or `seat1`."""

    button: str
    gesture: Gesture


class WirelessPress(msgspec.Struct, frozen=True):
    """A press of a wireless button: a `CLICK`, `DOUBLE_CLICK` or `LONG_PRESS`.

    `button` is the button's address, see `companion.devices.wireless`.
    """

    button: str
    gesture: Gesture


class TagEvent(msgspec.Struct, frozen=True):
    """A tag arrived in a zone of a reader or left it; `tag` is its number, see `tag_number`."""

    reader: str
    zone: str
    tag: str
    present: bool


class DeviceStatus(msgspec.Struct, frozen=True):
    """A device changed its state; `detail` says why, in one sentence with the remedy.

    `known` are the zones whose tags a reader reports from now on; a zone without a report is empty.
    """

    device: str
    state: State
    detail: str = ""
    working_zones: tuple[str, ...] = ()


Input: TypeAlias = ButtonEvent | WirelessPress | TagEvent | DeviceStatus
Sink: TypeAlias = Callable[[Input], None]


class Buttons(Protocol):
    """A set of push buttons."""

    def start(self, sink: Sink) -> None:
        """Claim the pins and report gestures from now on."""

    def close(self) -> None:
        """Release the pins; nothing is reported afterwards."""


class TagReader(Protocol):
    """A reader of tags in one or more zones of the table."""

    @property
    def zones(self) -> tuple[str, ...]:
        """The names of the reader's zones, in order."""

    @property
    def bad_frames(self) -> int:
        """How many damaged frames the reader has sent so far."""

    @property
    def firmware(self) -> str:
        """The version of the reader's firmware, empty if it has not reported any."""

    @property
    def presence(self) -> bool:
        """Whether the reader notices that a tag has left; if not, tags can only be swiped."""

    def start(self, sink: Sink) -> None:
        """Look for the reader and report tags from now on."""

    def close(self) -> None:
        """Close the port; nothing is reported afterwards."""


class Panel(Protocol):
    """A small display of black and white pixels, or of greys."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    @property
    def grey(self) -> bool:
        """Whether it shows greys: then images have mode "L", else "1"."""

    def start(self, sink: Sink) -> None:
        """Look for the panel and report its state from now on."""

    def draw(self, image: Image) -> Awaitable[bool]:
        """Show an image of the panel's mode and size, as soon as the bus is free.

        The result is true once the panel shows the image, false if a newer image replaced it or the
        panel is away. Awaiting it is optional.
        """

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""

    def hide(self) -> None:
        """Darken the panel; the picture stays in its memory."""

    def show(self) -> None:
        """Light the panel again."""

    def refresh(self) -> None:
        """Initialise the panel again and send the whole picture."""

    def close(self) -> None:
        """Darken the panel and release the bus."""


class Cue(StrEnum):
    """Meaning of a sound or a light."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    TURN = "turn"
    WARNING = "warning"
    OVER = "over"
    """The game has ended."""


class Light(StrEnum):
    """The state of a lamp."""

    DARK = "dark"
    LIT = "lit"
    BLINKING = "blinking"


class Signal(Protocol):
    """Lamps and a buzzer."""

    def start(self, sink: Sink) -> None:
        """Claim the pins; all lamps are dark."""

    def lamp(self, name: str, light: Light) -> None:
        """Set the lamp named `name`, such as `seat1`; unknown names are ignored."""

    def cue(self, cue: Cue) -> None:
        """Play the sound for a cue."""

    def close(self) -> None:
        """Darken all lamps, silence the buzzer and release the pins."""
