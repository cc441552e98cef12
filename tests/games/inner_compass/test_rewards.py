"""The rewards of a memory (4.6, 4.7, 5): EP, the track, lines, value tokens, the end."""

import pytest
from msgspec.structs import replace

from companion.games.inner_compass import GAME
from companion.games.inner_compass.events import (
    EndTriggered,
    EPGained,
    LineCleared,
    TokenSlid,
    TurnBegan,
    ValueDue,
    ValuePlaced,
)
from companion.games.inner_compass.state import Phase, State
from tests.games.inner_compass.tables import all_of, below_full, legal, only, play, refusal

IMPRINTS = {3: "imprint(K,c2,r2c3,-)", 4: "imprint(W,b4,r2c4,-)", 5: "imprint(R,d1,r2c5,-)"}
"""Memories with the second cube of a column."""
TILES = ("joy", "solidarity", "solitude", "variety", "equilibrium")


def scoring(*removed: str, **changes: object) -> State:
    """Return a state in which p1 has taken cubes from some squares, no matter where they went."""
    cubes = [f"{column}{row}" for row in (6, 5, 3) for column in "abcdef"][: len(removed)]
    changes = {"removed": {"p1": removed}, "cubes": {"p1": cubes}, "ep": {}, **changes}
    return below_full("scoring", **changes)


class TestEP:
    """IC-EP-1, IC-EP-2, IC-R20, IC-R21, IC-TRACK-1, IC-TRACK-2, IC-TRACK-3."""

    def test_beside_the_token_before_it_slides(self) -> None:
        step = play(scoring(), "imprint(K,c2,r1c3,-)")
        assert step.events[1:] == (
            EPGained("IC-EP-1", 0, 4, "track"),
            TokenSlid("IC-TRACK-1", "K"),
        )
        assert step.state.track == tuple("YBWRXK")
        assert step.state.players[0].ep_track == 4

    def test_the_bank_never_runs_out(self) -> None:
        """IC-SETUP-7, IC-R29: the 80 tokens in the box set no limit."""
        step = play(scoring(ep={"p1": 79, "p2": 80}), "imprint(K,c2,r1c3,-)")
        assert step.state.players[0].ep == 83

    def test_a_token_at_the_bottom_earns_but_does_not_slide(self) -> None:
        """IC-R21: there is nothing to move by hand, so there is no instruction."""
        step = play(scoring(track=["Y", "B", "X", "W", "R", "K"]), "imprint(K,c2,r1c3,-)")
        assert only(step, EPGained).points == 1
        assert all_of(step, TokenSlid) == []

    def test_x_jumps_from_the_top(self) -> None:
        step = play(scoring(track=["K", "X", "Y", "B", "W", "R"]), "imprint(K,c2,r1c3,-)")
        assert all_of(step, TokenSlid) == [
            TokenSlid("IC-TRACK-1", "K"),
            TokenSlid("IC-TRACK-2", "X"),
        ]
        assert step.state.track == tuple("YBWRKX")


class TestLines:
    """IC-VALUE-1, IC-VALUE-4, IC-R23, IC-R26."""

    def test_the_first_line_brings_a_value_token(self) -> None:
        step = play(scoring("r1c1", "r2c1"), "imprint(Y,f1,r3c1,-)")
        assert step.events[-2:] == (
            LineCleared("IC-VALUE-1", 0, "col1", 1),
            ValueDue("IC-VALUE-1", 0, 1),
        )
        assert step.state.phase is Phase.VALUE

    def test_the_token_is_not_to_be_postponed(self) -> None:
        state = play(scoring("r1c1", "r2c1"), "imprint(Y,f1,r3c1,-)").state
        assert refusal(state, "end_turn") == ("not-now-value", "IC-R26")
        assert legal(state) == {f"place_value({tile})" for tile in TILES}

    def test_a_row_and_a_column_at_once_bring_two(self) -> None:
        state = scoring("r1c1", "r2c1", "r3c2", "r3c3", "r3c4", "r3c5")
        step = play(state, "imprint(Y,f1,r3c1,-)")
        assert [event.line for event in all_of(step, LineCleared)] == ["row3", "col1"]
        assert only(step, ValueDue).count == 2
        step = play(step.state, "place_value(joy)", "place_value(variety)")
        assert step.state.values == ((0, "joy"), (0, "variety"))
        assert step.state.phase is Phase.CLOSE

    def test_second_and_third_at_once_bring_one_and_the_end(self) -> None:
        gone = ("r1c1", "r2c1", "r3c1", "r1c2", "r2c2", "r3c3", "r3c4", "r3c5")
        state = scoring(*gone, values=[["p1", "joy"]])
        step = play(state, "imprint(B,d4,r3c2,-)")
        assert only(step, ValueDue).count == 1
        assert only(step, EndTriggered).player == 0

    def test_later_lines_bring_nothing(self) -> None:
        gone = [f"r{row}c{column}" for column in (1, 2, 3) for row in (1, 2, 3)]
        gone += ["r1c4", "r2c4"]
        state = scoring(
            *gone,
            values=[["p1", "joy"], ["p1", "variety"]],
            compass="p1",
            remaining=["p2", "p1"],
        )
        step = play(state, "imprint(W,b4,r3c4,-)")
        assert only(step, LineCleared).total == 4
        assert all_of(step, ValueDue) == []
        assert all_of(step, EndTriggered) == []


