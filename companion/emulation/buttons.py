"""Emulated buttons: drives pins of gpiozero's `MockFactory`, with contact bounce."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from gpiozero.pins.mock import MockFactory

from companion.devices.buttons import ButtonPin
from companion.devices.clock import Clock


@dataclass(slots=True)
class EmulatedButtons:
    """The buttons of a table, by name, wired according to `pins`.

    A mock pin reports its edges in the thread that drives it, while lgpio and RPi.GPIO use their
    own thread. So tests also drive these buttons from a second thread.
    """

    factory: MockFactory
    pins: Mapping[str, ButtonPin]
    clock: Clock

    def press(self, button: str, bounces: Sequence[float] = ()) -> None:
        """Press a button; `bounces` are the seconds between the following edges, in pairs."""
        self._move(button, closed=True, bounces=bounces)

    def release(self, button: str, bounces: Sequence[float] = ()) -> None:
        """Release a button."""
        self._move(button, closed=False, bounces=bounces)

    def tap(self, button: str, seconds: float = 0.08) -> None:
        """Press a button, and release it after some seconds."""
        self.press(button)
        self.clock.call_at(self.clock.now() + seconds, partial(self.release, button))

    def _move(self, button: str, *, closed: bool, bounces: Sequence[float]) -> None:
        if len(bounces) % 2:
            raise ValueError("a contact bounces away and back: give an even number of gaps")
        self._drive(button, closed)
        now = self.clock.now()
        level = closed
        for gap in bounces:
            now += gap
            level = not level
            self.clock.call_at(now, partial(self._drive, button, level))

    def _drive(self, button: str, closed: bool) -> None:  # noqa: FBT001 - called by partial
        wired = self.pins[button]
        pin = self.factory.pin(wired.pin)
        if closed is wired.pull_up:
            pin.drive_low()
        else:
            pin.drive_high()
