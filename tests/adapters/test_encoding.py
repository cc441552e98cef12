"""Actions as numbers and observations as rows of numbers, the same for every tool."""

import random
from collections import defaultdict

import pytest

from companion.adapters.encoding import (
    ACTIONS,
    FEATURES,
    canonical,
    features,
    number_actions,
    setup_for,
)
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Setup
from companion.engine.rules import AnyGame

NAMES = registry.names()


def states(game: AnyGame, setup: Setup) -> list[object]:
    """Return the states of one random game."""
    source = random.Random(7)
    state, passed = game.new_initial_state(setup), []
    while not game.is_terminal(state):
        passed.append(state)
        seats = game.awaited(state)
        action = (
            sampler(source)(game.chance_outcomes(state))
            if seats == (CHANCE,)
            else source.choice(game.legal_actions(state, source.choice(seats)))
        )
        state = game.apply_action(state, action).state
    return [*passed, state]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_legal_action_has_a_number_of_its_own_and_mostly_the_same(name: str) -> None:
    game = registry.load(name)
    numbers = defaultdict(set)
    for state in states(game, setup_for(game, game.players[0], "", {})):
        for seat in game.awaited(state):
            legal = game.legal_actions(state, seat)
            found = number_actions(game, legal)
            assert set(found.values()) == set(legal)
            assert len(found) == len(legal)
            assert all(number in range(ACTIONS) for number in found)
            assert list(found) == sorted(found)
            for number, action in found.items():
                numbers[game.action_to_string(action)].add(number)
    wavering = [action for action, given in numbers.items() if len(given) > 1]
    assert len(wavering) <= len(numbers) / 20


def test_two_actions_of_one_number_are_kept_apart() -> None:
    game = registry.load("inner-compass")
    same = game.string_to_action("choose_start(1)")
    other = game.string_to_action("choose_start(2)")
    first, second = number_actions(game, [same] * 1 + [other]), number_actions(game, [other])
    assert set(first.values()) == {same, other}
    assert list(second) == [number for number, action in first.items() if action == other]


@pytest.mark.slow
def test_more_actions_than_numbers_are_refused() -> None:
    game = registry.load("inner-compass")
    action = game.string_to_action("choose_start(1)")
    with pytest.raises(ValueError, match="more than 4096 actions"):
        number_actions(game, [action] * (ACTIONS + 1))
    full = number_actions(game, [action] * ACTIONS)
    assert list(full) == list(range(ACTIONS))


@pytest.mark.parametrize("name", NAMES)
def test_an_observation_is_a_row_from_minus_one_to_one(name: str) -> None:
    game = registry.load(name)
    passed = states(game, setup_for(game, game.players[0], "", {}))
    rows = [features(game.observation(state, 0)) for state in passed[::10]]
    assert all(len(row) == FEATURES for row in rows)
    assert all(-1 <= value <= 1 for row in rows for value in row)
    assert len({tuple(row) for row in rows}) > len(rows) / 2


def test_features_do_not_depend_on_the_order_of_keys() -> None:
    assert features({"a": 1, "b": ["x", None]}) == features({"b": ["x", None], "a": 1})
    assert canonical({"b": 1, "a": "ß"}) == '{"a":"ß","b":1}'


def test_a_number_adds_its_value_and_a_word_adds_one() -> None:
    assert sorted({abs(value) for value in features({"points": 3})}) == [0.0, 0.75]
    assert sorted({abs(value) for value in features({"phase": "move"})}) == [0.0, 1.0]
    assert features({"open": True}) != features({"open": 1})
