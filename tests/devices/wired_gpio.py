"""fake-rpi's `RPi.GPIO` with wires, so that gpiozero's `RPiGPIOFactory` can work on it.

In fake-rpi 0.7.1 every pin is an output and forgets its level, reads return random values, and no
edge is ever reported. Here pins have a function, a pull, a level and edge callbacks. As in the
original, callbacks run in a separate thread.
"""

from collections.abc import Callable
from threading import Thread

from fake_rpi.RPi import _GPIO

NO_BOUNCE_TIME = -666
"""The value that gpiozero passes on for `bounce_time=None`."""


class WiredGPIO(_GPIO):
    """The module `RPi.GPIO` as an object; `drive` and `levels` are the other ends of the wires."""

    def __init__(self) -> None:
        super().__init__()
        self.functions: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.pulls: dict[int, int] = {}
        self.callbacks: dict[int, Callable[[int], None]] = {}

    def setmode(self, mode: int) -> None:
        assert mode == self.BCM

    def setwarnings(self, enabled: bool) -> None:  # noqa: FBT001 - the signature of RPi.GPIO
        pass

    def setup(
        self, channel: int, direction: int, pull_up_down: int = 20, initial: int | None = None
    ) -> None:
        self.functions[channel] = direction
        if direction == self.IN:
            self.levels[channel] = int(pull_up_down == self.PUD_UP)
        elif initial is not None:
            self.levels[channel] = int(initial)

    def gpio_function(self, channel: int) -> int:
        return self.functions.get(channel, int(self.IN))

    def input(self, channel: int) -> int:
        return self.levels[channel]

    def output(self, channel: int, level: int) -> None:
        assert self.functions[channel] == self.OUT
        self.levels[channel] = int(level)

    def add_event_detect(
        self, channel: int, edge: int, callback: Callable[[int], None], bouncetime: int
    ) -> None:
        assert edge == self.BOTH
        assert bouncetime == NO_BOUNCE_TIME, "RPi.GPIO would lose the end of a short tap"
        self.callbacks[channel] = callback

    def remove_event_detect(self, channel: int) -> None:
        del self.callbacks[channel]

    def cleanup(self, channel: int | None = None) -> None:
        for pin in [channel] if channel is not None else list(self.functions):
            self.functions.pop(pin, None)

    def drive(self, channel: int, level: int) -> None:
        """Put a level on an input, and return once its callback has returned."""
        assert self.functions[channel] == self.IN
        if self.levels[channel] == level:
            return
        self.levels[channel] = level
        if channel in self.callbacks:
            thread = Thread(target=self.callbacks[channel], args=(channel,))
            thread.start()
            thread.join()
