"""Questions about whole turns (``turn``, ``turns``, ``game``)."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.game import Setup, Struct
from companion.games.inner_compass import GAME
from companion.games.inner_compass.actions import (
    Deal,
    Discard,
    Feel,
    FreeMove,
    Imprint,
    Move,
    PlaceValue,
    Shift,
)
from companion.games.inner_compass.ask.position import Position, write
from companion.games.inner_compass.events import Reshuffled, TurnBegan
from companion.games.inner_compass.state import State, cards, letters
from companion.schema.mistakes import Invalid
from tests.games.inner_compass.tables import NAMES, Moment, walk


def ask(turn: Struct, **changes: object) -> Mapping[str, Any]:
    question = {"state": {"base": "S0", "set": changes}, "turn": turn}
    answer: Mapping[str, Any] = GAME.ask("turn", question)
    return answer


REFUSED = [
    ({}, "not-now-free", "IC-MOVE-1"),
    ({"free": "c3", "step": "N"}, "free-move-nowhere", "IC-R5"),
    ({"free": "z9", "step": "N"}, "no-such-space", "IC-R1"),
    (
        {"step": "N", "then": "take", "imprint": {"square": "r1c3", "pay": "K"}},
        "wrong-price",
        "IC-COST-6",
    ),
    ({"step": "N", "imprint": {"square": "r1c3", "pay": "KK"}}, "cards-missing", "IC-COST-2"),
    (
        {"step": "E", "then": "E", "imprint": {"square": "r9c9", "pay": "BB"}},
        "no-such-square",
        "IC-R39",
    ),
    (
        {
            "step": "E",
            "then": "E",
            "imprint": {"square": "r1c2", "pay": "BB", "values": ["joy"]},
        },
        "no-value-due",
        "IC-VALUE-1",
    ),
    (
        {
            "step": "E",
            "then": "E",
            "imprint": {"square": "r1c2", "pay": "BB", "move": {"from": "e3", "to": "e4"}},
        },
        "no-shift-due",
        "IC-ADV-5",
    ),
    ({"step": "N", "discard": "Y"}, "no-discard-due", "IC-CLEAN-1"),
]


class TestATurnIsJudgedAsAWhole:
    """One illegal part makes the whole turn illegal, and nothing changes."""

    @pytest.mark.parametrize(("turn", "why", "rule"), REFUSED)
    def test_the_reason_is_a_code_and_a_rule(self, turn: Struct, why: str, rule: str) -> None:
        answer = ask(turn)
        assert (answer["legal"], answer["why"], answer["rule"]) == (False, why, rule)
        assert answer["state"] == ask({"step": "N"}, current="p1")["state"] | {
            "pieces": {"p1": "c3", "p2": "f5"},
            "current": "p1",
        }

    def test_a_token_that_is_due_must_be_placed(self) -> None:
        gone = {"p1": ["r1c2", "r2c2"], "p2": []}
        imprint = {"square": "r3c2", "pay": "BB"}
        turn = {"step": "E", "then": "E", "imprint": imprint}
        cubes = {"p1": ["a1", "b1"], "p2": []}
        assert ask(turn, removed=gone, cubes=cubes)["why"] == "not-now-value"
        turn = {"step": "E", "then": "E", "imprint": {**imprint, "values": ["joy"]}}
        answer = ask(turn, removed=gone, cubes=cubes)
        assert answer["log"]["ep_first"] == 3
        assert answer["log"]["new_lines"] == ["col2"]
        assert answer["state"]["values"] == [["p1", "joy"]]

    @pytest.mark.parametrize(
        ("discard", "legal"), [("", False), ("Y", False), ("YB", True), ("YBB", False)]
    )
    def test_discards_are_exactly_those_due(self, discard: str, legal: bool) -> None:  # noqa: FBT001
        turn = {"step": "N", "then": "take", "discard": discard}
        assert ask(turn, hands={"p1": "YYYYYBBBBB"})["legal"] is legal

    def test_after_the_end_there_is_none(self) -> None:
        assert ask({"step": "N"}, over=True)["why"] == "not-now-over"


class TestCards:
    def test_come_from_the_draw_pile_in_its_order(self) -> None:
        answer = ask({"step": "N", "then": "take"}, draw="RBYKW")
        assert answer["log"]["bonus_draw"]
        assert answer["state"]["display"]["N"] == "B"
        assert answer["state"]["draw"] == "YKW"

    def test_a_bonus_may_be_declined_and_need_not_be_where_none_is_due(self) -> None:
        """IC-R12."""
        for step in "NW":
            answer = ask({"step": step, "then": "take", "bonus": False})
            assert answer["legal"]
            assert not answer["log"]["bonus_draw"]

    def test_hands_and_payments_may_come_in_any_order(self) -> None:
        turn = {"step": "E", "then": "E", "imprint": {"square": "r1c2", "pay": "RB"}}
        answer = ask(turn, mode="advanced", hands={"p1": "RWB"})
        assert answer["legal"]
        assert answer["state"]["hands"]["p1"] == "W"

    def test_the_new_draw_pile_has_the_order_given(self) -> None:
        turn = {"step": "N", "then": "take", "shuffles": ["KYW"]}
        answer = ask(turn, draw="R", discard="YKW")
        assert answer["state"]["display"]["N"] == "K"
        assert answer["state"]["draw"] == "YW"
        assert answer["log"]["reshuffles"] == 1

    def test_without_one_it_lies_in_the_order_of_the_colours(self) -> None:
        answer = ask({"step": "W", "then": "take"}, draw="R", discard="WKY")
        assert answer["state"]["draw"] == "YKW"

    def test_one_of_other_cards_is_malformed(self) -> None:
        with pytest.raises(Invalid, match=r"in\.turn\.shuffles: expected WWW in some order"):
            ask({"step": "W", "then": "take", "shuffles": ["WWY"]}, draw="R")

    def test_a_draw_pile_given_as_empty_is_made_of_the_discards_at_once(self) -> None:
        """IC-CLEAN-3."""
        turn = {"step": "W", "then": "take", "shuffles": ["YW"]}
        answer = ask(turn, draw="", discard="WY")
        assert answer["state"]["display"]["W"] == "Y"
        assert (answer["state"]["draw"], answer["state"]["discard"]) == ("W", "")

    def test_two_reshuffles_in_one_turn(self) -> None:
        """Bonus and refill empty the draw pile while the payment is on the discard pile."""
        turn = {
            "step": "N",
            "then": "take",
            "imprint": {"square": "r1c3", "pay": "KK"},
            "shuffles": ["Y", "KK"],
        }
        answer = ask(turn, draw="R", discard="Y", hands={"p1": "K"})
        assert answer["log"]["reshuffles"] == 2
        assert answer["state"]["display"]["N"] == "Y"
        assert (answer["state"]["draw"], answer["state"]["discard"]) == ("KK", "")


STATE: Struct = {"base": "S0", "set": {}}


def test_parts_of_a_turn_that_are_null_are_not_made() -> None:
    nothing = dict.fromkeys(("free", "then", "bonus", "imprint", "discard", "shuffles"))
    assert ask({"step": "N", **nothing}) == ask({"step": "N"})


class TestTurns:
    def test_follow_each_other(self) -> None:
        turns = [{"step": "W", "then": "take"}, {"step": "N"}]
        answer = GAME.ask("turns", {"state": STATE, "turns": turns})
        assert answer["legal"]
        assert len(answer["logs"]) == 2
        assert answer["state"]["current"] == "p1"

    def test_stop_before_the_first_that_is_illegal(self) -> None:
        turns = [{"step": "W"}, {"step": "E", "then": "E"}, {"step": "N"}]
        answer = GAME.ask("turns", {"state": STATE, "turns": turns})
        assert (answer["legal"], answer["turn"], answer["why"]) == (False, 1, "off-the-board")
        assert answer["state"]["current"] == "p2"

    def test_a_game_has_totals_and_no_winner_before_its_end(self) -> None:
        answer = GAME.ask("game", {"state": STATE, "turns": []})
        assert answer["totals"] == {"p1": 0, "p2": 3}
        assert answer["winners"] == []

    def test_a_game_that_ends_has_winners(self) -> None:
        state = {"base": "S0", "set": {"compass": "p2", "remaining": ["p1"]}}
        answer = GAME.ask("game", {"state": state, "turns": [{"step": "N"}]})
        assert answer["state"]["over"]
        assert answer["totals"] == {"p1": 0, "p2": 6}
        assert answer["winners"] == ["p2"]


class TestGamesOfTheEngine:
    """A random game, retold as turns with its cards in order, leads to the engine's own state."""

    @pytest.mark.parametrize("number", range(12))
    def test_a_game_retold_as_turns_ends_alike(self, number: int) -> None:
        options: dict[str, object] = {
            "mode": "advanced" if number % 2 else "standard",
            "discount": "spaces" if number % 3 else "emotions",
            "floor": "emotion" if number % 5 else "total",
            "exact_move": number % 4 == 3,
        }
        names = NAMES[: 2 + number % 3]
        game = [m for m in walk(Setup(names, "full", options), number) if in_play(m.before)]
        first, last = game[0].before, game[-1].step.state
        draw, shuffles = piles(game)
        rulings = {name: options[name] for name in ("discount", "floor", "exact_move")}
        state = write(Position(first, draw, names, {"options": rulings}))
        answer: Any = GAME.ask("game", {"state": state, "turns": retold(game, shuffles)})
        assert answer["legal"]
        expected = write(Position(last, answer["state"]["draw"], names, {"options": rulings}))
        assert answer["state"] == expected
        assert cards(answer["state"]["draw"]) == last.pool
        assert tuple(answer["totals"].values()) == GAME.returns(last)
        assert answer["winners"] == [names[seat] for seat in GAME.winners(last)]


