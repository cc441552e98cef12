"""Entering what players have: a game needs nothing but the list of its holdings."""

from dataclasses import dataclass, replace

import pytest

from companion.engine.game import Step
from companion.engine.holdings import (
    Enter,
    Holding,
    HoldingsPhase,
    HoldingsProgress,
    HoldingsQuestion,
    HoldingsWords,
    Reopen,
    no_holdings,
    number,
)
from companion.engine.text import text

COINS = {"gold": 3, "tin": 1}


@dataclass(frozen=True)
class Purse:
    """A third game: everybody has sheep and coins."""

    progress: tuple[HoldingsProgress, ...] = no_holdings(2)
    held: tuple[tuple[int, str, int], ...] = ()
    is_over: bool = False


def count(state: Purse, seat: int, key: str) -> int:
    return next((n for who, what, n in state.held if (who, what) == (seat, key)), 0)


def questions(_state: Purse, _seat: int) -> tuple[HoldingsQuestion, ...]:
    coins = tuple(Holding(coin, most) for coin, most in COINS.items())
    return (number("sheep", "S-1", 120), HoldingsQuestion("coins", "S-2", coins))


def put(state: Purse, seat: int, key: str, n: int) -> Purse:
    others = tuple(it for it in state.held if it[:2] != (seat, key))
    return replace(state, held=(*others, (seat, key, n)))


ENTERING = HoldingsPhase[Purse](
    "S-0",
    questions,
    count,
    put,
    lambda state: Step(replace(state, is_over=True), ()),
    lambda state: replace(state, is_over=False),
    lambda state: tuple(count(state, seat, "sheep") for seat in range(2)),
    HoldingsWords(
        lambda key: text(f"x.{key}"), lambda key: key == "sheep", lambda n: text("n", n=n)
    ),
)


def entered(state: Purse, seat: int, *words: tuple[str, int]) -> Purse:
    for what, n in words:
        action = Enter(seat, what, n)
        assert ENTERING.why_not(state, action) is None, action
        state = ENTERING.enter(state, action).state
    return state


SHEEP = (("sheep.tens", 110), ("sheep", 117))
ANN = (*SHEEP, ("gold", 2), ("next.coins", 0))


def test_a_large_number_is_two_choices_of_at_most_thirteen() -> None:
    assert [it.count for it in ENTERING.legal(Purse(), 0)] == list(range(0, 121, 10))
    state = entered(Purse(), 0, SHEEP[0])
    assert [it.count for it in ENTERING.legal(state, 0)] == list(range(110, 120))
    state = entered(Purse(), 0, ("sheep.tens", 120))
    assert [it.count for it in ENTERING.legal(state, 0)] == [120]


def test_a_list_goes_on_until_it_is_said_to_be_complete() -> None:
    state = entered(Purse(), 0, *SHEEP, ("gold", 2))
    assert Enter(0, "gold", 0) in ENTERING.legal(state, 0)
    assert Enter(0, "gold", 2) not in ENTERING.legal(state, 0)
    assert ENTERING.legal(entered(state, 0, ("next.coins", 0)), 0)[0] == Enter(0, "done", 117)


def test_it_is_over_when_everybody_is_done() -> None:
    state = entered(Purse(), 0, *ANN, ("done", 117))
    assert ENTERING.entering(state) == (1,)
    assert not state.is_over
    state = entered(state, 1, ("sheep.tens", 0), ("sheep", 4), ("next.coins", 0), ("done", 4))
    assert state.is_over


def test_whatever_was_entered_can_be_changed_one_by_one() -> None:
    state = entered(Purse(), 0, *ANN, ("again.coins", 0), ("gold", 3), ("next.coins", 0))
    assert count(state, 0, "gold") == 3
    state = entered(state, 0, ("done", 117))
    assert tuple(ENTERING.can_reopen(state)) == (Reopen(0),)
    state = ENTERING.reopen(state, Reopen(0)).state
    assert {it.what for it in ENTERING.legal(state, 0)} == {"done", "again.sheep", "again.coins"}


@pytest.mark.parametrize(
    ("action", "code", "rule"),
    [
        (Enter(0, "gold", 1), "entry-not-asked", "S-0"),
        (Enter(0, "sheep", 121), "entry-count", "S-1"),
        (Enter(5, "sheep", 1), "entry-seat", "S-0"),
    ],
)
def test_a_refusal_names_the_rule(action: Enter, code: str, rule: str) -> None:
    refusal = ENTERING.why_not(Purse(), action)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, rule)


def test_numbers_are_said_with_their_amount_and_tiles_by_their_name() -> None:
    said = ENTERING.words.action_name
    assert said(Enter(0, "sheep", 1)) == text("entry.number", what=text("x.sheep"), n=1)
    assert said(Enter(0, "tin", 1)) == text("entry.has", what=text("x.tin"))
    assert said(Enter(0, "tin", 0)) == text("entry.has_not", what=text("x.tin"))
    assert said(Enter(0, "gold", 2)) == text("entry.number", what=text("x.gold"), n=2)
