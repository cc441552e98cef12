"""Questions about the board, rounds and games, answered by the rules (CP-END-1 .. CP-ROUND-3)."""

import json
from typing import Any

import pytest

from companion.engine.questions import answer
from companion.games.compass_points import GAME

STAY = {side: ["N", 0] for side in "NESW"}


def asked(kind: str, **question: object) -> Any:  # noqa: ANN401 - JSON
    reply = answer(GAME, json.dumps({"id": 1, "kind": kind, "in": question}))
    assert not reply.malformed, reply.line
    return json.loads(reply.line)["out"]


def stay(*sides: str) -> dict[str, list[object]]:
    return {side: ["N", 0] for side in sides}


class TestBoard:
    def test_tokens_come_in_the_order_of_the_question(self) -> None:
        """CP-DATA-2."""
        assert asked("default_board", squares=["e5", "a1", "g3", "e2"]) == [
            "l+30",
            ".",
            "lxW",
            "l>W3",
        ]

    def test_corners_are_sorted(self) -> None:
        """CP-OUT-4."""
        assert asked("nearest_corners", square="e9") == ["a9", "i9"]
        assert asked("nearest_corners", square="b9") == ["a9"]
        assert asked("nearest_corners", square="d7", board={"size": 7}) == ["a7", "g7"]


class TestRefused:
    """Plays that break the rules have their own kind of error."""

    @pytest.mark.parametrize(
        "plays",
        [
            {"N": ["N", 0]},
            {**STAY, "N": ["N", 4]},
            {**STAY, "N": ["NNE", 1]},
        ],
    )
    def test_cards_that_nobody_can_lay(self, plays: dict[str, object]) -> None:
        """CP-COMP-2, CP-COMP-3, CP-DIR-1."""
        assert asked("round", round=1, pawn="e5", plays=plays) == {"error": "plays"}

    def test_a_player_who_sits_out_lays_nothing(self) -> None:
        """CP-MISS-1."""
        result = asked("round", round=1, pawn="e5", plays=STAY, sitting_out=["E"])
        assert result == {"error": "plays"}

    @pytest.mark.parametrize("choices", [[], ["N"], ["NE"], ["g1"]])
    def test_a_choice_that_is_missing_or_not_possible(self, choices: list[str]) -> None:
        """CP-SCORE-2."""
        result = asked("round", round=1, pawn="g1", plays=STAY, choices=choices)
        assert result == {"error": "input"}

    def test_a_corner_that_is_not_one_of_the_two(self) -> None:
        """CP-OUT-4."""
        plays = {**STAY, "N": ["N", 1]}
        result = asked("round", round=1, pawn="e9", plays=plays, choices=["a1"])
        assert result == {"error": "input"}


class TestRound:
    def test_all_four_may_miss_it(self) -> None:
        """CP-MISS-4."""
        result = asked("round", round=2, pawn="d5", plays={}, sitting_out=list("NESW"))
        assert (result["pawn"], result["sit_out_next"], result["over"]) == ("d5", [], False)

    def test_all_four_may_have_to_miss_the_next_one(self) -> None:
        plays = {"N": ["N", 1], "E": ["W", 1], "S": ["N", 1], "W": ["N", 1]}
        result = asked("round", round=11, pawn="a9", plays={**plays, "N": ["W", 1], "E": ["N", 3]})
        assert result["sit_out_next"] == ["N", "E", "S", "W"] or result["over"]

    def test_missed_rounds_lapse_after_the_last(self) -> None:
        """CP-R19."""
        plays = {**STAY, "W": ["N", 1]}
        result = asked("round", round=12, pawn="b9", plays=plays, choices=["N"] * 3)
        assert (result["over"], result["sit_out_next"]) == (True, [])

    def test_omitted_fields_are_as_at_the_start(self) -> None:
        """CP-SETUP-1."""
        result = asked("round", plays=STAY)
        assert (result["pawn"], result["scores"]["E"]) == ("e5", 30)


class TestGame:
    def test_rounds_follow_each_other(self) -> None:
        """CP-ROUND-2, CP-ROUND-3: example 1, then East leads and stays on a blank square."""
        first = {"N": ["SE", 2], "E": ["W", 2], "S": ["NW", 0], "W": ["S", 1]}
        result = asked("game", rounds=[{"plays": first}, {"plays": STAY}])
        assert (result["pawn"], result["scores"]["S"], result["rounds_played"]) == ("b2", 90, 2)

    def test_a_player_who_was_hit_sits_out_the_next_round(self) -> None:
        """CP-MISS-1."""
        start = {"round": 2, "pawn": "c7"}
        rounds = [{"plays": STAY}, {"plays": stay("N", "S", "W")}]
        result = asked("game", start=start, rounds=rounds)
        assert (result["sit_out_next"], result["rounds_played"]) == (["E"], 2)
        assert asked("game", start=start, rounds=[{"plays": STAY}] * 2) == {"error": "plays"}

    def test_nothing_is_played_after_the_end(self) -> None:
        """CP-GOAL-5, CP-END-1."""
        goal = {**STAY, "E": ["N", 2]}
        start = {"pawn": "e8", "scores": {"N": 5}}
        result = asked("game", start=start, rounds=[{"plays": goal}, {"plays": {}}])
        assert (result["winner"], result["goal"], result["rounds_played"]) == ("NS", "N", 1)
        last = asked("game", start={"round": 12, "pawn": "d5"}, rounds=[{"plays": STAY}] * 3)
        assert (last["winner"], last["rounds_played"]) == ("draw", 1)

    def test_a_round_that_all_four_miss_is_one_of_the_rounds(self) -> None:
        """CP-MISS-4."""
        start = {"pawn": "d5", "sitting_out": list("NESW")}
        result = asked("game", start=start, rounds=[{"plays": {}}, {"plays": STAY}])
        assert result["rounds_played"] == 2

    def test_it_may_be_played_on_another_board(self) -> None:
        board = {"size": 5, "squares": {"c3": "dN+7"}}
        result = asked("game", board=board, rounds=[{"plays": STAY}])
        assert result["teams"] == {"NS": 28, "EW": 0}
