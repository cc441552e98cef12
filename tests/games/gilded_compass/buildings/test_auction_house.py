"""Auction House: artifacts for the best straights (GC-AUCTION)."""

from companion.games.gilded_compass.buildings.auction_house import AuctionHouse
from companion.games.gilded_compass.buildings.building import Award
from tests.games.gilded_compass.buildings.boards import letters, straights


def earned(players: int, *words: str) -> list[str]:
    """Return who draws and keeps how many: ``A 3/2``."""
    result = AuctionHouse(straights(*words)).resolve(players, tiles=0)
    return [f"{letters((award.owner,))} {award.draw}/{award.keep}" for award in result.awards]


def test_the_first_draws_three_the_second_two() -> None:
    """E13 (GC-RUN-5, GC-AUCTION-1)."""
    assert earned(4, "A1-4", "B4-6", "C5-6") == ["A 3/2", "B 2/1"]
    result = AuctionHouse(straights("A1-4", "B4-6", "C5-6")).resolve(4, tiles=0)
    assert letters(result.library) == "CC"


def test_of_five_players_the_third_draws_one() -> None:
    """GC-AUCTION-1."""
    assert earned(5, "A1-4", "B4-6", "C5-6") == ["A 3/2", "B 2/1", "C 1/1"]


def test_alone_there_is_only_the_first_reward() -> None:
    """GC-AUCTION-2, GC-AUCTION-3."""
    assert earned(4, "B2-2") == ["B 3/2"]
    assert earned(4) == []


def test_the_dummy_sets_tiles_aside() -> None:
    """GC-DUMMY-AUCTION."""
    result = AuctionHouse(straights("*1-4", "B4-6")).resolve(2, tiles=0)
    assert result.awards == (Award(-1, draw=4, of=4, keep=0), Award(1, draw=2, of=2, keep=1))
    assert earned(2, "A1-4", "*4-6") == ["A 3/2", "* 2/0"]
