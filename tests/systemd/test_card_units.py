"""The units of a card: what runs as root may do no more than it needs."""

import re
from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path
from typing import Final

import pytest

FOLDER: Final = (
    Path(__file__).parents[2] / "tools" / "image" / "files" / "etc" / "systemd" / "system"
)
CONFINED: Final = (
    *("companion-fetch.service", "companion-helper@.service"),
    *("companion-network.service", "companion-update@.service"),
)
"""What takes anything from others: a server, the box, phones, a stick."""
OWN_ONLY: Final = {
    "companion-confirm.service": "tells RAUC that the box is ready",
    "companion-health.service": "reads what the kernel says of supply, heat and card",
    "companion-host.service": "makes name, networks and settings of what is on the card",
    "companion-revert.service": "lets the firmware start the system before",
    "companion-stick@.service": "mounts a stick, of which it reads nothing",
    "companion-try.service": "lets the firmware start the new system",
    "sshd-keygen.service": "makes the keys of this computer",
}
"""What nobody sends anything to, and why it is there."""
MOST_EXPOSED: Final = 2.5
"""Of ten, as `systemd-analyze security` counts."""


def test_every_unit_is_confined_or_takes_nothing_from_others() -> None:
    units = {file.name for file in FOLDER.glob("*.service")}
    assert units == {*CONFINED, *OWN_ONLY}


@pytest.mark.parametrize("unit", CONFINED)
def test_the_exposure_is_low(analyze: Callable[..., str], unit: str) -> None:
    output = analyze("security", "--offline=true", "--no-pager", str(FOLDER / unit))
    level = re.search(r"exposure level for \S+: ([\d.]+)", output)
    assert level, output
    assert float(level[1]) <= MOST_EXPOSED


@pytest.mark.parametrize("unit", [*CONFINED, "companion-stick@.service", "companion-try.service"])
def test_systemd_finds_no_fault(analyze: Callable[..., str], unit: str) -> None:
    lines = analyze("verify", "--man=no", str(FOLDER / unit)).splitlines()
    assert [line for line in lines if unit in line and "not executable" not in line] == []


@pytest.mark.parametrize("unit", CONFINED)
def test_a_reason_is_given_for_root(unit: str) -> None:
    written = (FOLDER / unit).read_text(encoding="utf-8")
    assert re.search(r"(?m)^# .*\bRoot\b", written)
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign] # as the library advises
    parser.read_string(written)
    service = parser["Service"]
    assert service["NoNewPrivileges"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert "CAP_SYS_ADMIN" not in service["CapabilityBoundingSet"]
