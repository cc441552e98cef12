import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from threading import Thread

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from companion.devices import ButtonEvent, DeviceStatus, Gesture, Input, State
from companion.devices.buttons import ButtonPin, GpioButtons
from companion.devices.debounce import DIRECTION
from companion.emulation.buttons import EmulatedButtons
from companion.emulation.manual_clock import ManualClock
from tests.collector import Collector

PINS = {"confirm": ButtonPin(5), "up": ButtonPin(17, hold=DIRECTION)}
BOUNCES = (0.002, 0.001, 0.003, 0.002)


@dataclass
class Bench:
    """Buttons on mock pins, a finger, and an event loop that runs only on request."""

    loop: asyncio.AbstractEventLoop
    pins: Mapping[str, ButtonPin] = field(default_factory=lambda: PINS)
    factory: MockFactory = field(default_factory=MockFactory)
    clock: ManualClock = field(default_factory=ManualClock)
    collector: Collector = field(default_factory=Collector)

    def __post_init__(self) -> None:
        self.buttons = GpioButtons(self.pins, self.clock, self.loop, self.factory)
        self.finger = EmulatedButtons(self.factory, self.pins, self.clock)

    def pass_time(self, seconds: float) -> list[tuple[str, Gesture]]:
        """Let time pass in steps of a millisecond; return the gestures that were reported."""
        self.collector.reports.clear()
        for _ in range(round(seconds * 1000)):
            self.clock.advance(0.001)
            self.turn()
        return self.collector.gestures

    def turn(self) -> None:
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture
def bench(loop: asyncio.AbstractEventLoop) -> Iterator[Bench]:
    bench = Bench(loop)
    bench.buttons.start(bench.collector)
    yield bench
    bench.buttons.close()


def test_started_buttons_report_ok(bench: Bench) -> None:
    assert bench.collector.reports == [DeviceStatus("buttons", State.OK)]


def test_a_press_is_reported_at_once_and_its_end_later(bench: Bench) -> None:
    bench.finger.press("confirm", BOUNCES)
    assert bench.pass_time(0.1) == [("confirm", Gesture.PRESS)]
    bench.finger.release("confirm", BOUNCES)
    assert bench.pass_time(0.1) == [("confirm", Gesture.CLICK)]


def test_a_tap_shorter_than_its_bounces_is_not_lost(bench: Bench) -> None:
    bench.finger.tap("confirm", 0.004)
    assert bench.pass_time(0.1) == [("confirm", Gesture.PRESS), ("confirm", Gesture.CLICK)]


def test_a_long_press_is_reported_once(bench: Bench) -> None:
    bench.finger.press("confirm")
    assert bench.pass_time(5.0) == [("confirm", Gesture.PRESS), ("confirm", Gesture.LONG_PRESS)]
    bench.finger.release("confirm")
    assert bench.pass_time(0.1) == [("confirm", Gesture.RELEASE)]


def test_a_direction_repeats_while_held(bench: Bench) -> None:
    bench.finger.tap("up", 0.65)
    assert bench.pass_time(2.0) == [
        ("up", Gesture.PRESS),
        ("up", Gesture.REPEAT),
        ("up", Gesture.REPEAT),
        ("up", Gesture.RELEASE),
    ]


def test_buttons_do_not_disturb_each_other(bench: Bench) -> None:
    bench.finger.press("up")
    bench.finger.tap("confirm")
    gestures = bench.pass_time(0.2)
    assert gestures == [
        ("up", Gesture.PRESS),
        ("confirm", Gesture.PRESS),
        ("confirm", Gesture.CLICK),
    ]


def test_edges_from_another_thread_are_reported_in_the_loops_thread(bench: Bench) -> None:
    """lgpio and RPi.GPIO call back in their own threads; the collector checks the thread."""
    for act in (bench.finger.press, bench.finger.release):
        thread = Thread(target=act, args=("confirm", BOUNCES))
        thread.start()
        thread.join()
        bench.collector.reports.clear()
        bench.turn()
        assert len(bench.collector.gestures) == 1
        bench.pass_time(0.1)


