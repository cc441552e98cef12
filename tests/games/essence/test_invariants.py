"""Invariants that hold after every action of every game."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.engine.game import Step
from companion.games.essence import GAME
from companion.games.essence.invariants import violations
from companion.games.essence.state import Phase, State
from tests.games.essence.tables import asked, begin, games, play, votes


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(4))
def test_random_games_keep_all_invariants(chunk: int) -> None:
    """labs/long plays a thousand."""
    for game in games(3, seed=12 * chunk, corrected=0.02):
        for moment in game:
            assert violations(moment.before, moment.step) == ()
            totals = [0] * len(moment.before.players)
            for line in GAME.score_breakdown(moment.step.state):
                totals[line.player] += line.points
            assert tuple(totals) == GAME.returns(moment.step.state)


VOTING = play(asked("Y01"), "correct_pawn(0,4)").state
EVALUATED = play(votes(VOTING, 1, 1, 2), "reveal").state
Breaking = Callable[[State], State]


class TestACheckerThatFindsNothingProvesNothing:
    """Each invariant is broken on purpose, and the checker must name it."""

    @pytest.mark.parametrize(
        ("kind", "broken"),
        [
            ("pawns", lambda state: state.with_player(1, corrected=85)),
            ("coins", lambda state: state.with_player(1, coins=3)),
            ("pawns", lambda state: state.with_player(0, away=True)),
            ("questions", lambda state: replace(state, discards=("Y02", "Y02"))),
            ("questions", lambda state: replace(state, discards=("Y01",))),
            ("questions", lambda state: replace(state, discards=("W06",))),
            ("questions", lambda state: replace(state, under=("G02",))),
            ("phrases", lambda state: replace(state, covered=state.shown[:1])),
            ("phrases", lambda state: replace(state, card=None)),
            ("phrases", lambda state: replace(state, used=(("?",) * 25, (), (), ()))),
            ("votes", lambda state: state.with_player(1, vote=4)),
            ("votes", lambda state: votes(state, 1, 1, 1).with_player(2, vote=None)),
            ("votes", lambda state: replace(votes(state, 1, 1, 1), phase=Phase.VOTE)),
            ("votes", lambda state: replace(votes(state, 1, 1, None), phase=Phase.CLEAN)),
            ("votes", lambda state: state.with_player(1, vote=2, away=True)),
            ("moves", lambda state: state.with_player(1, in_group=1)),
            ("turns", lambda state: replace(state, active=1)),
            ("turns", lambda state: replace(state, round=2)),
            ("end", lambda state: replace(state, phase=Phase.OVER)),
            ("end", lambda state: replace(state, reasons=("centre",))),
        ],
    )
    def test_it_is_found(self, kind: str, broken: Breaking) -> None:
        messages = violations(VOTING, Step(broken(VOTING), ()))
        assert kind in {violation.split(":")[0] for violation in messages}

    def test_a_pawn_that_moves_back_in_an_evaluation_is_found(self) -> None:
        assert violations(VOTING, Step(EVALUATED, ())) == ()
        back = EVALUATED.with_player(0, corrected=0)
        assert "moves" in violations(VOTING, Step(back, ()))[0]

    def test_a_round_that_begins_without_cards_is_found(self) -> None:
        state = begin()
        gone = tuple(f"Y{number:02}" for number in range(1, 15))
        assert violations(state, Step(replace(state, discards=gone), ())) == (
            "end: a round began with an empty question deck",
        )
