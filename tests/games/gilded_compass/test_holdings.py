"""The vocabulary for holdings (GC-VOC-1 to GC-VOC-5, section 11)."""

from companion.games.gilded_compass.holdings import (
    COLOURS,
    DUAL_MAP,
    KINDS,
    MISSIONS,
    SECRET_MAP,
    Holdings,
    Mission,
)


def test_there_are_six_colours_and_two_kinds_of_specialists() -> None:
    """GC-VOC-1, GC-VOC-2, GC-R1."""
    assert len(set(COLOURS)) == 6
    assert len(set(KINDS)) == 2


def test_there_are_two_maps_and_fourteen_other_missions() -> None:
    """GC-MISSION-COUNT."""
    assert len(set(MISSIONS)) == 2 + 14


def test_tiles_of_a_mission_are_counted() -> None:
    dual = Mission(DUAL_MAP, ("desert", "jungle"))
    holdings = Holdings(missions=(dual, Mission(SECRET_MAP), dual))
    assert holdings.missions_of(DUAL_MAP) == 2
    assert holdings.missions_of(SECRET_MAP) == 1
