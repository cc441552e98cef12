"""The three rows of the advanced game (section 6); the wild row is in test_memory.py."""

import pytest
from msgspec.structs import replace

from companion.games.inner_compass import GAME
from companion.games.inner_compass.actions import EndTurn
from companion.games.inner_compass.events import CubeShifted, EPGained, TokenSlid
from companion.games.inner_compass.row_actions import allowance, row_ep
from companion.games.inner_compass.state import Phase, State
from companion.i18n.catalogue import Catalogue
from tests.games.inner_compass.tables import all_of, below_full, legal, only, play, refusal, start

COLUMNS = {"Y": 1, "B": 2, "K": 3, "W": 4, "R": 5}


def advanced(*removed: str, cubes: tuple[str, ...] = (), **changes: object) -> State:
    """Return a state in which p1 has taken cubes from squares, some of them to the Life board."""
    own = cubes or tuple(f"{column}6" for column in "abcdef")[: len(removed)]
    changes = {"mode": "advanced", "removed": {"p1": removed}, "cubes": {"p1": own}, **changes}
    return below_full("scoring", **changes)


class TestEPRow:
    """IC-ADV-3, IC-ADV-4, IC-R40: row 2 of the usual board."""

    def test_0_1_2_3_4(self) -> None:
        assert [row_ep(gone) for gone in range(1, 6)] == [0, 1, 2, 3, 4]

    @pytest.mark.parametrize(("gone", "ep"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)])
    def test_are_taken_unasked(self, gone: int, ep: int) -> None:
        others = [f"r2c{column}" for column in (2, 3, 4, 5)][:gone]
        values = [["p1", "joy"]] if gone == 4 else []
        step = play(advanced(*others, values=[]), "imprint(Y,f1,r2c1,-)")
        row = [event for event in all_of(step, EPGained) if event.source == "row"]
        assert row == [EPGained("IC-ADV-4", 0, ep, "row")]
        assert step.state.players[0].ep_row == ep
        assert bool(step.state.value_due) == bool(values)

    def test_come_before_the_track_s(self) -> None:
        """Section 4.4: the row's action comes before 4.6."""
        step = play(advanced("r2c2"), "imprint(Y,f1,r2c1,-)")
        assert [event.source for event in all_of(step, EPGained)] == ["row", "track"]

    def test_belong_to_the_row_the_cube_really_came_from(self) -> None:
        """IC-ADV-3: this is so even when any square will do (IC-IMPRINT-5)."""
        gone = ("r1c1", "r2c1", "r3c1")
        state = advanced(*gone, values=[["p1", "joy"]])
        step = play(state, "imprint(Y,f1,r2c4,-)")
        assert step.state.players[0].ep_row == 1

    def test_not_in_the_standard_game(self) -> None:
        step = play(advanced("r2c2", mode="standard"), "imprint(Y,f1,r2c1,-)")
        assert step.state.players[0].ep_row == 0

    def test_rows_are_as_the_owner_s_copy_has_them(self) -> None:
        """IC-ADV-1, IC-R39."""
        state = advanced("r3c2", row_actions=["shift", "wild", "ep"])
        assert play(state, "imprint(Y,f1,r3c1,-)").state.players[0].ep_row == 1

    def test_a_board_of_five_rows_has_three_with_an_action(self) -> None:
        layout = ["YBK", "WRY", "BKW", "RYB", "KWR"]
        state = advanced("r4c1", cubes=("a6",), layout=layout)
        step = play(state, "imprint(Y,f1,r4c2,-)")
        assert [event.source for event in all_of(step, EPGained)] == ["track"]


MEMORY = "imprint(Y,-,-,-)"


class TestEPRowAtTrackLevel:
    """Section 10: at that level people report the row, and its cubes are counted."""

    def test_is_entered_after_the_memory(self) -> None:
        state = start("track", mode="advanced")
        for ep in (0, 1, 2, 3, 4):
            state = play(state, "imprint(Y,-,-,-)").state
            step = play(state, "row_ep")
            assert only(step, EPGained) == EPGained("IC-ADV-4", 0, ep, "row")
            assert refusal(step.state, "row_ep") == ("row-ep-taken", "IC-ADV-4")
            state = play(step.state, "end_turn", "end_turn").state
        state = play(state, "imprint(Y,-,-,-)").state
        assert refusal(state, "row_ep") == ("row-ep-taken", "IC-ADV-4")

    def test_not_without_a_memory(self) -> None:
        assert refusal(start("track", mode="advanced"), "row_ep") == (
            "not-now-memory",
            "IC-IMPRINT-1",
        )

    def test_only_where_a_player_board_has_such_a_row(self) -> None:
        """IC-R39: a board with fewer rows than actions lacks the last of them."""
        board = {"squares": ["YBKWRYBK", "WRYBKWRY"], "advanced_rows": ["wild", "shift", "ep"]}
        state = play(start("track", data={"player_board": board}, mode="advanced"), MEMORY).state
        assert refusal(state, "row_ep") == ("no-row-ep", "IC-ADV-4")
        assert GAME.due(state) == ()

    @pytest.mark.parametrize(
        ("language", "words"),
        [
            ("en", "Did the cube come from the EP row? Report every one, the first (0 EP) too."),
            ("de", "Kam das Klötzchen aus der EP-Reihe? Melde jedes, auch das erste (0 EP)."),
        ],
    )
    def test_every_cube_is_asked_for_the_first_too(self, language: str, words: str) -> None:
        """IC-ADV-4: no row has to be emptied."""
        state = play(start("track", mode="advanced"), MEMORY).state
        (due,) = GAME.due(state)
        assert Catalogue(language, GAME, ("Ann", "Ben")).long(due) == words
        (reminder,) = GAME.reminders(state, EndTurn())
        assert reminder == due

    def test_not_in_the_standard_game(self) -> None:
        state = play(start("track"), "imprint(Y,-,-,-)").state
        assert refusal(state, "row_ep") == ("no-row-ep", "IC-ADV-4")


