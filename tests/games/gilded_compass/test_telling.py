"""After the last round people enter the secret tiles that the box has not seen (GC-R33)."""

from msgspec.structs import replace

from companion.engine.game import Step
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.actions import (
    TellArtifact,
    TellCollection,
    TellItem,
    TellMission,
    TellTrophy,
)
from companion.games.gilded_compass.events import GameOver, Told
from companion.games.gilded_compass.state import Phase, State
from tests.games.gilded_compass.tables import all_of, code, do, legal, moments, setup, table


def telling(state: State) -> State:
    return GAME.phases.go_on(Step(replace(state, phase=Phase.TELL), ())).state


def test_a_player_tells_one_tile_after_the_other() -> None:
    data = {"flags": {"artifacts_open": False}}
    state = table(setup(2, "open", data, b_building="auction_house", c_building="temple"))
    state = state.with_player(0, items=("unseen-25",), artifacts=("unseen",))
    state = telling(state)
    assert {type(action) for action in legal(state)} == {TellCollection}
    state = do(state, TellCollection("fire", "holy")).state
    assert {type(action) for action in legal(state)} == {TellItem}
    state = all_of(state, TellItem("excavator", "dark"), TellArtifact("fire")).state
    assert GAME.current_player(state) == 1
    assert code(state, TellCollection("fire", "holy")) == "not-to-tell GC-R33"
    step = do(state, TellCollection("dark", "desert"))
    assert step.events == (Told("GC-R33", 1, "dark-desert"), GameOver("GC-ROUND-7"))
    first = step.state.players[0]
    assert (first.collection, first.items, first.artifacts) == (
        *("fire-holy", ("excavator-dark",)),
        ("fire",),
    )


def test_a_tile_is_entered_only_once() -> None:
    """GC-COMP-9: there is one Second Opinion."""
    state = table(setup(2, "open", b_building="guild", c_building="tower"))
    state = state.with_player(0, missions=("unseen", "unseen"), trophies=("gold-unseen",))
    state = do(telling(state), TellMission("second_opinion")).state
    assert code(state, TellMission("second_opinion")) == "not-to-tell GC-R33"
    assert code(state, TellMission("raid_the_temple")) == "not-to-tell GC-R33"
    state = do(state, TellMission("secret_map")).state
    assert legal(state) == tuple(TellTrophy("gold", gold) for gold in (1, 2, 3))
    over = do(state, TellTrophy("gold", 3)).state
    assert over.phase is Phase.OVER
    assert GAME.returns(over)[0] == 3


def test_at_the_level_full_nothing_is_left_to_tell() -> None:
    to_tell = [
        moment
        for moment in moments(2, setup(2, b_building="guild"))
        if moment.before.phase is Phase.TELL
    ]
    assert to_tell == []
