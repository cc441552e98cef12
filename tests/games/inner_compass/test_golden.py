"""Golden games of Inner Compass: any change of results needs a new version of the rules."""

import random
import re
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from companion.engine.game import Action, Refusal, Setup
from companion.engine.log import Entry, EntryKind
from companion.engine.shared_actions import ChooseStart
from companion.engine.text import text
from companion.games.inner_compass import GAME, rewards
from companion.games.inner_compass.actions import EndTurn, Feel, Imprint, Move
from companion.games.inner_compass.state import State
from tests.games import golden
from tests.games.inner_compass.tables import NAMES, RULINGS
from tests.games.recording import entered, in_turn, played

FOLDER = Path(__file__).with_name("golden")
MODES = ("standard", "advanced")
SETUPS = {
    f"{seats}-{mode}-{level}": Setup(NAMES[:seats], level, {"mode": mode})
    for seats, mode, level in product(GAME.players, MODES, GAME.levels)
} | {
    "rulings-full": Setup(NAMES[:3], "full", RULINGS[2]),
    "rulings-scoring": Setup(NAMES[:2], "scoring", RULINGS[3]),
    "rulings-track": Setup(NAMES[:4], "track", RULINGS[3]),
    "final-counts": Setup(NAMES[:3], "final"),
    "final-cubes": Setup(NAMES[:2], "final"),
}
PROBES = (
    *("choose_start(9)", "place_section(nw,A,0)", "draw_tile(joy)", "place_token(X)", "deal(Y)"),
    *("place_piece(c3)", "free_move(c3)", "move(N)", "feel", "feel(False)", "end_turn"),
    *("imprint(Y,-,-,-)", "imprint(K,c3,-,-)", "imprint(R,d4,r1c1,-)", "imprint(B,a1,r5c3,BB)"),
    *("row_ep", "shift(a1,b2)", "clear_line(0)", "place_value(joy)", "discard(W)"),
    *("enter_cube(a1)", "enter_count(joy,3)", "enter_hand(11)"),
    *("correct_ep(0,-10)", "correct_track(X,1)", "correct_piece(1,f6)", "correct_value(1,joy)"),
    "correct_turn(1)",
)
"""What is tried after every entry."""
SEEDS = range(100)
SHORT = {"track": 140, "scoring": 140, "full": 200}
"""Entries of a game that is short enough."""
OFTEN = 0.02
"""How probable it is that a player who could move does something else."""
IDLE = 0.88
"""How probable it is that a player who does not hurry ends the turn."""


def chosen(state: State, source: random.Random) -> Action:
    """Choose an action: a memory if possible, but in full games, which are long, for one player."""
    actions = GAME.legal_actions(state, GAME.current_player(state))
    hurries = state.current == state.start or not state.variant.follows_cards
    if isinstance(actions[0], EndTurn) and not hurries and source.random() < IDLE:
        return actions[0]
    memories = [action for action in actions if isinstance(action, Imprint)]
    if memories and hurries:
        return min(memories, key=lambda action: ((action.square or "")[2:], len(action.pay or "")))
    cards = [action for action in actions if isinstance(action, Feel)]
    ways = [action for action in actions if isinstance(action, Move)]
    good = [action for action in ways if hurries and leads_to_memory(state, action)]
    moves = actions if source.random() < OFTEN else ways or actions
    return source.choice(memories or good or cards or moves)


def leads_to_memory(state: State, action: Action) -> bool:
    """Return whether a memory is possible after an action."""
    after = GAME.apply_action(state, action).state
    return any(isinstance(action, Imprint) for action in GAME.legal_actions(after, after.current))


def varied(setup: Setup) -> tuple[Entry, ...]:
    """Return the log of the most varied among some short random games."""
    act = in_turn(GAME, chosen)
    logs = (tuple(played(GAME, setup, seed, act)) for seed in SEEDS)
    return max(logs, key=lambda log: (-max(len(log), SHORT[setup.level]), *variety(log)))


def variety(log: tuple[Entry, ...]) -> tuple[int, int]:
    """Return how many kinds of actions and of other entries a log has."""
    kinds_of_entries = {(entry.kind, entry.payload.get("type")) for entry in log}
    actions = sum(kind is EntryKind.ACTION for kind, _ in kinds_of_entries)
    return actions, len(kinds_of_entries) - actions


