"""The level `final`: players say what they have at the end, and the box scores it."""

import pytest

from companion.engine.game import IllegalAction, Setup
from companion.engine.holdings import Enter, Reopen
from companion.games.inner_compass import GAME
from companion.games.inner_compass.entering import most_ep
from companion.games.inner_compass.qualities import QUALITIES
from companion.games.inner_compass.state import Phase, State
from tests.games.inner_compass.tables import NAMES

ANN = (
    "ep.tens 40",
    "ep 47",
    "joy 1",
    "structure 1",
    "count.joy 4",
    "count.structure 2",
    "compass 1",
)
BEN = ("ep.tens 50", "ep 58", "joy 1", "next.values 0", "count.joy 1")


def begun(players: int = 2, how: str = "by_counts") -> State:
    return do(GAME.new_initial_state(Setup(NAMES[:players], "final")), how)


def do(state: State, *actions: str) -> State:
    for action in actions:
        state = GAME.apply_action(state, GAME.string_to_action(action)).state
    return state


def entered(state: State, seat: int, *what: str) -> State:
    return do(state, *(f"enter({seat},{word.replace(' ', ',')})" for word in what))


def done(state: State, *seats: int) -> State:
    for seat in seats:
        state = entered(state, seat, f"done {GAME.returns(state)[seat]}")
    return state


def offered(state: State, seat: int = 0) -> dict[str, list[int]]:
    """Return what a seat may enter, each with the possible counts."""
    found: dict[str, list[int]] = {}
    for action in GAME.legal_actions(state, seat):
        assert isinstance(action, Enter)
        found.setdefault(action.what, []).append(action.count)
    return found


def code(state: State, action: str) -> tuple[str, str] | None:
    refusal = GAME.why_not(state, GAME.string_to_action(action))
    return None if refusal is None else (refusal.code, refusal.rule)


def lines(state: State, seat: int) -> list[tuple[str, int]]:
    return [(line.rule, line.points) for line in GAME.score_breakdown(state) if line.player == seat]


class TestTheLevel:
    def test_is_neither_the_lowest_nor_the_whole_one(self) -> None:
        assert (GAME.levels[0], GAME.levels[-1]) == ("track", "full")
        assert GAME.apart == ("final",)

    def test_asks_nothing_that_was_laid_out_or_played(self) -> None:
        state = begun()
        assert state.phase is Phase.ENTER
        assert GAME.active_players(state) == (0, 1)


class TestCounts:
    def test_are_scored_with_their_rules(self) -> None:
        state = done(entered(entered(begun(), 0, *ANN), 1, *BEN), 0, 1)
        assert state.phase is Phase.OVER
        assert lines(state, 0) == [
            ("IC-EP-1", 47),
            ("IC-END-2", 3),
            ("IC-Q-JOY-1", QUALITIES["joy"].points(4)),
            ("IC-Q-STRUCTURE-1", QUALITIES["structure"].points(2)),
        ]
        assert GAME.returns(state) == (47 + 3 + 14 + 8, 58 + 2)
        assert GAME.winners(state) == (0,)

    def test_are_shown_while_they_are_entered(self) -> None:
        state = entered(begun(), 0, *ANN[:5])
        right = [line.right for line in GAME.summary(state)]
        assert [dict(text.params)["n"] for text in right if text is not None] == [61, 0]

    def test_may_come_in_any_order_of_players(self) -> None:
        apart = entered(entered(begun(), 0, *ANN), 1, *BEN)
        mixed = entered(entered(entered(begun(), 1, *BEN[:3]), 0, *ANN), 1, *BEN[3:])
        assert GAME.returns(done(apart, 1, 0)) == GAME.returns(done(mixed, 0, 1))

    def test_are_only_asked_for_tiles_with_a_token(self) -> None:
        state = entered(begun(), 0, "ep.tens 0", "ep 3", "next.values 0")
        assert set(offered(state)) == {"next.compass?", "compass"}


