"""Final scoring (section 5): totals, the lines that make them up, who wins."""

import pytest
from msgspec.structs import replace

from companion.games.inner_compass import GAME
from companion.games.inner_compass.scoring import returns, score_breakdown, winners
from companion.games.inner_compass.state import Phase, State
from tests.games.inner_compass.tables import NAMES, below_full, games

CUBES = {"p1": ["a1", "b1", "f1", "f2"], "p2": ["a1", "f6"]}


def final(**changes: object) -> State:
    changes = {"cubes": CUBES, "removed": {}, **changes}
    return replace(below_full("scoring", **changes), phase=Phase.OVER)


class TestTotals:
    """IC-END-5, IC-R31."""

    def test_collected_compass_and_tiles_with_an_own_token(self) -> None:
        state = final(
            values=[["p1", "joy"], ["p2", "solitude"]], ep={"p1": 20, "p2": 21}, compass="p2"
        )
        assert returns(state) == (20 + 14, 21 + 10 + 3)

    def test_a_quality_without_an_own_token_scores_nothing(self) -> None:
        assert returns(final(ep={})) == (0, 0)
        assert returns(final(ep={}, values=[["p2", "joy"]])) == (0, 5)

    def test_nothing_for_a_count_of_nothing(self) -> None:
        assert returns(final(ep={}, values=[["p2", "equilibrium"]])) == (0, 0)

    def test_each_line_says_by_which_rule_and_because_of_what(self) -> None:
        state = final(values=[["p1", "joy"]], ep={"p1": 9, "p2": 0}, compass="p1")
        lines = [line for line in score_breakdown(state) if line.player == 0]
        assert [(line.points, line.rule) for line in lines] == [
            (9, "IC-EP-1"),
            (3, "IC-END-2"),
            (14, "IC-Q-JOY-1"),
        ]
        assert lines[-1].because.params["where"] == "a1 b1 f1 f2"

    @pytest.mark.parametrize("level", GAME.levels)
    def test_the_lines_sum_up_to_the_totals(self, level: str) -> None:
        for game in games(6, level, seed=400):
            *_, last = game
            state = last.step.state
            sums = [0] * len(state.players)
            for line in GAME.score_breakdown(state):
                sums[line.player] += line.points
            assert tuple(sums) == GAME.returns(state)
            for seat, player in enumerate(state.players):
                assert sums[seat] >= player.ep + 3 * (state.compass == seat)


class TestWinners:
    """IC-TIE-1, IC-TIE-2, IC-R37."""

    def tied(self, *cards: int | None, ep: tuple[int, ...] = (30, 29, 30)) -> State:
        names = [f"p{seat + 1}" for seat in range(len(ep))]
        state = final(players=names, pieces={}, cubes={}, ep=dict(zip(names, ep, strict=True)))
        players = zip(state.players, cards, strict=True)
        return replace(state, players=tuple(replace(p, cards_left=n) for p, n in players))

    def test_the_highest_total(self) -> None:
        assert winners(self.tied(0, 9, 0, ep=(30, 31, 30))) == (1,)

    def test_among_the_tied_the_most_cards(self) -> None:
        assert winners(self.tied(2, 10, 5)) == (2,)

    def test_still_equal_they_share_the_victory(self) -> None:
        assert winners(self.tied(4, 10, 4)) == (0, 2)

    def test_at_full_level_the_cards_are_those_in_hand(self) -> None:
        state = replace(
            final(ep={"p1": 5, "p2": 5}), variant=replace(final().variant, level="full")
        )
        assert winners(state.with_player(1, hand=(1, 0, 0, 0, 0), unknown=1)) == (1,)

    def test_nobody_before_the_end(self) -> None:
        assert winners(below_full("scoring")) == ()

    @pytest.mark.parametrize("level", GAME.levels)
    def test_somebody_at_the_end_with_the_highest_total(self, level: str) -> None:
        for game in games(6, level, seed=500):
            *_, last = game
            totals = GAME.returns(last.step.state)
            best = GAME.winners(last.step.state)
            assert best
            assert {totals[seat] for seat in best} == {max(totals)}
            assert len(totals) <= len(NAMES)
