import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from serial import Serial, SerialException

from companion.emulation.manual_clock import ManualClock
from companion.emulation.rdm6300 import PERIOD, EmulatedRdm6300, frame

TAG = "0415C3A1B2"
FRAME = b"\x020415C3A1B2C1\x03"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def module(tmp_path: Path, clock: ManualClock) -> Iterator[EmulatedRdm6300]:
    module = EmulatedRdm6300(tmp_path / "rfid", clock)
    module.plug()
    yield module
    module.unplug()


def opened(module: EmulatedRdm6300) -> Serial:
    return Serial(str(module.port), 9600, timeout=10)


def test_a_frame_is_like_the_data_sheets_example() -> None:
    assert frame(TAG) == FRAME


def test_it_repeats_while_a_tag_lies_there(module: EmulatedRdm6300, clock: ManualClock) -> None:
    with opened(module) as port:
        module.place(TAG)
        assert port.read(14) == FRAME
        clock.advance(3 * PERIOD)
        assert port.read(3 * 14) == 3 * FRAME
        module.lift()
        clock.advance(1)
        module.send(b"!")
        assert port.read(1) == b"!"


def test_some_modules_go_silent_after_a_few_frames(tmp_path: Path, clock: ManualClock) -> None:
    module = EmulatedRdm6300(tmp_path / "rfid", clock, frames=2)
    module.plug()
    with opened(module) as port:
        for _ in range(2):
            module.place(TAG)
            clock.advance(5)
            module.send(b"!")
            assert port.read(2 * 14 + 1) == 2 * FRAME + b"!"
    module.unplug()


def test_a_second_tag_replaces_the_first(module: EmulatedRdm6300, clock: ManualClock) -> None:
    with opened(module) as port:
        module.place(TAG)
        module.place("0415C3A1B3")
        clock.advance(PERIOD)
        assert port.read(3 * 14) == FRAME + 2 * frame("0415C3A1B3")


def test_bytes_arrive_unchanged(module: EmulatedRdm6300) -> None:
    """There is no echo and no line discipline, as on a serial line in raw mode."""
    with opened(module) as port:
        module.send(bytes(range(256)))
        assert port.read(256) == bytes(range(256))


def test_when_it_is_unplugged_its_port_is_gone_and_reading_fails(module: EmulatedRdm6300) -> None:
    with opened(module) as port:
        module.unplug()
        assert not os.path.lexists(module.port)
        with pytest.raises(SerialException):
            port.read(1)
    module.send(b"into nowhere")
    with pytest.raises(SerialException):
        opened(module)


def test_when_it_is_replugged_it_has_the_same_name_and_its_tag(
    module: EmulatedRdm6300, clock: ManualClock
) -> None:
    module.place(TAG)
    module.unplug()
    clock.advance(60)
    module.plug()
    with opened(module) as port:
        clock.advance(PERIOD)
        assert port.read(14) == FRAME


@pytest.mark.slow
def test_it_does_not_wait_for_a_reader(module: EmulatedRdm6300, clock: ManualClock) -> None:
    module.place(TAG)
    clock.advance(3600)
    module.lift()
