"""Bases of actions and events that say nothing but their fields.

A subclass is a frozen dataclass with slots, without a decorator. Games that decorate their records
derive from the classes of the same names in ``companion.engine.game``.
"""

from dataclasses import dataclass
from typing import Any, dataclass_transform

from companion.engine import game


@dataclass_transform(frozen_default=True)
class Recorded(type):
    """Makes each class a frozen dataclass with slots."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:  # noqa: ANN401 - a class
        """Return the dataclass, which ``dataclass`` makes by calling this again with slots."""
        cls: type = super().__new__(mcs, name, bases, namespace)
        return cls if "__slots__" in namespace else dataclass(frozen=True, slots=True)(cls)


class Action(game.Action, metaclass=Recorded):
    """One small step of a player or of ``CHANCE``, with named fields."""


class Correction(game.Correction, metaclass=Recorded):
    """A value that the table sets by hand, outside the rules, because box and table differ."""


class Event(game.Event, metaclass=Recorded):
    """A fact that followed from an action. ``rule`` is the id of the rule behind it."""


class SeatAction(Action):
    """An action that names a seat, its player's or one that the player chooses."""

    player: int


class SeatCorrection(Correction):
    """A value of a seat that the table sets by hand."""

    player: int


class SeatEvent(Event):
    """A fact about the player in a seat."""

    player: int
