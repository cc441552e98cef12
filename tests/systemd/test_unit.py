"""The unit is sound, and closed to everything that the box does not need."""

import re
import subprocess
from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path

import pytest

from companion.cli import permission
from companion.cli.commands import WRONG
from tools.programs import SYSTEMD_ANALYZE

FOLDER = Path(__file__).parents[2] / "systemd"
UNIT = FOLDER / "companion.service"
MOST_EXPOSED = 1.5
"""Of ten, as `systemd-analyze security` counts."""


@pytest.fixture
def analyze(tmp_path: Path) -> Callable[..., str]:
    """Return what runs systemd-analyze as anybody may, also where systemd is not running."""

    def run(*arguments: str) -> str:
        program = SYSTEMD_ANALYZE.find()
        assert program, "there is no systemd-analyze: run .venv/bin/python -m tools.programs"
        environment = {"LC_ALL": "C", "XDG_RUNTIME_DIR": str(tmp_path)}
        command = [program, "--user", *arguments]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        return ran.stdout + ran.stderr

    return run


def test_it_is_hardly_exposed(analyze: Callable[..., str]) -> None:
    output = analyze("security", "--offline=true", "--no-pager", str(UNIT))
    level = re.search(r"exposure level for \S+: ([\d.]+)", output)
    assert level, output
    assert float(level[1]) <= MOST_EXPOSED


@pytest.mark.parametrize(("more", "wrong"), [("", 0), ("Wanted=by-nobody\n", 1)])
def test_systemd_finds_nothing_wrong_with_it(
    tmp_path: Path, analyze: Callable[..., str], more: str, wrong: int
) -> None:
    """With its program in place; drop-ins for newer versions are not looked at."""
    program = tmp_path / "companion"
    program.touch(mode=0o755)
    unit = tmp_path / UNIT.name
    words = UNIT.read_text(encoding="utf-8").replace("/usr/bin/companion", str(program))
    unit.write_text(words + more, encoding="utf-8")
    lines = analyze("verify", "--man=no", str(unit)).splitlines()
    assert len([line for line in lines if UNIT.name in line]) == wrong, lines


@pytest.fixture
def service() -> dict[str, list[str]]:
    """The unit's [Service] section: every key with all its values."""
    sections: dict[str, list[str]] = {}
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        key, sign, value = line.partition("=")
        if sign and not line.startswith("#"):
            sections.setdefault(key, []).append(value)
    return sections


def test_it_tells_when_it_is_ready_and_that_it_lives(service: dict[str, list[str]]) -> None:
    assert service["Type"] == ["notify"]
    assert int(service["WatchdogSec"][0]) > 0
    assert service["Restart"] == ["on-failure"]


def test_a_mistake_in_the_settings_is_not_tried_for_ever(service: dict[str, list[str]]) -> None:
    assert service["RestartPreventExitStatus"] == [str(WRONG)]


def test_it_may_use_the_devices_of_the_settings_and_no_others(
    service: dict[str, list[str]],
) -> None:
    assert service["DevicePolicy"] == ["closed"]
    allowed = {line.split()[0] for line in service["DeviceAllow"]}
    assert allowed == {
        *("char-gpiochip", "char-i2c", "char-spi", "char-input"),
        *("char-ttyAMA", "char-ttyS", "char-ttyUSB", "char-ttyACM"),
    }


def test_it_writes_where_its_state_is_and_nowhere_else(service: dict[str, list[str]]) -> None:
    """lgpio makes a pipe in the working directory, which is not to be kept."""
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
