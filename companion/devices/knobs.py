"""Knobs on GPIO pins: rotary encoders, through gpiozero's `RotaryEncoder`.

Its state machine counts a detent only after all four edges of it in their order, so a contact that
bounces moves nothing. It requires an encoder with one pulse per detent whose contacts are open at
rest, as on most models with 20 or 24 of both; with half as many pulses, only every other detent
counts. The push button below a knob is a button like any other: `companion.devices.buttons`.
"""

from asyncio import AbstractEventLoop
from collections.abc import Mapping
from functools import partial

import msgspec
from gpiozero import Factory, RotaryEncoder

from companion.devices import ButtonEvent, DeviceStatus, Gesture, Sink, State
from companion.engine.message import say


class KnobPins(msgspec.Struct, frozen=True):
    """The pins of a knob's two contacts, each to ground; in BCM numbers, or as gpiozero knows them.

    Clockwise, `a` closes before `b` does.
    """

    a: int | str
    b: int | str


class GpioKnobs(msgspec.Struct, eq=False):
    """The knobs of a table, by the name of the button below each; a `companion.devices.Buttons`.

    `factory` creates the pins; without one, gpiozero chooses. Edges may come in any thread, but
    turns are reported in the loop's. An idle knob causes no wake-ups.
    """

    pins: Mapping[str, KnobPins]
    loop: AbstractEventLoop
    factory: Factory | None = None
    name: str = "knobs"
    _sink: Sink | None = None
    _encoders: dict[str, RotaryEncoder] = msgspec.field(default_factory=dict)

    def start(self, sink: Sink) -> None:
        """Claim the pins and report turns from now on."""
        self._sink = sink
        for knob, pins in self.pins.items():
            try:
                self._encoders[knob] = self._wire(knob, pins)
            except Exception as error:  # noqa: BLE001 - pin libraries raise their own errors
                self._release_pins()
                detail = say("knob '{knob}': {error}", knob=knob, error=error)
                sink(DeviceStatus(self.name, State.ABSENT, detail))
                return
        sink(DeviceStatus(self.name, State.OK))

    def close(self) -> None:
        """Release the pins; nothing is reported afterwards."""
        self._sink = None
        self._release_pins()

    def _release_pins(self) -> None:
        for encoder in self._encoders.values():
            encoder.close()
        self._encoders.clear()

    def _wire(self, knob: str, pins: KnobPins) -> RotaryEncoder:
        # Only turns are of interest, so that steps have no bound at which a turn would be lost.
        encoder = RotaryEncoder(pins.a, pins.b, max_steps=0, pin_factory=self.factory)
        encoder.when_rotated_clockwise = partial(self._bring, knob, Gesture.CLOCKWISE)
        encoder.when_rotated_counter_clockwise = partial(
            self._bring, knob, Gesture.COUNTERCLOCKWISE
        )
        return encoder

    def _bring(self, knob: str, turn: Gesture) -> None:
        """Hand a turn over to the loop's thread, from any thread."""
        self.loop.call_soon_threadsafe(self._report, ButtonEvent(knob, turn))

    def _report(self, turn: ButtonEvent) -> None:
        if self._sink is not None:
            self._sink(turn)
