"""What is printed in the buildings, as the pages draw it, and ranks as ladders."""

import pytest
from msgspec.structs import replace

from companion.engine.text import text
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.buildings.tower import Tower
from companion.games.gilded_compass.printed import ladder
from tests.games.gilded_compass.tables import setup, table
from tests.games.gilded_compass.test_picture import drawn_at

NOTHING = ["worth-nothing"]


@pytest.mark.parametrize(
    ("players", "building", "worth"),
    [
        (2, "auction_house", ["worth-artifacts 2/3", "worth-artifacts 1/2"]),
        (3, "auction_house", ["worth-artifacts 2/3", "worth-artifacts 1/2", *NOTHING]),
        (5, "guild", ["worth-missions 1/3", "worth-missions 1/2", "worth-missions 1/1"]),
    ],
)
def test_ranks_of_straights_say_what_they_earn(
    players: int, building: str, worth: list[str]
) -> None:
    """GC-RUN-5, GC-AUCTION-1, GC-GUILD-1."""
    state = table(setup(players, b_building=building))
    shown = [drawn_at(state, f"worth-straight-{rank}") for rank in range(1, players + 1)]
    assert shown == [*([each] for each in worth), *[NOTHING] * (players - len(worth))]


def test_the_galleon_keeps_two_for_the_first_and_one_for_the_others() -> None:
    """GC-GALLEON-6."""
    state = table(setup(3, c_building="galleon"))
    shown = [drawn_at(state, f"worth-crowd-{rank}") for rank in (1, 2, 3)]
    assert shown == [["worth-treasures 2"], ["worth-treasures 1"], ["worth-treasures 1"]]


def test_an_empty_floor_of_the_tower_says_which_dice_and_which_trophy() -> None:
    """GC-TOWER-2, GC-TOWER-5."""
    state = replace(table(setup(2, c_building="tower")), tower=Tower(left=(1, None, None)))
    assert drawn_at(state, "tower-left-1") == ["die-2 •"]
    assert drawn_at(state, "tower-left-2") == ["floor-silver 1-3"]
    assert drawn_at(state, "tower-right-3") == ["floor-gold 4-6"]


def test_a_tile_of_the_temple_shows_the_dice_that_it_wants() -> None:
    """GC-TEMPLE-2."""
    state = table(setup(2, c_building="temple"))
    first = state.backs[0]
    assert drawn_at(state, "secret-1") == ["back", *(f"face {value}" for value in first)]


def test_a_rank_is_a_rung_of_a_ladder() -> None:
    state = table()
    drawn = GAME.own_emblem(state, text("rank.archives", n=2))
    assert [mark.look for mark in drawn] == ["rung", "rung-own", "rung", "rung", "rung"]
    assert ladder(9) == ladder(5), "there are five rungs"
    assert GAME.own_emblem(state, text("rank.library", n=2)) == ()
