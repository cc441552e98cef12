"""The vocabulary for holdings (GC-VOC-1 to GC-VOC-5, section 11)."""

from companion.games.gilded_compass.holdings import (
    COLOURS,
    KINDS,
    MISSIONS,
)


def test_there_are_six_colours_and_two_kinds_of_specialists() -> None:
    """GC-VOC-1, GC-VOC-2, GC-R1."""
    assert len(set(COLOURS)) == 6
    assert len(set(KINDS)) == 2


def test_there_are_two_maps_and_fourteen_other_missions() -> None:
    """GC-MISSION-COUNT."""
    assert len(set(MISSIONS)) == 2 + 14