class TestTwoLinesWithOneTokenLeft:
    """IC-R50: whether both tokens must lie before the cube that ends the game."""

    GONE = ("r1c1", "r2c1", "r3c1", "r1c2", "r2c2", "r3c3", "r3c4", "r3c5")
    """Column 1 is cleared; r3c2 clears row 3 and column 2."""

    def test_the_game_goes_on_if_that_was_agreed(self) -> None:
        agreed = {"double_clear": "go_on"}
        state = scoring(*self.GONE, values=[["p1", "joy"]], options=agreed)
        step = play(state, "imprint(B,d4,r3c2,-)", "place_value(variety)", "end_turn")
        assert all_of(step, EndTriggered) == []
        assert step.state.players[0].lines == 3
        assert (step.state.compass, step.state.remaining) == (None, None)

    @pytest.mark.parametrize("column", [3, 4, 5])
    def test_the_next_line_then_ends_it(self, column: int) -> None:
        agreed = {"double_clear": "go_on"}
        tokens = [["p1", "joy"], ["p1", "variety"]]
        gone = (*self.GONE, "r3c2", f"r1c{column}")
        step = play(scoring(*gone, values=tokens, options=agreed), IMPRINTS[column])
        assert only(step, EndTriggered).player == 0
        assert step.state.remaining == (1,)

    def test_two_first_lines_at_once_are_as_ever(self) -> None:
        state = scoring(
            *("r1c1", "r2c1", "r3c2", "r3c3", "r3c4", "r3c5"), options={"double_clear": "go_on"}
        )
        step = play(state, "imprint(Y,f1,r3c1,-)")
        assert only(step, ValueDue).count == 2
        assert all_of(step, EndTriggered) == []

    @pytest.mark.parametrize("ruling", ["end", "go_on"])
    def test_a_third_line_after_both_tokens_ends_it_either_way(self, ruling: str) -> None:
        gone = ("r1c1", "r2c1", "r3c1", "r1c2", "r2c2", "r3c2", "r1c3", "r2c3")
        tokens = [["p1", "joy"], ["p1", "variety"]]
        state = scoring(*gone, values=tokens, options={"double_clear": ruling})
        assert only(play(state, "imprint(K,c2,r3c3,-)"), EndTriggered).player == 0

    def test_reported_lines_go_on_as_well(self) -> None:
        """At ``track`` level the lines of a memory are reported one by one."""
        agreed = {"double_clear": "go_on"}
        state = below_full(
            "track", removed={"p1": self.GONE}, values=[["p1", "joy"]], options=agreed
        )
        twice = ("imprint(B,-,-,-)", "clear_line(0)", "place_value(variety)", "clear_line(0)")
        step = play(state, *twice)
        assert all_of(step, EndTriggered) == []
        assert refusal(step.state, "clear_line(0)") == ("lines-told", "IC-VALUE-4")
        state = replace(play(step.state, "end_turn").state, current=0).with_player(0, memories=10)
        step = play(state, "imprint(K,-,-,-)", "clear_line(0)")
        assert only(step, EndTriggered).player == 0
        assert refusal(step.state, "clear_line(0)") == ("lines-told", "IC-VALUE-4")

    def test_a_line_that_must_have_been_cleared_is_still_asked_for(self) -> None:
        """IC-R28: with three lines and no end, the 13th memory clears another one."""
        agreed = {"double_clear": "go_on"}
        state = below_full(
            "track",
            removed={"p1": (*self.GONE, "r3c2")},
            values=[["p1", "joy"], ["p1", "variety"]],
            options=agreed,
        )
        state = play(state.with_player(0, memories=12), "imprint(K,-,-,-)").state
        assert refusal(state, "end_turn") == ("line-missing", "IC-R28")


