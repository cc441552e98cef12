"""Which tiles may carry a tag (GC-VOC-2 to GC-VOC-4)."""

from companion.engine.game import Setup
from companion.engine.shared_actions import ChooseStart
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.state import Phase
from companion.table.narrowing.intent import constraints, narrow, single_action
from tests.games.gilded_compass.tables import NAMES, do, drawn, setup, table


def ids(**options: str) -> list[str]:
    state = GAME.new_initial_state(Setup(NAMES[:2], options=options))
    return [piece.id for piece in GAME.pieces(state)]


def test_tiles_of_the_buildings_in_play_carry_tags() -> None:
    names = ids(b_building="guild", c_building="illuminati")
    assert "specialist-cartographer-fire-2-1" in names
    assert "mission-secret_map-2" in names
    assert "ability-persuasion-5" in names
    assert not any(name.startswith(("artifact", "item", "collection")) for name in names)
    assert "item-excavator-dark-2" in ids(c_building="temple")


def test_a_tag_lays_a_tile_out_or_takes_it() -> None:
    state = GAME.new_initial_state(setup())
    state = drawn(do(state, ChooseStart(0)).state, lambda state: state.phase is Phase.LAY)
    pieces = {piece.id: piece for piece in GAME.pieces(state)}
    legal = GAME.legal_actions(state, -1)
    fits = [
        single_action(narrow(legal, constraints(select)))
        for select in pieces["map-fire-2-1-1"].selects
    ]
    assert [GAME.action_to_string(action) for action in fits if action is not None] == [
        "lay_map(fire,2,1)"
    ]
    assert len(GAME.pieces(table())) == len(pieces)