class TestLimits:
    def test_ep_are_no_more_than_fifteen_memories_and_bonuses_bring(self) -> None:
        state = begun()
        assert most_ep(state.variant) == 15 * 6 + 2 * 3 + 10
        tens = offered(state)["ep.tens"]
        assert tens == list(range(0, 101, 10))
        assert offered(entered(state, 0, "ep.tens 100"))["ep"] == list(range(100, 107))

    def test_a_player_has_two_value_tokens_on_different_tiles(self) -> None:
        """IC-VALUE-1, IC-VALUE-2."""
        state = entered(begun(), 0, *ANN[:3])
        assert offered(state)["joy"] == [0]
        assert set(offered(entered(state, 0, "bravery 1"))) == {"count.bravery"}

    def test_two_sticky_notes_and_three_memo_pads_are_in_play(self) -> None:
        """IC-SETUP-4: a third note of the same kind cannot have a token."""
        state = begun(3)
        sticky, memo = state.variant.sticky, state.variant.memo
        state = entered(state, 0, *ANN[:2], f"{sticky[0]} 1", f"{sticky[1]} 1")
        left = offered(entered(state, 1, *BEN[:2]), 1)
        assert left[sticky[0]] == [1]
        assert sticky[2] not in left
        assert set(memo) <= set(left)

    def test_one_player_has_the_compass(self) -> None:
        """IC-END-2: who is asked after that is not asked for it."""
        state = entered(entered(begun(), 0, *ANN), 1, *BEN)
        assert "done" in offered(state, 1)

    def test_are_said_in_one_sentence_with_their_rule(self) -> None:
        state = entered(begun(), 0, *ANN[:4])
        assert code(state, "enter(0,count.joy,16)") == ("entry-count", "IC-Q-JOY-1")
        assert code(state, "enter(0,ep,3)") == ("entry-not-asked", "IC-END-5")
        assert code(state, "enter(7,ep,3)") == ("entry-seat", "IC-END-5")
        with pytest.raises(IllegalAction, match="entry-count"):
            do(state, "enter(0,count.joy,16)")


class TestTies:
    def test_ask_for_cards_and_say_that_they_decided(self) -> None:
        """IC-TIE-1."""
        plain = ("ep.tens 50", "ep 58", "next.values 0")
        state = begun()
        state = entered(entered(state, 0, *plain, "next.compass? 0"), 1, *plain, "next.compass? 0")
        state = done(state, 0, 1)
        assert (state.phase, GAME.current_player(state)) == (Phase.HANDS, 0)
        state = do(state, "enter_hand(3)", "enter_hand(6)")
        assert GAME.winners(state) == (1,)
        assert lines(state, 1) == [("IC-EP-1", 58), ("IC-TIE-1", 0)]
        because = [line.because for line in GAME.score_breakdown(state)]
        assert [dict(text.params)["n"] for text in because if text.key == "score.cards"] == [3, 6]


class TestCorrections:
    def test_every_answer_can_be_given_again_before_it_is_confirmed(self) -> None:
        state = entered(begun(), 0, *ANN)
        assert set(offered(state)) == {
            *("done", "again.ep", "again.values", "again.compass?"),
            *("again.count.joy", "again.count.structure"),
        }
        state = entered(state, 0, "again.ep 0", "ep.tens 30", "ep 31")
        assert GAME.returns(state)[0] == 31 + 3 + 14 + 8
        assert "done" in offered(state)

    def test_another_tile_is_asked_for_its_count_at_once(self) -> None:
        state = entered(entered(begun(), 0, *ANN), 0, "again.values 0", "joy 0", "bravery 1")
        assert set(offered(state)) == {"count.bravery"}

    def test_change_what_was_entered_even_after_the_end(self) -> None:
        state = done(entered(entered(begun(), 0, *ANN), 1, *BEN), 0, 1)
        assert GAME.corrections(state) == (Reopen(0), Reopen(1))
        state = do(state, "reopen(1)")
        assert GAME.active_players(state) == (1,)
        state = done(entered(state, 1, "again.ep 0", "ep.tens 90", "ep 90"), 1)
        assert GAME.winners(state) == (1,)

    def test_need_somebody_who_has_finished(self) -> None:
        assert GAME.corrections(begun()) == ()
        assert code(begun(), "reopen(0)") == ("entry-not-done", "IC-END-5")
        assert code(begun(), "correct_ep(0,1)") is not None


class TestCubes:
    def laid(self) -> State:
        state = begun(how="by_cubes")
        while state.phase is Phase.BOARD:
            state = GAME.apply_action(state, GAME.legal_actions(state, 1)[0]).state
        return state

    def test_are_entered_on_the_board_as_it_lies(self) -> None:
        state = begun(how="by_cubes")
        assert state.phase is Phase.BOARD
        state = self.laid()
        assert state.board is not None
        assert state.phase is Phase.ENTER

    def test_are_counted_by_the_box(self) -> None:
        state = entered(self.laid(), 0, "ep.tens 10", "ep 12", "solitude 1", "next.values 0")
        state = entered(state, 0, "a1 1", "f6 1", "c3 1", "next.cubes 0")
        assert ("IC-Q-SOLITUDE-1", 10) in lines(state, 0)

    def test_stand_once_on_a_space_and_can_be_taken_away(self) -> None:
        state = entered(self.laid(), 0, "ep.tens 10", "ep 12", "next.values 0", "a1 1")
        assert offered(state)["a1"] == [0]
        assert state.players[0].cubes == ("a1",)
        assert entered(state, 0, "a1 0").players[0].cubes == ()

    def test_are_fifteen_at_most(self) -> None:
        state = entered(self.laid(), 0, "ep.tens 10", "ep 12", "next.values 0")
        for _ in range(15):
            spaces = [what for what, counts in offered(state).items() if counts == [1]]
            state = entered(state, 0, f"{spaces[0]} 1")
        assert set(offered(state)) == {"next.compass?", "compass"}
