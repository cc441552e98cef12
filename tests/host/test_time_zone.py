"""The time zone of a card: what its file says, or what a host has chosen since."""

from pathlib import Path

import pytest

from companion.host.time_zone import TimeZoneFiles, zone_names

TAB = "# codes\tplaces\tname\nDE,DK\t+5230+01322\tEurope/Berlin\tmost of it\nJP\t+35\tAsia/Tokyo\n"


@pytest.fixture
def clock(tmp_path: Path) -> TimeZoneFiles:
    """Return the zone of a computer that has just been switched on."""
    for name in ("run", "kept", "zones"):
        (tmp_path / name).mkdir()
    (tmp_path / "zones" / "zone1970.tab").write_text(TAB, encoding="utf-8")
    return TimeZoneFiles(tmp_path / "run", tmp_path / "kept", tmp_path / "zones")


def test_a_card_that_says_nothing_has_the_worlds_time(clock: TimeZoneFiles) -> None:
    """Nobody asked where it is."""
    clock.begin("")
    assert clock.now == "Etc/UTC"


def test_what_a_host_has_chosen_counts_at_once_and_at_later_starts(clock: TimeZoneFiles) -> None:
    """The card itself is only read."""
    clock.begin("Europe/Berlin")
    clock.choose("Asia/Tokyo")
    assert clock.now == "Asia/Tokyo"
    clock.begin("Europe/Berlin")
    assert clock.now == "Asia/Tokyo"


def test_what_somebody_writes_on_the_card_afterwards_is_newer(clock: TimeZoneFiles) -> None:
    """Whoever takes the card out and changes the line means it."""
    clock.begin("Europe/Berlin")
    clock.choose("Asia/Tokyo")
    clock.begin("Europe/Paris")
    assert clock.now == "Europe/Paris"


def test_the_list_has_the_zones_in_use(clock: TimeZoneFiles) -> None:
    """In the order of the alphabet, and the world's time."""
    assert zone_names(clock.zones) == ("Asia/Tokyo", "Etc/UTC", "Europe/Berlin")


def test_a_computer_that_is_no_card_has_no_zone_of_ours(tmp_path: Path) -> None:
    """Its owner keeps that."""
    assert TimeZoneFiles(tmp_path, tmp_path).now == ""
