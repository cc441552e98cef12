"""Draw pile, discard pile and cards that the box has not seen (section 4.8)."""

from msgspec.structs import replace

from companion.engine.game import Setup
from companion.games.inner_compass import GAME
from companion.games.inner_compass.events import BonusDrawn, Reshuffled
from companion.games.inner_compass.invariants import violations
from companion.games.inner_compass.state import NO_CARDS, Phase, State, cards, letters
from tests.games.inner_compass.tables import NAMES, all_of, base, legal, only, play, refusal, walk


class TestReshuffle:
    """IC-CLEAN-3, IC-R35: reshuffle once the draw pile is empty and the discard pile is not."""

    def test_after_the_refill_that_empties_the_draw_pile(self) -> None:
        step = play(base(draw="R"), "move(W)", "feel", "end_turn", "deal(R)")
        assert only(step, Reshuffled) == Reshuffled("IC-CLEAN-3", 3)
        assert letters(step.state.pool) == "WWW"
        assert step.state.discard == NO_CARDS

    def test_after_a_bonus_before_the_payment_of_the_same_turn(self) -> None:
        step = play(base(draw="R"), "move(N)", "feel", "deal(R)")
        assert step.events[-2:] == (BonusDrawn("IC-FEEL-3", 0, "R"), Reshuffled("IC-CLEAN-3", 3))
        step = play(step.state, "imprint(K,c2,r1c3,KK)")
        assert (letters(step.state.pool), letters(step.state.discard)) == ("WWW", "KK")

    def test_after_the_payment_that_follows_when_both_piles_were_empty(self) -> None:
        step = play(base(draw="R", discard=""), "move(N)", "feel", "deal(R)")
        assert all_of(step, Reshuffled) == []
        step = play(step.state, "imprint(K,c2,r1c3,KK)")
        assert only(step, Reshuffled).cards == 2
        assert (letters(step.state.pool), letters(step.state.discard)) == ("KK", "")

    def test_discards_of_one_cleanup_are_shuffled_together(self) -> None:
        state = base(draw="R", discard="", hands={"p1": "YYYYYBBBBB", "p2": ""})
        step = play(state, "move(N)", "feel", "deal(R)", "end_turn", "discard(Y)")
        assert all_of(step, Reshuffled) == []
        step = play(step.state, "discard(B)")
        assert only(step, Reshuffled).cards == 2
        assert legal(step.state) == {"deal(Y)", "deal(B)"}

    def test_not_while_there_is_a_card_to_draw(self) -> None:
        step = play(base(draw="RB"), "move(W)", "feel", "end_turn", "deal(R)")
        assert all_of(step, Reshuffled) == []


class TestBothPilesEmpty:
    """IC-R36."""

    EMPTY = base(draw="", discard="")

    def test_the_bonus_is_lost(self) -> None:
        state = play(self.EMPTY, "move(N)").state
        assert "feel(False)" not in legal(state)
        assert play(state, "feel").state.phase is Phase.MEMORY

    def test_the_slot_stays_empty_and_gives_no_card(self) -> None:
        state = play(self.EMPTY, "move(N)", "feel", "end_turn").state
        assert (state.current, state.display) == (1, (None, *"YWB"))
        state = play(state, "move(N)").state
        assert refusal(state, "feel") == ("empty-slot", "IC-R36")

    def test_a_later_cleanup_fills_as_far_as_cards_allow_north_first(self) -> None:
        slots = {"N": None, "E": None, "S": None, "W": "B"}
        state = base(draw="", discard="", display=slots, hands={"p1": "KK", "p2": ""})
        state = play(state, "move(N)", "imprint(K,c2,r1c3,KK)", "end_turn").state
        assert state.phase is Phase.REFILL
        state = play(state, "deal(K)", "deal(K)").state
        assert (state.current, state.display) == (1, ("K", "K", None, "B"))

    def test_cannot_happen_with_69_cards(self) -> None:
        assert 4 * 10 + 2 + 4 < 69


class TestUnknownCards:
    """With the option ``unknown_cards``, hands fill with cards unknown to the box (section 10)."""

    def table(self, unknown: int, hand: str = "", pool: str = "YBKWR") -> State:
        state = base(draw=pool)
        variant = replace(state.variant, unknown_cards=True)
        return replace(state.with_player(0, hand=cards(hand), unknown=unknown), variant=variant)

    def test_are_all_that_the_box_draws_for_a_hand(self) -> None:
        state = play(self.table(0), "move(N)", "feel").state
        chances = dict(GAME.chance_outcomes(state))
        assert chances[GAME.string_to_action("deal(?)")] == 1.0
        assert chances[GAME.string_to_action("deal(R)")] == 0.0, "may be named by who saw it"
        assert sum(chances.values()) == 1.0
        state = play(state, "deal(?)").state
        assert (state.players[0].unknown, state.draw_size) == (1, 4)
        assert letters(state.pool) == "YBKWR"

    def test_are_not_for_the_display(self) -> None:
        state = play(self.table(0), "move(N)", "feel", "deal(?)", "end_turn").state
        assert "deal(?)" not in legal(state)
        assert refusal(state, "deal(?)") == ("no-such-card", "IC-CLEAN-2")

    def test_are_refused_without_the_option(self) -> None:
        state = play(base(), "move(N)", "feel").state
        assert refusal(state, "deal(?)") == ("no-such-card", "IC-FEEL-3")

    def test_pay_for_any_colour_that_nobody_has_seen(self) -> None:
        state = play(self.table(2, pool="YKK"), "move(N)").state
        step = play(state, "imprint(K,c2,r1c3,KK)")
        assert step.state.players[0].unknown == 0
        assert letters(step.state.pool) == "Y"
        assert refusal(
            play(self.table(2, pool="YYK"), "move(N)").state, "imprint(K,c2,r1c3,KK)"
        ) == (
            "cards-missing",
            "IC-COST-2",
        )

    def test_known_cards_go_first(self) -> None:
        state = play(self.table(1, hand="KK", pool="YKK"), "move(N)").state
        step = play(state, "imprint(K,c2,r1c3,KK)")
        assert (step.state.players[0].hand, step.state.players[0].unknown) == (NO_CARDS, 1)

    def test_count_for_the_hand_limit_and_can_be_discarded_as_what_they_are(self) -> None:
        state = self.table(10, hand="Y", pool="YYYYYBBBBBR")
        state = play(state, "move(W)", "end_turn").state
        assert legal(state) == {"discard(Y)", "discard(B)", "discard(R)"}
        step = play(state, "discard(B)")
        assert step.state.players[0].hand_size == 10
        assert letters(step.state.discard) == "BWWW"

    def test_all_cards_stay_accounted_for(self) -> None:
        options = {"unknown_cards": True}
        drawn = 0
        for seed in range(4):
            for moment in walk(Setup(NAMES[:2], "full", options), seed):
                state = moment.before
                if state.phase is Phase.BONUS:
                    drawn += 1
                    step = play(state, "deal(?)")
                    assert violations(state, step) == ()
                    assert step.state.draw_size == state.draw_size - 1
        assert drawn
