"""``legal_actions``, ``why_not`` and ``apply_action`` always agree on what is legal."""

from collections.abc import Mapping
from functools import cache
from itertools import islice
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import FieldInfo, fields

from companion.engine.game import Action, Correction, IllegalAction
from companion.engine.records import fields_of
from companion.games.essence import GAME, actions
from companion.games.essence.state import Phase, State
from tests.docs.rules.ids import rule_ids
from tests.games.essence.tables import games
from tests.matrix import example_count

PHASES: Final = GAME.phases.table
KNOWN: Final = {phase: tuple(act.kind for act in PHASES[phase].acts) for phase in PHASES}
KINDS: Final = [
    member
    for member in vars(actions).values()
    if isinstance(member, type)
    and issubclass(member, Action)
    and member.__module__ == actions.__name__
]
WORDS: Final[tuple[str | None, ...]] = (
    *("yellow", "white", "red", "Y01", "G14", "W09", "?", "traits-1", "values-24", "traits-25"),
    *("", "nonsense", None),
)
VALUES: Final[Mapping[object, st.SearchStrategy[object]]] = {
    int: st.one_of(st.none(), st.integers(-12, 12))
}


@cache
def states() -> tuple[State, ...]:
    """Return many states of random games with a correction now and then."""
    return tuple(
        moment.step.state
        for game in games(24, seed=300, corrected=0.03)
        for moment in islice(game, 0, None, 5)
    )


def any_value(field: FieldInfo) -> st.SearchStrategy[object]:
    return VALUES.get(field.type, st.sampled_from(WORDS))


def listed(state: State) -> tuple[Action, ...]:
    seats = GAME.active_players(state)
    return tuple(action for seat in seats for action in GAME.legal_actions(state, seat))


@pytest.mark.slow
@settings(max_examples=example_count(30))
@given(st.data())
def test_any_action_whatsoever_gets_one_consistent_verdict(data: st.DataObject) -> None:
    state = states()[data.draw(st.integers(0, len(states()) - 1), label="state")]
    known = KNOWN[state.phase] or tuple(KINDS)
    kind: Any = data.draw(st.one_of(st.sampled_from(known), st.sampled_from(KINDS)), label="kind")
    action: Action = kind(*(data.draw(any_value(attribute)) for attribute in fields(kind)))
    allowed = GAME.corrections(state) if isinstance(action, Correction) else listed(state)
    refusal = GAME.why_not(state, action)
    assert (refusal is None) == (action in allowed)
    if refusal is not None:
        assert refusal.rule in rule_ids("essence")
        assert refusal.why.key == f"refusal.{refusal.code}"
        with pytest.raises(IllegalAction) as raised:
            GAME.apply_action(state, action)
        assert raised.value.refusal == refusal


@pytest.mark.slow
def test_every_phase_is_reached_and_has_something_legal_but_the_end() -> None:
    assert {state.phase for state in states()} == set(Phase) - {Phase.SETUP}
    for state in states():
        assert bool(listed(state)) != GAME.is_terminal(state)


@pytest.mark.slow
def test_actions_of_other_phases_are_refused_with_the_rule_of_this_phase() -> None:
    for state in {state.phase: state for state in states()}.values():
        for kind in KINDS:
            if kind in KNOWN[state.phase] or issubclass(kind, Correction):
                continue
            rule = PHASES[state.phase].rule
            refusal = GAME.why_not(state, kind(*(None for _ in fields_of(kind))))
            assert refusal is not None
            assert (refusal.code, refusal.rule) == (f"not-now-{state.phase}", rule)
