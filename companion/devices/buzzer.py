"""Driver of a passive piezo buzzer on a GPIO pin, through gpiozero, and its melodies.

gpiozero's `TonalBuzzer.play()` with a `source` would start a thread with its own timing; here all
timing comes from the injected clock.
"""

from collections.abc import Iterator, Mapping
from math import asin, pi
from types import MappingProxyType
from typing import Final

import msgspec
from gpiozero import Factory, TonalBuzzer

from companion.devices import Cue
from companion.devices.clock import Clock, TimerHandle

LOUDEST: Final = 100
"""The highest volume."""

_MIDDLE: Final = "A5"
"""The middle of the buzzer's range, an octave up and down: 440 to 1760 Hz."""
_LEAST_DUTY: Final = 0.01
"""The smallest duty cycle: gpiozero passes whole percents to lgpio."""


class Note(msgspec.Struct, frozen=True):
    """A tone in scientific pitch notation, or a rest (`None`), and its length in seconds."""

    tone: str | None
    seconds: float


MELODIES: Final[Mapping[Cue, tuple[Note, ...]]] = MappingProxyType(
    {
        Cue.ACCEPTED: (Note("E6", 0.06),),
        Cue.REFUSED: (Note("E5", 0.12), Note("B4", 0.24)),
        Cue.TURN: (Note("C6", 0.09), Note("E6", 0.09), Note("G6", 0.14)),
        Cue.OVER: (Note("G5", 0.15), Note("C6", 0.15), Note("E6", 0.15), Note("G6", 0.45)),
        Cue.WARNING: (Note("A5", 0.1), Note(None, 0.1), Note("A5", 0.1)),
    }
)
"""The melody of each cue; melodies differ in rhythm and direction, not only in pitch."""


class Buzzer(msgspec.Struct, eq=False):
    """Plays melodies on a pin (BCM number). Only use it in the thread of the event loop."""

    pin: int
    clock: Clock
    volume: int = LOUDEST
    """From 0 (silent) to 100."""
    factory: Factory | None = None
    """Creates the pin, which needs PWM; without one gpiozero chooses."""
    _piezo: TonalBuzzer | None = None
    _next_note: TimerHandle | None = None

    def open(self) -> None:
        """Claim the pin. Raises the error of the pin factory."""
        self._piezo = TonalBuzzer(self.pin, mid_tone=_MIDDLE, pin_factory=self.factory)

    def play(self, cue: Cue) -> None:
        """Play the melody of a cue; it interrupts one that is still playing."""
        if self._piezo is None or not self.volume:
            return
        self.stop()
        self._sound(self._piezo, iter(MELODIES[cue]), self.clock.now())

    def _sound(self, piezo: TonalBuzzer, notes: Iterator[Note], due: float) -> None:
        """Play the next note, which is due now, and schedule the one after it."""
        note = next(notes, None)
        if note is None:
            self.stop()
            return
        piezo.play(note.tone)
        if note.tone is not None:
            piezo.pwm_device.value = duty(self.volume)

        def following() -> None:
            self._sound(piezo, notes, due + note.seconds)

        self._next_note = self.clock.call_at(due + note.seconds, following)

    def stop(self) -> None:
        """Silence the buzzer."""
        if self._next_note is not None:
            self._next_note.cancel()
            self._next_note = None
        if self._piezo is not None:
            self._piezo.stop()

    def close(self) -> None:
        """Silence the buzzer and release the pin."""
        self.stop()
        if self._piezo is not None:
            self._piezo.close()
            self._piezo = None


def duty(volume: int) -> float:
    """Return the duty cycle of the buzzer's pin for a volume, at most a half.

    By Fourier analysis, the fundamental of a pulse wave has an amplitude of sin(pi duty), and
    `volume` is its percentage. The harmonics fade less, so a soft tone is also sharper.
    """
    return max(_LEAST_DUTY, asin(volume / LOUDEST) / pi)
