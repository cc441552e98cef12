"""Golden games of Compass Points: any change of results needs a new version of the rules."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.codec import snake_case
from companion.engine.game import Action, Setup
from companion.engine.log import Entry, EntryKind
from companion.games.compass_points import GAME
from companion.games.compass_points.actions import LaySpeed, LayUnread, Turn
from companion.games.compass_points.state import Phase, State
from tests.games import golden
from tests.games.compass_points.tables import NAMES

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


def played(name: str, seed: int) -> Iterator[Entry]:
    """Play a random game of people who make mistakes, which they correct or undo."""
    source = random.Random(seed)
    state: State = GAME.new_initial_state(SETUPS[name])
    sequence = 0
    while not GAME.is_terminal(state):
        sequence += 1
        seat = source.choice(GAME.active_players(state))
        kind = EntryKind.ACTION
        action = chosen(state, source, TAGS.get(name, 0.5))
        if source.random() < OFTEN:
            kind, action = EntryKind.CORRECTION, source.choice(GAME.corrections(state))
        yield Entry(sequence, kind, seat, GAME.to_struct(action))
        after = GAME.apply_action(state, action).state
        if source.random() < OFTEN:
            sequence += 1
            yield Entry(sequence, EntryKind.UNDO, seat, {"to": sequence - 2})
        else:
            state = after


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


def varied(name: str) -> tuple[Entry, ...]:
    """Return the log of the most varied among some short random games."""
    logs = (tuple(played(name, seed)) for seed in SEEDS)
    return max(logs, key=lambda log: (-max(len(log), LONG), kinds(log)))


def kinds(log: tuple[Entry, ...]) -> int:
    """Return how many kinds of entries there are in a log."""
    return len({(entry.kind, entry.payload.get("type")) for entry in log})


@pytest.mark.parametrize("name", SETUPS)
def test_a_recorded_game_has_the_same_results_as_before(name: str) -> None:
    path = FOLDER / f"{name}.jsonl"
    golden.assert_replays(GAME, path, SETUPS[name], PROBES, lambda _: varied(name))


def test_every_golden_game_is_replayed() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(SETUPS)


def test_golden_games_are_small_and_hold_every_action() -> None:
    seen: set[str] = set()
    for path in FOLDER.iterdir():
        assert path.stat().st_size < 40 * 1024
        rows = golden.read(path).rows
        seen.update(row["do"].split(" ")[1].partition("(")[0] for row in rows)
    actions = {snake_case(kind.__name__) for kind in GAME.phases.kinds}
    assert actions <= {word.lstrip("~") for word in seen}
    assert {word[0] for word in seen} >= set("!<")
