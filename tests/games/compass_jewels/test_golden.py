"""Golden games of Compass: any change of results needs a new version of the rules."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.codec import snake_case
from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Action, Setup
from companion.engine.log import Entry, EntryKind
from companion.games.compass_jewels import GAME, declaring
from companion.games.compass_jewels.actions import ClearCards, EndPhase, PlaceCard, TakeApart
from companion.games.compass_jewels.state import Phase, State
from tests.games import golden

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
MOST = 40 * 1024
OFTEN = 0.02
"""How probable a correction is before an action, and an undo after it."""
EARLY = 0.3
"""How probable it is that a blocked player ends phase one."""


def played(setup: Setup, seed: int) -> Iterator[Entry]:
    """Play a random game of people who make mistakes, which they correct or undo."""
    source = random.Random(seed)
    state: State = GAME.new_initial_state(setup)
    sequence = 0
    while not GAME.is_terminal(state):
        sequence += 1
        player = GAME.current_player(state)
        kind_ = EntryKind.CHANCE if player == CHANCE else EntryKind.ACTION
        if player == CHANCE:
            action = sampler(source)(GAME.chance_outcomes(state))
        elif source.random() < OFTEN and GAME.corrections(state):
            kind_, action = EntryKind.CORRECTION, source.choice(GAME.corrections(state))
        else:
            action = chosen(state, source)
        yield Entry(sequence, kind_, player, GAME.to_struct(action))
        after = GAME.apply_action(state, action).state
        if player != CHANCE and source.random() < OFTEN:
            sequence += 1
            yield Entry(sequence, EntryKind.UNDO, GAME.current_player(after), {"to": sequence - 2})
        else:
            state = after


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
    logs = (tuple(played(setup, seed)) for seed in SEEDS)
    return max(logs, key=kinds)


def entries(setup: Setup) -> tuple[Entry, ...]:
    """Return the jewels that players tell."""
    return tuple(golden.entered(GAME, setup, 5))


def kinds(log: tuple[Entry, ...]) -> tuple[int, int]:
    """Return how many kinds of entries a log has, and how many cards were declared."""
    kinds_of_entries = {(entry.kind, entry.payload.get("type")) for entry in log}
    adding = snake_case(PlaceCard.__name__)
    cards = sum(entry.payload.get("type") == adding for entry in log)
    return len(kinds_of_entries), cards


def assert_replays(name: str) -> None:
    """Fail unless a golden game has the same results as when it was recorded."""
    told = SETUPS[name].level == "scoring"
    probes, play = (TOLD_PROBES, entries) if told else (PROBES, varied)
    golden.assert_replays(GAME, FOLDER / f"{name}.jsonl", SETUPS[name], probes, play)


@pytest.mark.parametrize("name", SETUPS)
def test_a_recorded_game_has_the_same_results_as_before(name: str) -> None:
    assert_replays(name)


@pytest.mark.parametrize("path", sorted(FORMER.iterdir()), ids=lambda path: path.stem)
def test_a_game_of_version_1_leads_to_the_same_states_and_points(path: Path) -> None:
    """CJ-R9: its jewels count as they did, also after an update in the middle of a game."""
    old = golden.read(path)
    assert old.rules_version == "1"
    assert golden.difference(old.rows, golden.replayed(GAME, old), but=NO_MORE) is None
    declared = [row for row in old.rows if "add_card" in row["do"]]
    assert declared or path.stem == "auto-jewels"


def test_every_golden_game_is_replayed() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(SETUPS)


def _words(path: Path) -> set[str]:
    return {row["do"].split(" ")[1].partition("(")[0] for row in golden.read(path).rows}


def test_golden_games_are_small_and_hold_every_action() -> None:
    seen: set[str] = set()
    for path in FOLDER.iterdir():
        assert path.stat().st_size < MOST
        seen.update(_words(path))
        if path.stem != "scoring":
            seen.update(_words(FORMER / path.name))
    actions = {snake_case(kind.__name__) for kind in GAME.phases.kinds}
    assert actions <= {word.lstrip("~") for word in seen}
    assert {word[0] for word in seen} >= set("~!<")
