"""Knobs on mock pins, turned edge by edge as their contacts close and open."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from threading import Thread

import pytest
from gpiozero.pins.mock import MockFactory

from companion.devices import DeviceStatus, Gesture, State
from companion.devices.knobs import GpioKnobs, KnobPins
from companion.emulation.knobs import EmulatedKnobs
from companion.emulation.manual_clock import ManualClock
from tests.collector import Collector

PINS = {"knob": KnobPins(9, 10), "seat1": KnobPins(7, 8)}
BOUNCES = (0.0002, 0.0001, 0.0003, 0.0002)
RIGHT, LEFT = ("knob", Gesture.CLOCKWISE), ("knob", Gesture.COUNTERCLOCKWISE)


@dataclass
class Bench:
    """Knobs on mock pins, fingers, and an event loop that runs only on request."""

    loop: asyncio.AbstractEventLoop
    pins: Mapping[str, KnobPins] = field(default_factory=lambda: PINS)
    factory: MockFactory = field(default_factory=MockFactory)
    clock: ManualClock = field(default_factory=ManualClock)
    collector: Collector = field(default_factory=Collector)

    def __post_init__(self) -> None:
        self.knobs = GpioKnobs(self.pins, self.loop, self.factory)
        self.fingers = EmulatedKnobs(self.factory, self.pins, self.clock)
        self.knobs.start(self.collector)

    def turned(self, seconds: float = 1.0) -> list[tuple[str, Gesture]]:
        """Let time pass; return the turns that were reported."""
        self.collector.reports.clear()
        self.clock.advance(seconds)
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()
        return self.collector.gestures

    def drive(self, *levels: str) -> None:
        """Set both contacts of the knob one after the other: `01` closes only the second."""
        for pair in levels:
            for number, closed in zip((9, 10), pair, strict=True):
                pin = self.factory.pin(number)
                pin.drive_low() if closed == "1" else pin.drive_high()


@pytest.fixture
def bench() -> Iterator[Bench]:
    loop = asyncio.new_event_loop()
    bench = Bench(loop)
    yield bench
    bench.knobs.close()
    loop.close()


def test_started_knobs_report_ok(bench: Bench) -> None:
    assert bench.collector.reports == [DeviceStatus("knobs", State.OK)]


@pytest.mark.parametrize("bounces", [(), BOUNCES, BOUNCES * 5])
def test_each_detent_counts_once_however_its_contacts_bounce(
    bench: Bench, bounces: tuple[float, ...]
) -> None:
    bench.fingers.turn("knob", 3, bounces)
    assert bench.turned() == [RIGHT] * 3
    bench.fingers.turn("knob", -2, bounces)
    assert bench.turned() == [LEFT] * 2


def test_turns_that_are_told_at_once_follow_one_another(bench: Bench) -> None:
    bench.fingers.turn("knob", 1)
    bench.fingers.turn("knob", 1)
    bench.fingers.turn("knob", -1)
    assert bench.turned() == [RIGHT, RIGHT, LEFT]


def test_a_knob_that_goes_half_way_and_back_says_nothing(bench: Bench) -> None:
    bench.drive("10", "11", "10", "00")
    assert bench.turned() == []
    bench.drive("10", "11", "01", "00")
    assert bench.turned() == [RIGHT]


def test_no_turn_is_lost_after_many_in_one_direction(bench: Bench) -> None:
    bench.fingers.turn("knob", 100)
    assert bench.turned(5.0) == [RIGHT] * 100


def test_knobs_are_told_apart(bench: Bench) -> None:
    bench.fingers.turn("seat1", -1)
    assert bench.turned() == [("seat1", Gesture.COUNTERCLOCKWISE)]


def test_turns_from_another_thread_are_reported_in_the_loops(bench: Bench) -> None:
    thread = Thread(target=bench.drive, args=("10", "11", "01", "00"))
    thread.start()
    thread.join()
    assert bench.collector.gestures == []
    assert bench.turned() == [RIGHT]


def test_nothing_is_reported_once_closed(bench: Bench) -> None:
    bench.fingers.turn("knob", 1)
    bench.clock.advance(0.1)
    bench.knobs.close()
    assert bench.turned() == []


def test_a_pin_in_use_is_reported_with_the_knob() -> None:
    loop = asyncio.new_event_loop()
    bench = Bench(loop, {"knob": KnobPins(9, 10), "seat1": KnobPins(10, 8)})
    status = bench.collector.reports[0]
    assert isinstance(status, DeviceStatus)
    assert status.state is State.ABSENT
    assert status.detail.startswith("knob 'seat1': ")
    loop.close()


def test_contacts_bounce_away_and_back(bench: Bench) -> None:
    with pytest.raises(ValueError, match="even number"):
        bench.fingers.turn("knob", 1, (0.001,))
