import pytest
from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockFactory

from companion.devices.buttons import ButtonPin
from companion.emulation.buttons import EmulatedButtons
from companion.emulation.manual_clock import ManualClock

PINS = {"low": ButtonPin(5), "high": ButtonPin(6, pull_up=False)}


@pytest.fixture
def finger() -> EmulatedButtons:
    return EmulatedButtons(MockFactory(), PINS, ManualClock())


@pytest.mark.parametrize("button", PINS)
def test_a_pressed_button_closes_its_contact(finger: EmulatedButtons, button: str) -> None:
    wired = PINS[button]
    device = DigitalInputDevice(wired.pin, pull_up=wired.pull_up, pin_factory=finger.factory)
    finger.press(button)
    assert device.is_active
    finger.release(button)
    assert not device.is_active


def test_a_tap_ends_by_the_clock(finger: EmulatedButtons) -> None:
    clock = finger.clock
    assert isinstance(clock, ManualClock)
    device = DigitalInputDevice(5, pull_up=True, pin_factory=finger.factory)
    finger.tap("low", 0.1)
    clock.advance(0.09)
    assert device.is_active
    clock.advance(0.02)
    assert not device.is_active


def test_bounces_come_at_their_times_and_end_where_the_finger_is(finger: EmulatedButtons) -> None:
    clock = finger.clock
    assert isinstance(clock, ManualClock)
    device = DigitalInputDevice(5, pull_up=True, pin_factory=finger.factory)
    edges: list[tuple[str, float]] = []
    device.when_activated = lambda: edges.append(("closed", clock.now()))
    device.when_deactivated = lambda: edges.append(("open", clock.now()))
    finger.press("low", bounces=(0.25, 0.25))
    clock.advance(1)
    assert edges == [("closed", 0.0), ("open", 0.25), ("closed", 0.5)]