class TestValueTokens:
    """IC-VALUE-2, IC-VALUE-3, IC-R24, IC-R25."""

    def test_the_first_of_any_player_beside_a_tile_earns_three(self) -> None:
        state = play(scoring("r1c1", "r2c1"), "imprint(Y,f1,r3c1,-)").state
        step = play(state, "place_value(joy)")
        assert step.events == (
            ValuePlaced("IC-VALUE-1", 0, "joy"),
            EPGained("IC-VALUE-3", 0, 3, "first"),
        )

    def test_a_later_one_earns_nothing(self) -> None:
        state = scoring("r1c1", "r2c1", values=[["p2", "joy"]])
        step = play(state, "imprint(Y,f1,r3c1,-)", "place_value(joy)")
        assert [event.source for event in all_of(step, EPGained)] == ["track"]

    def test_the_bonus_is_the_owner_s_to_choose(self) -> None:
        """IC-R24: option first_bonus."""
        state = scoring("r1c1", "r2c1", options={"first_bonus": 5})
        step = play(state, "imprint(Y,f1,r3c1,-)", "place_value(joy)")
        assert step.state.players[0].ep_first == 5

    def test_never_beside_the_tile_with_the_player_s_other_one(self) -> None:
        gone = ("r1c1", "r2c1", "r3c1", "r1c2", "r2c2")
        state = play(scoring(*gone, values=[["p1", "joy"]]), "imprint(B,d4,r3c2,-)").state
        assert refusal(state, "place_value(joy)") == ("value-same-tile-twice", "IC-VALUE-2")
        assert "place_value(joy)" not in legal(state)

    def test_only_beside_a_tile_in_play(self) -> None:
        state = play(scoring("r1c1", "r2c1"), "imprint(Y,f1,r3c1,-)").state
        assert refusal(state, "place_value(passion)") == ("tile-not-in-play", "IC-VALUE-1")

    def test_two_copies_of_a_tile_are_two_tiles(self) -> None:
        """IC-R47."""
        tiles = ["joy", "joy-2", "solitude", "variety", "equilibrium"]
        gone = ("r1c1", "r2c1", "r3c1", "r1c2", "r2c2")
        state = scoring(*gone, tiles=tiles, values=[["p1", "joy"]])
        step = play(state, "imprint(B,d4,r3c2,-)", "place_value(joy-2)")
        assert step.state.players[0].ep_first == 3

    def test_four_players_may_meet_beside_one_tile(self) -> None:
        """IC-R25."""
        names = ["p1", "p2", "p3", "p4"]
        state = scoring(
            "r1c1",
            "r2c1",
            players=names,
            pieces={},
            values=[["p2", "joy"], ["p3", "joy"], ["p4", "joy"]],
        )
        step = play(state, "imprint(Y,f1,r3c1,-)", "place_value(joy)")
        assert len(step.state.values) == 4


class TestTheEnd:
    """IC-END-1, IC-END-2, IC-END-3, IC-R27."""

    GONE = ("r1c1", "r2c1", "r3c1", "r1c2", "r2c2", "r3c2", "r1c3", "r2c3")
    VALUES = (("p1", "joy"), ("p1", "variety"))

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_the_third_line_brings_the_compass_and_everybody_else_a_turn(self, seats: int) -> None:
        names = [f"p{seat + 1}" for seat in range(seats)]
        state = scoring(*self.GONE, players=names, pieces={}, values=list(map(list, self.VALUES)))
        step = play(state, "imprint(K,e4,r3c3,-)")
        assert only(step, EndTriggered) == EndTriggered("IC-END-1", 0)
        assert EPGained("IC-END-2", 0, 3, "compass") in step.events
        assert step.state.compass == 0
        assert step.state.remaining == tuple(range(1, seats))
        assert step.state.players[0].ep_first == 0

    def test_no_second_compass_but_value_tokens_still(self) -> None:
        state = scoring(
            "r1c1",
            "r2c1",
            compass="p2",
            remaining=["p1"],
            values=[["p2", "joy"], ["p2", "variety"]],
        )
        step = play(state, "imprint(Y,f1,r3c1,-)", "place_value(solitude)", "end_turn")
        assert all_of(step, EndTriggered) == []
        assert step.state.players[0].ep_first == 3
        assert step.state.phase is Phase.OVER

    def test_a_third_line_in_the_last_turns_gives_nothing(self) -> None:
        state = scoring(
            *self.GONE,
            compass="p2",
            remaining=["p1"],
            values=[*map(list, self.VALUES), ["p2", "joy"], ["p2", "variety"]],
        )
        step = play(state, "imprint(K,e4,r3c3,-)", "end_turn")
        assert step.state.compass == 1
        assert all_of(step, TurnBegan) == []


def told(memories: int, lines: int = 0, seats: int = 2) -> State:
    """Return a state at track level in which p1 has just made that many memories."""
    names = [f"p{seat + 1}" for seat in range(seats)]
    state = below_full("track", ep={}, players=names, pieces={})
    values = tuple((0, tile) for tile in ("joy", "variety")[:lines])
    state = replace(state.with_player(0, memories=memories - 1, lines=lines), values=values)
    return play(state, "imprint(K,-,-,-)").state


