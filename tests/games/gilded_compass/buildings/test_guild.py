"""Treasure Hunters' Guild: missions for the best straights (GC-GUILD)."""

import pytest

from companion.games.gilded_compass.buildings.guild import Guild
from tests.games.gilded_compass.buildings.boards import letters, straights


def chosen(players: int, *words: str) -> list[str]:
    """Return who draws how many and chooses out of how many: ``A 3/3``."""
    result = Guild(straights(*words)).resolve(players, tiles=0)
    return [f"{letters((award.owner,))} {award.draw}/{award.of}" for award in result.awards]


@pytest.mark.parametrize(
    ("players", "words", "expected"),
    [
        (4, ("A1-4", "B4-6"), ["A 3/3", "B 0/2"]),
        (5, ("A1-4", "B4-6", "C5-6", "D1-2"), ["A 3/3", "B 0/2", "C 0/1"]),
        (5, ("A1-4", "B4-6"), ["A 3/3", "B 0/2"]),
        (4, ("A1-4",), ["A 3/3"]),
        (4, (), []),
        (3, ("*1-4", "B4-6"), ["B 2/2"]),
        (3, ("A1-4", "*4-6"), ["A 3/3"]),
        (3, ("*1-4",), []),
    ],
)
def test_who_chooses_out_of_how_many(
    players: int, words: tuple[str, ...], expected: list[str]
) -> None:
    """E17, GC-GUILD-1 to GC-GUILD-3, GC-DUMMY-GUILD, GC-R13."""
    assert chosen(players, *words) == expected


def test_the_fourth_of_five_goes_to_the_library() -> None:
    """E17 (GC-RUN-5)."""
    result = Guild(straights("A1-4", "B4-6", "C5-6", "D1-2")).resolve(5, tiles=0)
    assert letters(result.library) == "DD"
