"""The setup: dealing, orientation, first player, checkers."""

from collections import Counter

import pytest

from companion.engine.game import CHANCE, Setup, SetupError
from companion.games.compass_jewels import GAME, setup
from companion.games.compass_jewels.cards import KINDS, kind
from companion.games.compass_jewels.state import Phase, State
from companion.games.compass_jewels.variant import SOURCES
from tests.games.compass_jewels.tables import NAMES, legal, play, refusal, start, walk


def new(**options: object) -> State:
    state: State = GAME.new_initial_state(Setup(NAMES, options=options))
    return state


def dealt() -> State:
    """Return the state after the deal."""
    state = new()
    while state.phase is Phase.DEAL:
        state = GAME.apply_action(state, GAME.legal_actions(state, CHANCE)[-1]).state
    return state


def test_there_are_two_players() -> None:
    """CJ-R16, CJ-COMP-1."""
    for names in (("Ann",), ("Ann", "Ben", "Cem")):
        with pytest.raises(SetupError, match="for 2 players"):
            GAME.new_initial_state(Setup(names))


class TestDeal:
    def test_every_card_in_every_orientation_is_equally_likely_at_first(self) -> None:
        """CJ-SETUP-1, CJ-R12: a dealt card can lie in four ways."""
        outcomes = GAME.chance_outcomes(new())
        assert len(outcomes) == 120
        assert {chance for _, chance in outcomes} == {1 / 120}

    def test_a_kind_with_one_copy_dealt_is_half_as_likely(self) -> None:
        """CJ-COMP-3."""
        after = play(new(), "deal(R,BPYG,B)").state
        chances = {GAME.action_to_string(action): n for action, n in GAME.chance_outcomes(after)}
        assert chances["deal(R,BPYG,Y)"] == pytest.approx(1 / 59 / 4)
        assert chances["deal(G,BPRY,B)"] == pytest.approx(2 / 59 / 4)

    def test_a_card_lies_as_it_was_dealt(self) -> None:
        """CJ-R12: orientation counts."""
        assert play(new(), "deal(R,BPYG,Y)").state.layout == ("R/YGBP",)

    def test_both_copies_can_lie_but_not_a_third(self) -> None:
        """CJ-COMP-3."""
        after = play(new(), "deal(R,BPYG,Y)", "deal(R,BPYG,B)").state
        assert refusal(after, "deal(R,BPYG,B)") == ("both-laid", "CJ-COMP-3")

    def test_36_cards_are_dealt_and_24_are_out_of_the_game(self) -> None:
        """CJ-SETUP-1, CJ-SETUP-2, CJ-R1."""
        state = dealt()
        assert len(state.layout) == 36
        assert setup.left(state).total() == 24
        assert not Counter(kind(card or "") for card in state.layout) - Counter(KINDS * 2)

    @pytest.mark.parametrize(
        ("notation", "code"),
        [
            ("deal(R,YGBP,Y)", "no-such-card"),
            ("deal(R,BPYR,B)", "no-such-card"),
            ("deal(R,BPYG,R)", "no-such-border"),
            ("move(a1,a2)", "not-now-deal"),
            ("lay(R,BPYG)", "not-now-deal"),
        ],
    )
    def test_nonsense_is_refused(self, notation: str, code: str) -> None:
        assert (refusal(new(), notation) or ("",))[0] == code


class TestOrientation:
    """CJ-DATA-3: the orientation of cards may come from several sources."""

    def test_virtual_is_the_usual_way(self) -> None:
        assert new().phase is Phase.DEAL
        assert new(orientation_source="virtual") == new()

    def test_entered_asks_for_each_card_which_border_is_north(self) -> None:
        state = play(new(orientation_source="entered"), "lay(R,BPYG)").state
        assert state.phase is Phase.TURN
        assert legal(state) == {f"enter_turn({colour})" for colour in "BPYG"}
        assert refusal(state, "enter_turn(R)") == ("no-such-border", "CJ-COMP-2")
        assert play(state, "enter_turn(Y)").state.layout == ("R/YGBP",)

    def test_with_all_marks_north_nothing_is_asked(self) -> None:
        state = play(new(orientation_source="mark_north"), "lay(R,BPYG)", "lay(G,BPRY)").state
        assert state.layout == ("R/BPYG", "G/BPRY")
        assert state.phase is Phase.LAY

    @pytest.mark.parametrize("source", SOURCES)
    def test_all_ways_lead_to_a_whole_area(self, source: str) -> None:
        state = start(orientation_source=source)
        assert None not in state.layout
        assert len(state.layout) == 36


class TestCheckers:
    def test_chance_or_agreement_says_who_is_a(self) -> None:
        """CJ-SETUP-3, CJ-R2: A places first and moves first."""
        state = play(dealt(), "choose_start(1)").state
        assert [probability for _, probability in GAME.chance_outcomes(dealt())] == [1 / 2, 1 / 2]
        assert GAME.current_player(state) == state.start == 1

    def test_each_player_has_a_colour(self) -> None:
        """CJ-SETUP-3."""
        assert new().variant.checkers == ("white", "black")
        assert new(checkers=["black", "white"]).variant.checkers == ("black", "white")

    def test_they_are_placed_in_turn_then_a_moves(self) -> None:
        """CJ-SETUP-4, CJ-NOTE-5, CJ-TURN-1: A and B alternate, even if nothing is in reach."""
        state = play(dealt(), "choose_start(1)").state
        placing = []
        for square in ("a1", "b1", "c1", "d1"):
            placing.append(state.current)
            state = play(state, f"place_checker({square})").state
        assert placing == [1, 0, 1, 0]
        assert state.current == 1
        assert [player.checkers for player in state.players] == [("b1", "d1"), ("a1", "c1")]

    def test_not_two_on_a_card(self) -> None:
        """CJ-SETUP-4."""
        state = play(dealt(), "choose_start(0)", "place_checker(a1)").state
        assert refusal(state, "place_checker(a1)") == ("checker-there", "CJ-SETUP-4")
        assert refusal(state, "place_checker(g1)") == ("no-such-square", "CJ-NOTE-3")
        assert len(legal(state)) == 35


@pytest.mark.slow
def test_random_setups_are_sound() -> None:
    for seed in range(3):
        for source in SOURCES:
            moments = list(walk(Setup(NAMES, options={"orientation_source": source}), seed))
            assert all(GAME.violations(moment.before, moment.step) == () for moment in moments)
