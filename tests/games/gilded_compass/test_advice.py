"""What each placement would change, and never which is best."""

from companion.catalogue import Catalogue
from companion.engine.evolve import replace
from companion.games.gilded_compass import GAME, advice, rules
from companion.games.gilded_compass.state import State
from tests.games.gilded_compass.buildings.boards import archives, university
from tests.games.gilded_compass.tables import NAMES, rolled, setup, table


def lines(state: State) -> list[str]:
    """Return what a player is told about placements."""
    voice = Catalogue("en", GAME, NAMES)
    return [f"{voice.long(where)}: {voice.long(what)}" for where, what in advice.told(state)]


def test_a_placement_tells_its_place_and_who_is_pushed_where() -> None:
    row = university(5, "B1 B3 C3 A4 C6")
    found = lines(rolled(replace(table(setup(3, c_building="tower")), university=row), "11223346"))
    assert (
        "University: 2, 3: entrance 2; Cem: a die to the Library; "
        "Ben from 2 to 3; Cem from 3 to 4; Ann from 4 to 5"
    ) in found


def test_placements_with_the_same_outcome_stand_together() -> None:
    found = lines(rolled(table(setup(3, c_building="tower")), "11223346"))
    assert "Archives: 1, 11, 2, 22, 3, 33, 4, 6: rank 1" in found
    assert "Library: 1, 2, 3, 4, 6: one knowledge" in found
    assert "Treasure Tower: 1, 2, 3, 4, 6, 16, 34: floor 1" in found


def test_groups_the_dummy_and_will_to_win_are_told_apart() -> None:
    state = rolled(
        table(setup(3, c_building="illuminati", variant="dummy")), "11223346", dummy="25"
    )
    state = state.with_player(0, abilities=("will_to_win",))
    found = lines(replace(state, archives=archives("A3x1", "B3x2")))
    assert any(each.startswith("Archives: ") and "3+1" in each for each in found)
    assert "Will to Win, Archives: 33−3: rank 1; Ben: a die to the Library" not in found
    assert any(each.startswith("Will to Win, Archives: 3+1−3") for each in found)
    assert any(each.startswith("Dummy, Library: 2, 5: ") for each in found)


def test_every_legal_placement_is_told_and_nothing_else() -> None:
    state = rolled(table(setup(2, variant="dummy")), "11223346", dummy="25")
    told = [each.action for each in advice.consequences(state)]
    listed = [each for each in rules.legal_actions(state) if hasattr(each, "building")]
    assert told == listed
    assert [*advice.consequences(table())] == []


def test_it_is_told_to_the_player_on_turn_alone() -> None:
    state = rolled(table(), "11223346")
    assert len(GAME.private(state, 0)) == len(lines(state)) + 1
    assert len(GAME.private(state, 1)) == 1
