"""Actions and events without a decorator, and those that games of others decorate."""

import dataclasses
from typing import Any

import msgspec
import pytest

from companion.engine import game
from companion.engine.codec import Codec
from companion.engine.records import (
    REQUIRED,
    Action,
    Correction,
    Event,
    Field,
    SeatCorrection,
    SeatEvent,
    fields_of,
    is_record,
    replace,
)


class Step(Action):
    """Go a number of steps."""

    to: str
    steps: int = 1


class Stepped(SeatEvent):
    """Somebody went."""

    to: str


@dataclasses.dataclass(frozen=True, slots=True)
class DecoratedStep(game.Action):
    """The same as ``Step``, as games decorate it that were written for 0.1 and 0.2."""

    to: str
    steps: int = 1


@dataclasses.dataclass(frozen=True, slots=True)
class DecoratedSteps(game.Event):
    """An event of such a game."""

    to: str


RECORDS = pytest.mark.parametrize("kind", [Step, DecoratedStep])


@RECORDS
def test_a_record_is_frozen_and_equal_to_one_with_the_same_fields(kind: Any) -> None:  # noqa: ANN401 - a type
    step = kind("a1")
    assert step == kind(to="a1", steps=1)
    assert hash(step) == hash(kind("a1"))
    assert not hasattr(step, "__dict__")
    with pytest.raises(AttributeError):
        step.to = "b2"


@RECORDS
def test_its_fields_are_known_with_their_defaults(kind: Any) -> None:  # noqa: ANN401 - a type
    assert is_record(kind)
    assert fields_of(kind) == (Field("to", REQUIRED), Field("steps", 1))
    assert [field.is_required for field in fields_of(kind)] == [True, False]


@RECORDS
def test_it_is_copied_with_changes_and_the_original_stays(kind: Any) -> None:  # noqa: ANN401 - a type
    step = kind("a1")
    assert replace(step, steps=3) == kind("a1", 3)
    assert step == kind("a1")
    with pytest.raises(TypeError):
        replace(step, speed=3)


@RECORDS
def test_it_is_written_and_read_as_json_and_in_notation(kind: Any) -> None:  # noqa: ANN401 - a type
    codec = Codec([kind, Stepped, DecoratedSteps])
    step = kind("a1", 2)
    assert codec.from_struct(codec.to_struct(step)) == step
    assert codec.string_to_action(codec.action_to_string(step)) == step


def test_an_event_of_either_kind_begins_with_its_rule() -> None:
    codec = Codec([Stepped, DecoratedSteps])
    for event in (Stepped("R-1", 0, "a1"), DecoratedSteps("R-1", "a1")):
        assert isinstance(event, game.Event)
        assert fields_of(type(event))[0] == Field("rule", REQUIRED)
        assert codec.from_struct(codec.to_struct(event)) == event


def test_it_is_one_of_the_kernels() -> None:
    assert isinstance(Step("a1"), game.Action)
    assert issubclass(Step, msgspec.Struct)
    assert issubclass(Correction, game.Correction)
    assert issubclass(SeatCorrection, Action)
    assert issubclass(Event, game.Event)


def test_what_concerns_a_seat_names_it_first() -> None:
    assert [field.name for field in fields_of(Stepped)] == ["rule", "player", "to"]


@pytest.mark.parametrize("other", [int, Step("a1"), None])
def test_a_value_or_another_type_is_no_type_of_records(other: object) -> None:
    assert not is_record(other)