def in_play(state: State) -> bool:
    return len(state.track) == 6 and all(player.piece for player in state.players)


def piles(game: list[Moment]) -> tuple[str, list[str]]:
    """Return the first draw pile and the one after each reshuffle, in drawing order."""
    orders = [""]
    for moment in game:
        if isinstance(moment.action, Deal):
            orders[-1] += moment.action.card
        if any(isinstance(event, Reshuffled) for event in moment.step.events):
            orders.append("")
    left = letters(game[-1].step.state.pool)
    orders[-1] += left
    return orders[0], orders[1:]


def retold(game: list[Moment], shuffles: list[str]) -> list[dict[str, Any]]:
    orders = iter(shuffles)
    turns: list[dict[str, Any]] = [{"shuffles": []}]
    for moment in game:
        retell(turns[-1], moment)
        for event in moment.step.events:
            if isinstance(event, Reshuffled):
                turns[-1]["shuffles"].append(next(orders))
            elif isinstance(event, TurnBegan):
                turns.append({"shuffles": []})
    return turns


def retell(turn: dict[str, Any], moment: Moment) -> None:
    match moment.action:
        case FreeMove(space):
            turn["free"] = space
        case Move(direction):
            turn["then" if "step" in turn else "step"] = direction
        case Feel(bonus):
            turn |= {"then": "take", "bonus": bonus}
        case Imprint(_, _, square, pay):
            shuffled = "".join(random.Random(0).sample(pay or "", len(pay or "")))
            turn["imprint"] = {"square": square, "pay": shuffled, "values": []}
        case Shift(source, space):
            turn["imprint"]["move"] = {"from": source, "to": space}
        case PlaceValue(tile):
            turn["imprint"]["values"].append(tile)
        case Discard(card):
            turn["discard"] = turn.get("discard", "") + card
        case _:
            pass
