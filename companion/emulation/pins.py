"""Pins of gpiozero's `MockFactory` that tell when they change, so that nobody has to look."""

from collections.abc import Callable

from gpiozero.pins.mock import MockFactory, MockPWMPin


class ObservedPin(MockPWMPin):
    """A pin that tells its factory when its level or its frequency has changed."""

    def _change_state(self, value: float) -> bool:
        changed: bool = super()._change_state(value)
        del self.states[:-1]  # gpiozero keeps every state for its own tests: a leak in a long run
        if changed:
            self.factory.tell()
        return changed

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self.factory.tell()


class ObservedFactory(MockFactory):
    """Makes such pins; `on_change` is told of each change, in the thread that made it."""

    def __init__(self) -> None:
        super().__init__(pin_class=ObservedPin)
        self.on_change: Callable[[], None] | None = None

    def tell(self) -> None:
        """Pass on that a pin has changed."""
        if self.on_change is not None:
            self.on_change()
