"""Kinds of actions with every combination of the values of their fields."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from companion.engine.action_kinds import always
from companion.engine.every import act, among, choice, every, only_in, outcome, seats
from companion.engine.game import Action, Refusal, Step
from companion.engine.wording import plain, refuse


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...] = ("Ann", "Ben")


@dataclass(frozen=True, slots=True)
class Shop:
    phase: str


@dataclass(frozen=True, slots=True)
class Give(Action):
    player: int
    points: int


def give(state: State, action: Give) -> Step[State]:
    del action
    return Step(state, ())


def test_the_last_field_changes_fastest() -> None:
    listed = every(Give, player=seats, points=(1, -1))
    assert [*listed(State())] == [Give(0, 1), Give(0, -1), Give(1, 1), Give(1, -1)]


def test_a_list_can_be_asked_for_again_and_again() -> None:
    listed = every(Give, player=range(1), points=iter_of_state)
    assert [*listed(State())] == [*listed(State())] == [Give(0, 2)]


def iter_of_state(state: State) -> tuple[int, ...]:
    return (len(state.players),)


def test_such_an_action_is_like_any_other_of_a_table() -> None:
    def check(state: State, action: Give) -> Refusal | None:
        del state, action
        return None

    made = act(Give, give, check, player=seats, points=(1,))
    assert (made.kind, made.effect, made.check) == (Give, give, check)
    assert [*made.open_choices(State())] == [Give(0, 1), Give(1, 1)]
    assert made.check is not always


POINTS = among(range(1, 4), "no-such-points", "T-1", most=3, given=plain)
GIVE = choice(Give, give, player=seats, points=POINTS)


def poor(_state: State, action: Give) -> Refusal | None:
    return refuse("too-poor", "T-2") if action.points == 3 else None


def closed(state: State, _action: Give) -> Refusal | None:
    return None if state.players else refuse("closed", "T-3")


def test_what_is_not_declared_is_refused_by_the_rule_of_the_declaration() -> None:
    assert GIVE.check(State(), Give(0, 3)) is None
    assert GIVE.check(State(), Give(0, 4)) == refuse("no-such-points", "T-1", most=3, given=4)
    assert GIVE.check(State(), Give(7, 1)) is None, "nothing is declared that refuses a seat"


def test_what_a_condition_refuses_is_not_legal() -> None:
    made = choice(Give, give, poor, player=range(1), points=POINTS)
    assert [*made.open_choices(State())] == [Give(0, 1), Give(0, 2)]
    assert made.check(State(), Give(0, 3)) == refuse("too-poor", "T-2")


def test_first_comes_what_bars_all_then_the_fields_then_the_condition() -> None:
    made = act(Give, give, poor, barred=closed, player=seats, points=POINTS)
    for state, points, code in (
        (State(()), 9, "closed"),
        (State(), 9, "no-such-points"),
        (State(), 3, "too-poor"),
    ):
        refusal = made.check(state, Give(0, points))
        assert refusal is not None
        assert refusal.code == code


def test_an_action_of_chance_declares_only_what_it_refuses() -> None:
    made = outcome(Give, give, points=POINTS)
    assert not outcome(Give, give, player=seats, points=POINTS).needs_choices
    assert made.check(State(), Give(9, 1)) is None
    assert made.check(State(), Give(9, 9)) == refuse("no-such-points", "T-1", most=3, given=9)
    assert made.needs_choices, "its phase lists them"


def test_an_action_can_be_barred_outside_its_phases() -> None:
    check = only_in(("open",), "closed", "T-3")
    assert check(Shop("open"), Give(0, 1)) is None
    assert check(Shop("shut"), Give(0, 1)) == refuse("closed", "T-3")


@pytest.mark.parametrize(
    ("fields", "mistake"),
    [
        ({"player": seats, "point": (1,)}, "Give.point is not a field; declare the values of: "),
        ({"player": seats}, "Give declares values of player; declare those of: player, points"),
        ({}, "Give declares values of nothing; declare those of: player, points"),
        ({"points": (1,), "player": seats}, "declare those of: player, points"),
        ({"player": seats, "points": ()}, "Give.points has no values; declare what it may be"),
        ({"player": seats, "points": iter((1,))}, "can be read only once; make them a tuple"),
        (
            {"player": seats, "points": among((1,), "No points", "T-1")},
            "Give.points is refused as 'No points'; write small letters and hyphens",
        ),
        (
            {"player": seats, "points": among((1,), "no-points", "")},
            "Give.points is refused by no rule; give the id of the rule",
        ),
    ],
)
@pytest.mark.parametrize("declare", [act, choice])
def test_a_mistake_in_a_declaration_names_action_and_field(
    declare: Callable[..., object], fields: dict[str, Any], mistake: str
) -> None:
    with pytest.raises(TypeError, match=re.escape(mistake)) as raised:
        declare(Give, give, **fields)
    assert str(raised.value).startswith(f"{__package__}: "), "the package names the game"
