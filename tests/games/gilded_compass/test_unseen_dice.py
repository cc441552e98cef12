"""Dice that people roll and the box does not see: it is told only which of them are placed."""

import random

import pytest

from companion.engine.game import CHANCE, Setup
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.actions import Place, Roll
from companion.games.gilded_compass.state import Phase, State
from tests.games.gilded_compass.tables import code, do, legal, setup


def begun(players: int = 2, **options: str) -> State:
    """Return the first turn, in which nothing was rolled for the box to see."""
    told = setup(players, "open", None, dice="placed", **options)
    state: State = GAME.new_initial_state(told)
    while GAME.current_player(state) == CHANCE:
        state = do(state, legal(state)[0]).state
    return state


def test_no_roll_is_asked_for() -> None:
    state = begun()
    assert state.phase is Phase.PLACE
    assert len(state.hand.own) == state.player.own == 8


@pytest.mark.parametrize("dice", ["1", "666", "66666666"])
def test_the_dice_that_are_placed_may_show_anything(dice: str) -> None:
    """GC-TURN-3: what the others show does not matter, they are rolled again (GC-TURN-1)."""
    state = begun()
    step = do(state, f"place(archives,{dice},0,0)")
    assert step.state.players[state.current].own == 8 - len(dice)
    assert step.state.archives.groups[0].count == len(dice)


def test_but_there_are_no_more_than_in_the_hand() -> None:
    state = begun()
    assert code(state, "place(archives,111111111,0,0)") == "dice-not-held GC-TURN-3"
    most = max(len(action.dice) for action in legal(state) if isinstance(action, Place))
    assert most == 8


def test_the_buildings_refuse_what_they_always_refuse() -> None:
    state = begun()
    refused = code(state, "place(auction_house,135,0,0)")
    assert refused is not None
    assert refused != "dice-not-held GC-TURN-3"


def test_a_reroll_costs_its_tile_and_asks_nothing() -> None:
    """GC-TURN-2."""
    state = begun()
    state = state.with_player(state.current, knowledge=1)
    after = do(state, "spend_knowledge").state
    assert after.phase is Phase.PLACE
    assert after.player.knowledge == 0
    assert after.hand == state.hand


def test_nor_does_persuasion() -> None:
    """GC-ABIL-PERS."""
    state = begun()
    state = state.with_player(state.current, abilities=("persuasion",))
    after = do(state, "persuade").state
    assert after.phase is Phase.PLACE
    assert after.player.abilities == ()


def test_no_die_is_corrected_that_nobody_knows() -> None:
    assert not any("correct_die" in GAME.action_to_string(it) for it in GAME.corrections(begun()))


def test_robots_are_told_every_roll() -> None:
    told = Setup(("Ann", "Robot 1"), "full", {"dice": "placed"}, robots=(1,))
    state: State = GAME.new_initial_state(told)
    while not any(isinstance(action, Roll) for action in legal(state)):
        state = do(state, legal(state)[0]).state
    assert state.phase is Phase.ROLL


@pytest.mark.parametrize(
    "options",
    [
        {"c_building": "galleon", "variant": "dummy"},
        {"b_building": "guild", "c_building": "illuminati"},
        {"c_building": "tower"},
    ],
)
def test_a_whole_round_breaks_nothing(options: dict[str, str]) -> None:
    source = random.Random(3)
    state = begun(3, **options)
    for _ in range(40):
        action = source.choice(legal(state))
        step = do(state, action)
        assert GAME.violations(state, step) == ()
        assert GAME.from_struct(GAME.to_struct(step.state)) == step.state
        state = step.state
