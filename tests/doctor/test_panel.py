"""The doctor distinguishes a panel that does not answer from one at another address."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.doctor.panel import acknowledged, examine
from tests.rig import settings


@pytest.mark.parametrize(
    ("there", "sound", "words"),
    [
        ({0x3C}, True, "ssd1306"),
        ({0x3D}, False, "but at 0x3d: set `panel.address`"),
        (set[int](), False, "nothing answers at 0x3c"),
    ],
)
def test_what_answers_is_told(tmp_path: Path, there: set[int], *, sound: bool, words: str) -> None:
    usual = settings(tmp_path)
    assert usual.panel is not None
    bus = tmp_path / "i2c-1"
    bus.touch()
    wired = replace(usual, panel=replace(usual.panel, bus=str(bus), address=0x3C))
    (finding,) = examine(wired, lambda _place, address: address in there)
    assert finding.sound == sound
    assert words in finding.words


def test_a_file_that_is_no_bus_answers_nothing(tmp_path: Path) -> None:
    (tmp_path / "i2c-1").touch()
    assert not acknowledged(str(tmp_path / "i2c-1"), 0x3C)
