"""Emulated knobs: turns the contacts of rotary encoders on mock pins, with bounce."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from gpiozero.pins.mock import MockFactory

from companion.devices.clock import Clock
from companion.devices.knobs import KnobPins

EDGE: Final = 0.004
"""Seconds between two edges of a knob that is turned at a usual speed: 60 detents a second."""
_CLOCKWISE: Final = (("a", True), ("b", True), ("a", False), ("b", False))
"""The contacts of one detent in their order, and whether each closes."""


@dataclass(slots=True)
class EmulatedKnobs:
    """The knobs of a table, by name, wired according to `pins`."""

    factory: MockFactory
    pins: Mapping[str, KnobPins]
    clock: Clock
    _at_rest: dict[str, float] = field(default_factory=dict)
    """When each knob will be at rest, as far as it was told to turn."""

    def turn(self, knob: str, by: int = 1, bounces: Sequence[float] = ()) -> None:
        """Turn a knob by detents, clockwise if positive, after any pending turns.

        At each edge its contact bounces: `bounces` are the seconds between the edges that follow
        it, in pairs. Raises ``KeyError`` for an unknown knob, ``ValueError`` for an odd number.
        """
        if len(bounces) % 2:
            raise ValueError("a contact bounces away and back: give an even number of gaps")
        contacts = {"a": self.pins[knob].a, "b": self.pins[knob].b}
        if by < 0:
            contacts = {"a": contacts["b"], "b": contacts["a"]}
        at = max(self.clock.now(), self._at_rest.get(knob, 0.0))
        for contact, closed in _CLOCKWISE * abs(by):
            at += EDGE
            self.clock.call_at(at, partial(self._drive, contacts[contact], closed))
            level = closed
            for gap in bounces:
                at, level = at + gap, not level
                self.clock.call_at(at, partial(self._drive, contacts[contact], level))
        self._at_rest[knob] = at

    def _drive(self, number: int | str, closed: bool) -> None:  # noqa: FBT001 - called by partial
        pin = self.factory.pin(number)
        if closed:
            pin.drive_low()
        else:
            pin.drive_high()