def test_many_taps_from_another_thread_all_arrive() -> None:
    """The loop runs on its own clock, with a finger of superhuman speed in a second thread."""

    async def scene() -> list[tuple[str, Gesture]]:
        loop = asyncio.get_running_loop()
        factory, clock = MockFactory(), ManualClock()
        collector = Collector()
        buttons = GpioButtons(PINS, clock, loop, factory)
        buttons.start(collector)
        finger = EmulatedButtons(factory, PINS, clock)

        def tap_often() -> None:
            for _ in range(200):
                finger.press("confirm")
                clock.time += 0.05
                finger.release("confirm")
                clock.time += 0.05

        await loop.run_in_executor(None, tap_often)
        await asyncio.sleep(0)
        buttons.close()
        return collector.gestures

    assert asyncio.run(scene()) == [("confirm", Gesture.PRESS), ("confirm", Gesture.CLICK)] * 200


def test_a_release_whose_edge_is_lost_does_not_repeat_for_ever(bench: Bench) -> None:
    bench.finger.press("up")
    bench.pass_time(0.1)
    bench.factory.pin(17).edges = "none"
    bench.finger.release("up")
    assert bench.pass_time(5.0) == [("up", Gesture.CLICK)]


class HeldPin(MockPin):
    """A pin whose button is held down while the driver starts, against the pull-up."""

    def _set_pull(self, value: str) -> None:
        self._pull = value
        self.drive_low()


def test_a_button_held_at_the_start_counts_from_its_next_press(
    loop: asyncio.AbstractEventLoop,
) -> None:
    bench = Bench(loop, factory=MockFactory(pin_class=HeldPin))
    bench.buttons.start(bench.collector)
    assert bench.pass_time(2.0) == []
    bench.finger.release("confirm")
    assert bench.pass_time(0.1) == []
    bench.finger.tap("confirm")
    assert bench.pass_time(0.2) == [("confirm", Gesture.PRESS), ("confirm", Gesture.CLICK)]


def test_a_button_between_pin_and_supply_is_active_high(loop: asyncio.AbstractEventLoop) -> None:
    bench = Bench(loop, {"a": ButtonPin(5, pull_up=False)})
    bench.buttons.start(bench.collector)
    bench.finger.tap("a")
    assert bench.factory.pin(5).state
    assert bench.pass_time(0.2) == [("a", Gesture.PRESS), ("a", Gesture.CLICK)]


def test_nothing_is_reported_after_close(bench: Bench) -> None:
    bench.finger.press("confirm")
    bench.buttons.close()
    assert bench.pass_time(1.0) == []
    assert not any(pin.when_changed for pin in bench.factory.pins.values())


def test_a_sink_may_close_the_buttons(loop: asyncio.AbstractEventLoop) -> None:
    bench = Bench(loop)
    reported: list[Input] = []

    def sink(report: Input) -> None:
        reported.append(report)
        if isinstance(report, ButtonEvent):
            bench.buttons.close()

    bench.buttons.start(sink)
    bench.finger.tap("confirm")
    bench.pass_time(2.0)
    assert reported == [DeviceStatus("buttons", State.OK), ButtonEvent("confirm", Gesture.PRESS)]


def test_an_unavailable_pin_is_reported_and_frees_the_others(bench: Bench) -> None:
    pins = {"free": ButtonPin(6), "seat1": ButtonPin(5)}
    GpioButtons(pins, bench.clock, bench.loop, bench.factory, "seats").start(bench.collector)
    status = bench.collector.reports[-1]
    assert isinstance(status, DeviceStatus)
    assert (status.device, status.state) == ("seats", State.ABSENT)
    assert "seat1" in status.detail
    assert "already in use" in status.detail
    again = GpioButtons({"free": ButtonPin(6)}, bench.clock, bench.loop, bench.factory)
    again.start(bench.collector)
    assert bench.collector.states[-1] is State.OK
    again.close()


def test_a_bounce_that_does_not_return_is_refused(bench: Bench) -> None:
    with pytest.raises(ValueError, match="even number"):
        bench.finger.press("confirm", bounces=(0.001,))
