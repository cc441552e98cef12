"""The pawn's movement and its consequences (sections 5 to 9)."""

import pytest

from companion.games.compass_points import GAME
from companion.games.compass_points.actions import GivePoints, PutOnCorner, Turn
from companion.games.compass_points.events import (
    GameOver,
    GoalScored,
    OutOfBounds,
    PawnLanded,
    PawnPassed,
    PawnPushed,
    PawnReplaced,
    PlayerHit,
    PointsGained,
    PushSpent,
    SpeedTurned,
    SquareIgnored,
)
from companion.games.compass_points.state import Phase, State
from tests.games.compass_points.tables import (
    board_of,
    code,
    do,
    hit,
    laid,
    out,
    played,
    position,
    scores,
)


class TestMoves:
    """CP-MOVE-1 to CP-MOVE-3."""

    def test_a_move_is_dealt_with_completely_before_the_next(self) -> None:
        """CP-SCORE-4: the points count at once."""
        state = do(laid(position(pawn="e4"), "N S1, E N0, S N0, W N0"), Turn()).state
        assert scores(state) == (0, 0, 45, 0)
        assert GAME.current_player(state) == 1

    def test_every_square_on_the_way_is_reported(self) -> None:
        step = do(laid(position(pawn="b1"), "N NE3, E N0, S N0, W N0"), Turn())
        assert step.events == (
            SpeedTurned("CP-MOVE-1", 0, "NE", 3),
            PawnPassed("CP-MOVE-2", "c2"),
            PawnPassed("CP-MOVE-2", "d3"),
            PawnLanded("CP-MOVE-2", "e4"),
        )
        assert step.state.path == ("b1", "c2", "d3", "e4")

    def test_squares_passed_over_have_no_effect(self) -> None:
        """c2 and d3 are dark."""
        state = do(laid(position(pawn="b1"), "N NE3, E N0, S N0, W N0"), Turn()).state
        assert scores(state) == (0, 0, 0, 0)

    def test_the_card_on_the_table_decides(self) -> None:
        """CP-R1."""
        assert do(laid(position(), "N W1, E N0, S N0, W N0"), Turn()).state.pawn == "d5"

    def test_with_speed_0_the_pawn_stays_and_lands(self) -> None:
        """CP-SPEED-4, CP-SCORE-5: it counts every time."""
        step = played(position(pawn="e3"), "N SE0, E N0, S N0, W N0")
        assert step.events[1] == PawnLanded("CP-SPEED-4", "e3")
        assert step.state.pawn == "e3"
        assert scores(step.state) == (0, 0, 180, 0)

    def test_the_rest_of_a_movement_lapses_off_the_grid(self) -> None:
        """CP-MOVE-3."""
        step = played(position(pawn="b2"), "N W3, E N0, S N0, W N0")
        assert step.events[1:4] == (
            PawnPassed("CP-MOVE-2", "a2"),
            OutOfBounds("CP-OUT-1", 0, "a2"),
            PawnReplaced("CP-OUT-2", "a1"),
        )


class TestSquares:
    """CP-SQ-1 to CP-SQ-4, CP-R13, CP-R14."""

    def test_a_blank_square_does_nothing(self) -> None:
        step = do(laid(position(pawn="d5"), "N N0, E N0, S N0, W N0"), Turn())
        assert len(step.events) == 2

    def test_a_dark_square_works_for_the_first_player_too(self) -> None:
        """CP-SQ-3."""
        step = do(laid(position(pawn="e3"), "N N0, E N0, S N0, W N0"), Turn())
        assert step.events[-1] == PointsGained("CP-SCORE-1", 2, 45, "e3")

    @pytest.mark.parametrize("square", ["e5", "c7", "e8"])
    def test_a_light_one_does_not(self, square: str) -> None:
        """The squares are for points, a cross and a push."""
        step = do(laid(position(pawn=square), "N N0, E N0, S N0, W N0"), Turn())
        assert step.events[-1] == SquareIgnored("CP-SQ-4", 0, square)

    def test_it_acts_when_a_later_move_ends_there(self) -> None:
        """CP-R13, CP-R14: speed 0 included."""
        state = played(position(pawn="e5"), "N N0, E N0, S N1, W S1").state
        assert scores(state) == (0, 30, 0, 30)

    def test_the_first_player_is_the_first_who_takes_part(self) -> None:
        """CP-MOVE-4, CP-MISS-3, CP-R6."""
        state = played(position(pawn="e5", out="N"), "E N0, S N0, W N0").state
        assert scores(state) == (0, 0, 30, 30)


