"""gpiozero's devices on the kernel's line events, against a model of the character device."""

import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest
from gpiozero import LED, DigitalInputDevice, RotaryEncoder, TonalBuzzer
from gpiozero.exc import (
    BadPinFactory,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinPWMUnsupported,
    PinSetInput,
)

from companion.devices.gpiod_pins import GpiodFactory, find_chip, line_event_factory
from companion.emulation.gpiochip import EmulatedChip
from companion.emulation.manual_clock import ManualClock

PIN = 17
WAIT = 5.0


class Factory(GpiodFactory):
    """The factory on a board with a fixed revision: a Raspberry Pi 4B."""

    def _get_revision(self) -> int:
        return 0xC03111


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def chip(clock: ManualClock) -> EmulatedChip:
    return EmulatedChip(clock)


@pytest.fixture
def factory(chip: EmulatedChip) -> Iterator[Factory]:
    factory = Factory(chip)
    yield factory
    factory.close()
    assert all(line.owner is None for line in chip.lines)


class TestButtons:
    def test_close_to_ground_and_call_back_in_the_pins_thread(
        self, factory: Factory, chip: EmulatedChip
    ) -> None:
        heard: Queue[tuple[str, str]] = Queue()
        with DigitalInputDevice(PIN, pull_up=True, pin_factory=factory) as button:
            button.when_activated = lambda: heard.put(("down", threading.current_thread().name))
            button.when_deactivated = lambda: heard.put(("up", threading.current_thread().name))
            chip.drive(PIN, level=False)
            assert heard.get(timeout=WAIT) == ("down", "gpio")
            assert button.is_active
            chip.drive(PIN, level=None)
            assert heard.get(timeout=WAIT) == ("up", "gpio")
            assert not button.is_active

    def test_leave_their_line_to_float(self, factory: Factory, chip: EmulatedChip) -> None:
        with DigitalInputDevice(PIN, pull_up=True, pin_factory=factory):
            assert chip.lines[PIN].level
        assert not chip.lines[PIN].level

    def test_lose_no_edge_of_a_burst(self, factory: Factory, chip: EmulatedChip) -> None:
        heard: Queue[str] = Queue()
        with DigitalInputDevice(PIN, pull_up=True, pin_factory=factory) as button:
            button.when_activated = lambda: heard.put("down")
            button.when_deactivated = lambda: heard.put("up")
            for _ in range(50):
                chip.drive(PIN, level=False)
                chip.drive(PIN, level=True)
            assert [heard.get(timeout=WAIT) for _ in range(100)] == ["down", "up"] * 50

    def test_are_debounced_by_the_kernel_on_request(
        self, factory: Factory, chip: EmulatedChip, clock: ManualClock
    ) -> None:
        heard: Queue[str] = Queue()
        with DigitalInputDevice(PIN, pull_up=True, bounce_time=0.02, pin_factory=factory) as button:
            button.when_activated = lambda: heard.put("down")
            for level in (False, True, False):
                chip.drive(PIN, level=level)
                clock.advance(0.005)
            assert heard.empty()
            clock.advance(0.02)
            assert heard.get(timeout=WAIT) == "down"
            assert heard.empty()

    def test_report_the_kernels_time_of_an_edge(
        self, factory: Factory, chip: EmulatedChip, clock: ManualClock
    ) -> None:
        seen: Queue[tuple[float, int]] = Queue()

        def changed(ticks: float, state: int) -> None:
            seen.put((ticks, state))

        pin = factory.pin(PIN)
        pin.input_with_pull("up")
        pin.edges = "falling"
        pin.when_changed = changed
        clock.advance(1.25)
        chip.drive(PIN, level=False)
        chip.drive(PIN, level=True)
        assert seen.get(timeout=WAIT) == (1.25, 0)
        assert seen.empty()


class TestKnobs:
    def test_turn_as_their_contacts_did_although_nobody_could_look_for_a_while(
        self, factory: Factory, chip: EmulatedChip, clock: ManualClock
    ) -> None:
        """The direction is the order of the edges of two lines, which have a queue each."""
        turns: Queue[str] = Queue()
        held, go_on = threading.Event(), threading.Event()

        def hold_up() -> None:
            held.set()
            go_on.wait(WAIT)

        with (
            DigitalInputDevice(PIN, pull_up=True, pin_factory=factory) as button,
            RotaryEncoder(9, 10, max_steps=0, pin_factory=factory) as knob,
        ):
            knob.when_rotated_clockwise = lambda: turns.put("clockwise")
            knob.when_rotated_counter_clockwise = lambda: turns.put("counterclockwise")
            button.when_activated = hold_up
            chip.drive(PIN, level=False)
            assert held.wait(WAIT)
            for first, second in ((9, 10), (9, 10), (10, 9)):
                for line, level in ((first, False), (second, False), (first, True), (second, True)):
                    clock.advance(0.001)
                    chip.drive(line, level=level)
            go_on.set()
            seen = [turns.get(timeout=WAIT) for _ in range(3)]
        assert seen == ["clockwise", "clockwise", "counterclockwise"]
        assert turns.empty()


