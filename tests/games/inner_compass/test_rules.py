"""``legal_actions``, ``why_not`` and ``apply_action`` always agree on what is legal."""

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import FieldInfo, fields

from companion.engine.game import CHANCE, Action, Correction, IllegalAction
from companion.games.inner_compass import GAME, actions
from companion.games.inner_compass.ending import advance
from companion.games.inner_compass.events import Corrected
from companion.games.inner_compass.state import Phase, State
from tests.docs.rules.ids import rule_ids
from tests.games.inner_compass.tables import below_full, moments
from tests.matrix import example_count

PHASES = GAME.phases.table
KNOWN = {phase: tuple(act.kind for act in PHASES[phase].acts) for phase in PHASES}
KINDS: list[Any] = [
    member
    for member in vars(actions).values()
    if isinstance(member, type)
    and issubclass(member, Action)
    and member.__module__ == actions.__name__
]
WORDS: tuple[str | None, ...] = (
    *(f"{column}{row}" for column in "abcdef" for row in range(1, 7)),
    *(f"r{row}c{column}" for row in range(1, 4) for column in range(1, 6)),
    *"NESWYBKRX?",
    *("YY", "BR", "KK", "WWW", "joy", "solitude", "variety", "nw", "se", "A", "D"),
    *("", "z9", "r9c9", "a0", "Q", "joy-2", "nonsense", None),
)
"""Names of things, and some that name nothing; ``None`` is what nobody has said."""
VALUES: Mapping[object, tuple[object, ...]] = {int: tuple(range(-2, 17)), bool: (True, False)}


@cache
def states() -> tuple[State, ...]:
    """Return some thousand states of random games at every level, and one with a tie."""
    return (
        advance(below_full("scoring", ep={}, cubes={}, removed={}), ()).state,
        *(
            moment.step.state
            for level, every in (("full", 11), ("scoring", 5), ("track", 5))
            for moment in moments(24, level, every, seed=300)
        ),
    )


def legal_of(state: State) -> tuple[Action, ...]:
    return GAME.legal_actions(state, GAME.current_player(state))


def some_value(field: FieldInfo, source: random.Random) -> object:
    return source.choice(VALUES.get(field.type, WORDS))


def any_value(field: FieldInfo) -> st.SearchStrategy[object]:
    if field.type in VALUES:
        return st.booleans() if field.type is bool else st.integers(-20, 20)
    return st.one_of(st.sampled_from(WORDS), st.text(max_size=4))


def agrees(state: State, action: Action) -> bool:
    """Check that everything agrees about an action, and return whether it is legal."""
    if isinstance(action, Correction):
        allowed: tuple[Action, ...] = GAME.corrections(state)
    else:
        allowed = legal_of(state)
    refusal = GAME.why_not(state, action)
    assert (refusal is None) == (action in allowed), (state.phase, action, refusal)
    if refusal is None:
        return True
    assert refusal.rule in rule_ids("inner-compass")
    assert refusal.why.key == f"refusal.{refusal.code}"
    with pytest.raises(IllegalAction) as raised:
        GAME.apply_action(state, action)
    assert raised.value.refusal == refusal
    return False


@pytest.mark.slow
def test_every_legal_action_is_not_refused_and_there_is_always_one() -> None:
    assert len(states()) > 1900
    for state in states():
        legal = legal_of(state)
        assert len(set(legal)) == len(legal)
        assert bool(legal) != GAME.is_terminal(state)
        for action in legal:
            assert GAME.why_not(state, action) is None


@pytest.mark.slow
def test_every_legal_action_can_be_applied() -> None:
    for state in states()[::10]:
        copy = GAME.from_struct(GAME.to_struct(state))
        for action in legal_of(state):
            assert GAME.apply_action(state, action).state != state
        assert state == copy


@pytest.mark.slow
def test_every_offered_correction_can_be_applied() -> None:
    for state in states()[::40]:
        for correction in GAME.corrections(state):
            assert GAME.why_not(state, correction) is None
            assert Corrected("IC-AP-4") in GAME.apply_action(state, correction).events


@pytest.mark.slow
def test_actions_of_other_phases_are_refused_with_the_rule_of_this_phase() -> None:
    source = random.Random(0)
    for state in states()[::5]:
        for kind in KINDS:
            if kind in KNOWN[state.phase] or issubclass(kind, Correction):
                continue
            action = kind(*(some_value(attribute, source) for attribute in fields(kind)))
            refusal, rule = GAME.why_not(state, action), PHASES[state.phase].rule
            assert refusal is not None
            assert (refusal.code, refusal.rule) == (f"not-now-{state.phase}", rule)


@pytest.mark.slow
def test_thousands_of_mutated_actions_get_one_consistent_verdict() -> None:
    source = random.Random(1)
    outcomes = {True: 0, False: 0}
    for state in states()[::3]:
        for action in source.sample(legal_of(state), min(2, len(legal_of(state)))):
            kind: Any = type(action)
            for changed in fields(kind):
                named = {f.name: getattr(action, f.name) for f in fields(kind)}
                named[changed.name] = some_value(changed, source)
                outcomes[agrees(state, kind(**named))] += 1
    assert min(outcomes.values()) > 50
    assert sum(outcomes.values()) > 1500


@pytest.mark.slow
@settings(max_examples=example_count(25))
@given(st.data())
def test_any_action_whatsoever_gets_one_consistent_verdict(data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(states()), label="state")
    known = KNOWN[state.phase] or tuple(KINDS)
    kind: Any = data.draw(st.one_of(st.sampled_from(known), st.sampled_from(KINDS)), label="kind")
    agrees(state, kind(*(data.draw(any_value(attribute)) for attribute in fields(kind))))


@pytest.mark.slow
def test_nobody_but_the_player_whose_turn_it_is_may_act() -> None:
    for state in states()[::10]:
        for player in (CHANCE, 0, 1):
            if player != GAME.current_player(state):
                assert GAME.legal_actions(state, player) == ()
        assert GAME.active_players(state) == (
            () if state.phase is Phase.OVER else (GAME.current_player(state),)
        )


def test_every_phase_is_reached_by_the_games_of_these_tests() -> None:
    """All but those of the final scoring, which `test_entering.py` reaches."""
    reached = {state.phase for state in states()}
    assert reached == set(Phase) - {Phase.HOW, Phase.BOARD, Phase.ENTER}
