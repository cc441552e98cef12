"""The score of a player's holdings (section 12), with the numbered examples of the rules."""

import pytest

from companion.games.gilded_compass.final.tally import PARTS, tally
from companion.games.gilded_compass.flags import Flags
from companion.games.gilded_compass.holdings import (
    EMBRACE,
    SCOUR,
    SECRET_MAP,
    AncientMap,
    Collection,
    Holdings,
    Mission,
)
from tests.games.gilded_compass.final.tiles import cartographer, dual, excavator, item_for

CARTOGRAPHER = cartographer("jungle", 2)
EXCAVATOR = excavator("jungle", 1)
ITEMS = (item_for(CARTOGRAPHER), item_for(EXCAVATOR))


class TestExamples:
    def test_e10_a_map_with_a_pair(self) -> None:
        staff = (cartographer("jungle", 2), excavator("jungle", 3))
        assert tally(Holdings((AncientMap("jungle", 2, 1),), staff)).total == 7

    def test_e11_an_item_doubles_who_has_it_and_no_map(self) -> None:
        staff = (excavator("jungle", 2),)
        result = tally(Holdings((AncientMap("jungle", 1, 0),), staff, (item_for(staff[0]),)))
        assert result.total == 5

    def test_e12_a_pair_with_items_doubles_the_map(self) -> None:
        result = tally(Holdings((AncientMap("jungle", 3, 2),), (CARTOGRAPHER, EXCAVATOR), ITEMS))
        assert result.total == 12

    def test_e24_trophies_are_worth_what_is_printed_on_them(self) -> None:
        """GC-END-TROPHY: two trophies of bronze and one of gold, worth 0, 1 and 3."""
        assert tally(Holdings(trophies=(0, 1, 3))).total == 4

    def test_e25_embrace_the_guild_alone(self) -> None:
        assert tally(Holdings(missions=(Mission(EMBRACE),))).total == 2

    def test_e28_knowledge_and_artifacts(self) -> None:
        result = tally(
            Holdings(
                knowledge=7,
                artifacts=("desert", "fire", "desert", "water"),
                collection=Collection("desert", "fire"),
            )
        )
        assert (result.of("knowledge"), result.of("artifacts"), result.total) == (3, 11, 14)

    def test_e29_two_cartographers_do_not_fit_on_a_dual_map(self) -> None:
        staff = (cartographer("jungle", 2), cartographer("water", 3))
        result = tally(Holdings(specialists=staff, missions=(dual("jungle", "water"),)))
        assert (result.total, len(result.assignment.unassigned)) == (3, 1)

    def test_e30_an_empty_secret_map_can_be_better(self) -> None:
        held = Holdings(
            maps=(AncientMap("jungle", 1, 0),),
            specialists=(cartographer("jungle", 1),),
            missions=(Mission(SECRET_MAP), Mission(SCOUR)),
        )
        result = tally(held)
        assert result.total == 4
        assert result.assignment.posts[0].staff

    def test_e34_items_on_a_secret_map(self) -> None:
        staff = (cartographer("fire", 3), excavator("fire", 2))
        held = Holdings((), staff, tuple(map(item_for, staff)), (Mission(SECRET_MAP),))
        assert tally(held).total == 6
        assert tally(held, Flags(items_on_mission_maps=True)).total == 12


@pytest.mark.parametrize(("tiles", "gold"), [(0, 0), (1, 0), (2, 1), (7, 3)])
def test_two_knowledge_tiles_are_one_gold(tiles: int, gold: int) -> None:
    """GC-END-KNOW."""
    assert tally(Holdings(knowledge=tiles)).total == gold


def test_artifacts_without_a_collection_are_worth_one_each() -> None:
    """GC-END-ART."""
    assert tally(Holdings(artifacts=("desert", "fire"))).total == 2


def test_an_empty_map_is_worth_its_low_value() -> None:
    """GC-END-MAP."""
    assert tally(Holdings(maps=(AncientMap("dark", 4, 3), AncientMap("holy", 2, 1)))).total == 4


def test_an_item_of_another_kind_or_colour_is_of_no_use() -> None:
    """GC-END-ITEM."""
    held = Holdings((AncientMap("jungle", 1, 0),), (CARTOGRAPHER,), (item_for(EXCAVATOR),))
    assert tally(held).total == 3


def test_lines_say_who_works_where_by_which_rule() -> None:
    """GC-END-1, GC-END-SPEC, GC-END-ITEM: all gold has its line, and so has who is left over."""
    left = cartographer("jungle", 1)
    staff = (CARTOGRAPHER, EXCAVATOR, left)
    result = tally(Holdings((AncientMap("jungle", 3, 2),), staff, ITEMS, knowledge=2))
    assert [(line.gold, line.rule, line.because.key) for line in result.lines] == [
        (3, "GC-END-MAP", "score.map_high"),
        (3, "GC-END-ITEM", "score.map_doubled"),
        (2, "GC-END-SPEC", "score.specialist"),
        (2, "GC-END-ITEM", "score.item"),
        (1, "GC-END-SPEC", "score.specialist"),
        (1, "GC-END-ITEM", "score.item"),
        (0, "GC-END-TIE-1", "score.unassigned"),
        (1, "GC-END-KNOW", "score.knowledge"),
    ]


def test_parts_sum_to_the_total() -> None:
    """GC-END-1, GC-END-TREAS, GC-END-ABIL."""
    result = tally(
        Holdings(
            maps=(AncientMap("jungle", 1, 0),),
            missions=(Mission(EMBRACE),),
            knowledge=4,
            artifacts=("holy",),
            abilities=2,
            treasures=(1, 3),
            trophies=(2,),
        )
    )
    assert {part: result.of(part) for part in PARTS} == {
        "assignment": 0,
        "missions_fixed": 2,
        "knowledge": 2,
        "artifacts": 1,
        "abilities": 2,
        "treasures": 4,
        "trophies": 2,
    }
    assert result.total == 13
