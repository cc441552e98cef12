"""Questions about whole rounds and games."""

from typing import Any

import pytest

from companion.games.essence import GAME

STATE: dict[str, Any] = {
    "seats": ["I", "IV", "VI"],
    "positions": {"I": 4, "IV": 2, "VI": 0},
    "active": "IV",
    "decks": {"yellow": 14, "green": 9, "blue": 2, "white": 5},
}
ROUND: dict[str, Any] = {"symbol": "group", "scale": 5, "votes": {"I": 2, "IV": 2, "VI": 4}}


def one(state: dict[str, Any] | None = None, **changes: object) -> dict[str, Any]:
    answer = GAME.ask("round", {"state": {**STATE, **(state or {})}, "round": {**ROUND, **changes}})
    assert isinstance(answer, dict)
    return answer


def test_a_round_is_answered_with_everything_it_leads_to() -> None:
    assert one() == {
        "drawn_from": "green",
        "phrases_used": 1,
        "gains": {"I": 1, "IV": 1, "VI": 0},
        "positions": {"I": 5, "IV": 3, "VI": 0},
        "decks": {"yellow": 14, "green": 8, "blue": 2, "white": 5},
        "coins": None,
        "ended": False,
        "reasons": [],
        "active": "VI",
        "winners": None,
    }


@pytest.mark.parametrize(
    ("state", "changes", "error"),
    [
        ({"decks": {**STATE["decks"], "green": 0}}, {}, "deck"),
        ({}, {"changes": 3}, "change"),
        ({}, {"changes": [2]}, "change"),
        ({}, {"votes": {"I": 2, "IV": 2}}, "votes"),
        ({}, {"votes": {**ROUND["votes"], "II": 2}}, "votes"),
        ({}, {"votes": {**ROUND["votes"], "VI": 6}}, "votes"),
        ({}, {"coin": True}, "coin"),
        ({"coins": {"I": 3, "IV": 0, "VI": 3}}, {"coin": True}, "coin"),
        ({}, {"coin": True, "votes": {"I": 9, "IV": 2, "VI": 2}}, "votes"),
    ],
)
def test_what_the_rules_refuse_first(
    state: dict[str, Any], changes: dict[str, Any], error: str
) -> None:
    """ES-R10, ES-CHANGE-3, ES-VOTE-1, ES-VOTE-6, ES-COIN-1."""
    assert one(state, **changes) == {"error": error}


def test_changes_are_counted_or_named_by_their_number_fields() -> None:
    """ES-CHANGE-1, ES-CHANGE-2."""
    votes = {"I": 1, "IV": 2, "VI": 3}
    for changes in (2, [3, 1]):
        answer = one(scale=3, votes=votes, changes=changes)
        assert (answer["phrases_used"], answer["positions"]["IV"]) == (5, 0)


def test_a_coin_is_spent_and_the_others_keep_theirs() -> None:
    """ES-COIN-4."""
    answer = one({"coins": {"I": 1, "IV": 2, "VI": 3}}, coin=True)
    assert answer["coins"] == {"I": 1, "IV": 1, "VI": 3}
    assert answer["gains"] == {"I": 1, "IV": 2, "VI": 0}


class TestGame:
    def game(self, *rounds: dict[str, Any], **state: object) -> dict[str, Any]:
        answer = GAME.ask("game", {"state": {**STATE, **state}, "rounds": list(rounds)})
        assert isinstance(answer, dict)
        return answer

    def test_is_answered_by_its_last_round(self) -> None:
        answer = self.game(ROUND, {**ROUND, "symbol": "individual"})
        assert answer["positions"] == {"I": 5, "IV": 3, "VI": 0}
        assert (answer["rounds_played"], answer["active"], answer["drawn_from"]) == (
            2,
            "I",
            "yellow",
        )

    def test_ends_when_it_is_over(self) -> None:
        """ES-END-1."""
        answer = self.game(ROUND, ROUND, ROUND, positions={"I": 83, "IV": 2, "VI": 0})
        assert (answer["rounds_played"], answer["reasons"]) == (1, ["centre"])
        assert (answer["winners"], answer["active"]) == (["I"], None)

    def test_stops_at_what_is_refused(self) -> None:
        answer = self.game(ROUND, {**ROUND, "votes": {}}, ROUND)
        assert answer == {"error": "votes", "rounds_played": 1}

    def test_may_have_no_rounds_yet(self) -> None:
        answer = self.game()
        assert (answer["rounds_played"], answer["positions"]) == (0, STATE["positions"])

    def test_white_cards_come_again_for_ever_in_the_basic_game(self) -> None:
        """ES-CLEAN-3."""
        apart = {**ROUND, "votes": {"I": 1, "IV": 2, "VI": 3}}
        positions = {"I": 4, "IV": 4, "VI": 4}
        answer = self.game(*[apart] * 30, positions=positions)
        assert (answer["rounds_played"], answer["decks"]["white"]) == (30, 5)
        expanded = {"decks": {**STATE["decks"], "white": 14}, "expansion": True}
        answer = self.game(*[apart] * 30, positions=positions, **expanded)
        assert (answer["rounds_played"], answer["reasons"]) == (14, ["deck:white"])
