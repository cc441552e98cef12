"""Phase one: moves, collecting, blocked players, repetition, the end."""

import pytest

from companion.games.compass_jewels import GAME, turn
from companion.games.compass_jewels.area import on
from companion.games.compass_jewels.events import (
    CardCollected,
    CardPut,
    PhaseEnded,
    PlayerBlocked,
    PositionRepeated,
)
from companion.games.compass_jewels.state import Phase
from tests.games.compass_jewels.tables import (
    EXAMPLE_9,
    example_1,
    example_9,
    legal,
    only,
    play,
    position,
    refusal,
)

PLACED = ("take_card(Y,BPGR)", "put_card(a5)", "turn_card(G)")
"""White of example 9 places Y/GRBP on a5."""


class TestMoving:
    def test_the_texts_east_example(self) -> None:
        """CJ-X01, CJ-MOVE-2, CJ-MOVE-3, CJ-MOVE-4."""
        assert legal(example_1()) == {"move(b4,c4)", "move(b4,e4)"}

    def test_the_texts_south_example(self) -> None:
        """CJ-X02, CJ-MOVE-4, CJ-MOVE-5."""
        cards = {"c6": "Y/GRBP", "c5": "B/RYGP", "c4": "G/RYBP", "c3": "B/YRGP"}
        cards |= {"a1": "R/YGBP", "f1": "P/RYGB"}
        assert legal(position(cards, ("c6", "a1"), ("c3", "f1"))) == {"move(c6,c5)"}
        over = position(cards, ("c6", "a1"), ("c4", "f1"))
        assert legal(over) == {"move(c6,c5)", "move(c6,c3)"}

    @pytest.mark.parametrize(
        ("notation", "reason"),
        [
            ("move(b4,g4)", ("no-such-square", "CJ-NOTE-3")),
            ("move(c4,e4)", ("not-your-checker", "CJ-TURN-1")),
            ("move(f4,c4)", ("not-your-checker", "CJ-TURN-1")),
            ("move(b4,b4)", ("not-straight", "CJ-MOVE-1")),
            ("move(b4,c5)", ("not-straight", "CJ-MOVE-1")),
            ("move(b4,b5)", ("hole", "CJ-MOVE-4")),
            ("move(b4,f4)", ("occupied", "CJ-MOVE-4")),
            ("move(b4,d4)", ("wrong-colour", "CJ-MOVE-2")),
        ],
    )
    def test_a_refusal_says_why(self, notation: str, reason: tuple[str, str]) -> None:
        assert refusal(example_1(), notation) == reason

    def test_the_card_that_is_left_is_collected(self) -> None:
        """CJ-X08, CJ-COLLECT-1, CJ-COLLECT-2."""
        step = play(example_1(), "move(b4,e4)")
        assert only(step, CardCollected).card == "G/YRBP"
        assert step.state.players[0].cards == ("G/BPYR",)
        assert step.state.players[0].checkers == ("e4", "a1")
        assert on(step.state.layout, "b4") is None
        assert sum(card is not None for card in step.state.layout) == 6

    def test_players_alternate(self) -> None:
        """CJ-TURN-1."""
        assert play(example_1(), "move(b4,e4)").state.current == 1

    def test_who_can_move_must(self) -> None:
        """CJ-TURN-2, CJ-R3: ending or placing is legal only if neither checker can move."""
        state = play(example_9(["B/GYRP"]), *PLACED).state
        state = play(state, "take_card(B,GYRP)", "put_card(f1)", "turn_card(G)").state
        assert refusal(state, "end_phase") == ("must-move", "CJ-TURN-2")
        assert refusal(example_1(), "end_phase") == ("must-move", "CJ-TURN-2")
        assert refusal(example_1(), "take_card(Y,BPGR)") == ("must-move", "CJ-TURN-2")


class TestBlocked:
    def test_nothing_fits(self) -> None:
        """CJ-X09, CJ-BLOCK-1, CJ-BLOCK-2, CJ-BLOCK-3."""
        state = example_9()
        assert state.phase is Phase.BLOCKED
        assert legal(state) == {"end_phase", "take_card(Y,BPGR)"}
        assert refusal(state, "move(a1,c3)") == ("not-straight", "CJ-MOVE-1")

    def test_a_card_may_be_put_on_any_hole_in_any_orientation(self) -> None:
        """CJ-X09, CJ-BLOCK-3, CJ-R15: there are 32 holes and four orientations."""
        state = play(example_9(), "take_card(Y,BPGR)").state
        assert state.players[0].cards == ()
        assert len(legal(state)) == 32
        assert refusal(state, "put_card(a1)") == ("no-hole", "CJ-R15")
        assert refusal(state, "put_card(a7)") == ("no-such-square", "CJ-R15")
        state = play(state, "put_card(b2)").state
        assert legal(state) == {f"turn_card({colour})" for colour in "BPGR"}
        assert refusal(state, "turn_card(Y)") == ("no-such-border", "CJ-COMP-2")

    def test_after_placing_the_turn_is_over(self) -> None:
        """CJ-X10, CJ-BLOCK-4: this is so although a1-a5 would now be legal."""
        step = play(example_9(), *PLACED)
        assert only(step, CardPut).card == "Y/GRBP"
        assert step.state.current == 1

    def test_with_an_empty_collection_there_is_only_the_end(self) -> None:
        """CJ-X10, CJ-BLOCK-5, CJ-R6."""
        state = play(example_9(), *PLACED).state
        assert legal(state) == {"end_phase"}
        assert refusal(state, "take_card(Y,BPGR)") == ("nothing-collected", "CJ-BLOCK-5")

    def test_only_own_cards_are_placed(self) -> None:
        """CJ-BLOCK-3."""
        assert refusal(example_9(), "take_card(B,GYRP)") == ("not-collected", "CJ-BLOCK-3")
        assert refusal(example_9(), "take_card(B,YRPG)") == ("no-such-card", "CJ-COMP-3")

    def test_it_is_decided_again_each_turn(self) -> None:
        """CJ-X11, CJ-BLOCK-6, CJ-BLOCK-7: a card that was put is a target and can be collected."""
        state = play(example_9(["B/GYRP"]), *PLACED).state
        state = play(state, "take_card(B,GYRP)", "put_card(f1)", "turn_card(G)").state
        assert legal(state) == {"move(a1,a5)", "move(f6,f1)"}
        after = play(state, "move(a1,a5)").state
        assert only(play(example_9(), *PLACED), PlayerBlocked).player == 1
        assert after.players[0].cards == ("R/BPYG",)

    def test_two_blocked_players_do_not_end_the_phase(self) -> None:
        """CJ-R18."""
        state = play(example_9(["B/GYRP"]), *PLACED).state
        assert (state.phase, state.current) == (Phase.BLOCKED, 1)


