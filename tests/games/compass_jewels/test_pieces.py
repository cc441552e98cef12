"""Pieces with tags, and where they belong."""

from companion.engine.game import Setup
from companion.games.compass_jewels import GAME
from companion.games.compass_jewels.state import State
from companion.table.sensing.placement import action_sequences, matches
from tests.games.compass_jewels.tables import (
    NAMES,
    TWO_COLOURS,
    declaring,
    example_1,
    example_9,
    play,
)


def test_60_cards_and_four_checkers_can_carry_tags() -> None:
    """CJ-DATA-3, CJ-DATA-4, CJ-COMP-1."""
    names = [piece.id for piece in GAME.pieces(example_1())]
    assert len([name for name in names if name.startswith("card-")]) == 60
    assert {"card-R/BPYG-1", "card-R/BPYG-2"} < set(names)
    assert [name for name in names if name.startswith("checker-")] == [
        f"checker-{colour}-{copy}" for colour in ("white", "black") for copy in (1, 2)
    ]


def test_a_card_on_the_reader_means_what_the_phase_expects() -> None:
    """If all meanings are refused, the first one's refusal is shown."""

    def first(state: State, piece: str) -> object:
        card = next(candidate for candidate in GAME.pieces(state) if candidate.id == piece)
        return card.selects[0]["action"]

    assert first(example_1(), "card-R/BPYG-1") == "take_card"
    assert first(declaring(TWO_COLOURS), "card-R/BPYG-1") == "place_card"
    assert first(GAME.new_initial_state(Setup(NAMES)), "card-R/BPYG-1") == "deal"
    assert first(example_1(), "checker-white-1") == "move"


def test_cards_and_checkers_stand_on_squares() -> None:
    placements = GAME.placements(example_1())
    assert placements["b4"] == {"card-G/BPYR", "checker-white"}
    assert placements["c4"] == {"card-R/BPYG"}
    assert "a2" not in placements


def test_a_sensed_move_is_understood() -> None:
    """The card is gone and the checker elsewhere, which only one move explains."""
    state = example_1()
    after = play(state, "move(b4,e4)").state
    sensed = {square: GAME.placements(after).get(square, frozenset()) for square in ("b4", "e4")}
    actions = next(action_sequences(GAME, state, sensed))
    assert [GAME.action_to_string(action) for action in actions] == ["move(b4,e4)"]


def test_a_card_put_on_a_hole_is_recognized_but_not_its_orientation() -> None:
    """CJ-DATA-3: a tag names a card but not its orientation, so the box asks for that."""
    state = example_9()
    sensed = {"a5": frozenset({"card-Y/BPGR"})}
    actions = next(action_sequences(GAME, state, sensed))
    assert [GAME.action_to_string(action) for action in actions] == [
        "take_card(Y,BPGR)",
        "put_card(a5)",
    ]
    assert matches(GAME, play(state, "take_card(Y,BPGR)", "put_card(a5)").state, sensed)
