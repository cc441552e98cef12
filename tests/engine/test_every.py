"""Kinds of actions with every combination of the values of their fields."""

from dataclasses import dataclass

from companion.engine.acts import always
from companion.engine.every import act, every, seats
from companion.engine.game import Action, Refusal, Step


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...] = ("Ann", "Ben")


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
