"""The doctor distinguishes a panel that does not answer from one at another address."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.doctor.panel import acknowledges, examine
from tests.rig import settings


@pytest.mark.parametrize(
    ("there", "sound", "words"),
    [
        ({0x3C}, True, "ssd1306"),
        ({0x3D}, False, "but at 0x3d: set `panel.address`"),
        (set[int](), False, "nothing answers at 0x3c"),
    ],
)
def test_the_address_that_answers_is_reported(
    tmp_path: Path, there: set[int], *, sound: bool, words: str
) -> None:
    usual = settings(tmp_path)
    assert usual.panel is not None
    bus = tmp_path / "i2c-1"
    bus.touch()
    wired = replace(usual, panel=replace(usual.panel, bus=str(bus), address=0x3C))
    (finding,) = examine(wired, lambda _place, address: address in there)
    assert finding.sound == sound
    assert words in finding.words


def test_the_probe_asks_a_chip_to_do_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It sends NOP, 0xE3, after the byte that announces a command."""
    sent: list[tuple[int, bytes]] = []

    class Bus:
        def __init__(self, _place: str) -> None: ...

        def close(self) -> None: ...

        def write(self, address: int, message: bytes) -> None:
            sent.append((address, message))
            if address == 0x3D:
                raise OSError

    monkeypatch.setattr("companion.devices.panel.i2c.WiredI2c", Bus)
    assert acknowledges("1", 0x3C)
    assert not acknowledges("1", 0x3D)
    assert sent == [(0x3C, b"\x00\xe3"), (0x3D, b"\x00\xe3")]


def test_nothing_answers_on_a_file_that_is_not_a_bus(tmp_path: Path) -> None:
    (tmp_path / "i2c-1").touch()
    assert not acknowledges(str(tmp_path / "i2c-1"), 0x3C)


def test_of_a_panel_on_an_spi_bus_only_the_device_can_be_looked_for(tmp_path: Path) -> None:
    """Nobody acknowledges anything there, so nobody is asked."""
    usual = settings(tmp_path)
    assert usual.panel is not None
    device = tmp_path / "spidev0.0"
    grey = replace(usual.panel, driver="ssd1322", bus=str(device), width=256)
    (missing,) = examine(replace(usual, panel=grey), lambda *_: False)
    assert not missing.sound
    device.touch()
    (there,) = examine(replace(usual, panel=grey), lambda *_: False)
    assert there.sound
    assert "ssd1322" in there.words
