"""View of the virtual box, and inputs of its page.

The hardware is injected; it reports changes while there are watchers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.engine.game import Action
from companion.protocol.box import LampsMessage, TagsMessage, ToneMessage
from companion.web.views.json_text import to_json
from companion.web.views.viewer import Hardware


class VirtualBox(Protocol):
    """Hardware that a page can show and operate."""

    @property
    def description(self) -> Hardware:
        """The parts of the box that pages draw."""

    def watch(self, changed: Callable[[], None]) -> None:
        """Call ``changed`` whenever a visible or audible change happens."""

    def forget(self, changed: Callable[[], None]) -> None:
        """Stop calling ``changed``; without watchers nothing is observed."""

    def frame(self) -> bytes | None:
        """Return the panel's brightness and pixels, one bit each; ``None`` without a panel."""

    def lamps(self) -> dict[str, list[bool]]:
        """Return which LEDs of each lamp are lit."""

    def tone(self) -> float | None:
        """Return the frequency in hertz of the tone that sounds, ``None`` in silence."""

    def lying(self) -> dict[str, list[str]]:
        """Return the pieces on each reader; an unknown tag appears as its number."""

    def lay(self, piece: str, reader: str) -> None:
        """Place a piece on a reader. Raises ``KeyError`` with the unknown name."""

    def lift(self, reader: str) -> None:
        """Remove everything from a reader. Raises ``KeyError`` for an unknown reader."""

    def press(self, button: str) -> None:
        """Press a button. Raises ``KeyError`` for an unknown button."""

    def release(self, button: str) -> None:
        """Release a button. Raises ``KeyError`` for an unknown button."""

    def turn(self, knob: str, by: int) -> None:
        """Turn a knob by detents, clockwise if positive. Raises ``KeyError`` for unknown knobs."""


class RobotDriver(Protocol):
    """Presses buttons and places pieces at the virtual box."""

    async def perform(self, action: Action) -> None:
        """Carry out an action by hand. Raises ``NotByHandError`` if that is not possible."""


class NotByHandError(Exception):
    """An action cannot be carried out with buttons and readers, or an input had no effect."""


@dataclass(slots=True)
class VirtualBoxPage:
    """A page that shows the virtual box; closing it releases its buttons."""

    hardware: VirtualBox
    changed: Callable[[], None]
    _sent: dict[str, object] = field(default_factory=dict)
    _down: set[str] = field(default_factory=set)

    def open(self) -> None:
        """Start to watch the hardware."""
        self.hardware.watch(self.changed)

    def close(self) -> None:
        """Release all buttons and stop watching."""
        for button in tuple(self._down):
            self.release(button)
        self.hardware.forget(self.changed)

    def press(self, button: str) -> None:
        """Press a button. Raises ``KeyError`` for an unknown button."""
        self.hardware.press(button)
        self._down.add(button)

    def release(self, button: str) -> None:
        """Release a button. Raises ``KeyError`` for an unknown button."""
        self.hardware.release(button)
        self._down.discard(button)

    def updates(self) -> Sequence[str | bytes]:
        """Return messages about all changes since the last call."""
        hardware = self.hardware
        messages: list[str | bytes] = []
        frame = hardware.frame()
        if frame is not None and self._is_new("frame", frame):
            messages.append(frame)
        state = (
            LampsMessage(hardware.lamps()),
            ToneMessage(hardware.tone()),
            TagsMessage(hardware.lying()),
        )
        new = (each for each in state if self._is_new(each.declared_name(), each))
        return [*messages, *map(to_json, new)]

    def _is_new(self, kind: str, value: object) -> bool:
        if kind in self._sent and self._sent[kind] == value:
            return False
        self._sent[kind] = value
        return True
