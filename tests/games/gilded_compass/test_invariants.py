"""Invariants detect states broken on purpose; the kit shows that they hold in play."""

import pytest
from msgspec.structs import replace

from companion.engine.game import Step
from companion.games.gilded_compass.buildings.auction_house import AuctionHouse
from companion.games.gilded_compass.buildings.illuminati import Illuminati
from companion.games.gilded_compass.buildings.library import Library
from companion.games.gilded_compass.invariants import violations
from companion.games.gilded_compass.state import Hand, Phase, State
from tests.games.gilded_compass.buildings.boards import archives, crowds, straights, university
from tests.games.gilded_compass.tables import rolled, setup, table


def broken(state: State, before: State | None = None) -> list[str]:
    """Return the subjects of all violations."""
    return [
        violation.partition(":")[0] for violation in violations(before or state, Step(state, ()))
    ]


GOOD = rolled(table(), "11223346")


def test_nothing_is_wrong_with_a_roll() -> None:
    assert broken(GOOD) == []


@pytest.mark.parametrize(
    ("changes", "subject"),
    [
        ({"library": Library((0,))}, "dice"),
        ({"library": Library((-1,))}, "dice"),
        ({"archives": archives("A1x1", "B1x1")}, "archives"),
        ({"university": university(4, "A3 B1")}, "university"),
        ({"auction_house": AuctionHouse(straights("A1-2", "B1-2"))}, "straights"),
        ({"illuminati": Illuminati(crowds("A1", "B2"))}, "groups"),
        ({"hand": Hand((1, 2))}, "hand"),
        ({"maps": ("fire-1-0",) * 2}, "maps"),
    ],
)
def test_what_is_broken_is_named(changes: dict[str, object], subject: str) -> None:
    assert subject in broken(replace(GOOD, **changes))


def test_treasures_are_neither_lost_nor_doubled() -> None:
    state = table(setup(c_building="galleon"))
    assert broken(state.with_player(0, treasures=("3",))) == ["treasures"]


def test_trophies_and_knowledge_are_possible() -> None:
    state = table(setup(c_building="tower")).with_player(0, trophies=("gold-3",) * 40)
    assert broken(state) == ["trophies"]
    assert broken(GOOD.with_player(0, knowledge=-1)) == ["knowledge"]


def test_two_players_cannot_have_black_dice() -> None:
    state = table(setup(c_building="illuminati"))
    state = state.with_player(0, black=2).with_player(1, black=2)
    assert "dice" in broken(replace(state, phase=Phase.HELP))


def test_turns_and_rounds_follow_each_other() -> None:
    three = rolled(table(setup(3)), "11223346")
    assert "turns" in broken(replace(three, current=2, phase=Phase.ROLL), three)
    assert "rounds" in broken(replace(GOOD, round=3), GOOD)
    assert "rounds" in broken(replace(GOOD, round=2), GOOD)


def test_no_dice_are_shown_when_a_round_is_over() -> None:
    assert "hand" in broken(replace(GOOD, phase=Phase.LAY))
