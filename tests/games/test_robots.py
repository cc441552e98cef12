"""Robots in the five games: they guess what fits, see no secrets, and play better than chance."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine import registry
from companion.engine.facets import Robots
from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Setup, Struct
from companion.engine.robots import options
from companion.engine.rules import AnyGame
from companion.engine.search import Thinker, playouts

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
SETUPS = {
    "compass-jewels": ("compass-jewels", Setup(NAMES[:2])),
    "compass-points": ("compass-points", Setup(NAMES[:4])),
    "essence": ("essence", Setup(NAMES[:3], options={"double_points": "with"})),
    "essence-cards": ("essence", Setup(NAMES[:4], options={"phrases": "cards"})),
    "gilded-open": ("gilded-compass", Setup(NAMES[:2], "open", {"c_building": "temple"})),
    "gilded-temple": ("gilded-compass", Setup(NAMES[:3], "full", {"c_building": "temple"})),
    "gilded-tower": (
        "gilded-compass",
        Setup(NAMES[:2], "full", {"b_building": "guild", "c_building": "tower"}),
    ),
    "gilded-galleon": (
        "gilded-compass",
        Setup(NAMES[:3], "full", {"c_building": "galleon", "variant": "dummy"}),
    ),
    "inner-track": ("inner-compass", Setup(NAMES[:4], "track")),
    "inner-scoring": ("inner-compass", Setup(NAMES[:2], "scoring")),
    "inner-full": ("inner-compass", Setup(NAMES[:3], "full", {"mode": "advanced"})),
}
SECRET = sorted(set(SETUPS) - {"compass-jewels", "inner-track", "inner-scoring", "gilded-open"})


def turns(game: AnyGame, setup: Setup, seed: int = 3) -> Iterator[tuple[Any, int]]:
    """Yield each state in which a seat acts, with that seat, of a random game."""
    source = random.Random(seed)
    state = game.new_initial_state(setup)
    while not game.is_terminal(state):
        seats = game.awaited(state)
        if seats == (CHANCE,):
            action = sampler(source)(game.chance_outcomes(state))
        else:
            yield from ((state, seat) for seat in seats)
            action = source.choice(game.legal_actions(state, source.choice(seats)))
        state = game.apply_action(state, action).state


def looks(observation: Struct) -> dict[str, Any]:
    """Return an observation as JSON, without the settings: the robot may guess with others."""
    seen: dict[str, Any] = json.loads(json.dumps(observation))
    seen.pop("variant", None)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("name", SETUPS)
def test_a_guess_looks_to_the_seat_like_the_table(name: str) -> None:
    game, setup = registry.load(SETUPS[name][0]), SETUPS[name][1]
    assert isinstance(game, Robots)
    first = game.new_initial_state(setup)
    source = random.Random(5)
    for state, seat in [*turns(game, setup)][::3]:
        seen = game.observation(state, seat)
        guessed = game.guess(first, seen, seat, source)
        assert looks(game.observation(guessed, seat)) == looks(seen)
        assert game.legal_actions(guessed, seat) == game.legal_actions(state, seat)


@pytest.mark.slow
@pytest.mark.parametrize("name", SECRET)
def test_guesses_differ_in_what_is_hidden(name: str) -> None:
    game, setup = registry.load(SETUPS[name][0]), SETUPS[name][1]
    assert isinstance(game, Robots)
    first, source, different = game.new_initial_state(setup), random.Random(6), 0
    for state, seat in [*turns(game, setup)][::9]:
        seen = game.observation(state, seat)
        different += len({repr(game.guess(first, seen, seat, source)) for _ in range(4)}) > 1
    assert different


@pytest.mark.slow
@pytest.mark.parametrize("name", SECRET)
def test_twins_that_differ_only_in_secrets_get_the_same_move(name: str) -> None:
    game, setup = registry.load(SETUPS[name][0]), SETUPS[name][1]
    assert isinstance(game, Robots)
    first, source, twins = game.new_initial_state(setup), random.Random(7), 0
    positions = [*turns(game, setup)]
    for state, seat in source.sample([at for at in positions if options(game, *at)], 6):
        twin = game.guess(first, game.observation(state, seat), seat, source)
        if twin == state or len(options(game, state, seat)) == 1:
            continue
        twins += 1
        thoughts = [
            Thinker(game, setup, seat, horizon=10).think(
                game.observation(one, seat),
                options(game, one, seat),
                random.Random(8),
                playouts(12),
            )
            for one in (state, twin)
        ]
        assert thoughts[0] == thoughts[1]
    assert twins


@pytest.mark.parametrize("name", ["compass-points", "essence"])
def test_a_robot_lays_no_card_that_the_box_cannot_read(name: str) -> None:
    """It would name the card only when it is turned, knowing what others have done."""
    game, setup = registry.load(SETUPS[name][0]), SETUPS[name][1]
    unread = game.string_to_action
    left_out = set()
    for state, seat in turns(game, setup):
        may = options(game, state, seat)
        assert may or state.phase == "show"
        left_out |= set(game.legal_actions(state, seat)) - set(may)
    kinds = {type(action) for action in left_out}
    assert type(unread(_unread(name))) in kinds


def _unread(name: str) -> str:
    return "lay_unread" if name == "compass-points" else "lay_unread(0)"


def test_phase_two_of_compass_is_played_exactly() -> None:
    game = registry.load("compass-jewels")
    setup = SETUPS["compass-jewels"][1]
    assert isinstance(game, Robots)
    state: Any = None
    for seed in range(20):
        declaring = [s for s, _ in turns(game, setup, seed) if s.phase == "declare"]
        if declaring:
            state = declaring[0]
            break
    while not game.is_terminal(state):
        seat = game.current_player(state)
        sure = game.sure(state, seat)
        assert sure in game.legal_actions(state, seat)
        assert sure is not None
        state = game.apply_action(state, sure).state
    assert game.returns(state) == tuple(best.points for best in state.best)


@pytest.mark.slow
def test_a_robot_with_little_time_beats_random_play() -> None:
    game, setup = registry.load("inner-compass"), Setup(NAMES[:2], "track")
    won = 0
    for seed in range(2):
        source = random.Random(seed)
        state: Any = game.new_initial_state(setup)
        while not game.is_terminal(state):
            seat = game.awaited(state)[0]
            if seat == CHANCE:
                action = sampler(source)(game.chance_outcomes(state))
            elif seat == seed % 2:
                seen, legal = game.observation(state, seat), options(game, state, seat)
                thinker = Thinker(game, setup, seat)
                action = thinker.think(seen, legal, source, playouts(12)).best
            else:
                action = source.choice(game.legal_actions(state, seat))
            state = game.apply_action(state, action).state
        won += game.winners(state) == (seed % 2,)
    assert won == 2
