"""The long run of Inner Compass: `make long`, some minutes.

2,000 random games keep all invariants, and score lines sum to the totals after every action; in
10,000 of their states the listed actions are exactly the legal ones.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import fields

from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Action, Setup
from companion.games.inner_compass import GAME
from companion.games.inner_compass.state import State
from tests.games.inner_compass.test_rules import KINDS, agrees, some_value

GAMES = 2000
STATES = 10_000
PROBES = 8
"""Random actions, of any kind and with any values, that are tried in each of the states."""
NAMES = ("a", "b", "c", "d")


def setups() -> Iterator[Setup]:
    """Yield every number of players, level and mode in turn."""
    while True:
        for players in (2, 3, 4):
            for level in GAME.levels:
                for mode in ("standard", "advanced"):
                    yield Setup(NAMES[:players], level, {"mode": mode})


def walk(setup: Setup, source: random.Random) -> Iterator[State]:
    """Play a random game, checking every step; yield its states."""
    draw = sampler(source)
    state = GAME.new_initial_state(setup)
    while not GAME.is_terminal(state):
        yield state
        player = GAME.current_player(state)
        if player == CHANCE:
            action = draw(GAME.chance_outcomes(state))
        else:
            action = source.choice(GAME.legal_actions(state, player))
        step = GAME.apply_action(state, action)
        assert GAME.violations(state, step) == ()
        state = step.state
        totals = [0] * len(setup.players)
        for line in GAME.score_breakdown(state):
            totals[line.player] += line.points
        assert tuple(totals) == GAME.returns(state)
    yield state


@pytest.mark.parametrize("part", range(4))
def test_games_keep_the_invariants(part: int) -> None:
    source = random.Random(part)
    for _, setup in zip(range(GAMES // 4), setups(), strict=False):
        for _state in walk(setup, source):
            pass


@pytest.mark.parametrize("part", range(4))
def test_what_is_listed_is_legal_and_nothing_else(part: int) -> None:
    source = random.Random(100 + part)
    seen = 0
    for setup in setups():
        for state in walk(setup, source):
            if source.random() < 0.2:
                seen += 1
                for action in GAME.legal_actions(state, GAME.current_player(state)):
                    assert GAME.why_not(state, action) is None
                for _ in range(PROBES):
                    agrees(state, probe(source))
        if seen >= STATES // 4:
            break


def probe(source: random.Random) -> Action:
    """Return a random action, of any kind and with any values."""
    kind: Any = source.choice(KINDS)
    action: Action = kind(*(some_value(field, source) for field in fields(kind)))
    return action
