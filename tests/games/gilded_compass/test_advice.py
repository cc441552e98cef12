"""What each placement would change, and never which is best."""

from companion.catalogue import Catalogue
from companion.engine.evolve import replace
from companion.games.gilded_compass import GAME, advice, rules
from companion.games.gilded_compass.actions import Place
from companion.games.gilded_compass.state import State
from tests.games.gilded_compass.buildings.boards import university
from tests.games.gilded_compass.tables import NAMES, rolled, setup, table


def lines(state: State) -> dict[str, str]:
    """Return what a player is told about each placement."""
    voice = Catalogue("en", GAME, NAMES)
    told = map(advice.told, advice.consequences(state))
    return {voice.long(left): voice.long(right) for left, right in told}


def test_a_placement_tells_its_place_and_who_is_pushed_where() -> None:
    row = university(5, "B1 B3 C3 A4 C6")
    found = lines(rolled(replace(table(setup(3, c_building="tower")), university=row), "11223346"))
    assert found["University: 2"] == (
        "entrance 2; Cem: a die to the Library; Ben from 2 to 3; Cem from 3 to 4; Ann from 4 to 5"
    )
    assert found["Archives: 33"] == "rank 1"
    assert found["Library: 6"] == "one knowledge"
    assert found["Treasure Tower: 16"] == "floor 1"


def test_every_legal_placement_is_told_and_nothing_else() -> None:
    state = rolled(table(setup(2, variant="dummy")), "11223346", dummy="25")
    told = [each.action for each in advice.consequences(state)]
    listed = [each for each in rules.legal_actions(state) if hasattr(each, "building")]
    assert told == listed
    assert [*advice.consequences(table())] == []


def test_it_is_told_to_the_player_on_turn_alone() -> None:
    state = rolled(table(), "11223346")
    places = sum(isinstance(each, Place) for each in rules.legal_actions(state))
    assert len(GAME.private(state, 0)) == places + 1
    assert len(GAME.private(state, 1)) == 1
