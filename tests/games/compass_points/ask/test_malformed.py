"""Malformed questions are distinguished from questions that the rules refuse."""

import json
from typing import Any

import pytest

from companion.engine.questions import answer
from companion.games.compass_points import GAME

ROUND: dict[str, Any] = {
    "round": 1,
    "pawn": "e5",
    "scores": {},
    "sitting_out": [],
    "plays": {"N": ["SE", 2], "E": ["W", 2], "S": ["NW", 0], "W": ["S", 1]},
    "choices": [],
}


def asked(kind: str, question: object) -> tuple[dict[str, Any], bool]:
    reply = answer(GAME, json.dumps({"id": 1, "kind": kind, "in": question}))
    return json.loads(reply.line), reply.malformed


def message(kind: str, question: object) -> str:
    reply, malformed = asked(kind, question)
    assert malformed
    assert reply["error"]["code"] == "bad-question"
    return str(reply["error"]["message"])


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"round": 0}, "in.round: expected a whole number, at least 1"),
        ({"round": 13}, "in.round: expected 1 to 12"),
        ({"round": True}, "in.round: expected a whole number"),
        ({"pawn": "k5"}, "in.pawn: expected a square of the board, a1 to i9"),
        ({"pawn": 5}, "in.pawn: expected a string"),
        ({"scores": {"Q": 1}}, "in.scores.Q: no such field"),
        ({"scores": {"N": 1.5}}, "in.scores.N: expected a whole number"),
        ({"scores": []}, "in.scores: expected an object"),
        ({"sitting_out": ["Q"]}, "in.sitting_out: expected different players"),
        ({"sitting_out": ["N", "N"]}, "in.sitting_out: expected different players"),
        ({"plays": {"Q": ["N", 1]}}, "in.plays.Q: expected [direction, speed]"),
        ({"plays": {"N": ["N"]}}, "in.plays.N: expected [direction, speed]"),
        ({"plays": {"N": ["N", True]}}, "in.plays.N: expected [direction, speed]"),
        ({"plays": {"N": "N1"}}, "in.plays.N: expected a list"),
        ({"choices": [1]}, "in.choices: expected a list of strings"),
        ({"speed": 1}, "in.speed: no such field"),
        ({"board": {"size": 4, "squares": {}}}, "in.board.size: expected an odd whole number"),
        ({"board": {"size": 5, "squares": {"f1": "l+1"}}}, "in.board.squares.f1: no such square"),
        ({"board": {"size": 5, "squares": {"a1": "lx"}}}, "in.board.squares.a1: a cross has one"),
        ({"board": {"size": 5, "squares": {"a1": 1}}}, "in.board.squares.a1: expected a string"),
        ({"board": {"size": 5, "colour": 1}}, "in.board.colour: no such field"),
        ({"board": {"squares": {}}}, "in.board.size: is missing"),
    ],
)
def test_a_round(changes: dict[str, object], says: str) -> None:
    assert message("round", {**ROUND, **changes}).startswith(says)


def test_a_round_without_plays() -> None:
    assert message("round", {"round": 1}) == "in.plays: is missing"


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({}, "in.rounds: is missing"),
        ({"rounds": []}, "in.rounds: expected at least one round"),
        ({"rounds": [{"plays": {}, "pawn": "e5"}]}, "in.rounds[0].pawn: no such field"),
        ({"rounds": [{"plays": {}}], "start": {"plays": {}}}, "in.start.plays: no such field"),
        ({"rounds": [{"plays": {}}, {"plays": 1}]}, "in.rounds[1].plays: expected an object"),
    ],
)
def test_a_game(question: dict[str, object], says: str) -> None:
    assert message("game", question).startswith(says)


@pytest.mark.parametrize(
    ("kind", "question", "says"),
    [
        ("default_board", {"squares": ["j1"]}, "in.squares: expected squares of the board"),
        ("default_board", {"squares": "a1"}, "in.squares: expected a list"),
        ("nearest_corners", {"square": "e10"}, "in.square: expected a square"),
        ("nearest_corners", {}, "in.square: is missing"),
        ("nearest_corner", {"square": "e9"}, "kind: there is no 'nearest_corner', there are:"),
    ],
)
def test_the_board(kind: str, question: dict[str, object], says: str) -> None:
    assert message(kind, question).startswith(says)
