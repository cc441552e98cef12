"""Actions and events without a decorator are what they would be with one."""

from dataclasses import FrozenInstanceError, fields, is_dataclass

import pytest

from companion.engine import game
from companion.engine.records import Action, Event, SeatCorrection, SeatEvent


class Step(Action):
    """Go a number of steps."""

    to: str
    steps: int = 1


class Stepped(SeatEvent):
    """Somebody went."""

    to: str


def test_a_record_is_a_frozen_dataclass_with_slots() -> None:
    step = Step("a1")
    assert step == Step(to="a1", steps=1)
    assert hash(step) == hash(Step("a1"))
    assert is_dataclass(Step)
    assert not hasattr(step, "__dict__")
    with pytest.raises(FrozenInstanceError):
        step.to = "b2"  # type: ignore[misc]  # what is tried here


def test_it_is_one_of_the_kernels() -> None:
    assert isinstance(Step("a1"), game.Action)
    assert issubclass(SeatCorrection, game.Correction)
    assert issubclass(Event, game.Event)


def test_what_concerns_a_seat_names_it_first() -> None:
    assert [field.name for field in fields(Stepped)] == ["rule", "player", "to"]
