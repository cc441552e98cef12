"""Random moves per second, compared with OpenSpiel's kernel; and the time to fold a log.

OpenSpiel is not a dependency: where it is not installed, the bench says so and does not compare.
Its tic-tac-toe in Python is about the smallest game there is: no chance, no events, no reasons.

Where the time of random play goes, in percent (cProfile, 60 games of four):

                                        track  scoring   full
    listing what is legal                  29       33     35
      the memories with their payments      3       20     16
    what CHANCE may do                      3        3      2
    why an action is refused                9        9     13
    what an action does                    42       41     33
      copies of states and players          7        6      6
    choosing at random                      6        5      6

On a busy two-core machine, in runs with OpenSpiel's tic-tac-toe at 46,000 moves/s: track 1.8 to 1.9
of it, scoring 1.3 to 1.4, full 2.2 to 2.4; 100 actions fold in 0.6 to 0.7 ms. At scoring there are
74 memories to list on average. What brought scoring there from 0.75: records of msgspec, one grid
for all boards of a size, the squares with a cube kept from memory to memory, and points without
words.
"""

import random
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

import pytest

from companion.engine import registry
from companion.engine.fold import fold, sampler
from companion.engine.game import CHANCE, Action, Setup
from companion.engine.log import Entry, EntryKind
from labs.bench.reference import multiple, seconds

GAME = registry.load("inner-compass")
NAMES = ("a", "b", "c", "d")
SPAN = 1.0
"""Processor seconds of play to measure; the clock would count other programs too."""
LENGTH = 100
MOST = 0.4
"""What the folding of 100 actions may cost, as a multiple of the reference."""
TIMES = 20


def moves_a_second(play: Callable[[random.Random], int]) -> float:
    """Return the moves per second of ``play``, which plays a game and returns its move count."""
    source = random.Random(1)
    play(source)
    moves, started = 0, time.process_time()
    while time.process_time() - started < SPAN:
        moves += play(source)
    return moves / (time.process_time() - started)


def play(setup: Setup, source: random.Random) -> list[Action]:
    """Play a random game, every event included, and return its actions."""
    draw = sampler(source)
    state = GAME.new_initial_state(setup)
    actions = []
    while not GAME.is_terminal(state):
        player = GAME.current_player(state)
        if player == CHANCE:
            action = draw(GAME.chance_outcomes(state))
        else:
            action = source.choice(GAME.legal_actions(state, player))
        state = GAME.apply_action(state, action).state
        actions.append(action)
    return actions


@pytest.fixture(scope="module")
def open_spiel() -> float | None:
    """Return the moves per second of OpenSpiel's tic-tac-toe in Python; None without OpenSpiel."""
    if find_spec("pyspiel") is None:
        print("\nOpenSpiel is not installed (pip install open_spiel): nothing to compare with")
        return None
    import_module("open_spiel.python.games.tic_tac_toe")
    game = import_module("pyspiel").load_game("python_tic_tac_toe")

    def tic_tac_toe(source: random.Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(source.choice(state.legal_actions()))
            moves += 1
        return moves

    rate = moves_a_second(tic_tac_toe)
    print(f"\nOpenSpiel, tic-tac-toe in Python: {rate:,.0f} moves/s")
    return rate


@pytest.mark.parametrize("level", GAME.levels)
def test_random_play(level: str, open_spiel: float | None) -> None:
    setup = Setup(NAMES, level)
    rate = moves_a_second(lambda source: len(play(setup, source)))
    beside = "" if open_spiel is None else f", {rate / open_spiel:.2f} of OpenSpiel's tic-tac-toe"
    print(f"\n{GAME.title}, {level}: {rate:,.0f} moves/s{beside}")


@pytest.mark.parametrize("level", GAME.levels)
def test_a_game_of_100_actions_folds_quickly(level: str) -> None:
    """Resuming, taking back and replaying all fold a log."""
    setup = Setup(NAMES, level)
    actions = [GAME.to_struct(action) for action in play(setup, random.Random(1))[:LENGTH]]
    log = [Entry(i, EntryKind.ACTION, 0, struct) for i, struct in enumerate(actions, 1)]
    assert len(log) == LENGTH
    spans = sorted(seconds(lambda: fold(GAME, setup, log)) for _ in range(TIMES))
    print(
        f"\n{level}: {len(log)} actions fold in {1000 * spans[0]:.1f} to {1000 * spans[-1]:.1f} ms,"
        f" {multiple(spans[0]):.2f} times the reference, wanted {MOST}"
    )
    assert multiple(spans[0]) < MOST