class TestPoints:
    """CP-SCORE-1 to CP-SCORE-3."""

    def test_one_letter_names_who_gets_them(self) -> None:
        """Minus points count too, and so do points of a player who sits out (CP-MISS-2)."""
        state = played(position(pawn="i5", number=3, out="E"), "S N0, W N0, N N0").state
        assert scores(state) == (0, -90, 0, 0)

    def test_without_a_letter_the_mover_gets_them(self) -> None:
        step = do(second(position(pawn="e5"), "E N0"), Turn())
        assert step.events[-1] == PointsGained("CP-SCORE-3", 1, 30, "e5")

    def test_of_two_letters_the_mover_chooses_one(self) -> None:
        """CP-SCORE-2, CP-R20: the mover alone decides, and does so openly."""
        state = do(second(position(pawn="g1"), "E N0"), Turn()).state
        assert state.phase is Phase.POINTS
        assert GAME.active_players(state) == (1,)
        assert GAME.legal_actions(state, 1) == (GivePoints(2), GivePoints(1))
        assert code(state, GivePoints(0)) == "not-of-the-two CP-SCORE-2"
        step = do(state, GivePoints(2))
        assert step.events == (PointsGained("CP-SCORE-2", 2, 20, "g1"),)
        assert GAME.current_player(step.state) == 2

    def test_a_dark_square_may_have_two_letters_or_none(self) -> None:
        """CP-R17."""
        on = board_of(c3="dNE+5", d3="d+7")
        state = do(laid(position("c3", on=on), "N N0, E E1, S N0, W N0"), Turn()).state
        state = do(state, GivePoints(1)).state
        assert scores(do(state, Turn()).state) == (0, 12, 0, 0)


class TestCrosses:
    """CP-CROSS-1 to CP-CROSS-4."""

    def test_a_player_who_is_hit_misses_the_next_round(self) -> None:
        step = do(second(position(pawn="c7"), "E N0"), Turn())
        assert step.events[-1] == PlayerHit("CP-CROSS-1", 1)
        assert hit(step.state) == "E"

    def test_and_still_moves_in_this_one(self) -> None:
        """CP-CROSS-2, CP-R21: the direction card has been laid, but the move is still to come."""
        state = do(second(position(pawn="g7"), "E N0"), Turn()).state
        assert hit(state) == "S"
        assert GAME.current_player(state) == 2
        assert code(state, Turn()) is None

    def test_several_hits_are_one_missed_round(self) -> None:
        """CP-CROSS-4, CP-R7."""
        step = played(position(pawn="c7", number=2), "E N0, S N0, W N0, N N0")
        hits = [event for event in step.events if isinstance(event, PlayerHit)]
        assert [event.rule for event in hits] == ["CP-CROSS-1", "CP-CROSS-4", "CP-CROSS-4"]
        assert out(step.state) == "E"
        assert hit(step.state) == ""

    def test_a_player_who_sits_out_can_be_hit_again(self) -> None:
        """CP-CROSS-3."""
        state = played(position(pawn="c7", number=3, out="E"), "S N0, W N0, N N0").state
        assert out(state) == "E"


class TestPushes:
    """CP-PUSH-1 to CP-PUSH-5."""

    def test_a_push_is_part_of_the_move(self) -> None:
        step = do(second(position(pawn="e3"), "E S1"), Turn())
        assert step.events[1:] == (
            PawnLanded("CP-MOVE-2", "e2"),
            PawnPushed("CP-PUSH-1", "e2", "W", 3),
            PawnPassed("CP-MOVE-2", "d2"),
            PawnPassed("CP-MOVE-2", "c2"),
            PawnLanded("CP-MOVE-2", "b2"),
        )

    @pytest.mark.parametrize(
        ("there", "points", "hits", "pawn"),
        [("lS+5", 5, "", "c4"), ("lxN", 0, "N", "c4"), ("l>E1", 0, "", "d4")],
    )
    def test_where_it_ends_takes_effect_at_once(
        self, there: str, points: int, hits: str, pawn: str
    ) -> None:
        """CP-PUSH-2: its points, cross or further push take effect."""
        on = board_of(c2="l>N2", c4=there)
        state = do(second(position("c1", on=on), "E N1"), Turn()).state
        assert (scores(state)[2], hit(state), state.pawn) == (points, hits, pawn)

    def test_speed_0_sets_it_off(self) -> None:
        """CP-PUSH-3: they do not count for the first player."""
        state = do(second(position(pawn="e8"), "E N0"), Turn()).state
        assert state.pawn == "h8"

    def test_it_can_end_in_a_goal(self) -> None:
        """CP-PUSH-4."""
        on = board_of(e8="l>N3")
        state = do(second(position("e7", scores={"N": 10}, on=on), "E N1"), Turn()).state
        assert (state.goal, scores(state)) == ("N", (20, 0, 0, 0))

    def test_it_can_end_out_of_bounds_for_the_mover(self) -> None:
        on = board_of(b8="l>N3")
        step = do(second(position("b7", on=on), "E N1"), Turn())
        assert step.events[-2:] == (
            OutOfBounds("CP-OUT-1", 1, "b9"),
            PawnReplaced("CP-OUT-2", "a9"),
        )
        assert hit(step.state) == "E"

    def test_each_fires_once_in_a_move(self) -> None:
        """CP-PUSH-5, CP-R8: a square that has pushed the pawn before ends the move there."""
        on = board_of(5, c3="l>N1", c4="l>S1")
        step = do(second(position("c2", on=on), "E N1"), Turn())
        assert step.events[-1] == PushSpent("CP-PUSH-5", "c3")
        assert step.state.pawn == "c3"
        assert GAME.current_player(step.state) == 2