def entries(start: str, setup: Setup) -> tuple[Entry, ...]:
    """Return what players enter at the end."""
    return tuple(entered(GAME, setup, 5, start))


GOLDEN = golden.GoldenGames(
    GAME,
    FOLDER,
    SETUPS,
    PROBES,
    varied,
    {
        "final-counts": (golden.FINAL_PROBES, partial(entries, "by_counts")),
        "final-cubes": (golden.FINAL_PROBES, partial(entries, "by_cubes")),
    },
    largest=42 * 1024,
)


@pytest.mark.slow
@pytest.mark.parametrize("name", SETUPS)
def test_a_recorded_game_has_the_same_results_as_before(name: str) -> None:
    GOLDEN.assert_replays(name)


def test_every_golden_game_is_replayed() -> None:
    GOLDEN.assert_complete()


def test_golden_games_are_small_and_hold_every_action() -> None:
    GOLDEN.assert_small_and_varied("~!<", GAME.phases.kinds)


STARTS = (ChooseStart(0), ChooseStart(1))
NAME = "2-standard-track"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with one golden game."""
    monkeypatch.delenv("GOLDEN", raising=False)
    path = tmp_path / f"{NAME}.jsonl"
    path.write_bytes((FOLDER / path.name).read_bytes())
    return tmp_path


def failure(folder: Path) -> str:
    """Return the message with which the golden game in a folder fails."""
    with pytest.raises(pytest.fail.Exception) as error:
        GOLDEN.assert_replays(NAME, folder)
    return str(error.value)


def test_a_changed_rule_is_named_with_its_entry_and_what_to_do(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rewards, "COMPASS_EP", 4)
    message = failure(copy)
    assert re.match(rf"{NAME}.jsonl, entry \d+, clear_line\(\d\): events was\n", message)
    assert "mend them" in message
    assert "raise the game's rules_version" in message


def test_an_action_that_is_refused_now_is_named(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    why_not, refusal = GAME.why_not, Refusal("not-today", "IC-SETUP-9", text("no"))

    def strict(state: State, action: Action) -> Refusal | None:
        return refusal if action in STARTS else why_not(state, action)

    monkeypatch.setattr(GAME, "why_not", strict)
    message = failure(copy)
    assert re.match(rf"{NAME}.jsonl, entry \d+, ~choose_start\(\d\): do was\n", message)
    assert "is refused: not-today (IC-SETUP-9)" in message


@pytest.mark.slow
def test_changed_rules_are_not_recorded_under_their_old_version(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = golden.read(copy / f"{NAME}.jsonl")
    monkeypatch.setattr(rewards, "COMPASS_EP", 4)
    monkeypatch.setenv("GOLDEN", "write")
    assert "raise the game's rules_version" in failure(copy)
    assert golden.read(copy / f"{NAME}.jsonl") == before
    monkeypatch.setattr(type(GAME), "rules_version", "later")
    GOLDEN.assert_replays(NAME, copy)
    assert golden.read(copy / f"{NAME}.jsonl").rules_version == "later"


def test_another_version_of_the_rules_requires_new_recordings(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(GAME), "rules_version", "later")
    assert re.match(rf"{NAME}.jsonl was recorded under rules version .*later", failure(copy))


@pytest.mark.slow
def test_other_words_are_recorded_under_the_same_version(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = golden.read(copy / f"{NAME}.jsonl")
    monkeypatch.setattr(GAME, "prompt", lambda _state, _player: text("prompt.other"))
    assert re.match(rf"{NAME}.jsonl, entry 1, .*: prompt was\n", failure(copy))
    monkeypatch.setenv("GOLDEN", "write")
    GOLDEN.assert_replays(NAME, copy)
    after = golden.read(copy / f"{NAME}.jsonl")
    assert [row["do"] for row in after.rows] == [row["do"] for row in before.rows]
    assert {str(row["prompt"]) for row in after.rows} == {"['prompt.other', {}]"}


def test_a_golden_game_that_is_not_there_yet_is_asked_for(copy: Path) -> None:
    (copy / f"{NAME}.jsonl").unlink()
    assert re.match(rf"there is no {NAME}.jsonl yet; .*GOLDEN=write", failure(copy))
