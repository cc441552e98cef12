"""Records lamps and buzzer on pins of gpiozero's `MockFactory`."""

from collections.abc import Mapping
from dataclasses import dataclass

from gpiozero.pins.mock import MockFactory


@dataclass(slots=True)
class SignalProbe:
    """Records visible and audible output of the pins, `MockPWMPin`s, which support tones."""

    factory: MockFactory
    lamps: Mapping[str, int | tuple[int, int, int]]
    buzzer: int | None

    @property
    def lit(self) -> frozenset[str]:
        """The names of the currently lit lamps."""
        return frozenset(name for name in self.lamps if any(self.colour(name)))

    def colour(self, name: str) -> tuple[bool, ...]:
        """Return which LEDs of a lamp are lit: one, or red, green and blue."""
        pins = self.lamps[name]
        leds = (pins,) if isinstance(pins, int) else pins
        return tuple(bool(self.factory.pin(pin).state) for pin in leds)

    @property
    def tone(self) -> float | None:
        """The frequency of the current tone in hertz, ``None`` in silence."""
        if self.buzzer is None:
            return None
        pin = self.factory.pin(self.buzzer)
        return float(pin.frequency) if pin.frequency and pin.state else None
