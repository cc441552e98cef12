"""Questions about one part of the rules."""

from companion.games.essence import GAME
from companion.games.essence.variant import NUMERALS


def evaluated(**changes: object) -> object:
    question = {
        "symbol": "group",
        "scale": 5,
        "seats": ["II", "V"],
        "active": "V",
        "votes": {"II": 3, "V": 3},
    }
    return GAME.ask("evaluate", {**question, **changes})


def test_the_basic_game_is_the_default() -> None:
    """ES-SETUP-2."""
    answer = GAME.ask("deck_sizes", {})
    assert isinstance(answer, dict)
    assert answer["white"] == answer["decks"]["white"] == 5


def test_colours_of_fields_come_in_the_order_of_the_question() -> None:
    """ES-DATA-1."""
    assert GAME.ask("field_colour", {"fields": [84, 0, 5, 2, 2]}) == [
        "white",
        "yellow",
        "yellow",
        "green",
        "green",
    ]
    assert GAME.ask("field_colour", {"fields": []}) == []


def test_votes_of_each_scale() -> None:
    """ES-VOTE-2, ES-VOTE-3, ES-VOTE-4."""
    answers = [
        GAME.ask("allowed_votes", {"scale": scale, "seats": ["VII", "I", "III"]})
        for scale in (2, 3, 5, 7)
    ]
    assert answers == [[1, 2], [1, 2, 3], [1, 2, 3, 4, 5], [1, 3, 7]]


def test_gains_of_each_seat() -> None:
    """ES-SCORE-GRP-1, ES-COIN-3."""
    assert evaluated() == {"II": 1, "V": 1, "gains": {"II": 1, "V": 1}}
    assert evaluated(coin=True) == {"II": 1, "V": 2, "gains": {"II": 1, "V": 2}}


def test_votes_that_the_rules_refuse() -> None:
    """ES-VOTE-1, ES-VOTE-4, ES-VOTE-6."""
    for votes in ({"II": 3}, {"II": 3, "V": 6}, {"II": 3, "V": 3, "I": 3}, {"II": 0, "V": 1}):
        assert evaluated(votes=votes) == {"error": "votes"}
    assert evaluated(scale=7) == {"error": "votes"}


def test_winners_are_sorted_and_two_players_have_none() -> None:
    """ES-END-5, ES-END-6."""
    positions = dict.fromkeys(reversed(NUMERALS), 7)
    assert GAME.ask("winners", {"positions": positions}) == {"winners": list(NUMERALS)}
    assert GAME.ask("winners", {"positions": {"I": 3, "II": 2, "III": 1}}) == {"winners": ["I"]}
    assert GAME.ask("winners", {"positions": {"I": 3, "II": 2}}) == {"winners": []}
