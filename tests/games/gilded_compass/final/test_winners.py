"""Who wins (GC-END-TIE-1 to GC-END-TIE-3)."""

from companion.games.gilded_compass.final.tally import tally
from companion.games.gilded_compass.final.winners import Standing, winners
from companion.games.gilded_compass.flags import Flags
from companion.games.gilded_compass.holdings import AncientMap, Holdings
from tests.games.gilded_compass.final.tiles import cartographer, excavator

USUAL = Flags()
BY_VALUE = Flags(tie_by_value=True)


def test_most_gold_wins() -> None:
    """GC-END-TIE-1."""
    assert winners([Standing(30, 9), Standing(31, 0), Standing(12, 3)], USUAL) == (1,)


def test_a_tie_is_won_by_the_most_specialists_left_over() -> None:
    """GC-END-TIE-1: their number counts, not their values."""
    tied = [Standing(30, 2, 6), Standing(30, 3, 3), Standing(29, 9, 9)]
    assert winners(tied, USUAL) == (1,)
    assert winners(tied, BY_VALUE) == (1,)


def test_what_is_still_tied_is_shared() -> None:
    """GC-END-TIE-3."""
    tied = [Standing(30, 2, 6), Standing(30, 1, 3), Standing(30, 2, 4)]
    assert winners(tied, USUAL) == (0, 2)


def test_by_a_flag_the_values_decide_it() -> None:
    """GC-R26."""
    tied = [Standing(30, 2, 4), Standing(30, 2, 6), Standing(30, 2, 6)]
    assert winners(tied, BY_VALUE) == (1, 2)


def test_who_is_left_over_is_who_must_be() -> None:
    """GC-END-TIE-2: there is room for one of two equal cartographers; all others earn gold."""
    staff = (cartographer("dark", 2), cartographer("dark", 2), excavator("dark", 1))
    result = tally(Holdings(maps=(AncientMap("dark", 1, 0),), specialists=staff))
    assert Standing.of(result) == Standing(4, 1, 2)
