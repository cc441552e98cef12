"""What must hold after every action of random games, and the violations that checks find."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine.game import Step
from companion.games.compass_points import GAME
from companion.games.compass_points.state import Gain, Phase, State
from tests.games.compass_points.tables import do, in_phase, laid, moments, position

STILL = "N N0, E N0, S N0, W N0"


@pytest.mark.slow
@given(st.integers(0, 10**6))
def test_random_games_keep_them(seed: int) -> None:
    for moment in moments(seed):
        assert GAME.violations(moment.before, moment.step) == ()


@pytest.mark.slow
@given(st.integers(0, 10**6))
@settings(max_examples=5)
def test_corrections_keep_them(seed: int) -> None:
    for moment in moments(seed):
        for action in GAME.corrections(moment.before)[:: 1 + seed % 17]:
            step = GAME.apply_action(moment.before, action)
            assert GAME.violations(moment.before, step) == ()


@pytest.mark.slow
def test_a_game_has_at_most_12_rounds_and_every_pawn_a_square() -> None:
    """CP-ROUND-1."""
    for seed in range(30):
        *_, last = moments(seed)
        assert last.step.state.round <= 12
        assert (last.step.state.pawn is None) == (last.step.state.goal is not None)


def broken(state: State, before: State | None = None) -> str:
    """Return the first invariant that a state breaks."""
    messages = GAME.violations(before or position(), Step(state, ()))
    return messages[0] if messages else ""


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (replace(position(), pawn="k1"), "not a square"),
        (replace(position(), pawn=None), "the goal is None"),
        (replace(position(), path=("a1", "c1")), "jumps"),
        (position().with_player(1, direction="N"), "out of order"),
        (in_phase(Phase.SPEED).with_player(3, laid=True), "out of order"),
        (laid(position(), STILL).with_player(2, turned=True), "out of order"),
        (position().with_player(0, laid=True), "out of order"),
        (position().with_player(0, speed=1), "no card"),
        (position(out="E").with_player(1, direction="N"), "sits out"),
        (replace(position(), phase=Phase.OVER), "without a goal"),
        (position().with_player(0, gains=(Gain("e5", 30, "CP-SCORE-3"),)), "went from 0 to 30"),
        (replace(position(), round=13), "followed by round 13"),
        (replace(position(number=2, out="NESW")), "all four miss"),
    ],
)
def test_each_is_found_when_it_is_broken(state: State, says: str) -> None:
    assert says in broken(state)


def test_an_unreported_end_is_found() -> None:
    before = position(pawn="e8", number=12)
    over = replace(before, phase=Phase.OVER)
    assert "not told" in broken(over, before)
    assert "misses a round" in broken(over.with_player(0, hit=True), over)


def test_a_goal_by_the_first_player_or_for_other_points_is_found() -> None:
    """CP-GOAL-3, CP-GOAL-4."""
    before = do(laid(position(pawn="e8", scores={"N": 12}), "N N0, E N2, S N0, W N0"), "turn").state
    step = do(before, "turn")
    poorer = before.with_player(0, corrected=11)
    assert any("adds 12 to 11" in violation for violation in GAME.violations(poorer, step))
    alone = before.with_player(0, misses=True)
    assert any("as the first" in violation for violation in GAME.violations(alone, step))
