"""Corrections that the table may make (IC-AP-4)."""

import pytest
from msgspec.structs import replace

from companion.engine.figures import DialTotal
from companion.engine.game import Correction, Setup
from companion.games.inner_compass import GAME
from companion.games.inner_compass.actions import (
    CorrectCube,
    CorrectDisplay,
    CorrectEP,
    CorrectMemories,
    CorrectPiece,
    CorrectTrack,
    CorrectTurn,
    CorrectValue,
    PutCube,
)
from companion.games.inner_compass.board import DIRECTIONS, board
from companion.games.inner_compass.ending import advance
from companion.games.inner_compass.events import Corrected, EPGained, TurnBegan, ValuePlaced
from companion.games.inner_compass.state import Phase, State, add
from tests.games.inner_compass.tables import NAMES, base, below_full, only, play, refusal


def test_every_correction_is_labelled_as_one() -> None:
    for correction in GAME.corrections(base()):
        assert only(GAME.apply_action(base(), correction), Corrected).rule == "IC-AP-4"


class TestCards:
    """What lies open, and how many somebody holds unseen."""

    def test_an_open_card_is_set_right(self) -> None:
        state = base()
        wanted = next(it for it in GAME.corrections(state) if isinstance(it, CorrectDisplay))
        step = GAME.apply_action(state, wanted)
        assert step.state.display[DIRECTIONS.index(wanted.direction)] == wanted.card
        shown = state.display[DIRECTIONS.index(wanted.direction)] or ""
        assert step.state.pool == add(add(state.pool, wanted.card, -1), shown)
        assert refusal(step.state, f"correct_display({wanted.direction},{wanted.card})") == (
            "no-such-card",
            "IC-CLEAN-2",
        )

    def test_hands_that_the_box_knows_are_not_counted(self) -> None:
        assert refusal(base(), "correct_hand(0,3)") == ("hands-are-seen", "IC-AP-4")

    def test_hands_that_it_does_not_know_are(self) -> None:
        state = replace(base(), variant=replace(base().variant, unknown_cards=True))
        size = state.draw_size
        state = play(state, "correct_hand(1,4)").state
        assert (state.players[1].unknown, state.draw_size) == (4, size - 4)
        assert refusal(state, "correct_hand(1,4)") == ("not-now", "IC-AP-4")
        few = replace(state, pool=(1, 1, 1, 1, 1))
        assert refusal(few, "correct_hand(1,9)") == ("too-many-cards", "IC-AP-4")


@pytest.mark.slow
def test_all_that_is_not_refused_is_offered() -> None:
    for state in (base(), below_full("track", ep={}), below_full("scoring")):
        seats, tiles = range(-1, 4), (*state.tiles, "passion")
        spaces = [f"{column}{row}" for column in "abcdefg" for row in range(8)]
        tried: list[Correction] = [CorrectEP(seat, n) for seat in seats for n in range(-12, 13)]
        tried += [CorrectTrack(token, place) for token in "YBKWRXQ" for place in range(9)]
        tried += [CorrectPiece(seat, space) for seat in seats for space in spaces]
        tried += [CorrectTurn(seat) for seat in seats]
        tried += [CorrectValue(seat, tile) for seat in seats for tile in tiles]
        tried += [CorrectMemories(seat, n) for seat in seats for n in range(-1, 18)]
        tried += [CorrectCube(seat, a, b) for seat in seats for a in spaces for b in spaces]
        tried += [
            DialTotal(seat, worth, digit)
            for seat in seats
            for worth in (0, 1, 10, 100, 1000)
            for digit in range(-1, 11)
        ]
        tried += [CorrectDisplay(at, card) for at in "NESW" for card in "YBKWRX"]
        squares = [f"r{row}c{column}" for row in range(5) for column in range(7)]
        tried += [PutCube(seat, a, b) for seat in seats for a in spaces for b in squares]
        offered = [action for action in tried if GAME.why_not(state, action) is None]
        assert sorted(map(str, offered)) == sorted(map(str, GAME.corrections(state)))


def test_nothing_is_corrected_before_the_track_is_laid() -> None:
    state = GAME.new_initial_state(Setup(NAMES[:2]))
    assert GAME.corrections(state) == ()
    assert refusal(state, "correct_ep(0,1)") == ("not-yet", "IC-AP-4")


@pytest.mark.parametrize(
    "notation",
    ["correct_ep(2,1)", "correct_piece(2,a1)", "correct_turn(-1)", "correct_value(2,joy)"],
)
def test_an_unknown_seat_is_refused(notation: str) -> None:
    assert refusal(base(), notation) == ("no-such-seat", "IC-AP-4")


