"""The doctor opens attached readers with their own drivers, and reports what it receives."""

from pathlib import Path

import pytest
from serial import Serial

from companion.devices.readers import driver
from companion.doctor.readers import examine
from companion.emulation.array import EmulatedArray
from companion.emulation.rdm6300 import EmulatedRdm6300, frame
from companion.settings import EMULATED, ReaderSettings, Settings
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal.lock import Lock
from tests.elsewhere import Elsewhere, plugged
from tests.rig import settings

TAG = "0415C3A1B2"
LISTEN = 0.5
"""Seconds to listen; short, since emulated readers answer at once."""


def box(folder: Path, kind: str, port: Path | str, places: tuple[str, ...] = ()) -> Settings:
    options = {name: key.default for name, key in driver(kind).keys.items()}
    return settings(folder, readers=(ReaderSettings("mat", kind, str(port), options, places),))


def examined(configuration: Settings, seconds: float = LISTEN) -> tuple[bool, str]:
    (finding,) = examine(configuration, seconds)
    return finding.sound, finding.words


def test_an_array_is_described_by_firmware_zones_and_tags(tmp_path: Path) -> None:
    world = Elsewhere()
    array = EmulatedArray(tmp_path / "array", world.clock, count=3, firmware="1.2.3")
    array.health = "oo-"
    array.place("04A1B2C3D4E5F6", "2")
    with plugged(array, world=world):
        sound, words = examined(box(tmp_path, "array", array.port, ("a", "b")))
    assert sound
    assert words == (
        f"array on {array.port}, firmware 1.2.3, zones 1 2, "
        "its bus has no errors up to 10000 kHz, currently 1000, read 04A1B2C3D4E5F6 (1)"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fastest", "khz", "sound", "said"),
    [
        (4000, 1000, True, "its bus has no errors up to 4000 kHz, currently 1000"),
        (500, 1000, False, "errors on its bus at 1000 kHz, none up to 500: shorten the wires"),
        (4000, 8000, False, "errors on its bus at 8000 kHz, none up to 4000: shorten the wires"),
    ],
)
def test_the_fastest_clock_without_errors_is_found(
    tmp_path: Path, fastest: int, khz: int, *, sound: bool, said: str
) -> None:
    world = Elsewhere()
    array = EmulatedArray(tmp_path / "array", world.clock, count=3, fastest=fastest)
    options = {"gain": 4, "spi_khz": khz}
    reader = ReaderSettings("mat", "array", str(array.port), options, ())
    with plugged(array, world=world):
        heard, words = examined(settings(tmp_path, readers=(reader,)))
    assert heard == sound
    assert said in words


def test_a_missing_reader_of_an_array_is_named(tmp_path: Path) -> None:
    world = Elsewhere()
    array = EmulatedArray(tmp_path / "array", world.clock, count=3)
    array.health = "oo-"
    with plugged(array, world=world):
        sound, words = examined(box(tmp_path, "array", array.port, ("a", "b", "c")))
    assert not sound
    assert words == "reader 3 of the array does not answer: check its wires"


def test_tags_and_bad_frames_of_an_rdm6300_are_counted(tmp_path: Path) -> None:
    world = Elsewhere()
    module = EmulatedRdm6300(tmp_path / "rfid", world.clock)
    module.line.wire = lambda line: (line, frame(TAG)[:9])
    with plugged(module, world=world):
        world.loop.call_soon_threadsafe(module.place, TAG)
        sound, words = examined(box(tmp_path, "rdm6300", module.port))
    assert sound
    assert f"read {TAG} (1)" in words
    assert "bad frames: check its wires" in words


@pytest.mark.slow
def test_a_module_that_falls_silent_under_a_tag_is_recognized(tmp_path: Path) -> None:
    """Such a module should be configured with `presence: false`."""
    world = Elsewhere()
    module = EmulatedRdm6300(tmp_path / "rfid", world.clock, frames=8)
    with plugged(module, world=world):
        world.do(module.place, TAG)
        sound, words = examined(box(tmp_path, "rdm6300", module.port), 1.5)
    assert sound
    assert words.endswith(f"read {TAG} (1), gone again")


def test_a_silent_reader_is_reported(tmp_path: Path) -> None:
    world = Elsewhere()
    module = EmulatedRdm6300(tmp_path / "rfid", world.clock)
    with plugged(module, world=world):
        assert examined(box(tmp_path, "rdm6300", module.port)) == (
            True,
            f"rdm6300 on {module.port}, no tag within 0.5 s",
        )
        assert examined(box(tmp_path, "pn532", module.port)) == (
            False,
            f"pn532 on {module.port}, no answer",
        )


def test_a_port_held_by_the_running_daemon_is_left_alone(tmp_path: Path) -> None:
    world = Elsewhere()
    module = EmulatedRdm6300(tmp_path / "rfid", world.clock)
    configuration = box(tmp_path, "rdm6300", module.port)
    configuration.state.mkdir(parents=True)
    lock = Lock.acquire(configuration.state / JOURNAL)
    with plugged(module, world=world), Serial(str(module.port), exclusive=True):
        held = examined(configuration)
        lock.release()
        free = examined(configuration)
    assert held == (True, f"rdm6300 on {module.port}, held by the running daemon: see its page")
    assert free == (
        False,
        f"{module.port} is in use, by another reader or program: end that",
    )


@pytest.mark.parametrize("kind", ["array", "hid", "pn532", "rdm6300"])
def test_emulated_and_absent_readers_are_not_opened(tmp_path: Path, kind: str) -> None:
    assert examined(box(tmp_path, kind, EMULATED)) == (True, f"{kind}, emulated")
    sound, words = examined(box(tmp_path, kind, "usb:ffff:ffff"))
    assert not sound
    assert "there is no usb:ffff:ffff: plug it in" in words