class TestShiftRow:
    """IC-ADV-5, IC-R41, IC-R42, IC-R43: row 3 of the usual board."""

    def shifting(self, gone: int, cubes: tuple[str, ...] = (), **changes: object) -> State:
        """Let p1 imprint on f1, after which so many cubes of row 3 are gone."""
        others = tuple(f"r3c{column}" for column in (2, 3, 4, 5))[: gone - 1]
        return play(advanced(*others, cubes=cubes, **changes), "imprint(Y,f1,r3c1,-)").state

    def test_0_1_1_1_2(self) -> None:
        assert [allowance(gone) for gone in range(1, 6)] == [0, 1, 1, 1, 2]

    def test_the_first_cube_allows_none(self) -> None:
        assert self.shifting(1).phase is Phase.CLOSE

    def test_one_space_along_an_edge(self) -> None:
        state = self.shifting(2, ("c3",))
        assert legal(state) == {
            "stay",
            *("shift(f1,e1)", "shift(f1,f2)"),
            *("shift(c3,c2)", "shift(c3,d3)", "shift(c3,c4)", "shift(c3,b3)"),
        }
        assert refusal(state, "shift(c3,e3)") == ("too-far", "IC-R41")
        assert refusal(state, "shift(c3,d4)") == ("too-far", "IC-R41")

    def test_up_to_two_with_a_turn(self) -> None:
        state = self.shifting(5, ("c3", "a6", "b6", "c6"))
        for space in ("c2", "c1", "b2", "d4", "e3"):
            assert refusal(state, f"shift(c3,{space})") is None
        assert refusal(state, "shift(c3,e4)") == ("too-far", "IC-R41")

    def test_exactly_two_with_the_option(self) -> None:
        options = {"exact_move": True}
        state = self.shifting(5, ("c3", "a6", "b6", "c6"), options=options)
        assert refusal(state, "shift(c3,d4)") is None
        assert refusal(state, "shift(c3,c4)") == ("too-far", "IC-R41")

    def test_not_onto_an_own_cube_but_over_it(self) -> None:
        """IC-R42."""
        state = self.shifting(5, ("c3", "d3", "b6", "c6"))
        assert refusal(state, "shift(c3,d3)") == ("own-cube", "IC-R42")
        assert refusal(state, "shift(c3,e3)") is None

    def test_onto_a_cube_of_somebody_else(self) -> None:
        state = self.shifting(2, ("c3",))
        assert play(state, "shift(c3,d3)").state.players[0].cubes == ("d3", "f1")

    def test_must_end_elsewhere(self) -> None:
        assert refusal(self.shifting(2, ("c3",)), "shift(c3,c3)") == ("own-cube", "IC-R42")

    def test_only_an_own_cube(self) -> None:
        state = self.shifting(2, ("c3",))
        assert refusal(state, "shift(d3,d2)") == ("no-own-cube", "IC-ADV-5")

    def test_is_optional(self) -> None:
        """IC-ADV-3."""
        state = self.shifting(2, ("c3",))
        assert play(state, "stay").state.players[0].cubes == ("c3", "f1")
        assert refusal(state, "end_turn") == ("not-now-shift", "IC-ADV-5")

    def test_comes_before_ep_and_track_and_changes_neither(self) -> None:
        """IC-R43: it is still a memory of Happiness, though its cube moves to red."""
        state = self.shifting(2, ("c3",))
        assert state.players[0].ep_track == 0
        step = play(state, "shift(f1,e1)")
        assert step.events == (
            CubeShifted("IC-ADV-5", 0, "f1", "e1"),
            EPGained("IC-EP-1", 0, 6, "track"),
            TokenSlid("IC-TRACK-1", "Y"),
        )

    def test_a_space_left_may_be_imprinted_again(self) -> None:
        """IC-R43."""
        state = play(self.shifting(2, ("c3",)), "shift(f1,e1)", "end_turn", "end_turn").state
        assert refusal(state, "imprint(Y,f1,r1c1,-)") is None

    def test_lines_are_cleared_after_it(self) -> None:
        """Section 4.4: the order is the row's action, 4.6, 4.7."""
        gone = ("r1c1", "r2c1", "r3c2")
        state = play(advanced(*gone), "imprint(Y,f1,r3c1,-)").state
        assert (state.phase, state.players[0].lines) == (Phase.SHIFT, 0)
        state = play(state, "stay").state
        assert (state.phase, state.players[0].lines) == (Phase.VALUE, 1)

    def test_memories_are_not_reduced_by_it(self) -> None:
        state = play(self.shifting(2, ("c3",)), "shift(c3,c4)").state
        assert state.players[0].memories == len(state.players[0].cubes) == 2

    def test_none_where_every_neighbour_has_an_own_cube(self) -> None:
        """With no such choice there is nothing to ask."""
        state = replace(advanced("r3c2"), board=("YB", "KW"))
        state = state.with_player(0, cubes=("b1", "a2", "b2"))
        assert play(state, "imprint(Y,a1,r3c1,-)").state.phase is Phase.CLOSE
