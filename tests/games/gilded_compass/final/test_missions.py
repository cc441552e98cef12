"""The value of missions, and the assignments that they reward (section 11)."""

import pytest
from msgspec.structs import replace

from companion.games.gilded_compass.final.missions import RULES
from companion.games.gilded_compass.final.tally import Tally, tally
from companion.games.gilded_compass.flags import Flags
from companion.games.gilded_compass.holdings import (
    BROADEN,
    CARTO,
    DIVE,
    EMBRACE,
    EXCAV,
    HIRE,
    ILLUM,
    LOOT,
    MAPS,
    MISSIONS,
    RAID,
    RECRUIT,
    SCOUR,
    SECOND,
    SECRET_MAP,
    UNITE,
    AncientMap,
    Holdings,
    MagicalItem,
    Mission,
    Specialist,
)
from tests.games.gilded_compass.final.tiles import cartographer, dual, excavator, item_for

JUNGLE = AncientMap("jungle", 1, 0)
WATER = AncientMap("water", 1, 0)
PAIR = (cartographer("jungle", 1), excavator("jungle", 1))
SECRET = Mission(SECRET_MAP)
EVERYWHERE = Flags(items_on_mission_maps=True)


def gold(result: Tally, kind: str) -> int:
    """Return the gold on the lines of a mission."""
    return sum(line.gold for line in result.lines if line.rule == RULES[kind])


def worth(kind: str, held: Holdings) -> int:
    """Return the gold that a mission adds to a player's holdings."""
    return gold(tally(replace(held, missions=(*held.missions, Mission(kind)))), kind)


class TestDualMap:
    """GC-MISSION-DUAL."""

    LIES = Holdings(missions=(dual("jungle", "water"),))

    def staffed(self, *specialists: Specialist) -> Tally:
        return tally(replace(self.LIES, specialists=specialists))

    def test_two_specialists_bring_three_gold(self) -> None:
        result = self.staffed(cartographer("jungle", 2), excavator("water", 1))
        assert (result.total, gold(result, "dual_map")) == (2 + 1 + 3, 3)

    def test_one_alone_brings_what_it_is_worth(self) -> None:
        result = self.staffed(excavator("water", 3))
        assert (result.total, gold(result, "dual_map")) == (3, 0)

    def test_both_kinds_must_come_in_different_colours(self) -> None:
        """Two cartographers do not fit, nor do two of the jungle: the better one works alone."""
        assert self.staffed(cartographer("jungle", 2), cartographer("water", 3)).total == 3
        assert self.staffed(cartographer("jungle", 2), excavator("jungle", 3)).total == 3

    def test_a_third_may_be_of_either_colour_and_kind(self) -> None:
        """GC-MISSION-SECOND, GC-R23: it still brings three gold."""
        pair = (cartographer("jungle", 1), excavator("water", 1))
        for third in (
            *(cartographer("jungle", 1), cartographer("water", 1)),
            *(excavator("jungle", 1), excavator("water", 1)),
        ):
            missions = (dual("jungle", "water"), Mission(SECOND))
            result = tally(Holdings(missions=missions, specialists=(*pair, third)))
            assert (result.total, gold(result, "dual_map")) == (3 + 3, 3)

    def test_items_do_not_work_there(self) -> None:
        """GC-R25."""
        staff = (cartographer("jungle", 2), excavator("water", 1))
        holdings = replace(self.LIES, specialists=staff, items=tuple(map(item_for, staff)))
        assert tally(holdings).total == 2 + 1 + 3
        assert tally(holdings, EVERYWHERE).total == 4 + 2 + 6


class TestSecretMap:
    """GC-MISSION-SECRET."""

    def test_it_takes_a_pair_of_one_colour(self) -> None:
        result = tally(Holdings(missions=(SECRET,), specialists=PAIR))
        assert (result.total, gold(result, SECRET_MAP)) == (1 + 1 + 1, 1)

    def test_two_of_different_colours_do_not_fit(self) -> None:
        staff = (cartographer("jungle", 2), excavator("water", 3))
        result = tally(Holdings(missions=(SECRET,), specialists=staff))
        assert (result.total, result.assignment.unassigned) == (3 + 1, staff[:1])

    def test_without_specialists_it_brings_nothing(self) -> None:
        assert tally(Holdings(missions=(SECRET,))).total == 0


