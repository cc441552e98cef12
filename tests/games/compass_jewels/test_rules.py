"""Exactly the listed actions are legal, and every refusal gives a reason."""

import random
from itertools import islice

import pytest

from companion.engine.game import Action, Correction, Setup
from companion.engine.records import Field, fields_of
from companion.games.compass_jewels import GAME, actions
from companion.games.compass_jewels.area import SQUARES
from companion.games.compass_jewels.cards import COLOURS, KINDS, border
from companion.games.compass_jewels.state import State
from companion.games.compass_jewels.variant import SOURCES
from tests.games.compass_jewels.tables import NAMES, walk

KINDS_OF_ACTIONS: tuple[type[Action], ...] = tuple(
    member
    for member in vars(actions).values()
    if isinstance(member, type)
    and issubclass(member, Action)
    and member.__module__ == actions.__name__
)
VALUES: dict[str, tuple[object, ...]] = {
    "middle": tuple(COLOURS),
    "border": tuple(map(border, KINDS)),
    "north": tuple(COLOURS),
    "square": SQUARES,
    "source": SQUARES,
    "target": SQUARES,
    "player": (0, 1),
    "jewel": (1, 2, 3),
    "change": (-5, -1, 1, 5),
}
MISTAKES: tuple[object, ...] = (None, "", -1, 99, "z9", True)


def some_value(field: Field, source: random.Random) -> object:
    if source.random() < 0.05:
        return source.choice(MISTAKES)
    return source.choice(VALUES[field.name])


def probe(source: random.Random) -> Action:
    """Return a random action of any kind with any values."""
    kind = source.choice(KINDS_OF_ACTIONS)
    action: Action = kind(*(some_value(attribute, source) for attribute in fields_of(kind)))
    return action


def agrees(state: State, action: Action) -> None:
    """Fail unless an action is accepted exactly when it is listed."""
    legal = GAME.legal_actions(state, GAME.current_player(state))
    listed = GAME.corrections(state) if isinstance(action, Correction) else legal
    assert (GAME.why_not(state, action) is None) == (action in listed), action


@pytest.mark.slow
def test_exactly_the_listed_actions_are_legal() -> None:
    source = random.Random(4)
    for seed in range(9):
        setup = Setup(NAMES, options={"orientation_source": SOURCES[seed % 3]})
        for moment in islice(walk(setup, seed), 30, None, 3):
            state = moment.before
            for action in GAME.legal_actions(state, GAME.current_player(state)):
                assert GAME.why_not(state, action) is None
            for _ in range(12):
                agrees(state, probe(source))


@pytest.mark.slow
def test_nobody_has_more_than_a_few_hundred_choices() -> None:
    for seed in range(6):
        for moment in walk(Setup(NAMES), seed):
            assert len(GAME.legal_actions(moment.before, GAME.current_player(moment.before))) <= 120
            assert len(GAME.corrections(moment.before)) <= 400


def test_every_phase_waits_for_something_that_is_known() -> None:
    for phase, waits in GAME.phases.table.items():
        assert waits.rule.startswith("CJ-")
        assert waits.acts or phase == "over"
