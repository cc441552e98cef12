"""PettingZoo's own tests of an environment, for every installed game: `make adapters`."""

from collections.abc import Callable, Mapping
from functools import partial

import pytest
from pettingzoo.test import api_test, seed_test

from companion.adapters.pettingzoo import CompassEnv, env
from companion.engine import registry
from companion.engine.game import SetupError
from companion.engine.robots import can_play

SETUPS: Mapping[str, Callable[[], CompassEnv]] = {
    **{name: partial(env, name) for name in registry.names() if can_play(registry.load(name))},
    "essence-4": partial(env, "essence", 4, phrases="cards"),
    "gilded-compass-open": partial(env, "gilded-compass", level="open"),
    "inner-compass-scoring": partial(env, "inner-compass", 4, "scoring", mode="advanced"),
    "inner-compass-track": partial(env, "inner-compass", level="track"),
}


@pytest.mark.parametrize("name", SETUPS)
def test_the_interface(name: str) -> None:
    api_test(SETUPS[name](), num_cycles=200)


@pytest.mark.parametrize("name", SETUPS)
def test_a_seed_decides_everything(name: str) -> None:
    seed_test(SETUPS[name], num_cycles=100)


@pytest.mark.parametrize("name", SETUPS)
def test_rewards_add_up_to_the_points(name: str) -> None:
    game = SETUPS[name]()
    game.reset(seed=5)
    start = game.game.returns(game.state_now)
    earned = dict.fromkeys(game.agents, 0)
    for agent in game.agent_iter():
        _, reward, over, _, info = game.last()
        earned[agent] += reward
        if over:
            game.step(None)
            continue
        game.step(game.action_space(agent).sample(info["action_mask"]))
    final = game.game.returns(game.state_now)
    assert [*earned.values()] == [
        after - before for before, after in zip(start, final, strict=True)
    ]


def test_an_illegal_number_is_refused() -> None:
    game = env("compass-points")
    game.reset(seed=1)
    mask = game.infos[game.agent_selection]["action_mask"]
    with pytest.raises(
        ValueError, match="0 is not a legal action of player_0; see action_mask in its info"
    ):
        game.step(int(mask.argmin()))
    legal = int(mask.argmax())
    assert game.action_to_string(legal).startswith("lay_direction(")


def test_a_setup_that_the_game_refuses_is_refused() -> None:
    with pytest.raises(SetupError, match="for 2 to 4 players"):
        env("inner-compass", 5)
