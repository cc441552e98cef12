"""The two sides of a Dual Map: which pairs fit, and what they earn (GC-MISSION-DUAL)."""

from itertools import product

import pytest

from companion.games.gilded_compass.final.dual import Side, gold, is_possible, sides
from companion.games.gilded_compass.final.measure import ScoringTerms
from companion.games.gilded_compass.flags import Flags
from companion.games.gilded_compass.holdings import SECOND, UNITE, Holdings, Mission

NOBODY = Side()
CARTOGRAPHER = Side(1, 0)
EXCAVATOR = Side(0, 1)


def terms(*missions: str, everywhere: bool = False) -> ScoringTerms:
    holdings = Holdings(missions=tuple(map(Mission, missions)))
    return ScoringTerms.of(holdings, Flags(items_on_mission_maps=everywhere))


def test_on_one_side_is_nobody_or_one() -> None:
    assert sides(terms()) == (NOBODY, EXCAVATOR, CARTOGRAPHER)


def test_with_second_opinion_there_may_be_two() -> None:
    """GC-MISSION-SECOND, GC-R23."""
    assert set(sides(terms(SECOND))) == {
        *(NOBODY, EXCAVATOR, CARTOGRAPHER),
        *(Side(1, 1), Side(2, 0), Side(0, 2)),
    }


def test_where_items_work_it_matters_who_doubles() -> None:
    """GC-R25."""
    assert set(sides(terms(everywhere=True))) == {
        *(NOBODY, EXCAVATOR, CARTOGRAPHER),
        *(Side(1, 0, 1, 0), Side(0, 1, 0, 1)),
    }


def test_what_goes_together_is_one_or_a_pair_crosswise_or_such_a_pair_and_one_more() -> None:
    """GC-MISSION-DUAL, GC-R23."""
    possible = {
        *((NOBODY, kind) for kind in (NOBODY, CARTOGRAPHER, EXCAVATOR)),
        *((kind, NOBODY) for kind in (CARTOGRAPHER, EXCAVATOR)),
        *((CARTOGRAPHER, EXCAVATOR), (EXCAVATOR, CARTOGRAPHER)),
        *((two, one) for two in (Side(1, 1),) for one in (CARTOGRAPHER, EXCAVATOR)),
        *((one, two) for two in (Side(1, 1),) for one in (CARTOGRAPHER, EXCAVATOR)),
        *((Side(2, 0), EXCAVATOR), (EXCAVATOR, Side(2, 0))),
        *((Side(0, 2), CARTOGRAPHER), (CARTOGRAPHER, Side(0, 2))),
    }
    both = product(sides(terms(SECOND)), repeat=2)
    assert {pair for pair in both if is_possible(*pair)} == possible


@pytest.mark.parametrize(
    ("one", "other", "worth"),
    [
        (NOBODY, NOBODY, 0),
        (CARTOGRAPHER, NOBODY, 0),
        (CARTOGRAPHER, EXCAVATOR, 3),
        (Side(1, 1), EXCAVATOR, 3),
        (Side(1, 0, 1, 0), EXCAVATOR, 3),
        (Side(1, 0, 1, 0), Side(0, 1, 0, 1), 6),
    ],
)
def test_gold(one: Side, other: Side, worth: int) -> None:
    """GC-MISSION-DUAL, GC-R25."""
    assert gold(one, other, terms(everywhere=True)) == worth


def test_a_pair_counts_for_unite() -> None:
    """GC-MISSION-UNITE."""
    assert gold(CARTOGRAPHER, EXCAVATOR, terms(UNITE)) == 3 + 1
    assert gold(CARTOGRAPHER, NOBODY, terms(UNITE)) == 0
