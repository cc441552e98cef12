"""Drivers of lamps and buzzer on GPIO pins, through gpiozero.

gpiozero's `blink()` and `source` are not used, as each starts a thread with its own timing; here
all timing comes from the injected clock.
"""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec
from gpiozero import LED, RGBLED, Factory

from companion.devices import Cue, DeviceStatus, Light, Sink, State
from companion.devices.buzzer import LOUDEST, Buzzer
from companion.devices.clock import Clock, TimerHandle
from companion.engine.message import join, say

HALF_BLINK: Final = 0.5
"""Seconds that a blinking lamp is lit, and then dark: one flash a second, far below the three that
may cause seizures (WCAG 2.2, 2.3.1)."""

COLOURS: Final = (
    *((1, 0, 0), (0, 0, 1), (0, 1, 0), (1, 1, 0)),
    *((1, 1, 1), (0, 1, 1), (1, 0, 1)),
)
"""The colours that an RGB lamp shows without PWM, as red, green and blue, in the order of seats:
red, blue, green, yellow, white, cyan, magenta. The seats' usual names begin with the same colours,
but a lamp's place, not its colour, says which seat it belongs to."""


class GpioSignals(msgspec.Struct, eq=False):
    """Lamps by name and a buzzer; a `companion.devices.Signal`.

    A lamp is an LED with a resistor between its pin (BCM number) and ground, or an RGB LED on three
    pins (red, green, blue), which shows its seat's colour of `COLOURS`. A buzzer is a passive
    piezo. `volume` is 0 (silent) to 100. `factory` creates the pins; without one gpiozero chooses.
    Only use it in the thread of the event loop. A lamp that fails does not affect the others.
    Nothing wakes up unless a lamp blinks or a tune plays.
    """

    lamps: Mapping[str, int | tuple[int, int, int]]
    buzzer: int | None
    clock: Clock
    factory: Factory | None = None
    volume: int = LOUDEST
    pulses: Factory | None = None
    """Creates the buzzer's pin, in case ``factory`` does not support PWM."""
    _leds: dict[str, LED | RGBLED] = msgspec.field(default_factory=dict)
    _blinking: set[str] = msgspec.field(default_factory=set)
    _blink: TimerHandle | None = None
    _buzzer: Buzzer | None = None

    def start(self, sink: Sink) -> None:
        """Claim the pins, with all lamps dark, and report the devices `lamps` and `buzzer`."""
        if self.lamps:
            faults = [f for name, pins in self.lamps.items() if (f := self._wire(name, pins))]
            sink(_status("lamps", join("; ", faults) if faults else ""))
        if self.buzzer is not None:
            self._buzzer = Buzzer(self.buzzer, self.clock, self.volume, self.pulses)
            sink(_status("buzzer", _fault(self._buzzer.open)))

    def _wire(self, name: str, pins: int | tuple[int, int, int]) -> str:
        def wire() -> None:
            if isinstance(pins, int):
                self._leds[name] = LED(pins, pin_factory=self.factory)
            else:
                # Without PWM: in software it flickers and costs wake-ups.
                self._leds[name] = RGBLED(*pins, pwm=False, pin_factory=self.factory)

        fault = _fault(wire)
        return fault and say("lamp '{lamp}': {fault}", lamp=name, fault=fault)

    def lamp(self, name: str, light: Light) -> None:
        """Set the lamp named `name`, such as `seat1`; unknown names are ignored."""
        led = self._leds.get(name)
        if led is None:
            return
        self._blinking.discard(name)
        if light is Light.BLINKING:
            self._blinking.add(name)
        self._light(name, lit=light is not Light.DARK)
        if self._blinking and self._blink is None:
            self._wait_blink(self.clock.now() + HALF_BLINK, lit=False)
        elif not self._blinking:
            self._stop_blinking()

    def _light(self, name: str, *, lit: bool) -> None:
        led = self._leds[name]
        if isinstance(led, LED):
            led.value = lit
        else:
            order = list(self.lamps).index(name) % len(COLOURS)
            led.value = COLOURS[order] if lit else (0, 0, 0)

    def _wait_blink(self, due: float, *, lit: bool) -> None:
        def blink() -> None:
            for name in self._blinking:
                self._light(name, lit=lit)
            self._wait_blink(due + HALF_BLINK, lit=not lit)

        self._blink = self.clock.call_at(due, blink)

    def _stop_blinking(self) -> None:
        if self._blink is not None:
            self._blink.cancel()
            self._blink = None

    def cue(self, cue: Cue) -> None:
        """Play the melody of a cue; it interrupts one that is still playing."""
        if self._buzzer is not None:
            self._buzzer.play(cue)

    def close(self) -> None:
        """Darken all lamps, silence the buzzer and release the pins."""
        self._stop_blinking()
        for led in self._leds.values():
            led.off()
            led.close()
        self._leds.clear()
        self._blinking.clear()
        if self._buzzer is not None:
            self._buzzer.close()
            self._buzzer = None


def _fault(wire: Callable[[], None]) -> str:
    """Claim a pin; return the error in words, an empty string on success."""
    try:
        wire()
    except Exception as error:  # noqa: BLE001 - lgpio.error and RPi.GPIO's have no other base
        return str(error) or type(error).__name__
    return ""


def _status(device: str, fault: str) -> DeviceStatus:
    return DeviceStatus(device, State.ABSENT if fault else State.OK, fault)
