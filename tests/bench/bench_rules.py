"""What the rules of Inner Compass cost: random play, and a state from its log."""

import random
import time
from typing import Any

import pytest

from companion import registry
from companion.engine.fold import fold, sampler
from companion.engine.game import CHANCE, AnyGame, Setup
from companion.engine.log import Entry, EntryKind

GAME = registry.load("inner-compass")
GAMES = 30
FOLDED = 200
MOST_MS = 20


def played(game: AnyGame, setup: Setup, seed: int) -> list[Any]:
    """Return the actions of a random game."""
    source = random.Random(seed)
    draw = sampler(source)
    state = game.new_initial_state(setup)
    actions = []
    while not game.is_terminal(state):
        player = game.current_player(state)
        if player == CHANCE:
            action = draw(game.chance_outcomes(state))
        else:
            action = source.choice(game.legal_actions(state, player))
        state = game.apply_action(state, action).state
        actions.append(action)
    return actions


@pytest.mark.parametrize("level", GAME.levels)
def test_random_play(level: str) -> None:
    started = time.perf_counter()
    actions = sum(
        len(played(GAME, Setup(("a", "b", "c", "d")[: 2 + seed % 3], level), seed))
        for seed in range(GAMES)
    )
    elapsed = time.perf_counter() - started
    print(f"\n{level}: {actions / elapsed:,.0f} actions/s, {GAMES / elapsed:,.0f} games/s")


@pytest.mark.parametrize("level", GAME.levels)
def test_fold(level: str) -> None:
    setup = Setup(("a", "b", "c", "d"), level)
    actions = [GAME.to_struct(action) for action in played(GAME, setup, 1)[:FOLDED]]
    log = [Entry(i, EntryKind.ACTION, 0, struct) for i, struct in enumerate(actions, 1)]
    started = time.perf_counter()
    fold(GAME, setup, log)
    elapsed = 1000 * (time.perf_counter() - started)
    print(f"\n{level}: {len(log)} entries fold in {elapsed:.1f} ms")
    assert elapsed < MOST_MS
