"""The game behind the kernel's protocol: chance, records, the log, replay."""

import json
import random

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import fold
from companion.engine.game import CHANCE, TERMINAL, Setup
from companion.engine.log import Entry, EntryKind
from companion.games.inner_compass import GAME
from companion.games.inner_compass.state import Phase, State
from tests.games.inner_compass.tables import NAMES, RULINGS, Moment, base, games, moments, walk

LEVELS = pytest.mark.parametrize("level", GAME.levels)


def through_json(value: object) -> object:
    return GAME.from_struct(json.loads(json.dumps(GAME.to_struct(value))))


def entry(sequence: int, moment: Moment) -> Entry:
    actor = GAME.current_player(moment.before)
    kind = EntryKind.CHANCE if actor == CHANCE else EntryKind.ACTION
    payload = json.loads(json.dumps(GAME.to_struct(moment.action)))
    return Entry(sequence, kind, actor, payload)


def test_enters_by_the_same_door_as_games_of_others() -> None:
    assert registry.load("inner-compass") is GAME


@LEVELS
def test_states_actions_and_events_go_through_json_and_back(level: str) -> None:
    for moment in moments(6, level):
        assert through_json(moment.step.state) == moment.step.state
        assert through_json(moment.action) == moment.action
        for event in moment.step.events:
            assert through_json(event) == event


@LEVELS
def test_actions_go_through_notation_and_back(level: str) -> None:
    for moment in moments(6, level, every=4):
        player = GAME.current_player(moment.before)
        notations = set()
        for action in GAME.legal_actions(moment.before, player):
            notation = GAME.action_to_string(action)
            assert GAME.string_to_action(notation) == action
            assert not set(notation) & set(" \t\n")
            notations.add(notation)
        assert len(notations) == len(GAME.legal_actions(moment.before, player))


def test_corrections_go_through_notation_and_json_and_back() -> None:
    for correction in GAME.corrections(base()):
        assert GAME.string_to_action(GAME.action_to_string(correction)) == correction
        assert through_json(correction) == correction


@LEVELS
def test_chances_sum_to_one_and_none_is_negative(level: str) -> None:
    for moment in moments(6, level, every=3):
        outcomes = GAME.chance_outcomes(moment.before)
        if GAME.current_player(moment.before) == CHANCE:
            assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
            assert min(chance for _, chance in outcomes) >= 0
            legal = GAME.legal_actions(moment.before, CHANCE)
            assert [action for action, _ in outcomes] == list(legal)
        else:
            assert outcomes == ()


@LEVELS
def test_replaying_a_log_gives_the_same_state(level: str) -> None:
    """Invariant 9: a state is the fold of its actions, also after they have been through JSON."""
    for seed, options in enumerate(RULINGS):
        setup = Setup(NAMES[:3], level, options)
        played = list(walk(setup, seed))
        log = [entry(i, moment) for i, moment in enumerate(played, 1)]
        assert fold(GAME, setup, log) == played[-1].step


@LEVELS
def test_a_log_with_undos_is_the_game_without_what_was_undone(level: str) -> None:
    for seed, options in enumerate(RULINGS):
        source = random.Random(seed)
        setup = Setup(NAMES[:2], level, options)
        played = list(walk(setup, seed))
        log: list[Entry] = []
        counted: list[int] = []
        while len(counted) < len(played):
            sequence = len(log) + 1
            if counted and source.random() < 0.1:
                depth = source.randint(1, min(5, len(counted)))
                del counted[-depth:]
                to = counted[-1] if counted else 0
                log.append(Entry(sequence, EntryKind.UNDO, 0, {"to": to}))
            else:
                log.append(entry(sequence, played[len(counted)]))
                counted.append(sequence)
        assert fold(GAME, setup, log).state == played[-1].step.state
        assert any(entry.kind is EntryKind.UNDO for entry in log)


@LEVELS
def test_the_same_seed_plays_the_same_game(level: str) -> None:
    for first, second in zip(games(3, level), games(3, level), strict=True):
        assert list(first) == list(second)


def test_a_move_leaves_the_old_state_as_it_was() -> None:
    for moment in moments(2, "full", every=1):
        assert moment.before != moment.step.state
    frozen = base()
    with pytest.raises(AttributeError):
        frozen.current = 1  # type: ignore[misc]  # the very thing under test


def test_who_acts() -> None:
    assert GAME.current_player(GAME.new_initial_state(Setup(NAMES[:2]))) == CHANCE
    assert GAME.current_player(base(current="p2")) == 1
    over: State = replace(base(), phase=Phase.OVER)
    assert GAME.current_player(over) == TERMINAL
    assert GAME.active_players(over) == ()


@pytest.mark.slow
def test_a_seat_has_never_more_than_a_few_hundred_actions() -> None:
    """Design: actions are small steps."""
    for level in GAME.levels:
        for moment in moments(6, level):
            player = GAME.current_player(moment.before)
            assert len(GAME.legal_actions(moment.before, player)) <= 36 * 15 + 1