class TestEP:
    def test_are_added_or_taken_away(self) -> None:
        state = play(base(), "correct_ep(1,-3)", "correct_ep(0,10)").state
        assert [player.ep for player in state.players] == [10, 0]

    def test_never_fall_below_nothing(self) -> None:
        assert refusal(base(), "correct_ep(1,-4)") == ("ep-negative", "IC-AP-4")
        assert refusal(base(), "correct_ep(1,-3)") is None

    @pytest.mark.parametrize("change", [0, 11, -11])
    def test_by_one_to_ten_at_a_time(self, change: int) -> None:
        assert refusal(base(), f"correct_ep(1,{change})") == ("ep-change", "IC-AP-4")

    def test_stand_on_the_score_sheet_as_what_they_are(self) -> None:
        state = play(base(), "correct_ep(0,2)").state
        line = next(line for line in GAME.score_breakdown(state) if line.rule == "IC-AP-4")
        assert (line.player, line.points) == (0, 2)

    def test_after_the_end_new_leaders_are_asked_for_their_cards(self) -> None:
        """IC-TIE-1."""
        over = advance(below_full("scoring", ep={"p1": 1}, cubes={}, removed={}), ()).state
        assert over.phase is Phase.OVER
        tied = GAME.apply_action(over, CorrectEP(1, 1)).state
        assert (tied.phase, tied.current) == (Phase.HANDS, 0)
        assert GAME.apply_action(tied, CorrectEP(1, 1)).state.phase is Phase.OVER


class TestTrack:
    def test_a_token_goes_to_a_space_and_the_others_close_up(self) -> None:
        assert play(base(), "correct_track(R,1)").state.track == tuple("RYBKWX")
        assert play(base(), "correct_track(X,2)").state.track == tuple("YXBKWR")

    def test_x_never_to_the_top(self) -> None:
        """IC-TRACK-3."""
        assert refusal(base(), "correct_track(X,1)") == ("x-on-top", "IC-TRACK-3")
        second = base(track=["Y", "X", "B", "K", "W", "R"])
        assert refusal(second, "correct_track(Y,2)") == ("x-on-top", "IC-TRACK-3")

    def test_not_to_where_it_lies(self) -> None:
        assert refusal(base(), "correct_track(K,3)") == ("token-there", "IC-AP-4")

    @pytest.mark.parametrize("notation", ["correct_track(Q,1)", "correct_track(Y,7)"])
    def test_only_tokens_and_spaces_that_exist(self, notation: str) -> None:
        assert refusal(base(), notation) == ("no-such-emotion", "IC-TRACK-3")


class TestPiece:
    def test_goes_anywhere(self) -> None:
        assert play(base(), "correct_piece(1,a1)").state.players[1].piece == "a1"

    def test_not_to_where_it_stands(self) -> None:
        assert refusal(base(), "correct_piece(0,c3)") == ("piece-there", "IC-AP-4")
        assert refusal(base(), "correct_piece(0,g1)") == ("no-such-space", "IC-R1")

    def test_not_where_pieces_are_not_followed_or_not_now(self) -> None:
        assert refusal(below_full("scoring"), "correct_piece(0,a1)") == ("not-now", "IC-AP-4")
        discarding = replace(base(), phase=Phase.DISCARD)
        assert refusal(discarding, "correct_piece(0,a1)") == ("not-now", "IC-AP-4")

    def test_after_a_free_move_only_to_where_the_step_can_be_made(self) -> None:
        """IC-R6: otherwise the turn could not go on."""
        rows = ["YYYYRB", "YYYYRB", "YYYYRB", "BBBBRB", "RRRRRB", "KKKKWW"]
        state = base(board=rows, pieces={"p1": "a1", "p2": "f6"})
        state = play(state, "free_move(d1)").state
        assert refusal(state, "correct_piece(0,b2)") == ("no-way-out", "IC-R6")
        assert refusal(state, "correct_piece(1,b2)") is None
        assert GAME.legal_actions(play(state, "correct_piece(0,d2)").state, 0)


class TestTurn:
    def test_is_given_to_a_player_and_begins_anew(self) -> None:
        step = play(base(), "move(N)", "correct_turn(1)")
        assert step.events[-1] == TurnBegan("IC-CLEAN-4", 1, None)
        assert (step.state.current, step.state.phase) == (1, Phase.FREE)

    def test_given_back_the_player_has_all_of_it(self) -> None:
        state = play(below_full("track", ep={}), "imprint(Y,-,-,-)", "correct_turn(0)").state
        assert state.phase is Phase.MEMORY
        assert refusal(state, "imprint(B,-,-,-)") is None
        assert refusal(state, "clear_line(0)") == ("no-memory", "IC-VALUE-1")

    @pytest.mark.parametrize("phase", [Phase.VALUE, Phase.SHIFT, Phase.REFILL, Phase.OVER])
    def test_not_in_the_middle_of_what_must_be_finished(self, phase: Phase) -> None:
        state = replace(base(), phase=phase)
        assert refusal(state, "correct_turn(1)") == ("not-now", "IC-AP-4")

    @pytest.mark.parametrize("seat", [0, 1, 2])
    def test_in_the_last_turns_the_others_still_have_theirs(self, seat: int) -> None:
        """IC-END-3."""
        state = below_full(
            "scoring",
            players=["p1", "p2", "p3"],
            pieces={},
            compass="p1",
            current="p2",
            remaining=["p2", "p3"],
        )
        state = GAME.apply_action(state, CorrectTurn(seat)).state
        turns = []
        while state.phase is Phase.MEMORY:
            turns.append(state.current)
            state = play(state, "end_turn").state
        assert turns == {0: [0, 1, 2], 1: [1, 2], 2: [2, 1]}[seat]


