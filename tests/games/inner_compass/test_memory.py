"""Imprinting a memory (sections 4.4 and 4.5): space, square and payment."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine.game import Action
from companion.games.inner_compass import GAME
from companion.games.inner_compass.actions import Imprint
from companion.games.inner_compass.board import COLOURS
from companion.games.inner_compass.events import MemoryMade, Paid
from companion.games.inner_compass.player_board import player_board
from companion.games.inner_compass.state import Phase, Player, State, letters
from tests.games.inner_compass.tables import base, below_full, legal, only, play, refusal

RICH = {"p1": "YYYBBBKKKWWWWRRRR", "p2": ""}
AT_C2 = play(base(hands=RICH), "move(N)").state
"""p1 stands on c2, black: two cards."""
ALL = [f"r{row}c{column}" for row in range(1, 4) for column in range(1, 6)]


class TestWhere:
    """IC-IMPRINT-1, IC-IMPRINT-3, IC-IMPRINT-6, IC-R16."""

    def test_on_the_space_under_the_piece(self) -> None:
        step = play(AT_C2, "imprint(K,c2,r1c3,KK)")
        assert step.state.players[0].cubes == ("c2",)
        assert step.state.players[0].removed == ("r1c3",)
        assert only(step, MemoryMade) == MemoryMade("IC-IMPRINT-3", 0, "K", "c2", "r1c3")
        assert refusal(AT_C2, "imprint(K,c1,r1c3,KK)") == ("piece-elsewhere", "IC-IMPRINT-1")
        assert refusal(AT_C2, "imprint(K,g7,r1c3,KK)") == ("no-such-space", "IC-R1")

    def test_the_emotion_is_the_space_s_colour(self) -> None:
        assert refusal(AT_C2, "imprint(Y,c2,r1c1,Y)") == ("other-emotion", "IC-IMPRINT-1")

    def test_after_a_second_move_where_the_piece_ended(self) -> None:
        state = play(AT_C2, "move(E)").state
        assert refusal(state, "imprint(K,c2,r1c3,KK)") == ("piece-elsewhere", "IC-IMPRINT-1")
        assert refusal(state, "imprint(W,d2,r1c4,WW)") is None

    def test_not_on_a_space_with_an_own_cube(self) -> None:
        state = base(cubes={"p1": ["c2"], "p2": []}, removed={"p1": ["r1c3"], "p2": []}, hands=RICH)
        state = play(state, "move(N)").state
        assert refusal(state, "imprint(K,c2,r2c3,KK)") == ("own-cube", "IC-IMPRINT-6")
        assert not any(action.startswith("imprint") for action in legal(state))

    def test_up_to_one_of_every_player(self) -> None:
        names = ["p1", "p2", "p3"]
        cubes = {"p2": ["c2"], "p3": ["c2"]}
        state = base(
            players=names,
            pieces={"p1": "c3", "p2": "f5", "p3": "f5"},
            cubes=cubes,
            removed={"p2": ["r1c3"], "p3": ["r1c3"]},
            ep={},
            hands=RICH,
        )
        step = play(state, "move(N)", "imprint(K,c2,r1c3,KKK)")
        assert step.state.players[0].cubes == ("c2",)

    def test_once_a_turn(self) -> None:
        state = play(AT_C2, "imprint(K,c2,r1c3,KK)").state
        assert refusal(state, "imprint(K,c2,r2c3,KK)") == ("not-now-close", "IC-IMPRINT-1")
        assert legal(state) == {"end_turn"}

    def test_not_before_the_step(self) -> None:
        assert refusal(base(hands=RICH), "imprint(Y,c3,r1c1,Y)") == ("not-now-free", "IC-MOVE-1")


class TestSquares:
    """IC-IMPRINT-4, IC-IMPRINT-5, IC-IMPRINT-7, IC-R18, IC-R19."""

    def test_of_the_memory_s_colour_while_one_has_a_cube(self) -> None:
        assert refusal(AT_C2, "imprint(K,c2,r1c1,KK)") == ("square-colour", "IC-IMPRINT-4")
        assert refusal(AT_C2, "imprint(K,c2,r9c9,KK)") == ("no-such-square", "IC-R39")

    def test_not_from_an_empty_one(self) -> None:
        state = base(removed={"p1": ["r1c3"]}, hands=RICH)
        state = play(state, "move(N)").state
        assert refusal(state, "imprint(K,c2,r1c3,KK)") == ("square-empty", "IC-IMPRINT-3")

    def test_then_any(self) -> None:
        state = base(removed={"p1": ["r1c3", "r2c3", "r3c3"]}, values=[["p1", "joy"]], hands=RICH)
        actions = legal(play(state, "move(N)").state)
        squares = {action.split(",")[2] for action in actions if action.startswith("imprint")}
        assert squares == set(ALL) - {"r1c3", "r2c3", "r3c3"}

    def test_no_memory_with_an_empty_player_board(self) -> None:
        state = play(base(removed={"p1": ALL}, hands=RICH), "move(N)").state
        assert refusal(state, "imprint(K,c2,r1c3,KK)") == ("board-empty", "IC-IMPRINT-7")
        assert not any(action.startswith("imprint") for action in legal(state))


class TestPayment:
    """IC-IMPRINT-2, IC-COST-2, IC-COST-3, IC-COST-6, IC-R16, IC-R17."""

    def test_goes_to_the_discard_pile(self) -> None:
        step = play(AT_C2, "imprint(K,c2,r1c3,KK)")
        assert only(step, Paid) == Paid("IC-IMPRINT-2", 0, "KK")
        assert letters(step.state.discard) == "KKWWW"
        assert step.state.players[0].hand == (3, 3, 1, 4, 4)

    @pytest.mark.parametrize("pay", ["", "K", "KKK"])
    def test_exactly_the_price(self, pay: str) -> None:
        assert refusal(AT_C2, f"imprint(K,c2,r1c3,{pay or '-'})") == ("wrong-price", "IC-COST-6")

    @pytest.mark.parametrize("pay", ["BK", "BB", "RR"])
    def test_all_in_the_memory_s_colour(self, pay: str) -> None:
        assert refusal(AT_C2, f"imprint(K,c2,r1c3,{pay})") == ("wrong-cards", "IC-COST-2")

    def test_from_the_hand(self) -> None:
        state = play(base(), "move(N)").state
        assert refusal(state, "imprint(K,c2,r1c3,KK)") == ("cards-missing", "IC-COST-2")

    def test_one_more_for_cubes_of_others_never_two(self) -> None:
        names = ["p1", "p2", "p3"]
        state = base(
            players=names,
            pieces={"p1": "c3", "p2": "f5", "p3": "f5"},
            cubes={"p2": ["c2"], "p3": ["c2"]},
            ep={},
            hands=RICH,
        )
        payments = {e.split(",")[3] for e in legal(play(state, "move(N)").state) if "imprint" in e}
        assert payments == {"KKK)"}

    def test_pieces_do_not_raise_it(self) -> None:
        state = base(pieces={"p1": "c3", "p2": "c2"}, hands=RICH)
        assert refusal(play(state, "move(N)").state, "imprint(K,c2,r1c3,KK)") is None


class TestWildRow:
    """IC-ADV-2, IC-R38: row 1 of the usual board."""

    STATE = play(base(mode="advanced", hands=RICH), "move(N)").state

    def payments(self, square: str) -> set[str]:
        fields = (
            action.rstrip(")").split(",") for action in legal(self.STATE) if "imprint" in action
        )
        return {pay for _, _, where, pay in fields if where == square}

    def test_one_card_of_any_other_colour(self) -> None:
        assert self.payments("r1c3") == {"KK", "YK", "BK", "KW", "KR"}

    def test_never_two(self) -> None:
        assert refusal(self.STATE, "imprint(K,c2,r1c3,BR)") == ("wrong-cards", "IC-COST-2")

    def test_only_from_this_row(self) -> None:
        assert self.payments("r2c3") == self.payments("r3c3") == {"KK"}

    def test_it_may_be_the_only_card(self) -> None:
        state = base(mode="advanced", track=["B", "K", "W", "R", "X", "Y"], hands={"p1": "R"})
        state = play(state, "move(W)", "move(E)").state
        assert {action for action in legal(state) if "imprint" in action} == {
            "imprint(Y,c3,r1c1,R)"
        }

    def test_it_may_be_the_extra_card(self) -> None:
        state = base(mode="advanced", hands={"p1": "WWR"})
        state = play(state, "move(E)").state
        assert "imprint(W,d3,r1c4,WWR)" in legal(state)

    def test_not_in_the_standard_game(self) -> None:
        assert refusal(AT_C2, "imprint(K,c2,r1c3,BK)") == ("wrong-cards", "IC-COST-2")

    def test_the_memory_keeps_the_space_s_colour(self) -> None:
        step = play(self.STATE, "imprint(K,c2,r1c3,KR)")
        assert only(step, MemoryMade).emotion == "K"


class TestBelowFull:
    """Section 10, IC-AP-1."""

    def test_scoring_needs_only_where_and_which_square(self) -> None:
        state = below_full("scoring", removed={"p1": ["r1c1", "r2c1"]}, cubes={"p1": ["a1", "b1"]})
        on_yellow = {action for action in legal(state) if action.startswith("imprint(Y,f1,")}
        assert on_yellow == {"imprint(Y,f1,r3c1,-)"}
        assert not any(",a1," in action for action in legal(state))

    def test_scoring_knows_no_hands(self) -> None:
        state = below_full("scoring")
        assert refusal(state, "imprint(K,c2,r1c3,KK)") == ("no-hands", "IC-COST-6")

    def test_track_needs_only_the_emotion(self) -> None:
        state = below_full("track", ep={})
        assert {action for action in legal(state) if "imprint" in action} == {
            f"imprint({emotion},-,-,-)" for emotion in COLOURS
        }
        step = play(state, "imprint(K,-,-,-)")
        assert step.state.players[0].memories == 1
        assert step.state.phase is Phase.CLOSE

    def test_x_is_not_an_emotion(self) -> None:
        """IC-TRACK-3."""
        state = below_full("track", ep={})
        assert refusal(state, "imprint(X,-,-,-)") == ("no-such-emotion", "IC-TRACK-3")

    def test_fifteen_memories_are_all(self) -> None:
        state = below_full("track", removed={"p1": ALL}, ep={})
        assert refusal(state, "imprint(K,-,-,-)") == ("board-empty", "IC-IMPRINT-7")


class TestMemoriesThatDifferInTheRowAlone:
    def test_the_topmost_cube_stands_for_those_below_it(self) -> None:
        state = AT_C2
        told = GAME.distinct(state, GAME.legal_actions(state, 0))
        squares = {action.square for action in told if isinstance(action, Imprint)}
        assert squares == {"r1c3"}

    def test_a_row_that_only_one_square_clears_is_asked_for(self) -> None:
        """IC-AP-1: r1c3 clears the row, places the last token and ends the game; r2c3 does not."""
        gone = ["r1c1", "r2c1", "r3c1", "r1c2", "r2c2", "r3c2", "r1c4", "r1c5"]
        cubes = {"p1": ["a1", "b1", "f1", "a2", "a3", "e3", "a4", "a5"], "p2": []}
        values = [["p1", "joy"], ["p1", "variety"]]
        near = base(cubes=cubes, removed={"p1": gone, "p2": []}, values=values, hands=RICH)
        state = play(near, "move(N)").state
        told = GAME.distinct(state, GAME.legal_actions(state, 0))
        memories = [action for action in told if isinstance(action, Imprint)]
        assert [action.square for action in memories] == ["r1c3", "r2c3"]
        ends, goes_on = (GAME.apply_action(state, action).state for action in memories)
        assert (ends.compass, goes_on.compass) == (0, None)

    def test_two_squares_that_clear_a_row_each_are_alike(self) -> None:
        """The topmost of each number of lines stands for the others."""
        gone = [f"r{row}c{column}" for row in (1, 2) for column in (1, 2, 4, 5)]
        cubes = {"p1": ["a1", "b1", "f1", "a2", "a3", "e3", "a4", "a5"], "p2": []}
        state = play(base(cubes=cubes, removed={"p1": gone, "p2": []}, hands=RICH), "move(N)").state
        told = GAME.distinct(state, GAME.legal_actions(state, 0))
        squares = [action.square for action in told if isinstance(action, Imprint)]
        assert squares == ["r1c3", "r3c3"]

    @given(st.lists(st.sampled_from("YBKWR"), max_size=12), st.randoms(), st.sampled_from("YBKWR"))
    def test_whatever_follows_at_once_from_a_square_can_be_chosen(
        self, colours: list[str], source: random.Random, last: str
    ) -> None:
        """IC-AP-1, IC-VALUE-1, IC-END-1: no line is cleared or left standing for the player."""
        board = player_board(("YBKWR",) * 3)
        gone: tuple[str, ...] = ()
        for colour in colours:
            free = [square for square in board.of_colour[colour] if square not in gone]
            gone = (*gone, source.choice(free)) if free else gone
        own = [square for square in board.of_colour[last] if square not in gone]
        memories = tuple(Imprint(last, "a1", square, None) for square in own)
        player = Player(removed=gone, memories=len(gone), lines=len(board.cleared(gone)))
        settings = replace(AT_C2.variant, level="scoring")
        state = State(settings, (player, Player()), Phase.MEMORY)
        kept = GAME.distinct(state, memories)

        def lines(action: Action) -> int:
            assert isinstance(action, Imprint)
            return len(board.cleared_by(gone, action.square or ""))

        assert {lines(action) for action in kept} == {lines(action) for action in memories}
        assert len({lines(action) for action in kept}) == len(kept), "nothing is asked for nothing"

    def test_an_empty_column_leaves_every_square_to_be_chosen(self) -> None:
        """IC-IMPRINT-5: then the squares have different colours."""
        gone = {"p1": ["r1c3", "r2c3", "r3c3"], "p2": []}
        cubes = {"p1": ["a1", "b1", "f1"], "p2": []}
        state = play(base(cubes=cubes, removed=gone, hands=RICH), "move(N)").state
        legal_ = GAME.legal_actions(state, 0)
        assert GAME.distinct(state, legal_) == tuple(legal_)

    def test_in_the_last_turns_nothing_can_be_put_right_later(self) -> None:
        state = replace(AT_C2, remaining=(0,))
        legal_ = GAME.legal_actions(state, 0)
        assert GAME.distinct(state, legal_) == tuple(legal_)

    def test_nor_where_rows_differ(self) -> None:
        """IC-R39: the owner's copy may have other squares, and columns then mix colours."""
        other = replace(AT_C2.variant, layout=("YBKWR", "BKWRY", "KWRYB"))
        state = replace(AT_C2, variant=other)
        legal_ = GAME.legal_actions(state, 0)
        assert GAME.distinct(state, legal_) == tuple(legal_)
