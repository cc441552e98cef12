"""Heat, errors of the card, and sentences from the card are findings; what is unknown is none."""

from pathlib import Path

import pytest

from companion.devices.computer_health import ComputerHealth
from companion.doctor.computer import findings, reported_notices
from companion.host import notices

REMEDY = "make a backup (companion backup), then put in another card"


@pytest.fixture
def computer(tmp_path: Path) -> ComputerHealth:
    """Return a computer that says nothing yet."""
    names = ("temp", "ext4", "hwmon", "block", "synchronized", "system", "dev")
    return ComputerHealth(*(tmp_path / name for name in names))


def lines(computer: ComputerHealth) -> list[str]:
    """Return the lines of the report."""
    return [str(finding.report_line) for finding in findings(computer)]


def test_a_computer_without_sensors_has_no_findings(computer: ComputerHealth) -> None:
    """A virtual one, say."""
    assert lines(computer) == []


@pytest.mark.parametrize(
    ("heat", "line"),
    [
        ("51540\n", "ok   temperature    52 °C"),
        ("80000\n", "FIX  temperature    80 °C, so it slows down: let air reach the board"),
    ],
)
def test_from_80_degrees_on_a_pi_slows_down(computer: ComputerHealth, heat: str, line: str) -> None:
    """The remedy is air."""
    computer.heat.write_text(heat, encoding="ascii")
    assert lines(computer) == [line]


def test_errors_of_all_file_systems_on_the_card_count(computer: ComputerHealth) -> None:
    """A card that has begun to fail does not get better."""
    for name, count in (("mmcblk0p7", "2\n"), ("sda1", "1\n")):
        (computer.file_systems / name).mkdir(parents=True)
        (computer.file_systems / name / "errors_count").write_text(count, encoding="ascii")
    assert lines(computer) == [
        (
            "FIX  card           3 errors recorded: make a backup (companion backup), "
            "then put in another card"
        )
    ]


def test_what_the_card_says_wrong_is_found(tmp_path: Path) -> None:
    """Each sentence that was on the panel, for those who did not see it; health is no sentence."""
    notices.write(tmp_path, "card", ["companion.yaml:2: game: there is no game 'ches'"])
    notices.write(tmp_path, notices.HEALTH, ["supply: below 4.6 V"])
    assert [str(it.report_line) for it in reported_notices(tmp_path)] == [
        "FIX  this computer  companion.yaml:2: game: there is no game 'ches'"
    ]
    notices.write(tmp_path, "card", [])
    assert list(reported_notices(tmp_path)) == []


@pytest.mark.parametrize(
    ("life", "line"),
    [
        ("0x01 0x02\n", ["ok   card's life    20 % used up"]),
        ("0x09 0x01\n", [f"FIX  card's life    90 % used up: {REMEDY}"]),
        ("0x00 0x00\n", []),
        ("what\n", []),
    ],
)
def test_a_card_that_counts_its_wear_is_believed(
    computer: ComputerHealth, life: str, line: list[str]
) -> None:
    """JEDEC counts in tenths; zero stands for a card that does not count."""
    folder = computer.blocks / "mmcblk0" / "device"
    folder.mkdir(parents=True)
    (folder / "life_time").write_text(life, encoding="ascii")
    assert lines(computer) == line
