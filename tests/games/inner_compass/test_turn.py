"""The turn (section 4): free move, move, second move or feel, cleanup, next player."""

import pytest
from msgspec.structs import replace

from companion.games.inner_compass import GAME
from companion.games.inner_compass.events import (
    BonusDrawn,
    CardsDiscarded,
    CardTaken,
    DisplayFilled,
    GameOver,
    PieceMoved,
    TurnBegan,
)
from companion.games.inner_compass.state import Phase, State, letters
from tests.games.inner_compass.tables import all_of, base, legal, only, play, refusal

WHITE = base(pieces={"p1": "b3", "p2": "f5"})
"""p1 stands in the white group b3, b4, c4."""


def piece(state: State) -> str | None:
    return state.players[0].piece


def hand(state: State, seat: int = 0) -> str:
    return letters(state.players[seat].hand or (0, 0, 0, 0, 0))


class TestFreeMove:
    """IC-FREE-1, IC-FREE-2, IC-FREE-3, IC-R4 to IC-R8."""

    def test_to_any_other_space_of_the_group(self) -> None:
        assert {action for action in legal(WHITE) if "free" in action} == {
            "free_move(b4)",
            "free_move(c4)",
        }
        assert only(play(WHITE, "free_move(c4)"), PieceMoved) == PieceMoved("IC-FREE-1", 0, "c4")

    def test_not_to_another_group(self) -> None:
        assert refusal(WHITE, "free_move(c3)") == ("other-group", "IC-FREE-1")

    def test_not_onto_a_space_that_does_not_exist(self) -> None:
        assert refusal(WHITE, "free_move(g9)") == ("no-such-space", "IC-R1")

    def test_not_to_where_the_piece_stands(self) -> None:
        """IC-R5."""
        assert refusal(WHITE, "free_move(b3)") == ("free-move-nowhere", "IC-R5")

    def test_pieces_and_cubes_do_not_block(self) -> None:
        """IC-R4."""
        crowded = base(
            pieces={"p1": "b3", "p2": "c4"},
            cubes={"p1": ["b4"], "p2": ["b4", "c4"]},
        )
        assert refusal(crowded, "free_move(c4)") is None

    def test_then_the_step_must_enter_another_colour(self) -> None:
        """IC-FREE-3: c4 has b4 (white) to the west."""
        state = play(WHITE, "free_move(c4)").state
        assert legal(state) == {"move(N)", "move(E)", "move(S)"}
        assert refusal(state, "move(W)") == ("same-colour", "IC-FREE-3")

    def test_not_to_where_no_such_step_would_be(self) -> None:
        """IC-R6."""
        rows = ["YYYYRB", "YYYYRB", "YYYYRB", "BBBBRB", "RRRRRB", "KKKKWW"]
        state = base(board=rows, pieces={"p1": "a1", "p2": "f6"})
        assert refusal(state, "free_move(b2)") == ("no-way-out", "IC-R6")

    def test_the_second_move_may_return_to_the_group(self) -> None:
        """IC-R7."""
        state = play(WHITE, "free_move(c4)", "move(N)", "move(S)").state
        assert piece(state) == "c4"

    def test_comes_before_everything_else(self) -> None:
        state = play(WHITE, "move(S)").state
        assert refusal(state, "free_move(b3)") == ("not-now-act", "IC-FEEL-2")

    def test_a_second_free_move_is_refused(self) -> None:
        state = play(WHITE, "free_move(c4)").state
        assert refusal(state, "free_move(b3)") == ("not-now-step", "IC-FREE-3")


