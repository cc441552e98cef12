"""Golden games of Compass Points: any change of results needs a new version of the rules."""

import random
from functools import partial
from pathlib import Path

import pytest

from companion.engine.game import Action, Setup
from companion.engine.log import Entry, EntryKind
from companion.games.compass_points import GAME
from companion.games.compass_points.actions import LaySpeed, LayUnread, Turn
from companion.games.compass_points.state import Phase, State
from tests.games import golden
from tests.games.compass_points.tables import NAMES
from tests.games.recording import Act, kinds, played

FOLDER = Path(__file__).with_name("golden")
SMALL = {
    "size": 5,
    "squares": {
        "c3": "l+30",
        "b3": "l>N1",
        "b4": "l>S1",
        "d2": "lxN",
        "d4": "lSE-15",
        "c2": "dW+45",
    },
}
WIDE = {"size": 11, "squares": {"f6": "d+30", "e5": "l>E5", "g7": "lxW", "c3": "dNS-20"}}
GOALS = {"N": ["e9"], "S": ["e1"], "E": ["i5"], "W": ["a5"]}
SETUPS = {
    "tags": Setup(NAMES),
    "keys": Setup(NAMES),
    "mixed": Setup(NAMES, clock={"kind": "fischer", "main": 60_000, "extra": 5_000}),
    "small-board": Setup(NAMES, data={"board": SMALL}),
    "wide-board": Setup(NAMES, data={"board": WIDE}),
    "small-goals": Setup(NAMES, data={"board": {"goals": GOALS}}),
}
PROBES = (
    *("lay_direction(0,N)", "lay_direction(3,SE)", "lay_unread", "lay_speed(1,2)", "turn"),
    *("turn_unread(2,3)", "give_points(1)", "put_on_corner(a1)", "correct_score(0,5)"),
    *("correct_pawn(b2)", "correct_direction(1,W)", "correct_unread(1)", "correct_turn(2)"),
    *("correct_miss(0,1,True)", "correct_round(12)"),
)
"""What is tried after every entry."""
SEEDS = range(60)
LONG = 110
"""Entries of a game that is short enough."""
OFTEN = 0.03
"""How probable a correction is before an action, and an undo after it."""
TAGS = {"tags": 1.0, "keys": 0.0}
"""How probable it is that a speed card is read."""


def act(tags: float) -> Act:
    """Return what happens: somebody who is awaited acts, or makes a correction."""

    def acts(state: State, source: random.Random) -> tuple[EntryKind, int, Action]:
        seat = source.choice(GAME.active_players(state))
        if source.random() < OFTEN:
            return EntryKind.CORRECTION, seat, source.choice(GAME.corrections(state))
        return EntryKind.ACTION, seat, chosen(state, source, tags)

    return acts


def chosen(state: State, source: random.Random, tags: float) -> Action:
    """Choose an action, seldom one by which a goal ends the game."""
    seat = GAME.active_players(state)[0]
    actions = GAME.legal_actions(state, seat)
    if state.phase is Phase.SPEED:
        read = source.random() < tags
        speeds = [action for action in actions if isinstance(action, LaySpeed)]
        return source.choice(speeds) if read else LayUnread()
    if state.phase is Phase.MOVE and actions != (Turn(),) and source.random() > OFTEN:
        quiet = [
            action
            for action in actions
            if not GAME.is_terminal(GAME.apply_action(state, action).state)
        ]
        return source.choice(quiet or actions)
    return source.choice(actions)


def varied(name: str, setup: Setup) -> tuple[Entry, ...]:
    """Return the log of the most varied among some short random games."""
    acts = act(TAGS.get(name, 0.5))
    logs = (tuple(played(GAME, setup, seed, acts, OFTEN)) for seed in SEEDS)
    return max(logs, key=lambda log: (-max(len(log), LONG), kinds(log)))


GOLDEN = golden.GoldenGames(
    GAME,
    FOLDER,
    SETUPS,
    PROBES,
    partial(varied, ""),
    {name: (PROBES, partial(varied, name)) for name in TAGS},
)


@pytest.mark.slow
@pytest.mark.parametrize("name", SETUPS)
def test_a_recorded_game_has_the_same_results_as_before(name: str) -> None:
    GOLDEN.assert_replays(name)


def test_every_golden_game_is_replayed() -> None:
    GOLDEN.assert_complete()


def test_golden_games_are_small_and_hold_every_action() -> None:
    GOLDEN.assert_small_and_varied("!<", GAME.phases.kinds)
