"""The long run of Compass Points: `make long`, under a minute.

1,000 random games, half of them with corrections, keep all invariants, and score lines sum to the
scores after every action; the actions listed in a state are exactly the legal ones.
"""

import random
from collections.abc import Iterator

import pytest

from companion.engine.game import Action, Setup
from companion.engine.records import fields_of
from companion.games.compass_points import GAME
from companion.games.compass_points.state import State
from tests.games.compass_points.tables import KINDS, NAMES

GAMES = 1000
PROBES = 4
"""Random actions, of any kind and with any values, that are tried in some of the states."""
OFTEN = 0.03
"""Probability of a correction before an action, in every other game."""
SMALL = {"board": {"size": 5, "squares": {"c3": "l+30", "b2": "l>NE1", "d2": "lxN", "b4": "dSE-5"}}}
VALUES = (None, "", -1, 0, 1, 2, 3, 4, 12, "N", "SE", "e5", "a9", "i9", True, False, "e")


def setups() -> Iterator[Setup]:
    """Yield the default board and a small one in turn."""
    while True:
        yield Setup(NAMES)
        yield Setup(NAMES, data=SMALL)


def walk(setup: Setup, source: random.Random, often: float) -> Iterator[State]:
    """Play a random game, checking every step; yield its states."""
    state = GAME.new_initial_state(setup)
    while not GAME.is_terminal(state):
        yield state
        seat = source.choice(GAME.active_players(state))
        possible = GAME.corrections(state) if source.random() < often else ()
        action = source.choice(possible or GAME.legal_actions(state, seat))
        step = GAME.apply_action(state, action)
        assert GAME.violations(state, step) == ()
        state = step.state
        totals = [0] * len(NAMES)
        for line in GAME.score_breakdown(state):
            totals[line.player] += line.points
        assert tuple(totals) == GAME.returns(state)
    yield state


@pytest.mark.parametrize("part", range(4))
def test_games_keep_the_invariants_and_their_lists_are_true(part: int) -> None:
    source = random.Random(part)
    for number, setup in zip(range(GAMES // 4), setups(), strict=False):
        for state in walk(setup, source, OFTEN * (number % 4 > 1)):
            if source.random() < 0.2:
                agrees(state, source)


def agrees(state: State, source: random.Random) -> None:
    """Check that exactly the listed actions are legal, among them and random ones."""
    listed = {
        *(action for seat in range(len(NAMES)) for action in GAME.legal_actions(state, seat)),
        *GAME.corrections(state),
    }
    assert all(GAME.why_not(state, action) is None for action in listed)
    for _ in range(PROBES):
        action = probe(source)
        assert (GAME.why_not(state, action) is None) == (action in listed), action


def probe(source: random.Random) -> Action:
    """Return a random action, of any kind and with any values."""
    kind = source.choice(KINDS)
    action: Action = kind(*(source.choice(VALUES) for _ in fields_of(kind)))
    return action
