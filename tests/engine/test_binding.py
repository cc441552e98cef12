"""Kinds of questions as functions: how arguments are read by name and type."""

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from companion.engine.binding import bound, by_player, by_signature, checked, texts, whole
from companion.engine.message import say
from companion.engine.questions import Fields, QuestionError

Players = Annotated[
    tuple[str, ...], checked(texts, lambda names: len(names) > 1, say("two names or more"))
]


@dataclass(frozen=True, slots=True)
class Move:
    """A move as a question describes it."""

    to: str
    steps: int = 1


def likes(
    players: Players,
    colour: Literal["red", "blue"],
    points: Annotated[tuple[int, ...], by_player(whole, 0)] = (),
    moves: tuple[Move, ...] = (),
    last: Move | None = None,
    from_: str = "start",
    *,
    sure: bool = False,
) -> object:
    return [*players], colour, points, [*moves], last, from_, sure


def asked(**question: object) -> object:
    return by_signature({"likes": likes})["likes"](Fields(question, "in"))


def test_what_has_a_default_may_be_left_out() -> None:
    names = ["Ann", "Ben"]
    assert asked(players=names, colour="red") == (names, "red", (), [], None, "start", False)


def test_every_type_is_read_as_what_it_is() -> None:
    names = ["Ann", "Ben"]
    question = {"points": {"Ben": 3}, "moves": [{"to": "a1"}], "last": {"to": "b2", "steps": 2}}
    answer = asked(players=names, colour="blue", sure=True, **question, **{"from": "c3"})
    assert answer == (names, "blue", (0, 3), [Move("a1")], Move("b2", 2), "c3", True)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": ["Ann"]}, "in.players: expected two names or more"),
        ({"players": None}, "in.players: expected a list"),
        ({"colour": "green"}, "in.colour: expected one of red, blue"),
        ({"points": {"Cem": 1}}, "in.points.Cem: no such field, known are: Ann, Ben"),
        ({"points": {"Ann": "1"}}, "in.points.Ann: expected a whole number, at least 0"),
        ({"moves": [{"to": "a1"}, {}]}, "in.moves[1].to: is missing"),
        ({"last": {"to": "a1", "by": 1}}, "in.last.by: no such field, known are: steps, to"),
        ({"sure": 1}, "in.sure: expected true or false"),
    ],
)
def test_a_mistake_is_named_with_its_path(changes: dict[str, object], words: str) -> None:
    with pytest.raises(QuestionError) as raised:
        asked(**{"players": ["Ann", "Ben"], "colour": "red", **changes})
    assert str(raised.value) == words


def test_a_field_without_a_default_is_needed() -> None:
    with pytest.raises(QuestionError, match=r"in\.players: is missing"):
        bound(likes, Fields({}, "in"))
