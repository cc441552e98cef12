"""Lamps and a buzzer on mock pins, on a manual clock."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from companion.devices import Cue, DeviceStatus, Light, State
from companion.devices.buzzer import LOUDEST, MELODIES, duty
from companion.devices.signals import HALF_BLINK, GpioSignals
from companion.emulation.manual_clock import ManualClock
from companion.emulation.signal_probe import SignalProbe
from tests.collector import Collector

LAMPS = {"seat1": 16, "seat2": 20}
BUZZER = 12
A5, C6, E6, G6 = 880.0, 1046.5, 1318.5, 1568.0


@dataclass
class Bench:
    """Started signals, with a way to see and hear them."""

    volume: int = LOUDEST
    factory: MockFactory = field(default_factory=lambda: MockFactory(pin_class=MockPWMPin))
    clock: ManualClock = field(default_factory=ManualClock)
    collector: Collector = field(default_factory=Collector)

    def __post_init__(self) -> None:
        self.signals = GpioSignals(
            LAMPS, BUZZER, self.clock, self.factory, self.volume, self.factory
        )
        self.seen = SignalProbe(self.factory, LAMPS, BUZZER)

    def heard(self, seconds: float) -> list[float | None]:
        """Let so many seconds pass, and return the tone at every hundredth of a second."""
        tones = []
        for _ in range(round(seconds * 100)):
            self.clock.advance(0.005)
            tones.append(self.seen.tone)
            self.clock.advance(0.005)
        return tones


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    bench.signals.start(bench.collector)
    yield bench
    bench.signals.close()


def test_after_the_start_everything_is_dark_and_silent(bench: Bench) -> None:
    assert bench.collector.reports == [
        DeviceStatus("lamps", State.OK),
        DeviceStatus("buzzer", State.OK),
    ]
    assert bench.seen.lit == frozenset()
    assert bench.seen.tone is None


def test_a_lamp_is_lit_and_darkened_at_once(bench: Bench) -> None:
    bench.signals.lamp("seat1", Light.LIT)
    assert bench.seen.lit == {"seat1"}
    bench.signals.lamp("seat2", Light.LIT)
    bench.signals.lamp("seat1", Light.DARK)
    assert bench.seen.lit == {"seat2"}


def test_an_unknown_lamp_is_ignored(bench: Bench) -> None:
    bench.signals.lamp("seat5", Light.BLINKING)
    assert bench.seen.lit == frozenset()
    assert bench.clock.next_due() is None


def test_blinking_lamps_blink_together_until_they_are_changed(bench: Bench) -> None:
    bench.signals.lamp("seat1", Light.BLINKING)
    bench.clock.advance(HALF_BLINK / 2)
    bench.signals.lamp("seat2", Light.BLINKING)
    assert bench.seen.lit == {"seat1", "seat2"}
    for lit in (set(), {"seat1", "seat2"}, set(), {"seat1", "seat2"}):
        bench.clock.advance(HALF_BLINK)
        assert bench.seen.lit == lit
    bench.signals.lamp("seat1", Light.LIT)
    bench.clock.advance(HALF_BLINK)
    assert bench.seen.lit == {"seat1"}
    bench.signals.lamp("seat2", Light.DARK)
    bench.clock.advance(10.0)
    assert bench.seen.lit == {"seat1"}


def test_nothing_wakes_up_while_nothing_blinks_or_sounds(bench: Bench) -> None:
    bench.signals.lamp("seat1", Light.BLINKING)
    bench.signals.lamp("seat1", Light.LIT)
    bench.signals.cue(Cue.TURN)
    bench.heard(1.0)
    assert bench.clock.next_due() is None


def test_a_turn_sounds_as_three_rising_tones_and_then_silence(bench: Bench) -> None:
    bench.signals.cue(Cue.TURN)
    tones = bench.heard(1.0)
    assert [round(t, 1) for t in dict.fromkeys(tones) if t] == [C6, E6, G6]
    assert [tone is not None for tone in tones] == [True] * 32 + [False] * 68


def test_a_warning_has_a_rest_between_its_tones(bench: Bench) -> None:
    bench.signals.cue(Cue.WARNING)
    sounding = [tone is not None for tone in bench.heard(0.4)]
    assert sounding == [True] * 10 + [False] * 10 + [True] * 10 + [False] * 10


def test_a_cue_cuts_short_the_one_before(bench: Bench) -> None:
    bench.signals.cue(Cue.TURN)
    bench.clock.advance(0.1)
    bench.signals.cue(Cue.ACCEPTED)
    assert [tone is not None for tone in bench.heard(0.5)] == [True] * 6 + [False] * 44


def test_every_cue_has_its_own_tune() -> None:
    assert set(MELODIES) == set(Cue)
    assert len(set(MELODIES.values())) == len(Cue)


@pytest.mark.parametrize("cue", Cue)
def test_the_buzzer_can_play_every_tune(bench: Bench, cue: Cue) -> None:
    bench.signals.cue(cue)
    assert any(bench.heard(1.0))
    assert bench.seen.tone is None


def test_the_volume_sets_the_duty_cycle() -> None:
    states = {}
    for volume in (10, 50, LOUDEST):
        bench = Bench(volume)
        bench.signals.start(bench.collector)
        bench.signals.cue(Cue.ACCEPTED)
        states[volume] = bench.factory.pin(BUZZER).state
    assert states[LOUDEST] == 0.5
    assert states[50] == pytest.approx(1 / 6)
    assert states[10] == pytest.approx(0.0319, abs=1e-4)


@given(st.integers(1, LOUDEST - 1))
def test_a_higher_volume_has_a_longer_duty_cycle(volume: int) -> None:
    assert 0.01 <= duty(volume) <= duty(volume + 1) <= 0.5


def test_at_volume_zero_nothing_sounds() -> None:
    bench = Bench(volume=0)
    bench.signals.start(bench.collector)
    bench.signals.cue(Cue.WARNING)
    assert bench.seen.tone is None
    assert bench.clock.next_due() is None


def test_close_darkens_and_silences_everything_and_frees_the_pins(bench: Bench) -> None:
    bench.signals.lamp("seat1", Light.BLINKING)
    bench.signals.cue(Cue.REFUSED)
    bench.signals.close()
    assert bench.seen.lit == frozenset()
    assert bench.seen.tone is None
    bench.signals.lamp("seat1", Light.LIT)
    bench.signals.cue(Cue.TURN)
    assert bench.clock.next_due() is None
    Bench(factory=bench.factory).signals.start(bench.collector)
    assert bench.collector.states == [State.OK] * 4


def test_a_pin_in_use_costs_only_its_lamp() -> None:
    bench = Bench()
    other = LED(LAMPS["seat1"], pin_factory=bench.factory)
    bench.signals.start(bench.collector)
    lamps, buzzer = bench.collector.reports
    assert isinstance(lamps, DeviceStatus)
    assert lamps.state is State.ABSENT
    assert lamps.detail.startswith("lamp 'seat1': pin GPIO16 is already in use")
    assert buzzer == DeviceStatus("buzzer", State.OK)
    bench.signals.lamp("seat2", Light.LIT)
    assert bench.seen.lit == {"seat2"}
    other.close()


def test_pins_without_pwm_cost_only_the_buzzer() -> None:
    bench = Bench(factory=MockFactory())
    bench.signals.start(bench.collector)
    lamps, buzzer = bench.collector.reports
    assert lamps == DeviceStatus("lamps", State.OK)
    assert isinstance(buzzer, DeviceStatus)
    assert buzzer.state is State.ABSENT
    assert "PWM" in buzzer.detail
    bench.signals.cue(Cue.TURN)
    assert bench.clock.next_due() is None


class Broken(MockFactory):
    """A factory that fails as lgpio does without permission for /dev/gpiochip0."""

    def pin(self, name: object) -> None:
        raise RuntimeError(f"can not open gpiochip for {name}")


def test_any_error_of_a_library_is_reported_and_does_not_crash() -> None:
    bench = Bench(factory=Broken())
    bench.signals.start(bench.collector)
    assert bench.collector.states == [State.ABSENT] * 2
    bench.signals.lamp("seat1", Light.LIT)
    bench.signals.cue(Cue.TURN)
    bench.signals.close()


def test_a_box_without_lamps_and_buzzer_reports_nothing() -> None:
    collector = Collector()
    GpioSignals({}, None, ManualClock()).start(collector)
    assert collector.reports == []


def test_no_thread_is_started(bench: Bench) -> None:
    before = threading.active_count()
    bench.signals.lamp("seat1", Light.BLINKING)
    bench.signals.cue(Cue.WARNING)
    bench.heard(0.2)
    assert threading.active_count() == before


def test_an_rgb_lamp_shows_the_colour_of_its_seat() -> None:
    """Red for the first seat, blue for the second; pins without PWM can show all seven colours."""
    lamps: dict[str, int | tuple[int, int, int]] = {
        "seat1": (16, 20, 21),
        "seat2": (5, 6, 13),
        "seat3": 26,
    }
    factory, clock, collector = MockFactory(), ManualClock(), Collector()
    signals = GpioSignals(lamps, None, clock, factory)
    seen = SignalProbe(factory, lamps, None)
    signals.start(collector)
    assert collector.reports == [DeviceStatus("lamps", State.OK)]
    for name in lamps:
        signals.lamp(name, Light.LIT)
    assert seen.colour("seat1") == (True, False, False)
    assert seen.colour("seat2") == (False, False, True)
    assert seen.lit == set(lamps)
    signals.lamp("seat1", Light.BLINKING)
    clock.advance(HALF_BLINK)
    assert seen.lit == {"seat2", "seat3"}
    signals.close()
    assert seen.lit == frozenset()
