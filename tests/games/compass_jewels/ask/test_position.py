"""Questions about positions: which action is refused, and why."""

from typing import Any

from companion.games.compass_jewels import GAME
from companion.games.compass_jewels.area import FILES, RANKS
from tests.games.compass_jewels.tables import EXAMPLE_1, EXAMPLE_9, FOUR_COLOURS, TWO_COLOURS

MOVE = {"move": ["b4", "e4"]}


def layout(cards: dict[str, str]) -> list[str]:
    return [" ".join(cards.get(file + rank, "--") for file in FILES) for rank in RANKS]


def state(**changes: object) -> dict[str, object]:
    checkers = {"A": ["b4", "a1"], "B": ["f4", "f1"]}
    return {"layout": layout(EXAMPLE_1), "checkers": checkers, "turn": "A", "hands": {}, **changes}


def replay(*actions: object, **changes: object) -> Any:  # noqa: ANN401 - JSON
    return GAME.ask("replay", {"state": state(**changes), "actions": list(actions)})


def test_the_first_refused_action_is_counted_from_0_with_its_reason() -> None:
    answer = replay(MOVE, {"move": ["f4", "c4"]})
    assert (answer["error_at"], answer["why"], answer["rule"]) == (1, "wrong-colour", "CJ-MOVE-2")


def test_a_player_who_can_move_can_neither_end_nor_place() -> None:
    """CJ-TURN-2."""
    place = {"place": {"card": "Y/GRBP", "square": "a2"}}
    for action in ({"end": True}, place):
        assert replay(action, hands={"A": ["Y/GRBP"]})["why"] == "must-move"


def test_nothing_follows_the_end() -> None:
    assert replay(MOVE, {"end": True}, MOVE)["error_at"] == 2
    assert replay(MOVE, {"end": True})["over"]


def test_checkers_keep_their_order_and_hands_that_of_collecting() -> None:
    answer = replay(MOVE, hands={"A": ["Y/GRBP", "B/GYRP"]})
    assert answer["checkers"] == {"A": ["e4", "a1"], "B": ["f4", "f1"]}
    assert answer["hands"]["A"] == ["Y/BPGR", "B/GYRP", "G/BPYR"]


def test_the_options_of_a_blocked_player() -> None:
    """CJ-BLOCK-2, CJ-BLOCK-3, CJ-BLOCK-5."""
    blocked = {"layout": layout(EXAMPLE_9), "checkers": {"A": ["a1", "f6"], "B": ["c3", "d5"]}}
    answer: Any = GAME.ask("options", {"state": {**blocked, "turn": "A"}})
    assert answer == {"moves": [], "may_end": True, "may_place": False, "place_on": []}
    answer = GAME.ask("options", {"state": state()})
    assert answer == {
        "moves": ["b4-c4", "b4-e4"],
        "may_end": False,
        "may_place": False,
        "place_on": [],
    }


def test_cards_of_claims_must_be_in_the_hand_and_match() -> None:
    """CJ-JEWEL-4, CJ-JEWEL-2."""
    apart = [*TWO_COLOURS[:3], "R/PYBG"]
    for hand, jewel in ((FOUR_COLOURS, TWO_COLOURS), (TWO_COLOURS, apart)):
        question = {"hands": {"B": list(hand)}, "jewels": {"B": [list(jewel)]}}
        assert GAME.ask("result", question) == {"error": "B"}


def test_the_best_is_given_with_its_jewels() -> None:
    answer: Any = GAME.ask("best", {"cards": [*FOUR_COLOURS, *TWO_COLOURS]})
    assert (answer["points"], answer["exact"], len(answer["jewels"])) == (6, True, 2)
    for jewel in answer["jewels"]:
        judged: Any = GAME.ask("jewel", {"cards": jewel})
        assert judged == {"valid": True, "distinct": 2, "points": 3}
