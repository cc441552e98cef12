"""Which pieces may carry a tag (ES-DATA-5, ES-COMP-4, ES-COMP-5)."""

from companion.engine.text import text
from companion.games.essence import GAME
from tests.games.essence.tables import begin


def test_question_cards_in_play_and_voting_cards_of_those_who_play() -> None:
    """ES-DATA-5."""
    ids = [piece.id for piece in GAME.pieces(begin(3))]
    assert len([piece for piece in ids if piece.startswith("question-")]) == 47
    assert len(GAME.pieces(begin(7, expansion_e1="with"))) == 56 + 49
    assert "question-W06" not in ids
    assert [piece for piece in ids if piece.startswith("vote-red")] == [
        f"vote-red-{number}" for number in range(1, 6)
    ]


def test_numbers_of_players_at_the_table_can_be_laid_too() -> None:
    """ES-COMP-5, ES-VOTE-4."""
    ids = [piece.id for piece in GAME.pieces(begin(2, colours=["violet", "red"]))]
    assert "vote-violet-7" in ids
    assert "vote-violet-6" not in ids


def test_a_voting_card_means_a_vote_or_an_entered_card() -> None:
    piece = {piece.id: piece for piece in GAME.pieces(begin())}["vote-orange-4"]
    assert piece.selects == (
        {"action": "vote", "player": 1, "number": 4},
        {"action": "show", "player": 1, "number": 4},
    )


def test_the_name_of_a_voting_card_does_not_reveal_its_number() -> None:
    """ES-DATA-5: messages name pieces."""
    names = [piece.name for piece in GAME.pieces(begin()) if piece.id.startswith("vote-red")]
    expected = text("piece.vote", numeral="I", colour=text("colours.red"))
    assert names == [expected] * 5