class TestSecondOpinion:
    """GC-MISSION-SECOND, GC-R23."""

    THREE = (*PAIR, cartographer("jungle", 2))

    def test_a_third_specialist_fits_on_an_ancient_map(self) -> None:
        without = tally(Holdings(maps=(JUNGLE,), specialists=self.THREE))
        result = tally(Holdings((JUNGLE,), self.THREE, missions=(Mission(SECOND),)))
        assert (without.total, result.total) == (1 + 2 + 1, 1 + 2 + 1 + 1)

    def test_only_beyond_a_pair(self) -> None:
        alike = (cartographer("jungle", 1),) * 2
        assert tally(Holdings((JUNGLE,), alike, missions=(Mission(SECOND),))).total == 1 + 1

    def test_on_one_map_only(self) -> None:
        maps, six = (JUNGLE, JUNGLE), (*PAIR, *PAIR, *PAIR)
        result = tally(Holdings(maps, six, missions=(Mission(SECOND),)))
        assert (result.total, len(result.assignment.unassigned)) == (2 + 5, 1)

    def test_of_three_one_of_each_kind_with_an_item_doubles_the_map(self) -> None:
        """GC-R25."""
        items = (item_for(PAIR[0]), item_for(PAIR[1]))
        result = tally(Holdings((JUNGLE,), self.THREE, items, (Mission(SECOND),)))
        assert result.total == 2 * 1 + 2 * 2 + 1 + 2 * 1


class TestMissionsThatDependOnTheAssignment:
    HELD = Holdings(
        maps=(JUNGLE, JUNGLE, WATER),
        specialists=(*PAIR, cartographer("water", 1), excavator("fire", 1)),
        missions=(dual("water", "fire"),),
    )
    """All four can stand: two on jungle maps, two on the Dual Map."""

    @pytest.mark.parametrize(
        ("kind", "gold"),
        [(BROADEN, 3), (CARTO, 2), (EXCAV, 2), (HIRE, 2), (RECRUIT, 2), (SCOUR, 3), (UNITE, 3)],
    )
    def test_worth(self, kind: str, gold: int) -> None:
        """GC-MISSION-BROADEN, GC-MISSION-CARTO, GC-MISSION-EXCAV and the like; GC-R24."""
        assert worth(kind, self.HELD) == gold

    def test_specialists_on_mission_maps_may_be_left_out(self) -> None:
        """GC-R24: those on the Secret Map are then of no use to either mission."""
        missions = (SECRET, Mission(CARTO), Mission(EXCAV))
        held = Holdings(missions=missions, specialists=PAIR)
        ancient_only = tally(held, Flags(specialists_on_mission_maps=False))
        assert (gold(tally(held), CARTO), gold(tally(held), EXCAV)) == (1, 1)
        assert (gold(ancient_only, CARTO), gold(ancient_only, EXCAV)) == (0, 0)
        assert tally(held).total - ancient_only.total == 2

    def test_who_counts_only_on_ancient_maps_goes_there(self) -> None:
        """GC-R24, GC-END-ASSIGN: two missions are worth more than one gold of a Secret Map."""
        missions = (SECRET, Mission(CARTO), Mission(CARTO))
        held = Holdings(maps=(AncientMap("jungle", 1, 1),), missions=missions, specialists=PAIR[:1])
        assert tally(held).total == 1 + 1 + 1 + 2
        assert tally(held, Flags(specialists_on_mission_maps=False)).total == 1 + 1 + 2

    def test_recruiting_rounds_down_and_unite_has_a_base(self) -> None:
        """GC-MISSION-RECRUIT, GC-MISSION-UNITE."""
        held = Holdings(maps=(JUNGLE,), specialists=PAIR[:1])
        assert (worth(RECRUIT, held), worth(UNITE, held)) == (0, 1)

    def test_hire_spreads_specialists_over_ancient_maps(self) -> None:
        """GC-MISSION-HIRE: two maps get one specialist each instead of one map getting both."""
        held = Holdings(maps=(AncientMap("jungle", 1, 1),) * 2, specialists=PAIR)
        assert (worth(HIRE, held), worth(UNITE, held)) == (2, 2)

    def test_dual_and_secret_maps_do_not_count_for_hire(self) -> None:
        """GC-MISSION-HIRE."""
        held = Holdings(missions=(SECRET, dual("jungle", "fire")), specialists=PAIR)
        assert worth(HIRE, held) == 0


