"""OpenSpiel's own tests of a game, for every installed game: `make adapters`."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.algorithms.generate_playthrough import playthrough

import companion.adapters.openspiel  # noqa: F401 - registers the games
from companion.engine import registry
from companion.engine.game import SPECTATOR, SetupError
from companion.engine.robots import can_play

PLAYED = [name for name in registry.names() if can_play(registry.load(name))]
GAMES = (
    "compass_compass_jewels",
    "compass_compass_points",
    "compass_essence",
    "compass_essence(players=4,phrases=cards)",
    "compass_gilded_compass",
    "compass_gilded_compass(level=open)",
    "compass_inner_compass",
    "compass_inner_compass(level=track)",
    "compass_inner_compass(players=4,level=scoring,mode=advanced)",
)


def test_every_installed_game_is_registered_and_tested() -> None:
    tested = {game.partition("(")[0] for game in GAMES}
    assert tested == {f"compass_{name.replace('-', '_')}" for name in PLAYED}
    assert tested <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", GAMES)
def test_random_simulations(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [game for game in GAMES if "(" not in game])
def test_a_playthrough(name: str) -> None:
    transcript = playthrough(name, None, seed=11)
    assert "IsTerminal() = True" in transcript
    assert "ObservationTensor(1)" in transcript


def test_a_playthrough_is_repeatable() -> None:
    first, second = (
        playthrough("compass_inner_compass(level=track)", None, seed=12) for _ in range(2)
    )
    assert first == second


def test_several_seats_vote_at_once() -> None:
    game = pyspiel.load_game("compass_essence(players=3)")
    source = np.random.RandomState(1)
    state = game.new_initial_state()
    while not state.is_simultaneous_node():
        state.apply_action(int(source.choice(state.legal_actions())))
    legal = [state.legal_actions(seat) for seat in range(3)]
    assert all(legal)
    votes = [
        next(n for n in legal[seat] if state.action_to_string(seat, n).startswith("vote"))
        for seat in range(3)
    ]
    state.apply_actions(votes)
    assert not state.is_simultaneous_node()


def test_a_seat_sees_its_own_secrets_and_no_others() -> None:
    game = pyspiel.load_game("compass_inner_compass")
    source = np.random.RandomState(2)
    state = game.new_initial_state()
    while state.is_chance_node():
        numbers, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(source.choice(numbers, p=chances)))
    seen = [state.observation_string(seat) for seat in range(2)]
    assert [text.count('"hand":') for text in seen] == [1, 1]
    assert '"hand":' not in str(state)
    assert seen[0] != seen[1]
    assert state.observation_tensor(0) != state.observation_tensor(1)
    assert state.observation_of(SPECTATOR)


def test_a_setup_that_the_game_refuses_is_refused() -> None:
    with pytest.raises(SetupError, match="expected standard or advanced"):
        pyspiel.load_game("compass_inner_compass(mode=double)")


def test_a_search_of_theirs_plays_a_game_of_ours() -> None:
    game = pyspiel.load_game("compass_compass_jewels")
    source = np.random.RandomState(3)
    rollouts = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=source)
    bot = mcts.MCTSBot(game, 2, 3, rollouts, random_state=source)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(source.choice([number for number, _ in state.chance_outcomes()])))
    dealt = len(state.history())
    for _ in range(3):
        state.apply_action(bot.step(state))
    assert len(state.history()) == dealt + 3