class TestMove:
    """IC-MOVE-1, IC-MOVE-2, IC-MOVE-3."""

    def test_one_space_in_one_of_four_directions(self) -> None:
        assert legal(base()) == {"move(N)", "move(E)", "move(S)", "move(W)"}
        assert [piece(play(base(), f"move({way})").state) for way in "NESW"] == [
            "c2",
            "d3",
            "c4",
            "b3",
        ]

    def test_into_any_colour(self) -> None:
        assert piece(play(WHITE, "move(S)").state) == "b4"

    def test_onto_pieces_and_cubes(self) -> None:
        state = base(pieces={"p1": "c3", "p2": "d3"})
        assert piece(play(state, "move(E)").state) == "d3"

    @pytest.mark.parametrize("direction", ["N", "W", "X"])
    def test_never_off_the_board(self, direction: str) -> None:
        corner = base(pieces={"p1": "a1", "p2": "f5"})
        assert refusal(corner, f"move({direction})") == ("off-the-board", "IC-MOVE-3")

    def test_is_required(self) -> None:
        assert refusal(base(), "end_turn") == ("not-now-free", "IC-MOVE-1")
        state = play(WHITE, "free_move(c4)").state
        assert refusal(state, "end_turn") == ("not-now-step", "IC-FREE-3")


class TestSecondMove:
    """IC-FEEL-2, IC-R10, IC-AP-8."""

    def test_one_more_step_then_no_card(self) -> None:
        step = play(base(), "move(N)", "move(E)")
        assert piece(step.state) == "d2"
        assert step.events[-1] == PieceMoved("IC-FEEL-2", 0, "d2")
        assert refusal(step.state, "feel") == ("not-now-memory", "IC-IMPRINT-1")

    def test_may_go_back_to_where_the_piece_stood(self) -> None:
        assert piece(play(base(), "move(N)", "move(S)").state) == "c3"

    def test_may_stay_in_the_colour(self) -> None:
        assert piece(play(WHITE, "move(S)", "move(E)").state) == "c4"

    def test_there_is_no_third(self) -> None:
        state = play(base(), "move(N)", "move(E)").state
        assert refusal(state, "move(E)") == ("not-now-memory", "IC-IMPRINT-1")

    def test_neither_it_nor_a_card_is_required(self) -> None:
        assert refusal(play(base(), "move(N)").state, "end_turn") is None


class TestFeel:
    """IC-FEEL-1, IC-FEEL-3, IC-FEEL-4, IC-R8, IC-R9, IC-R11, IC-R12, IC-R13."""

    @pytest.mark.parametrize(
        ("direction", "card"), [("N", "K"), ("E", "Y"), ("S", "W"), ("W", "B")]
    )
    def test_the_card_of_the_direction_moved(self, direction: str, card: str) -> None:
        step = play(base(), f"move({direction})", "feel")
        assert only(step, CardTaken) == CardTaken("IC-FEEL-1", 0, direction, card)
        assert sorted(hand(step.state)) == sorted("YBBKW" + card)

    def test_not_of_a_free_move_but_of_the_step_after_it(self) -> None:
        """IC-R8."""
        step = play(WHITE, "free_move(c4)", "move(N)", "feel")
        assert only(step, CardTaken).direction == "N"

    def test_a_card_of_the_space_s_colour_draws_another_one(self) -> None:
        step = play(base(), "move(N)", "feel", "deal(R)")
        assert step.events[-1] == BonusDrawn("IC-FEEL-3", 0, "R")
        assert hand(step.state) == "YBBKKWR"
        assert step.state.draw_size == 4

    def test_any_other_does_not(self) -> None:
        assert play(base(), "move(W)", "feel").state.phase is Phase.MEMORY

    def test_the_bonus_may_be_declined(self) -> None:
        """IC-R12."""
        state = play(base(), "move(N)").state
        assert {"feel", "feel(False)"} <= legal(state)
        step = play(state, "feel(False)")
        assert all_of(step, BonusDrawn) == []
        assert step.state.phase is Phase.MEMORY

    def test_a_bonus_that_is_not_due_cannot_be_declined(self) -> None:
        state = play(base(), "move(W)").state
        assert refusal(state, "feel(False)") == ("no-bonus", "IC-FEEL-3")

    def test_the_slot_stays_empty_until_cleanup(self) -> None:
        step = play(base(), "move(W)", "feel")
        assert step.state.display == ("K", "Y", "W", None)
        assert all_of(step, DisplayFilled) == []

    def test_cards_gained_here_pay_for_a_memory_at_once(self) -> None:
        """IC-R13: black costs two cards, and the hand had one."""
        step = play(base(), "move(N)", "feel", "deal(R)", "imprint(K,c2,r1c3,KK)")
        assert hand(step.state) == "YBBWR"

    def test_no_hand_limit_before_cleanup(self) -> None:
        full = base(hands={"p1": "YYYYYBBBBB", "p2": ""})
        step = play(full, "move(N)", "feel", "deal(R)")
        assert step.state.players[0].hand_size == 12

    def test_an_empty_slot_gives_no_card(self) -> None:
        """IC-R36."""
        state = play(base(display={"N": None, "E": "Y", "S": "W", "W": "B"}), "move(N)").state
        assert refusal(state, "feel") == ("empty-slot", "IC-R36")
        assert not {"feel", "feel(False)"} & legal(state)


