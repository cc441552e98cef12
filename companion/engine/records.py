"""Bases of actions and events that say nothing but their fields.

A subclass is a frozen dataclass with slots, without a decorator. Games that decorate their records
derive from the classes of the same names in ``companion.engine.game``.
"""

from dataclasses import MISSING, dataclass, fields
from typing import Any, dataclass_transform

from companion.engine import game


@dataclass_transform(frozen_default=True)
class Recorded(type):
    """Makes each class a frozen dataclass with slots."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:  # noqa: ANN401 - a class
        """Return the dataclass, which ``dataclass`` makes by calling this again with slots."""
        cls: type = super().__new__(mcs, name, bases, namespace)
        if "__slots__" in namespace:
            return cls
        made: Any = dataclass(frozen=True, slots=True, init=False)(cls)
        made.__init__ = _filling_slots(made)
        return made


def _filling_slots(cls: type) -> Any:  # noqa: ANN401 - a function with arguments of its own
    """Return the ``__init__`` of a frozen dataclass, in half the time of the usual one.

    Every action makes several records. The usual ``__init__`` has ``object.__setattr__`` find the
    slot of each field by its name; this one gives the value to the slot itself. Fields may have
    defaults, but no ``default_factory``.
    """
    known: dict[str, Any] = {}
    arguments, lines = ["self"], []
    for field in fields(cls):
        known[f"_fill_{field.name}"] = getattr(cls, field.name).__set__
        lines.append(f"    _fill_{field.name}(self, {field.name})")
        if field.default is MISSING:
            arguments.append(field.name)
        else:
            known[f"_default_{field.name}"] = field.default
            arguments.append(f"{field.name}=_default_{field.name}")
    source = "\n".join((f"def __init__({', '.join(arguments)}):", *lines, "    return None"))
    exec(source, known)  # noqa: S102 - names of fields alone, as ``dataclass`` itself does
    return known["__init__"]


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
