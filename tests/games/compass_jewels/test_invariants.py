"""Invariants hold in every game, and wrong states violate them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine.game import Setup, Step
from companion.games.compass_jewels import GAME
from companion.games.compass_jewels.area import laid
from companion.games.compass_jewels.state import Phase, State
from companion.games.compass_jewels.variant import SOURCES
from tests.games.compass_jewels.tables import NAMES, start, walk
from tests.matrix import example_count


@pytest.mark.slow
@settings(max_examples=example_count(20), deadline=None)
@given(
    st.integers(0, 10**6),
    st.sampled_from(SOURCES),
    st.booleans(),
    st.sampled_from((0, 2, 3)),
)
def test_every_game_keeps_them(seed: int, source: str, auto: bool, stop: int) -> None:  # noqa: FBT001
    options = {"orientation_source": source, "auto_jewels": auto, "repetition_stop": stop}
    last = None
    for last in walk(Setup(NAMES, options=options), seed):
        assert GAME.violations(last.before, last.step) == ()
    assert last is not None
    totals = GAME.returns(last.step.state)
    assert all(n <= best.points for n, best in zip(totals, last.step.state.best, strict=True))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"phase": Phase.MOVE}, "move with the moves ()"),
        ({"layout": ("R/YGBR",) * 36}, "R/YGBR is not a card"),
        ({"layout": ("R/YGBP",) * 36}, "there are 36 cards R/BPYG"),
        ({"chosen": "R/BPYG"}, "37 cards are in the game"),
    ],
)
def test_a_wrong_state_is_found(change: dict[str, object], words: str) -> None:
    state = start()
    wrong: State = replace(state, **change)
    assert any(words in violation for violation in GAME.violations(state, Step(wrong, ())))


def test_wrong_checkers_are_found() -> None:
    state = start()
    square = state.player.checkers[0]
    hole = replace(state, layout=laid(state.layout, square, None))
    messages = GAME.violations(state, Step(hole, ()))
    assert any("stands on no card" in violation for violation in messages)
    assert any("cards more on the table" in violation for violation in messages)


def test_wrong_jewels_are_found() -> None:
    state = start()
    jewel = ("R/YGBP", "R/YGBP", "R/YGBP", "R/YGBP")
    wrong = state.with_player(0, jewels=(jewel,))
    messages = GAME.violations(state, Step(wrong, ()))
    assert any("has used" in violation for violation in messages)
    assert any("has declared" in violation for violation in messages)
