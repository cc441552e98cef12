"""Eyes and ears for the lamps and the buzzer on pins of gpiozero's `MockFactory`."""

from collections.abc import Mapping
from dataclasses import dataclass

from gpiozero.pins.mock import MockFactory


@dataclass(slots=True)
class SignalProbe:
    """What people see and hear; the pins must be of `MockPWMPin`, which knows tones."""

    factory: MockFactory
    lamps: Mapping[str, int | tuple[int, int, int]]
    buzzer: int | None

    @property
    def lit(self) -> frozenset[str]:
        """The names of the lamps that are lit at this moment."""
        return frozenset(name for name in self.lamps if any(self.colour(name)))

    def colour(self, name: str) -> tuple[bool, ...]:
        """Return which LEDs of a lamp are lit: one, or red, green and blue."""
        pins = self.lamps[name]
        each = (pins,) if isinstance(pins, int) else pins
        return tuple(bool(self.factory.pin(pin).state) for pin in each)

    @property
    def tone(self) -> float | None:
        """Hertz of the tone that sounds at this moment."""
        if self.buzzer is None:
            return None
        pin = self.factory.pin(self.buzzer)
        return float(pin.frequency) if pin.frequency and pin.state else None
