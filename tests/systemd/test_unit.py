"""The systemd unit is valid, and its sandbox allows only what the box needs."""

import re
from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path

import pytest

from companion.cli import permission
from companion.cli.commands import WRONG

FOLDER = Path(__file__).parents[2] / "systemd"
UNIT = FOLDER / "companion.service"
MOST_EXPOSED = 1.5
"""Of ten, as `systemd-analyze security` counts."""


def test_its_exposure_is_low(analyze: Callable[..., str]) -> None:
    output = analyze("security", "--offline=true", "--no-pager", str(UNIT))
    level = re.search(r"exposure level for \S+: ([\d.]+)", output)
    assert level, output
    assert float(level[1]) <= MOST_EXPOSED


@pytest.mark.parametrize(("more", "wrong"), [("", 0), ("Wanted=by-nobody\n", 1)])
def test_systemd_finds_no_fault_with_it(
    tmp_path: Path, analyze: Callable[..., str], more: str, wrong: int
) -> None:
    """The program is in place; drop-ins for newer versions are not checked."""
    program = tmp_path / "companion"
    program.touch(mode=0o755)
    unit = tmp_path / UNIT.name
    words = UNIT.read_text(encoding="utf-8").replace("/usr/bin/companion", str(program))
    unit.write_text(words + more, encoding="utf-8")
    lines = analyze("verify", "--man=no", str(unit)).splitlines()
    assert len([line for line in lines if UNIT.name in line]) == wrong, lines


@pytest.fixture
def service() -> dict[str, list[str]]:
    """Return the unit's [Service] section: every key with all its values."""
    sections: dict[str, list[str]] = {}
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        key, sign, value = line.partition("=")
        if sign and not line.startswith("#"):
            sections.setdefault(key, []).append(value)
    return sections


def test_it_reports_readiness_and_feeds_the_watchdog(service: dict[str, list[str]]) -> None:
    assert service["Type"] == ["notify"]
    assert int(service["WatchdogSec"][0]) > 0
    assert service["Restart"] == ["on-failure"]


def test_it_does_not_restart_after_a_mistake_in_the_settings(service: dict[str, list[str]]) -> None:
    assert service["RestartPreventExitStatus"] == [str(WRONG)]


def test_it_may_use_only_the_devices_of_a_box(
    service: dict[str, list[str]],
) -> None:
    assert service["DevicePolicy"] == ["closed"]
    allowed = {line.split()[0] for line in service["DeviceAllow"]}
    assert allowed == {
        *("char-gpiochip", "char-i2c", "char-spi", "char-input"),
        *("char-ttyAMA", "char-ttyS", "char-ttyUSB", "char-ttyACM"),
    }


def test_it_may_write_only_to_its_state_folder(service: dict[str, list[str]]) -> None:
    """lgpio creates a pipe in the working directory, which must not be kept with the games."""
    assert service["ProtectSystem"] == ["strict"]
    assert service["StateDirectory"] == ["compass-companion"]
    assert Path("/var/lib/compass-companion") == permission.STATE
    passing = f"/run/{service['RuntimeDirectory'][0]}"
    assert service["WorkingDirectory"] == [passing]
    words = [word for line in service["Environment"] for word in line.split()]
    assert "XDG_STATE_HOME=/var/lib" in words
    assert f"TMPDIR={passing}" in words
    assert "ReadWritePaths" not in service


def test_newer_systemd_waits_longer_after_each_failure() -> None:
    parser = ConfigParser()
    parser.read(FOLDER / "companion.service.d" / "growing-delay.conf")
    assert int(parser["Service"]["RestartSteps"]) > 1
    assert int(parser["Service"]["RestartMaxDelaySec"]) >= 30
