"""The buttons on gpiozero's real code for RPi.GPIO, with fake-rpi below it."""

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from gpiozero import LED, Factory

from companion.devices import Gesture, State
from companion.devices.buttons import ButtonPin, GpioButtons
from companion.emulation.manual_clock import ManualClock
from tests.collector import Collector

if TYPE_CHECKING:
    from tests.devices.wired_gpio import WiredGPIO

fake_rpi = pytest.importorskip("fake_rpi")

PI_4B = 0xC03111
"""The revision code of a Pi 4B, since there is no Pi to ask."""


@dataclass
class Pins:
    """gpiozero's pin factory, and the wires below it."""

    factory: Factory
    gpio: "WiredGPIO"


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pins]:
    """Put a wired `RPi.GPIO` where gpiozero imports it from."""
    from tests.devices.wired_gpio import WiredGPIO

    gpio = WiredGPIO()
    monkeypatch.setattr(fake_rpi.RPi, "GPIO", gpio)
    monkeypatch.setitem(sys.modules, "RPi", fake_rpi.RPi)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", gpio)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    factory = import_module("gpiozero.pins.rpigpio").RPiGPIOFactory()
    monkeypatch.setattr(factory, "_get_revision", lambda: PI_4B)
    yield Pins(factory, gpio)
    factory.close()


def test_bounces_a_short_tap_and_a_long_press_are_recognized(pins: Pins) -> None:
    async def scene() -> list[tuple[str, Gesture]]:
        clock, collector = ManualClock(), Collector()
        wired = {"a": ButtonPin(5)}
        buttons = GpioButtons(wired, clock, asyncio.get_running_loop(), pins.factory)
        buttons.start(collector)
        assert collector.states == [State.OK]
        for level, milliseconds in (
            (0, 2), (1, 2), (0, 2), (1, 2), (0, 100), (1, 100),  # bounces
            (0, 5), (1, 100),  # a tap shorter than its bounces
            (0, 1000), (1, 100),  # a long press
        ):  # fmt: skip
            await asyncio.to_thread(pins.gpio.drive, 5, level)
            await asyncio.sleep(0)
            clock.advance(milliseconds / 1000)
        buttons.close()
        assert pins.gpio.callbacks == {}
        return collector.gestures

    assert asyncio.run(scene()) == [
        ("a", Gesture.PRESS),
        ("a", Gesture.CLICK),
        ("a", Gesture.PRESS),
        ("a", Gesture.CLICK),
        ("a", Gesture.PRESS),
        ("a", Gesture.LONG_PRESS),
        ("a", Gesture.RELEASE),
    ]


def test_a_lamp_sets_the_level_of_its_wire(pins: Pins) -> None:
    lamp = LED(20, pin_factory=pins.factory)
    assert pins.gpio.levels[20] == 0
    lamp.on()
    assert pins.gpio.levels[20] == 1
    assert lamp.value == 1
    lamp.off()
    assert pins.gpio.levels[20] == 0
    lamp.close()