class TestGoals:
    """CP-GOAL-1 to CP-GOAL-5, CP-R12."""

    def test_the_owner_doubles_whoever_moved_and_the_game_is_over(self) -> None:
        """It does so even with speed to spare; later players do not move (CP-GOAL-5)."""
        step = do(second(position(pawn="e8", scores={"N": 12}), "E N3"), Turn())
        assert step.events[1:] == (
            PawnPassed("CP-MOVE-2", "e9"),
            GoalScored("CP-GOAL-1", 1, 0, 12),
            GameOver("CP-GOAL-5"),
        )
        assert (step.state.pawn, step.state.goal) == (None, "N")
        assert GAME.is_terminal(step.state)
        assert scores(step.state) == (24, 0, 0, 0)

    def test_a_negative_score_doubles_as_well(self) -> None:
        """CP-GOAL-4, CP-R22."""
        state = do(second(position(pawn="e8", scores={"N": -25}), "E N2"), Turn()).state
        assert scores(state) == (-50, 0, 0, 0)

    @pytest.mark.parametrize(("pawn", "way", "owner"), [("a5", "W", "W"), ("i5", "E", "E")])
    def test_any_goal_counts_the_own_one_too(self, pawn: str, way: str, owner: str) -> None:
        """CP-R12."""
        assert do(second(position(pawn=pawn), f"E {way}1"), Turn()).state.goal == owner

    def test_only_the_owner_doubles(self) -> None:
        """CP-R3: it is the player's score, not the team's."""
        start = position(pawn="e8", scores={"N": 10, "S": 7})
        assert scores(do(second(start, "E N2"), Turn()).state) == (20, 0, 7, 0)

    def test_the_first_player_is_out_of_bounds_instead(self) -> None:
        """CP-GOAL-3: the speed does not matter; from f9 the nearest corner is i9."""
        step = do(laid(position(pawn="f9"), "N N1, E N0, S N0, W N0"), Turn())
        assert step.events[1:] == (
            OutOfBounds("CP-GOAL-3", 0, "f9"),
            PawnReplaced("CP-OUT-2", "i9"),
        )

    def test_beside_the_goal_is_out_of_bounds(self) -> None:
        """CP-GOAL-2, CP-R9."""
        step = do(second(position(pawn="f1"), "E SE1"), Turn())
        assert step.events[1] == OutOfBounds("CP-OUT-1", 1, "f1")


class TestOutOfBounds:
    """CP-OUT-1 to CP-OUT-5."""

    def test_the_mover_misses_the_next_round_and_play_goes_on(self) -> None:
        state = do(second(position(pawn="b9"), "E N2"), Turn()).state
        assert (hit(state), state.pawn) == ("E", "a9")
        assert GAME.current_player(state) == 2

    def test_the_nearest_corner_is_judged_from_the_last_square(self) -> None:
        """CP-OUT-3, CP-R10: d8 is as near to a9 as to i9, but the pawn leaves over d9."""
        step = do(second(position(pawn="f8"), "E NE3"), Turn())
        assert step.events[1:3] == (
            PawnPassed("CP-MOVE-2", "g9"),
            OutOfBounds("CP-OUT-1", 1, "g9"),
        )
        assert step.state.pawn == "i9"

    def test_of_two_corners_the_team_that_did_not_move_chooses(self) -> None:
        """CP-OUT-4, CP-R16: either of the two may be chosen; the first confirmation counts."""
        state = do(laid(position(pawn="e9"), "N N1, E N0, S N0, W N0"), Turn()).state
        assert state.phase is Phase.CORNER
        assert GAME.active_players(state) == (1, 3)
        for seat in (1, 3):
            legal = GAME.legal_actions(state, seat)
            assert legal == (PutOnCorner("a9"), PutOnCorner("i9"))
        assert code(state, PutOnCorner("a1")) == "not-a-nearest-corner CP-OUT-4"
        step = do(state, PutOnCorner("i9"))
        assert step.events == (PawnReplaced("CP-OUT-2", "i9"),)
        assert GAME.current_player(step.state) == 1

    def test_the_corner_has_no_effect_but_for_a_later_speed_0(self) -> None:
        """CP-OUT-5, CP-R15: dark squares count as well."""
        on = board_of(a9="dN+5")
        state = do(second(position("b9", on=on), "E N1"), Turn()).state
        assert scores(state) == (0, 0, 0, 0)
        assert scores(do(state, Turn()).state) == (5, 0, 0, 0)


def second(state: State, card: str) -> State:
    """Return East's move after North has left the pawn where it was."""
    state = laid(state, f"N N0, {card}, S N0, W N0")
    return do(state, Turn()).state