class TestEnd:
    def test_a_blocked_player_ends_it_at_once(self) -> None:
        """CJ-BLOCK-2, CJ-R5: the opponent gets no turn."""
        step = play(example_9(), "end_phase")
        assert only(step, PhaseEnded).player == 0
        assert step.state.phase is Phase.OVER

    def test_cards_on_the_table_belong_to_nobody(self) -> None:
        """CJ-PHASE-1, CJ-PHASE-2, CJ-R7: cards under checkers are included."""
        after = play(example_9(), "end_phase").state
        assert [player.cards for player in after.players] == [("Y/BPGR",), ()]


TO_AND_FRO = (
    *("move(a1,a2)", "move(f1,f2)"),
    *("take_card(R,BPGY)", "put_card(a1)", "turn_card(G)"),
    *("take_card(R,BPGY)", "put_card(f1)", "turn_card(G)"),
    *("move(a2,a1)", "move(f2,f1)"),
    *("take_card(G,BRPY)", "put_card(a2)", "turn_card(Y)"),
    *("take_card(G,BRPY)", "put_card(f2)", "turn_card(Y)"),
)
"""Both players go on to a card, put the one that they left back, and return in the same way."""


class TestRepetition:
    def test_a_game_can_go_back_and_forth(self) -> None:
        """CJ-R10: the game ends at the third occurrence, after moving back and forth twice."""
        cards = {"a1": "R/GYBP", "f1": "R/GYBP", "a2": "G/YBRP", "f2": "G/YBRP"}
        cards |= {"c4": "B/RYGP", "d5": "P/RYGB"}
        state = position(cards, ("a1", "c4"), ("f1", "d5"))
        once = play(state, *TO_AND_FRO).state
        assert (once.phase, once.layout) == (Phase.MOVE, state.layout)
        twice = play(once, *TO_AND_FRO)
        assert only(twice, PositionRepeated).times == 3
        assert twice.state.phase is Phase.OVER
        (said,) = GAME.instructions(once, GAME.string_to_action(TO_AND_FRO[-1]), twice)
        assert said.key == "do.repeated", "the end is a ruling of ours, and the box says so"

    def test_the_digest_tells_cards_checkers_collections_and_turn_apart(self) -> None:
        """CJ-R10."""
        state = example_9()
        others = (
            position(EXAMPLE_9 | {"a1": "R/GBPY"}, ("a1", "f6"), ("c3", "d5"), (["Y/GRBP"], [])),
            position(EXAMPLE_9, ("c3", "f6"), ("a1", "d5"), (["Y/GRBP"], [])),
            position(EXAMPLE_9, ("a1", "f6"), ("c3", "d5"), ([], ["Y/GRBP"])),
        )
        digests = {turn.digest(changed) for changed in (state, *others)}
        assert len(digests) == 4

    def test_checkers_of_a_player_and_the_order_of_collecting_do_not_matter(self) -> None:
        """CJ-R10."""
        first = position(EXAMPLE_9, ("a1", "f6"), ("c3", "d5"), (["Y/GRBP", "B/GYRP"], []))
        second = position(EXAMPLE_9, ("f6", "a1"), ("d5", "c3"), (["B/GYRP", "Y/GRBP"], []))
        assert turn.digest(first) == turn.digest(second)

    def test_the_third_occurrence_ends_phase_one(self) -> None:
        """CJ-R10: the first occurrence is that on the position's first turn."""
        state = example_9()
        twice = turn.begin(state, 0, ())
        assert twice.state.phase is Phase.BLOCKED
        thrice = turn.begin(twice.state, 0, ())
        assert only(thrice, PositionRepeated).times == 3
        assert thrice.state.phase is Phase.OVER

    @pytest.mark.parametrize(("stop", "phase"), [(0, Phase.BLOCKED), (2, Phase.OVER)])
    def test_how_often_can_be_set(self, stop: int, phase: Phase) -> None:
        """CJ-R10: 0 means never."""
        assert turn.begin(example_9(repetition_stop=stop), 0, ()).state.phase is phase
