"""Hidden Temple: pairs of dice claim tiles (GC-TEMPLE)."""

import pytest

from companion.games.gilded_compass.buildings.temple import Slot, Temple
from tests.games.gilded_compass.buildings.boards import code, placed, put

THERE = Temple((Slot(((2, 5),)), Slot(((1, 6),)), Slot(((2, 5), (1, 6)), owner=1)))


def test_exactly_the_pair_of_a_free_tile() -> None:
    """GC-TEMPLE-1, GC-TEMPLE-2."""
    assert code(THERE, put("A", "25", spot=0)) is None
    assert code(THERE, put("A", "16", spot=1)) is None


@pytest.mark.parametrize(
    ("dice", "spot", "why"),
    [
        ("2", 0, "two-dice GC-TEMPLE-1"),
        ("225", 0, "two-dice GC-TEMPLE-1"),
        ("16", 0, "other-pair GC-TEMPLE-1"),
        ("25", 2, "tile-claimed GC-TEMPLE-3"),
        ("25", 3, "no-such-slot GC-TEMPLE-1"),
        ("25", None, "no-such-slot GC-TEMPLE-1"),
    ],
)
def test_what_is_refused(dice: str, spot: int | None, why: str) -> None:
    assert code(THERE, put("A", dice, spot=spot)) == why


def test_a_tile_may_accept_several_pairs() -> None:
    """GC-R14."""
    either = Temple((Slot(((2, 5), (1, 6))),))
    assert [placement.dice for placement in either.placements(0, (1, 2, 5, 6))] == [(2, 5), (1, 6)]
    assert either.placements(0, (2, 2)) == ()


def test_everybody_takes_the_tiles_with_own_dice() -> None:
    """GC-TEMPLE-3, GC-TEMPLE-4."""
    after, result = placed(THERE, put("B", "25", spot=0))
    assert result.rank == 1
    resolution = after.resolve(players=2, tiles=3)
    assert [(award.owner, award.spot) for award in resolution.awards] == [(1, 0), (1, 2)]


def test_will_to_win_is_of_no_use_here() -> None:
    assert code(THERE, put("A", "25", 0, lost=2)) == "nothing-to-copy GC-ABIL-WILL"
    assert THERE.willed(0, (2, 5)) == ()
