"""Golden games of Essence: any change of results needs a new version of the rules."""

import random
from pathlib import Path

import pytest

from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Action, Correction, Setup
from companion.engine.log import Entry, EntryKind
from companion.engine.rules import types_of
from companion.engine.shared_actions import ComeBack
from companion.games.essence import GAME, actions
from companion.games.essence.actions import LayRest, LayUnread, Show, Vote
from companion.games.essence.state import State
from tests.games import golden
from tests.games.essence.tables import NAMES, RULINGS
from tests.games.recording import kinds, played

FOLDER = Path(__file__).with_name("golden")
YELLOW = {"fields": ["yellow"] * 85}
MIXED = {"fields": ["yellow", *["white", "yellow"] * 42]}
"""Paths on which a deck is soon exhausted."""
SETUPS = {
    "2-basic": Setup(NAMES[:2], "full", RULINGS[0], YELLOW),
    "3-basic": Setup(NAMES[:3], "full", RULINGS[0], MIXED),
    "3-rulings": Setup(NAMES[:3], "full", RULINGS[3], YELLOW),
    "4-coins": Setup(NAMES[:4], "full", RULINGS[1], YELLOW),
    "2-lying": Setup(NAMES[:2], "full", RULINGS[0], MIXED),
    "5-cards": Setup(NAMES[:5], "full", RULINGS[2], YELLOW),
    "5-coins": Setup(NAMES[:5], "full", RULINGS[1], YELLOW),
    "5-back": Setup(NAMES[:5], "full", RULINGS[0], YELLOW),
}
PROBES = (
    *("choose_deck(blue)", "draw_question(Y03)", "draw_phrase(traits-1)", "change(1)", "vote(0,1)"),
    *("vote(1,7)", "lay_unread(2)", "place_coin", "show(0,2)", "correct_pawn(0,-3)"),
    *("correct_turn(0)", "correct_coins(1,2)", "leave(1)", "void_round"),
)
"""What is tried after every entry."""
SEEDS = range(30)
BACK = 0.3
"""How probable it is that whoever has left comes back before an action."""
OFTEN = 0.02
"""How probable a correction is before an action."""
AGREE = 0.92
"""How probable it is that somebody votes as people do who know each other."""
LONGEST = 190
"""Entries of a game that is short enough."""


def chosen(state: State, source: random.Random) -> tuple[EntryKind, int, Action]:
    """Choose who does what: mostly equal votes, so that the game does not last long."""
    player = GAME.current_player(state)
    away = [each for each in GAME.corrections(state) if isinstance(each, ComeBack)]
    if away and source.random() < BACK:
        return EntryKind.CORRECTION, player, source.choice(away)
    corrections = GAME.corrections(state) if source.random() < OFTEN else ()
    if corrections:
        kind = source.choice(sorted({type(correction).__name__ for correction in corrections}))
        of_kind = [correction for correction in corrections if type(correction).__name__ == kind]
        return EntryKind.CORRECTION, player, source.choice(of_kind)
    if player == CHANCE:
        return EntryKind.CHANCE, player, sampler(source)(GAME.chance_outcomes(state))
    seat = source.choice(GAME.awaited(state))
    offered = GAME.legal_actions(state, seat)
    if LayRest() in offered and source.random() < OFTEN:
        return EntryKind.ACTION, seat, LayRest()
    usual = next((action for action in offered if isinstance(action, Vote | Show)), None)
    agrees = usual is not None and source.random() < AGREE
    return EntryKind.ACTION, seat, usual if agrees and usual else source.choice(offered)


def varied(setup: Setup) -> tuple[Entry, ...]:
    """Return the log of the most varied among some short random games."""
    logs = (tuple(played(GAME, setup, seed, chosen)) for seed in SEEDS)
    return max(logs, key=lambda log: (-max(len(log), LONGEST), kinds(log), -len(log)))


GOLDEN = golden.GoldenGames(GAME, FOLDER, SETUPS, PROBES, varied)


@pytest.mark.slow
@pytest.mark.parametrize("name", SETUPS)
def test_a_recorded_game_has_the_same_results_as_before(name: str) -> None:
    GOLDEN.assert_replays(name)


def test_every_golden_game_is_replayed() -> None:
    GOLDEN.assert_complete()


def test_golden_games_are_small_and_hold_every_action_and_correction() -> None:
    assert LayUnread in GAME.phases.kinds
    corrections = (kind for kind in types_of(actions) if issubclass(kind, Correction))
    GOLDEN.assert_small_and_varied("~!<", (*GAME.phases.kinds, *corrections), stripped="~!")