class TestValueToken:
    """IC-R49: a token was forgotten, at the level where people report lines."""

    TRACK: State = below_full("track", ep={})

    def test_counts_with_its_line_and_its_bonus(self) -> None:
        step = play(self.TRACK, "correct_value(1,joy)")
        assert only(step, ValuePlaced) == ValuePlaced("IC-VALUE-1", 1, "joy")
        assert only(step, EPGained) == EPGained("IC-VALUE-3", 1, 3, "first")
        assert step.state.players[1].lines == 1

    def test_a_later_one_beside_a_tile_brings_no_bonus(self) -> None:
        step = play(self.TRACK, "correct_value(1,joy)", "correct_value(0,joy)")
        assert [player.ep_first for player in step.state.players] == [0, 3]

    def test_two_a_player_on_two_tiles(self) -> None:
        state = play(self.TRACK, "correct_value(1,joy)").state
        assert refusal(state, "correct_value(1,joy)") == ("value-same-tile-twice", "IC-VALUE-2")
        assert refusal(state, "correct_value(1,passion)") == ("value-same-tile-twice", "IC-VALUE-2")
        state = play(state, "correct_value(1,variety)").state
        assert refusal(state, "correct_value(1,solitude)") == ("not-now", "IC-AP-4")

    def test_not_where_the_box_sees_the_lines(self) -> None:
        assert refusal(below_full("scoring"), "correct_value(1,joy)") == (
            "lines-are-seen",
            "IC-VALUE-1",
        )


class TestMemories:
    """IC-AP-4: the box has not seen them, because somebody joined a game that goes on."""

    def test_are_set_to_what_lies_on_the_table(self) -> None:
        state = play(below_full("track", ep={}), "correct_memories(1,5)").state
        assert state.players[1].memories == 5
        assert refusal(state, "correct_memories(1,5)") == ("not-now", "IC-AP-4")
        assert refusal(state, "correct_memories(1,16)") == ("cubes-at-most", "IC-AP-4")

    def test_are_seen_by_the_box_at_other_levels(self) -> None:
        assert refusal(below_full("scoring"), "correct_memories(1,5)") == (
            "memories-are-seen",
            "IC-AP-4",
        )


class TestACube:
    def test_goes_to_another_space_of_its_emotion(self) -> None:
        state = below_full("scoring")
        colour = board(state.board).colour
        for correction in GAME.corrections(state):
            if isinstance(correction, CorrectCube):
                assert colour[correction.source] == colour[correction.space]
                after = GAME.apply_action(state, correction).state
                assert correction.space in after.players[correction.player].cubes
                assert correction.source not in after.players[correction.player].cubes
                break
        else:
            raise AssertionError("no cube can be moved")


class TestCubesThatLieAlready:
    def test_bring_nothing_but_their_place(self) -> None:
        state = below_full("scoring")
        put = next(each for each in GAME.corrections(state) if isinstance(each, PutCube))
        step = GAME.apply_action(state, put)
        player, before = step.state.players[put.player], state.players[put.player]
        assert player.cubes == (*before.cubes, put.space)
        assert player.removed == (*before.removed, put.square)
        assert (player.ep, step.state.track) == (before.ep, state.track)
        assert GAME.violations(state, step) == ()

    @pytest.mark.parametrize("level", ["scoring", "full"])
    def test_of_whose_turn_it_is_leave_the_turn_to_be_taken(self, level: str) -> None:
        """A line that they clear gets its value token, then the next cubes are entered."""
        state = base() if level == "full" else below_full("scoring")
        seat = state.current
        state = state.with_player(seat, removed=(), cubes=(), memories=0, lines=0)
        before = state.phase
        for square in ("r1c1", "r2c1", "r3c1", "r1c2"):
            possible = [each for each in GAME.corrections(state) if isinstance(each, PutCube)]
            put = next(it for it in possible if (it.player, it.square) == (seat, square))
            state = GAME.apply_action(state, put).state
            if state.phase is Phase.VALUE:
                state = GAME.apply_action(state, GAME.legal_actions(state, seat)[0]).state
            assert (state.phase, state.current) == (before, seat)
        assert (len(state.players[seat].cubes), state.players[seat].lines) == (4, 1)

    def test_never_clear_the_third_line(self) -> None:
        state = below_full("scoring")
        two = [f"r{row}c{column}" for column in (1, 2) for row in (1, 2, 3)]
        state = state.with_player(1, removed=(*two, "r1c3", "r2c3"), lines=2)
        assert state.board is not None
        emotion = state.variant.layout[2][2]
        space = next(at for at, colour in board(state.board).colour.items() if colour == emotion)
        assert refusal(state, f"put_cube(1,{space},r3c3)") == ("line-ends", "IC-END-1")
