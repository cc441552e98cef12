"""Heat, errors of the card, and sentences from the card are findings; what is unknown is none."""

from pathlib import Path

import pytest

from companion.doctor.computer import Computer, findings
from companion.host import notices


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    """Return a computer that says nothing yet."""
    return Computer(tmp_path / "temp", tmp_path / "ext4", tmp_path / "notices")


def lines(computer: Computer) -> list[str]:
    """Return the lines of the report."""
    return [str(finding.said) for finding in findings(computer)]


def test_a_computer_without_sensors_has_no_findings(computer: Computer) -> None:
    """A virtual one, say."""
    assert lines(computer) == []


@pytest.mark.parametrize(
    ("heat", "line"),
    [
        ("51540\n", "ok   temperature    52 °C"),
        ("80000\n", "FIX  temperature    80 °C, so it slows down: let air reach the board"),
    ],
)
def test_from_80_degrees_on_a_pi_slows_down(computer: Computer, heat: str, line: str) -> None:
    """The remedy is air."""
    computer.heat.write_text(heat, encoding="ascii")
    assert lines(computer) == [line]


def test_errors_of_all_file_systems_on_the_card_count(computer: Computer) -> None:
    """A card that has begun to fail does not get better."""
    for name, count in (("mmcblk0p7", "2\n"), ("sda1", "1\n")):
        (computer.file_systems / name).mkdir(parents=True)
        (computer.file_systems / name / "errors_count").write_text(count, encoding="ascii")
    assert lines(computer) == [
        (
            "FIX  card           3 errors noted: make a backup (companion backup), "
            "then put in another card"
        )
    ]


def test_what_the_card_says_wrong_is_found(computer: Computer) -> None:
    """Each sentence that was on the panel, for those who did not see it."""
    computer.notices.mkdir()
    notices.write(computer.notices, "card", ["companion.yaml:2: game: there is no game 'ches'"])
    assert lines(computer) == [
        "FIX  this computer  companion.yaml:2: game: there is no game 'ches'"
    ]
    notices.write(computer.notices, "card", [])
    assert lines(computer) == []
