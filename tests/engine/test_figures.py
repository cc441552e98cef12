"""A figure is corrected by an amount, or dialled digit by digit."""

from dataclasses import dataclass, replace

import pytest

from companion.engine.every import among
from companion.engine.figures import DialTotal, figure
from companion.engine.game import Correction, Refusal, Step
from companion.engine.wording import refuse


@dataclass(frozen=True)
class State:
    players: tuple[int, ...] = (47, 0)


@dataclass(frozen=True, slots=True)
class Correct(Correction):
    player: int
    change: int


def read(state: State, seat: int) -> int:
    return state.players[seat]


def write(state: State, seat: int, change: int) -> Step[State]:
    players = list(state.players)
    players[seat] += change
    return Step(replace(state, players=tuple(players)), ())


def why_not(state: State, action: Correct) -> Refusal | None:
    below = state.players[action.player] + action.change < 0
    return refuse("negative", "T-1") if below else None


CHANGED, DIALLED = figure(
    Correct, among((5, -5), "no-change", "T-1"), read, write, why_not, rule="T-1", most=60
)


def test_it_is_corrected_by_an_amount_of_any_player() -> None:
    assert [*CHANGED.open_choices(State())] == [
        Correct(seat, change) for seat in (0, 1) for change in (5, -5)
    ]
    assert CHANGED.effect(State(), Correct(1, 5)).state == State((47, 5))
    assert CHANGED.check(State(), Correct(1, -5)) == refuse("negative", "T-1")


@pytest.mark.parametrize(("worth", "digit", "after"), [(10, 1, 17), (1, 0, 40), (10, 6, 67)])
def test_a_digit_of_it_is_dialled(worth: int, digit: int, after: int) -> None:
    assert DIALLED.effect(State(), DialTotal(0, worth, digit)).state.players[0] == after


def test_it_is_never_more_than_the_most() -> None:
    assert DIALLED.check(State(), DialTotal(0, 10, 5)) is None
    assert DIALLED.check(State(), DialTotal(0, 10, 6)) == refuse("figure", "T-1", most=60)
