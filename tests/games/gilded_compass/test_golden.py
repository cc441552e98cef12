"""Golden games of the Gilded Compass: any change of results needs a new version of the rules."""

import random
from pathlib import Path
from typing import Final

import pytest

from companion.engine.game import Action, Setup
from companion.engine.log import Entry, EntryKind
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.actions import (
    Enough,
    Lift,
    Place,
    PlaceDummy,
    SpendKnowledge,
    WillToWin,
)
from companion.games.gilded_compass.buildings import ILLUMINATI
from companion.games.gilded_compass.state import State
from tests.games import golden
from tests.games.gilded_compass.tables import legal, setup
from tests.games.recording import entered, in_turn, played

FOLDER = Path(__file__).with_name("golden")
CLOSED: Final = {"flags": {"artifacts_open": False, "unplaced_dice_to_library": False}}
SETUPS: Final = {
    "2-guild-temple-dummy": setup(2, b_building="guild", c_building="temple", variant="dummy"),
    "2-guild-tower": setup(2, b_building="guild", c_building="tower"),
    "2-galleon-closed": setup(2, data=CLOSED, c_building="galleon"),
    "3-illuminati": setup(3, c_building="illuminati"),
    "2-illuminati-dummy": setup(2, c_building="illuminati", variant="dummy"),
    "2-open-guild-tower": setup(2, "open", b_building="guild", c_building="tower"),
    "2-open-temple-closed": setup(2, "open", CLOSED, c_building="temple"),
    "3-final-temple": setup(3, "final", b_building="guild", c_building="temple"),
    "2-final-tower": setup(2, "final", c_building="tower"),
    "2-open-galleon-dummy": setup(2, "open", c_building="galleon", variant="dummy"),
}
PROBES: Final = (
    *("choose_start(1)", "roll(1,2)", "place(archives,33,0,0)", "place(university,14,0,0)"),
    *("place(library,6,0,0)", "place_dummy(library,2,0,0)", "will_to_win(archives,33,0,3)"),
    *("spend_knowledge", "persuade", "end_turn", "keep(1)", "take_help", "take_turn"),
    *("choose_map(fire,2,1)", "correct_gold(0,1)", "correct_die(6,5)"),
)
"""What is tried after every entry."""
SEEDS: Final = range(20)
EAGER: Final = 0.9
"""How probable it is that people do what brings them on."""


def chosen(state: State, source: random.Random) -> Action:
    """Choose an action: mostly many dice at once, with every ability in use."""
    actions = list(legal(state))
    eager = [action for action in actions if isinstance(action, WillToWin | Enough)]
    if eager and source.random() < EAGER:
        return source.choice(eager)
    if source.random() < EAGER:
        rare = (SpendKnowledge, Lift)
        actions = [action for action in actions if not isinstance(action, rare)] or actions
    placing = [action for action in actions if isinstance(action, Place | PlaceDummy)]
    placing.sort(key=lambda action: (action.building != ILLUMINATI, -len(action.dice)))
    largest = placing[: max(1, len(placing) // 4)]
    return source.choice([*(action for action in actions if action not in placing), *largest])


def varied(opening_setup: Setup) -> tuple[Entry, ...]:
    """Return the log of the most varied among some short random games."""
    act = in_turn(GAME, chosen)
    logs = (tuple(played(GAME, opening_setup, seed, act)) for seed in SEEDS)
    return max(logs, key=lambda log: (says_places(log), actions(log), -len(log)))


def entries(final_setup: Setup) -> tuple[Entry, ...]:
    """Return what players enter at the end."""
    return tuple(entered(GAME, final_setup, 5))


def says_places(log: tuple[Entry, ...]) -> bool:
    """Tell whether somebody says which of equal tiles they take, which is rare (GC-R40)."""
    return any(entry.payload.get("type") == "choose_tile" for entry in log)


def actions(log: tuple[Entry, ...]) -> int:
    """Return how many kinds of actions a log has, not counting corrections."""
    corrected = EntryKind.CORRECTION
    return len({entry.payload.get("type") for entry in log if entry.kind is not corrected})


FINAL: Final = [name for name in SETUPS if SETUPS[name].level == "final"]
GOLDEN: Final = golden.GoldenGames(
    GAME,
    FOLDER,
    SETUPS,
    PROBES,
    varied,
    dict.fromkeys(FINAL, (golden.FINAL_PROBES, entries)),
    largest=110 * 1024,
)


@pytest.mark.slow
@pytest.mark.parametrize("name", SETUPS)
def test_a_recorded_game_has_the_same_results_as_before(name: str) -> None:
    GOLDEN.assert_replays(name)


def test_every_golden_game_is_replayed() -> None:
    GOLDEN.assert_complete()


def test_golden_games_are_small_and_hold_every_action() -> None:
    GOLDEN.assert_small_and_varied("!<", GAME.phases.kinds, stripped="~!")