class TestLamps:
    def test_can_be_lit_and_released(self, factory: Factory, chip: EmulatedChip) -> None:
        with LED(PIN, pin_factory=factory) as lamp:
            assert not chip.lines[PIN].level
            lamp.on()
            assert chip.lines[PIN].level
            assert lamp.is_lit

    def test_start_without_a_spike(self, factory: Factory, chip: EmulatedChip) -> None:
        with LED(PIN, initial_value=True, pin_factory=factory):
            assert chip.lines[PIN].level


class TestLines:
    def test_belong_to_one_program(self, chip: EmulatedChip, factory: Factory) -> None:
        other = Factory(chip)
        factory.pin(PIN)
        with pytest.raises(OSError, match="busy"):
            other.pin(PIN)
        other.close()

    def test_do_not_support_pwm(self, factory: Factory) -> None:
        with pytest.raises(PinPWMUnsupported, match="use lgpio"):
            TonalBuzzer(PIN, pin_factory=factory)

    @pytest.mark.parametrize(
        ("name", "value", "error"),
        [
            ("function", "pwm", PinInvalidFunction),
            ("pull", "sideways", PinInvalidPull),
            ("bounce", -1, PinInvalidBounce),
            ("edges", "none", PinInvalidEdges),
            ("state", 1, PinSetInput),
        ],
    )
    def test_refuse_unsupported_functions(
        self, factory: Factory, name: str, value: object, error: type[Exception]
    ) -> None:
        with pytest.raises(error):
            setattr(factory.pin(PIN), name, value)

    def test_with_a_resistor_on_the_board_keep_it(self, factory: Factory) -> None:
        """GPIO 2 has a resistor to 3.3 V on the board, for I2C."""
        pin = factory.pin(2)
        assert pin.pull == "up"
        with pytest.raises(PinFixedPull, match="physical"):
            pin.pull = "down"

    def test_outputs_have_no_pull(self, factory: Factory) -> None:
        pin = factory.pin(PIN)
        pin.function = "output"
        with pytest.raises(PinFixedPull):
            pin.pull = "up"

    def test_report_their_function(self, factory: Factory) -> None:
        pin = factory.pin(PIN)
        pin.bounce = 0.01
        assert [pin.function, pin.pull, pin.bounce, pin.edges] == [
            "input",
            "floating",
            0.01,
            "both",
        ]
        assert pin.frequency is None


LABELS = {
    Path("/dev/gpiochip0"): "brcmvirt-gpio",
    Path("/dev/gpiochip4"): "pinctrl-rp1",
    Path("/dev/gpiochip10"): "pinctrl-bcm2711",
}


class TestFindingTheChip:
    def test_is_found_by_label_not_by_number(self) -> None:
        assert find_chip(LABELS, LABELS.__getitem__) == Path("/dev/gpiochip4")

    def test_is_searched_for_among_those_that_may_be_opened(self) -> None:
        def label(path: Path) -> str:
            if path.name == "gpiochip4":
                raise PermissionError(path)
            return LABELS[path]

        assert find_chip(LABELS, label) == Path("/dev/gpiochip10")

    def test_if_missing_is_reported_with_those_that_exist(self) -> None:
        with pytest.raises(BadPinFactory, match="gpiochip0: brcmvirt-gpio"):
            find_chip([Path("/dev/gpiochip0")], LABELS.__getitem__)
        with pytest.raises(BadPinFactory, match="chips: none"):
            find_chip([], LABELS.__getitem__)


def test_gpiozero_finds_the_factory_by_its_entry_point() -> None:
    from importlib.metadata import entry_points

    (door,) = entry_points(group="gpiozero_pin_factories", name="companion-gpiod")
    assert door.load() is GpiodFactory


class TestTheChoice:
    def test_falls_back_to_gpiozeros_choice_without_a_raspberry_pi(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
        monkeypatch.setattr("companion.devices.gpiod_pins._open", nowhere)
        with caplog.at_level("INFO"):
            assert line_event_factory() is None
        assert "no line events" in caplog.text

    def test_is_the_users_own_if_one_is_configured(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
        assert line_event_factory() is None


def nowhere() -> EmulatedChip:
    raise BadPinFactory("no GPIO chip of a Raspberry Pi was found")
