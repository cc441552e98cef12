"""Push buttons and joysticks on GPIO pins, through gpiozero.

It uses `DigitalInputDevice`, as a `Button` starts a thread that wakes up ten times a second.
"""

from asyncio import AbstractEventLoop
from collections.abc import Mapping
from functools import partial

import msgspec
from gpiozero import DigitalInputDevice, Factory

from companion.devices import ButtonEvent, DeviceStatus, Gesture, Sink, State
from companion.devices.clock import Clock, TimerHandle
from companion.devices.debounce import (
    LONG_PRESS,
    SETTLE,
    ButtonInput,
    Contact,
    Edge,
    GestureRecogniser,
    HoldRule,
    Step,
)
from companion.engine.message import say


class ButtonPin(msgspec.Struct, frozen=True):
    """How a button is wired: `pin` is a BCM number, or any other name that gpiozero knows.

    With `pull_up` the button is between pin and ground, the usual way; without, it is between pin
    and 3.3 V. `hold` is its behaviour when held, and `settle` the maximum seconds that its contact
    bounces.
    """

    pin: int | str
    pull_up: bool = True
    hold: HoldRule = LONG_PRESS
    settle: float = SETTLE


class _Wired(msgspec.Struct, eq=False):
    """A button whose pin is claimed."""

    device: DigitalInputDevice
    key: ButtonInput
    timer: TimerHandle | None = None


class GpioButtons(msgspec.Struct, eq=False):
    """The buttons of a table, by name; a `companion.devices.Buttons`.

    `factory` creates the pins; without one, gpiozero chooses by what is installed and by the
    variable `GPIOZERO_PIN_FACTORY`. Edges may come in any thread, but gestures are reported in the
    loop's. An idle button causes no wake-ups.
    """

    pins: Mapping[str, ButtonPin]
    clock: Clock
    loop: AbstractEventLoop
    factory: Factory | None = None
    name: str = "buttons"
    _sink: Sink | None = None
    _wired: dict[str, _Wired] = msgspec.field(default_factory=dict)

    def start(self, sink: Sink) -> None:
        """Claim the pins; a button that is held at this moment counts from its next press on."""
        self._sink = sink
        for button, pin in self.pins.items():
            try:
                self._wired[button] = self._wire(button, pin)
            except Exception as error:  # noqa: BLE001 - pin libraries raise their own errors
                self._release_pins()
                sink(
                    DeviceStatus(
                        self.name,
                        State.ABSENT,
                        say("button '{button}': {error}", button=button, error=error),
                    )
                )
                return
        sink(DeviceStatus(self.name, State.OK))

    def close(self) -> None:
        """Release the pins; nothing is reported afterwards."""
        self._sink = None
        self._release_pins()

    def _release_pins(self) -> None:
        for wired in self._wired.values():
            wired.device.close()
            if wired.timer is not None:
                wired.timer.cancel()
        self._wired.clear()

    def _wire(self, button: str, pin: ButtonPin) -> _Wired:
        device = DigitalInputDevice(pin.pin, pull_up=pin.pull_up, pin_factory=self.factory)
        device.when_activated = partial(self._closed, button)
        device.when_deactivated = partial(self._contact_opened, button)
        return _Wired(device, ButtonInput(Contact(pin.settle), GestureRecogniser(pin.hold)))

    def _closed(self, button: str) -> None:
        self._bring(button, Edge(self.clock.now(), closed=True))

    def _contact_opened(self, button: str) -> None:
        self._bring(button, Edge(self.clock.now(), closed=False))

    def _bring(self, button: str, edge: Edge) -> None:
        """Hand an edge over to the loop's thread, from any thread."""
        self.loop.call_soon_threadsafe(self._take, button, edge)

    def _take(self, button: str, edge: Edge) -> None:
        if (wired := self._wired.get(button)) is not None:
            self._step(button, wired, wired.key.edge(edge))

    def _elapse(self, button: str, due: float) -> None:
        """Advance a button's time; a hold counts only while the pin is still active.

        Some kernels lose the edge of a release (joan2937/lg #18): the button would repeat forever.
        """
        wired = self._wired[button]
        key = wired.key
        missed: tuple[Gesture, ...] = ()
        if key.finger.down and not wired.device.is_active:
            key, missed = key.edge(Edge(due, closed=False))
        key, meanwhile = key.elapse(self.clock.now())
        self._step(button, wired, (key, missed + meanwhile))

    def _step(self, button: str, wired: _Wired, step: Step) -> None:
        wired.key, gestures = step
        if wired.timer is not None:
            wired.timer.cancel()
            wired.timer = None
        if (due := wired.key.due) is not None:
            wired.timer = self.clock.call_at(due, partial(self._elapse, button, due))
        for gesture in gestures:
            if self._sink is not None:
                self._sink(ButtonEvent(button, gesture))
