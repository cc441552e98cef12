"""What is wrong with the computer comes on the panel once, and again when it has come back."""

from pathlib import Path

import pytest

from companion.devices.computer_health import ComputerHealth
from companion.doctor.finding import Finding
from companion.doctor.periodic_check import findings, write_notices
from companion.host import notices
from tests.rig import settings

LANGUAGE = "en"


def hot(degrees: int) -> Finding:
    """Return the finding of a board that is too hot."""
    return Finding("temperature", sound=False, words=f"{degrees} °C")


LOW = Finding("supply", sound=False, words="below 4.6 V")
FINE = Finding("card", sound=True, words="no errors recorded")


def test_a_trouble_is_news_once(tmp_path: Path) -> None:
    """What was shown is not shown again for a degree more."""
    assert write_notices([FINE, hot(81)], tmp_path, LANGUAGE)
    assert notices.read(tmp_path) == ("temperature: 81 °C",)
    assert not write_notices([FINE, hot(84)], tmp_path, LANGUAGE)
    assert notices.read(tmp_path) == ("temperature: 81 °C",)
    assert write_notices([LOW, hot(84)], tmp_path, LANGUAGE)
    assert notices.read(tmp_path) == ("supply: below 4.6 V", "temperature: 84 °C")


def test_a_trouble_that_is_over_is_gone_and_can_come_back(tmp_path: Path) -> None:
    """That something is well again is not news."""
    assert write_notices([LOW, hot(81)], tmp_path, LANGUAGE)
    assert not write_notices([hot(81)], tmp_path, LANGUAGE)
    assert notices.read(tmp_path) == ("temperature: 81 °C",)
    assert write_notices([LOW], tmp_path, LANGUAGE)
    assert not write_notices([FINE], tmp_path, LANGUAGE)
    assert notices.read(tmp_path) == ()


@pytest.mark.parametrize(("alarm", "sound"), [("0\n", True), ("1\n", False)])
def test_the_supply_is_among_what_is_looked_at(tmp_path: Path, alarm: str, *, sound: bool) -> None:
    """A supply that was too low is the most common trouble of a Pi."""
    sensor = tmp_path / "hwmon0"
    sensor.mkdir()
    (sensor / "name").write_text("rpi_volt\n", encoding="ascii")
    (sensor / "in0_lcrit_alarm").write_text(alarm, encoding="ascii")
    known = ComputerHealth(hwmon=tmp_path)
    found = {str(it.subject): it.sound for it in findings(settings(tmp_path), known)}
    assert found["supply"] is sound
    assert "time of day" in found
    assert "state folder" in found
