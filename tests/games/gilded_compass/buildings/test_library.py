"""Library: knowledge for each die (GC-LIB)."""

from companion.games.gilded_compass.buildings.building import DUMMY
from companion.games.gilded_compass.buildings.library import Library
from tests.games.gilded_compass.buildings.boards import code, placed, put


def test_it_takes_one_single_die() -> None:
    """GC-TURN-4."""
    assert code(Library(), put("A", "5")) is None
    assert code(Library(), put("A", "55")) == "single-die GC-TURN-4"
    assert code(Library(), put("A", "5", lost=5)) == "nothing-to-copy GC-ABIL-WILL"
    assert Library((1,)).willed(0, (1,)) == ()
    assert [placement.dice for placement in Library().placements(0, (2, 2, 5))] == [(2,), (5,)]


def test_each_die_brings_a_knowledge_tile() -> None:
    """GC-LIB-1, GC-LIB-2, GC-LIB-3 (GC-R11), GC-LIB-4."""
    after, _ = placed(Library(), put("B", "1"), put("A", "6"))
    result = after.receive([1, 1]).resolve(players=2, tiles=0)
    assert [(award.owner, award.keep) for award in result.awards] == [(0, 1), (1, 3)]


def test_dummy_dice_have_no_effect() -> None:
    """GC-DUMMY-6."""
    assert Library((DUMMY, DUMMY)).resolve(players=2, tiles=0).awards == ()