class TestCleanup:
    """IC-CLEAN-1, IC-CLEAN-2, IC-CLEAN-4."""

    def test_down_to_exactly_ten_by_choice(self) -> None:
        full = base(hands={"p1": "YYYYYBBBBB", "p2": ""})
        state = play(full, "move(N)", "feel", "deal(R)", "end_turn").state
        assert state.phase is Phase.DISCARD
        assert legal(state) == {"discard(Y)", "discard(B)", "discard(K)", "discard(R)"}
        assert refusal(state, "end_turn") == ("not-now-discard", "IC-CLEAN-1")
        assert refusal(state, "discard(W)") == ("card-not-held", "IC-CLEAN-1")
        step = play(state, "discard(Y)", "discard(R)")
        assert [event.card for event in all_of(step, CardsDiscarded)] == ["Y", "R"]
        assert hand(step.state) == "YYYYBBBBBK"
        assert letters(step.state.discard) == "YWWWR"
        assert step.state.phase is Phase.REFILL

    def test_ten_are_no_reason_to_discard(self) -> None:
        ten = base(hands={"p1": "YYYYYBBBB", "p2": ""})
        state = play(ten, "move(W)", "feel", "end_turn").state
        assert state.phase is Phase.REFILL

    def test_the_emptied_slot_is_filled(self) -> None:
        step = play(base(), "move(W)", "feel", "end_turn", "deal(R)")
        assert only(step, DisplayFilled) == DisplayFilled("IC-CLEAN-2", "W", "R")
        assert step.state.display == tuple("KYWR")

    def test_then_the_next_player_clockwise_is_on_turn(self) -> None:
        step = play(base(), "move(W)", "end_turn")
        assert step.events[-1] == TurnBegan("IC-CLEAN-4", 1, None)
        assert GAME.current_player(step.state) == 1
        assert GAME.current_player(play(step.state, "move(N)", "end_turn").state) == 0


class TestLastTurns:
    """IC-END-3, IC-END-4."""

    def test_everybody_who_remains_has_one_then_the_game_is_over(self) -> None:
        names = ["p1", "p2", "p3"]
        state = base(
            players=names,
            pieces={"p1": "c3", "p2": "f5", "p3": "a6"},
            current="p2",
            compass="p2",
            remaining=["p3", "p1"],
        )
        step = play(state, "move(N)", "end_turn")
        assert step.events[-1] == TurnBegan("IC-END-3", 2, 2)
        step = play(step.state, "move(N)", "end_turn")
        assert step.events[-1] == TurnBegan("IC-END-3", 0, 1)
        step = play(step.state, "move(N)", "end_turn")
        assert step.events[-1] == GameOver("IC-END-4")
        assert GAME.is_terminal(step.state)

    def test_the_last_turn_is_full_cleanup_included(self) -> None:
        state = base(current="p1", compass="p2", remaining=["p1"])
        state = play(state, "move(W)", "feel", "end_turn").state
        assert state.phase is Phase.REFILL
        assert play(state, "deal(R)").state.phase is Phase.OVER

    def test_nothing_can_be_done_after_the_end(self) -> None:
        over = replace(base(), phase=Phase.OVER)
        assert refusal(over, "move(N)") == ("not-now-over", "IC-END-4")
        assert GAME.active_players(over) == ()