class TestLinesAreToldAtTrackLevel:
    """IC-R28, IC-R49: at that level the box cannot see lines (section 10)."""

    def test_a_line_then_the_token(self) -> None:
        step = play(told(3), "clear_line(0)")
        assert step.events == (
            LineCleared("IC-VALUE-1", 0, None, 1),
            ValueDue("IC-VALUE-1", 0, 1),
        )
        assert play(step.state, "place_value(joy)").state.phase is Phase.CLOSE

    def test_the_third_triggers_the_end(self) -> None:
        step = play(told(9, lines=2), "clear_line(0)")
        assert only(step, EndTriggered).player == 0
        assert step.state.phase is Phase.CLOSE

    @pytest.mark.parametrize(("lines", "fewest"), [(0, 3), (1, 6), (2, 9)])
    def test_not_with_too_few_cubes_gone(self, lines: int, fewest: int) -> None:
        assert refusal(told(fewest - 1, lines), "clear_line(0)") == ("too-few-memories", "IC-R28")
        assert refusal(told(fewest, lines), "clear_line(0)") is None

    @pytest.mark.parametrize(("lines", "most"), [(0, 10), (1, 11), (2, 12)])
    def test_the_turn_does_not_end_while_one_must_have_been_cleared(
        self, lines: int, most: int
    ) -> None:
        assert refusal(told(most, lines), "end_turn") is None
        assert refusal(told(most + 1, lines), "end_turn") == ("line-missing", "IC-R28")
        assert "clear_line(0)" in legal(told(most + 1, lines))
        assert "end_turn" not in legal(told(most + 1, lines))

    def test_at_most_a_row_and_a_column_by_one_memory(self) -> None:
        state = play(told(7), "clear_line(0)", "place_value(joy)").state
        state = play(state, "clear_line(0)", "place_value(variety)").state
        assert refusal(state, "clear_line(0)") == ("lines-told", "IC-VALUE-4")

    def test_only_of_the_player_who_made_the_memory(self) -> None:
        assert refusal(told(9), "clear_line(1)") == ("no-memory", "IC-VALUE-1")
        assert refusal(below_full("track", ep={}), "clear_line(0)") == ("no-memory", "IC-VALUE-1")

    def test_above_track_level_the_box_sees_them(self) -> None:
        state = play(scoring(), "imprint(K,c2,r1c3,-)").state
        assert refusal(state, "clear_line(0)") == ("lines-are-seen", "IC-VALUE-1")


class TestALineToldLate:
    """IC-R49: this is possible in the next player's turn, before that player's memory."""

    def test_its_token_is_its_owner_s_to_place(self) -> None:
        state = play(told(3), "end_turn").state
        assert GAME.current_player(state) == 1
        state = play(state, "clear_line(0)").state
        assert (state.phase, GAME.current_player(state)) == (Phase.VALUE, 0)
        step = play(state, "place_value(joy)")
        assert only(step, ValuePlaced).player == 0
        assert step.state.players[0].ep_first == 3

    def test_then_the_next_player_still_has_the_whole_turn(self) -> None:
        state = play(told(3), "end_turn", "clear_line(0)", "place_value(joy)").state
        assert (state.phase, GAME.current_player(state)) == (Phase.MEMORY, 1)
        assert "imprint(Y,-,-,-)" in legal(state)

    def test_not_after_the_next_memory(self) -> None:
        state = play(told(3), "end_turn", "imprint(Y,-,-,-)").state
        assert refusal(state, "clear_line(0)") == ("no-memory", "IC-VALUE-1")

    def test_not_after_the_next_player_s_turn(self) -> None:
        state = play(told(3, seats=3), "end_turn", "end_turn").state
        assert refusal(state, "clear_line(0)") == ("no-memory", "IC-VALUE-1")

    def test_not_in_the_player_s_own_next_turn(self) -> None:
        """It would be mistaken for a line of this turn's memory, and cost the player that line."""
        state = play(told(3), "end_turn", "end_turn").state
        assert GAME.current_player(state) == 0
        assert refusal(state, "clear_line(0)") == ("no-memory", "IC-VALUE-1")
        assert "imprint(Y,-,-,-)" in legal(state)

    def test_a_third_line_entered_late_makes_this_turn_and_those_of_the_others_the_last(
        self,
    ) -> None:
        state = play(told(9, lines=2, seats=3), "end_turn", "clear_line(0)").state
        assert (state.phase, state.current, state.remaining) == (Phase.MEMORY, 1, (1, 2))
        step = play(state, "imprint(Y,-,-,-)", "end_turn")
        assert step.events[-1] == TurnBegan("IC-END-3", 2, 1)
        assert play(step.state, "end_turn").state.phase is Phase.CUBES
