"""Golden games of Compass: any change of results needs a new version of the rules."""

import random
from pathlib import Path

import pytest

from companion.engine.codec import snake_case
from companion.engine.game import Action, Setup
from companion.engine.log import Entry
from companion.games.compass_jewels import GAME, declaring
from companion.games.compass_jewels.actions import ClearCards, EndPhase, PlaceCard, TakeApart
from companion.games.compass_jewels.state import Phase, State
from tests.games import golden
from tests.games.recording import entered, in_turn, kinds, played

FOLDER = Path(__file__).with_name("golden")
FORMER = Path(__file__).with_name("former")
"""Golden games of version 1 of the rules, in which the box arranged the cards of a jewel."""
NO_MORE = frozenset({*golden.WORDS, "legal", "refused"})
"""What is offered, refused and said differently since."""
NAMES = ("Ann", "Ben")
SETUPS = {
    "virtual": Setup(NAMES),
    "entered": Setup(NAMES, options={"orientation_source": "entered"}),
    "mark-north": Setup(NAMES, options={"orientation_source": "mark_north"}),
    "auto-jewels": Setup(NAMES, options={"auto_jewels": True}),
    "repetition": Setup(NAMES, options={"repetition_stop": 2, "checkers": ["black", "white"]}),
    "scoring": Setup(NAMES, "scoring"),
    "own-colours": Setup(NAMES, data={"colours": {"R": {"name": "rose", "hue": "#d03060"}}}),
}
PROBES = (
    *("deal(R,BPYG,Y)", "lay(G,BPRY)", "enter_turn(Y)", "choose_start(0)", "place_checker(c3)"),
    *("move(a1,a5)", "move(c3,d4)", "end_phase", "take_card(Y,BPGR)", "put_card(b2)"),
    *("turn_card(G)", "place_card(B,GRYP,Y)", "add_card(B,GRYP)", "clear_cards"),
    *("take_apart(1)", "done"),
    *("correct_turn(1)", "correct_checker(c3,c4)", "correct_card(d4,Y)"),
    *("correct_collection(0,B,GRYP)", "correct_points(1,-1)"),
)
"""What is tried after every entry."""
TOLD_PROBES = (*("enter(0,jewels.2,3)", "enter(1,jewels.4,9)", "enter(0,done,4)", "reopen(1)"),)
"""What is tried after every entry of a game whose jewels are told."""
SEEDS = range(60)
OFTEN = 0.02
"""How probable a slip is, and fivefold while jewels are declared."""
EARLY = 0.3
"""How probable it is that a blocked player ends phase one."""


def chosen(state: State, source: random.Random) -> Action:
    """Choose an action; players declare their best jewels, with a slip now and then."""
    actions = GAME.legal_actions(state, GAME.current_player(state))
    if state.phase is Phase.BLOCKED:
        placing = [action for action in actions if not isinstance(action, EndPhase)]
        ends = source.random() < EARLY or not placing
        return EndPhase() if ends else source.choice(placing)
    if state.phase is not Phase.DECLARE:
        return source.choice(actions)
    slips = [action for action in actions if isinstance(action, ClearCards | TakeApart)]
    if slips and source.random() < OFTEN * 5:
        return source.choice(slips)
    return _wanted(state, actions, source)


def _wanted(state: State, actions: tuple[Action, ...], source: random.Random) -> Action:
    """Return the next card of the best remaining jewels, a wrong one now and then, or the end."""
    wanted = declaring.best_next(state)
    wrong = [action for action in actions if isinstance(action, PlaceCard)]
    return source.choice(wrong) if wrong and source.random() < OFTEN * 5 else wanted


def varied(setup: Setup) -> tuple[Entry, ...]:
    """Return the log of the most varied among some random games."""
    act = in_turn(GAME, chosen)
    logs = (tuple(played(GAME, setup, seed, act)) for seed in SEEDS)
    return max(logs, key=variety)


def entries(setup: Setup) -> tuple[Entry, ...]:
    """Return the jewels that players tell."""
    return tuple(entered(GAME, setup, 5))


def variety(log: tuple[Entry, ...]) -> tuple[int, int]:
    """Return how many kinds of entries a log has, and how many cards were declared."""
    adding = snake_case(PlaceCard.__name__)
    return kinds(log), sum(entry.payload.get("type") == adding for entry in log)


GOLDEN = golden.GoldenGames(
    GAME, FOLDER, SETUPS, PROBES, varied, {"scoring": (TOLD_PROBES, entries)}
)


@pytest.mark.slow
@pytest.mark.parametrize("name", SETUPS)
def test_a_recorded_game_has_the_same_results_as_before(name: str) -> None:
    GOLDEN.assert_replays(name)


def test_every_golden_game_is_replayed() -> None:
    GOLDEN.assert_complete()


@pytest.mark.parametrize("path", sorted(FORMER.iterdir()), ids=lambda path: path.stem)
def test_a_game_of_version_1_leads_to_the_same_states_and_points(path: Path) -> None:
    """CJ-R9: its jewels count as they did, also after an update in the middle of a game."""
    old = golden.read(path)
    assert old.rules_version == "1"
    assert golden.difference(old.rows, golden.replayed(GAME, old), but=NO_MORE) is None
    declared = [row for row in old.rows if "add_card" in row["do"]]
    assert declared or path.stem == "auto-jewels"


def test_golden_games_are_small_and_hold_every_action() -> None:
    GOLDEN.assert_small_and_varied("~!<", GAME.phases.kinds, also=FORMER.iterdir())