class TestScourTheGlobe:
    """GC-MISSION-SCOUR, GC-R22."""

    def test_a_dual_map_counts_twice_without_specialists(self) -> None:
        assert worth(SCOUR, Holdings(missions=(dual("jungle", "water"),))) == 2

    def test_two_empty_secret_maps_are_grey_once(self) -> None:
        assert worth(SCOUR, Holdings(missions=(SECRET, SECRET))) == 1

    def test_a_secret_map_takes_the_colour_of_its_specialists(self) -> None:
        held = Holdings(maps=(JUNGLE,), specialists=PAIR[:1], missions=(SECRET,))
        assert worth(SCOUR, held) == 2
        assert worth(SCOUR, replace(held, specialists=(cartographer("holy", 1),))) == 2

    def test_a_secret_map_takes_a_colour_that_no_other_map_has(self) -> None:
        staff = (cartographer("jungle", 1), cartographer("holy", 1))
        held = Holdings(missions=(SECRET, dual("jungle", "water")), specialists=staff)
        assert worth(SCOUR, held) == 3

    def test_one_of_two_secret_maps_stays_grey(self) -> None:
        held = Holdings(specialists=PAIR, missions=(SECRET, SECRET))
        assert worth(SCOUR, held) == 2


class TestMissionsThatDoNot:
    @pytest.mark.parametrize(("treasures", "gold"), [(0, 1), (2, 1), (3, 3), (5, 3), (6, 5)])
    def test_dive(self, treasures: int, gold: int) -> None:
        """GC-MISSION-DIVE."""
        assert worth(DIVE, Holdings(treasures=(1,) * treasures)) == gold

    def test_embrace_counts_every_mission_tile(self) -> None:
        """GC-MISSION-EMBRACE."""
        assert worth(EMBRACE, Holdings(missions=(SECRET, dual("jungle", "dark")))) == 1 + 3

    @pytest.mark.parametrize(("maps", "gold"), [(0, 1), (1, 1), (2, 2), (5, 3)])
    def test_find_counts_ancient_maps_only(self, maps: int, gold: int) -> None:
        """GC-MISSION-MAPS."""
        assert worth(MAPS, Holdings(maps=(JUNGLE,) * maps, missions=(SECRET,))) == gold

    def test_join_pays_abilities_once_more(self) -> None:
        """GC-MISSION-ILLUM, GC-END-ABIL."""
        held = Holdings(abilities=3)
        assert (worth(ILLUM, held), tally(held).total) == (3, 3)

    @pytest.mark.parametrize(("trophies", "gold"), [(0, 0), (2, 0), (3, 1), (8, 2)])
    def test_loot_counts_trophies_of_all_metals(self, trophies: int, gold: int) -> None:
        """GC-MISSION-LOOT, GC-R35: sunken treasures do not count."""
        held = Holdings(trophies=(0,) * trophies, treasures=(1, 1, 1))
        assert worth(LOOT, held) == gold

    @pytest.mark.parametrize(("items", "gold"), [(0, 1), (1, 1), (2, 2), (5, 3)])
    def test_raid_counts_items_that_nobody_uses(self, items: int, gold: int) -> None:
        """GC-MISSION-RAID."""
        held = Holdings(items=(MagicalItem("excavator", "fire"),) * items)
        assert worth(RAID, held) == gold


def test_every_mission_has_a_rule_of_its_own() -> None:
    assert set(RULES) == set(MISSIONS)
    assert len(set(RULES.values())) == len(MISSIONS)
