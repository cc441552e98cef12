"""The long run of Essence: `make long`, some minutes.

1,000 random games keep all invariants, score lines sum to the fields after every action, and every
listed action is legal; votes are corrected at random.
"""

import random
from collections.abc import Iterator

import pytest

from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Action, Setup
from companion.games.essence import GAME
from companion.games.essence.state import State

GAMES = 1000
PARTS = 4
OFTEN = 0.02
"""Probability of a correction before an action."""
NAMES = ("a", "b", "c", "d", "e", "f", "g")


def setups() -> Iterator[Setup]:
    """Yield every number of players with every combination of the main options, in turn."""
    while True:
        for number in range(16):
            options: dict[str, object] = {
                "double_points": ("without", "with")[number % 2],
                "expansion_e1": ("without", "with")[number // 2 % 2],
                "phrases": ("screen", "cards")[number // 4 % 2],
                "start": ("field", "choose")[number // 8 % 2],
                "phrase_reshuffle": number % 3 > 0,
            }
            for players in GAME.players:
                yield Setup(NAMES[:players], "full", options)


def wish(state: State, source: random.Random) -> Action:
    """Return a random legal action of a seat, or a correction that sets the table by hand."""
    corrections = GAME.corrections(state) if source.random() < OFTEN else ()
    if corrections:
        return source.choice(corrections)
    if GAME.current_player(state) == CHANCE:
        return sampler(source)(GAME.chance_outcomes(state))
    seats = GAME.active_players(state)
    return source.choice([action for seat in seats for action in GAME.legal_actions(state, seat)])


@pytest.mark.parametrize("part", range(PARTS))
def test_games_keep_the_invariants(part: int) -> None:
    source = random.Random(part)
    for _, setup in zip(range(GAMES // PARTS), setups(), strict=False):
        state: State = GAME.new_initial_state(setup)
        while not GAME.is_terminal(state):
            for seat in GAME.active_players(state):
                for action in GAME.legal_actions(state, seat):
                    assert GAME.why_not(state, action) is None
            step = GAME.apply_action(state, wish(state, source))
            assert GAME.violations(state, step) == ()
            state = step.state
            totals = [0] * len(setup.players)
            for line in GAME.score_breakdown(state):
                totals[line.player] += line.points
            assert tuple(totals) == GAME.returns(state)
