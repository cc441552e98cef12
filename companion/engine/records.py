"""Base records of actions and events, and introspection of a record's fields.

A subclass is a frozen ``msgspec.Struct``, without a decorator. Third-party games that decorate
their records as dataclasses derive from the classes of the same names in ``companion.engine.game``;
the functions here accept both kinds.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    TypeGuard,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
)

import msgspec

from companion.engine import game
from companion.engine.forms import hints_of
from companion.moved import former_names

R = TypeVar("R")

REQUIRED: Final = msgspec.NODEFAULT
"""Stands for the default of a field that has none."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Action(msgspec.Struct, game.Action, frozen=True):
    """One small step of a player or of ``CHANCE``, with named fields."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Correction(Action, game.Correction, frozen=True):
    """A change made by the table outside the rules, because box and table differ."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Event(msgspec.Struct, game.Event, frozen=True):
    """A fact that resulted from an action. ``rule`` is the id of the rule behind it."""

    rule: str


class SeatAction(Action):
    """An action that names a seat: its player's, or one chosen by the player."""

    player: int


class SeatCorrection(Correction):
    """A change of a seat made by the table."""

    player: int


class SeatEvent(Event):
    """A fact about the player in a seat."""

    player: int


class Mark(msgspec.Struct, frozen=True):
    """Marks of a field in ``Annotated``: who sees it, and what pieces it holds."""


class Field(msgspec.Struct, frozen=True):
    """A field of a record: its name, and its default or ``REQUIRED``."""

    name: str
    default: object

    @property
    def is_required(self) -> bool:
        """Whether it has no default."""
        return self.default is REQUIRED


def is_record(value: object) -> TypeGuard[type]:
    """Return whether a value is a type of records: a ``msgspec.Struct`` or a dataclass."""
    if not isinstance(value, type):
        return False
    return issubclass(value, msgspec.Struct) or dataclasses.is_dataclass(value)


def fields_of(cls: type) -> tuple[Field, ...]:
    """Return the fields of a type of records, in the order of its constructor's arguments.

    A default factory is returned itself. Raises ``TypeError`` for any other type.
    """
    of_any: Any = cls  # mypy takes the types of frozen records for unhashable
    return _fields(of_any)


@lru_cache(maxsize=1024)
def _fields(cls: Any) -> tuple[Field, ...]:  # noqa: ANN401 - a type
    if issubclass(cls, msgspec.Struct):
        names, defaults = cls.__struct_fields__, cls.__struct_defaults__
        required = (REQUIRED,) * (len(names) - len(defaults))
        return tuple(map(Field, names, (*required, *defaults)))
    return tuple(Field(each.name, _default(each)) for each in dataclasses.fields(cls))


def _default(field: "dataclasses.Field[Any]") -> object:
    given = (field.default, field.default_factory)
    return next((each for each in given if each is not dataclasses.MISSING), REQUIRED)


@lru_cache(maxsize=1024)
def marks(cls: Any) -> Mapping[str, tuple[object, ...]]:  # noqa: ANN401 - a type
    """Return the marks on the fields of a type of records: the rest of ``Annotated``."""
    hints = hints_of(cls)
    return {
        name: hint.__metadata__ for name, hint in hints.items() if get_origin(hint) is Annotated
    }


@lru_cache(maxsize=1024)
def records_in(cls: Any) -> Mapping[str, tuple[type, ...]]:  # noqa: ANN401 - a type
    """Return the fields of a type of records that hold other records, with their types."""
    found = {name: tuple(_records_of(hint)) for name, hint in hints_of(cls).items()}
    return {name: types for name, types in found.items() if types}


def _records_of(hint: object) -> Iterator[type]:
    cls = get_origin(hint) or hint  # a record may be a parameterised generic
    if is_record(cls):
        yield cls
    parts = get_args(hint)
    for part in parts[:1] if get_origin(hint) is Annotated else parts:
        yield from _records_of(part)


def within(cls: type) -> dict[type, None]:
    """Return a type of records with those of all records in it, each once."""
    found: dict[type, None] = {}
    left = [cls]
    while left:
        each = left.pop()
        if each not in found:
            found[each] = None
            left += chain.from_iterable(records_in(each).values())
    return found


def replace(record: R, **changes: object) -> R:
    """Return a record with some fields changed. Raises ``TypeError`` for an unknown field."""
    if isinstance(record, msgspec.Struct):
        return msgspec.structs.replace(record, **changes)
    changed: R = dataclasses.replace(record, **changes)  # type: ignore[type-var]  # of its own kind
    return changed


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
