"""Pins of gpiozero's `MockFactory` that report changes, so that polling is unnecessary."""

from collections.abc import Callable

from gpiozero.pins.mock import MockFactory, MockPWMPin


class ObservedPin(MockPWMPin):
    """A pin that notifies its factory when its level or frequency has changed."""

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
    """Creates observed pins, and calls its observer at each change, in the thread that made it."""

    def __init__(self) -> None:
        super().__init__(pin_class=ObservedPin)
        self.on_change: Callable[[], None] | None = None

    def report_to(self, observer: Callable[[], None] | None) -> None:
        """Set the observer, or remove it with ``None``."""
        self.on_change = observer

    def tell(self) -> None:
        """Report that a pin has changed."""
        if self.on_change is not None:
            self.on_change()
