"""Narrowing: inputs select one of the legal actions.

Actions are records with named fields, and every input is a constraint on a field. A tag constrains
``emotion: Y``; a joystick selects a verb, then a column, then a row. When the constraints leave one
action, it is taken. No game needs its own input code.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec

from companion.engine.codec import snake_case
from companion.engine.game import Action, Struct
from companion.engine.records import fields_of
from companion.engine.rules import AnyGame

VERB: Final = "action"
"""The field that every action has: the action's name."""
DIRECT: Final = 8
"""Up to this many actions are offered whole, instead of being asked for field by field."""

_PLACES: Final = re.compile(r"([a-z])(\d+)|(r\d+)(c\d+)")

Parts: TypeAlias = tuple[str, ...]
"""A value in the parts by which keys choose it: ``c2`` by column, then by row."""


class Constraint(msgspec.Struct, frozen=True):
    """Requires a field to have a value, or one that begins with these parts."""

    field: str
    parts: Parts


Selection: TypeAlias = tuple[Constraint, ...]
"""The constraints that have been chosen so far."""


class Choice(msgspec.Struct, frozen=True):
    """A possible next choice: a whole ``action``, or a ``constraint``.

    ``value`` is the value of the constraint's field, or its first parts if only they are chosen.
    """

    constraint: Constraint
    value: object
    action: Action | None = None


def parts(value: object) -> Parts:
    """Return the parts by which a value is chosen: a place has a letter and a number."""
    return _parts(str(value))


def parts_of(action: Action, field: str) -> Parts:
    """Return the parts by which keys choose the value of an action's field."""
    found = value(action, field)
    value_text = str(found)
    return (value_text[:1], value_text[1:]) if field in action.begun else parts(found)


@lru_cache(maxsize=1024)
def _parts(value: str) -> Parts:
    match = _PLACES.fullmatch(value)
    return tuple(part for part in match.groups() if part) if match else (value,)


def values(action: Action) -> dict[str, object]:
    """Return the fields of an action that players choose, in order, after its name."""
    kind: Any = type(action)  # mypy thinks that types of frozen dataclasses are not hashable
    name, shape = _shape(kind)
    return {VERB: name, **{field: getattr(action, field) for field in shape}}


def value(action: Action, field: str) -> object:
    """Return a field of an action that players choose. Raises ``KeyError`` without it."""
    kind: Any = type(action)
    name, shape = _shape(kind)
    if field == VERB:
        return name
    if field not in shape:
        raise KeyError(field)
    return getattr(action, field)


@lru_cache(maxsize=512)
def _shape(cls: type[Action]) -> tuple[str, tuple[str, ...]]:
    """Return the name of a type of action and its selectable fields, cached."""
    return snake_case(cls.__name__), tuple(
        field.name for field in fields_of(cls) if field.is_required
    )


def is_usual(action: Action) -> bool:
    """Return whether all fields that are never chosen have their default value."""
    kind: Any = type(action)
    return all(getattr(action, name) == default for name, default in _unasked(kind))


@lru_cache(maxsize=512)
def _unasked(cls: type[Action]) -> tuple[tuple[str, object], ...]:
    """Return the fields of a type of action that are never chosen, with their defaults."""
    return tuple((field.name, field.default) for field in fields_of(cls) if not field.is_required)


def narrow(actions: Iterable[Action], selection: Iterable[Constraint]) -> tuple[Action, ...]:
    """Return the actions that fit every constraint."""
    left = tuple(actions)
    for constraint in selection:
        left = tuple([action for action in left if fits(action, constraint)])
    return left


def fits(action: Action, constraint: Constraint) -> bool:
    """Return whether an action satisfies a constraint."""
    kind: Any = type(action)
    _, shape = _shape(kind)
    if constraint.field != VERB and constraint.field not in shape:
        return False
    return parts_of(action, constraint.field)[: len(constraint.parts)] == constraint.parts


def parts_by_field(action: Action) -> dict[str, Parts]:
    """Return the parts of all selectable fields of an action, for comparison with selections."""
    kind: Any = type(action)
    return {field: parts_of(action, field) for field in (VERB, *_shape(kind)[1])}


def matches(chosen: Mapping[str, Parts], selection: Selection) -> bool:
    """Return whether an action, by the parts of its fields, fits every constraint."""
    for constraint in selection:
        found = chosen.get(constraint.field)
        if found is None or found[: len(constraint.parts)] != constraint.parts:
            return False
    return True


def constraints(select: Struct) -> Selection:
    """Return the constraints of a piece's field values."""
    return tuple(Constraint(field, parts(value)) for field, value in select.items())


def single_action(actions: Sequence[Action]) -> Action | None:
    """Return the only remaining action; those with default values are preferred."""
    usual = [action for action in actions if is_usual(action)] or list(actions)
    return usual[0] if len(usual) == 1 else None


def choices(actions: Sequence[Action], *, whole: bool = False) -> tuple[Choice, ...]:
    """Return the next choices: actions if they are few, else values of the first open field.

    Keys choose a place by its parts, touches choose it ``whole``.
    """
    usual = [action for action in actions if is_usual(action)]
    beside = [action for action in usual if action.beside]
    if 0 < len(beside) < len(usual):
        rest = [action for action in usual if not action.beside]
        return (*choices(rest, whole=whole), *_by_name(beside))
    whose = _whose(usual)
    if len(usual) <= DIRECT and not whose:
        return tuple(_direct(action) for action in usual)
    field, depth = (whose, 0) if whose else _open(usual)
    size = None if whole or _is_short(usual, field) else depth + 1
    groups: dict[Parts, list[Action]] = {}
    for action in usual:
        groups.setdefault(parts_of(action, field)[:size], []).append(action)
    placed = [prefix for prefix, left in groups.items() if len(parts_of(left[0], field)) > 1]
    order = sorted(groups, key=_line) if len(placed) == len(groups) else groups
    # A value that has no more parts stands for the longer ones, too.
    return tuple(
        _choice(constraint, left if len(prefix) > depth else narrow(usual, (constraint,)))
        for prefix in order
        for left, constraint in ((groups[prefix], Constraint(field, prefix)),)
    )


def _by_name(actions: Iterable[Action]) -> Iterator[Choice]:
    """Yield a choice for each kind of actions."""
    names: dict[Parts, list[Action]] = {}
    for action in actions:
        names.setdefault(parts_of(action, VERB), []).append(action)
    return (_choice(Constraint(VERB, name), kind) for name, kind in names.items())


def _is_short(actions: Sequence[Action], field: str) -> bool:
    """Return whether a divisible field has so few values that they are listed whole."""
    return field in actions[0].begun and len({value(it, field) for it in actions}) <= DIRECT


def _whose(actions: Sequence[Action]) -> str:
    """Return the field that names the player of these actions, if it is open, else ``None``.

    A selection that persists between actions is not repeated in each name.
    """
    fields = {field for action in actions for field in action.stays}
    for field in sorted(fields):
        if all(field in action.stays for action in actions):
            distinct = {value(action, field) for action in actions}
            return field if len(distinct) > 1 else ""
    return ""


def _line(prefix: Parts) -> tuple[tuple[str, int], ...]:
    """Return the sorting key of a column or row: letters alphabetically, numbers by value."""
    split = (re.fullmatch(r"(\D*)(\d*)", part) for part in prefix)
    return tuple((match[1], int(match[2] or 0)) if match else ("", 0) for match in split)


def _direct(action: Action) -> Choice:
    name = values(action)[VERB]
    return Choice(Constraint(VERB, parts(name)), name, action)


def _choice(constraint: Constraint, left: Sequence[Action]) -> Choice:
    """Return the choice of a constraint, given the remaining actions with default values."""
    first = value(left[0], constraint.field)
    whole = parts_of(left[0], constraint.field) == constraint.parts
    only = left[0] if len(left) == 1 else None
    return Choice(constraint, first if whole else "".join(constraint.parts), only)


def _open(actions: Sequence[Action]) -> tuple[str, int]:
    """Return the first field, and the first part of it, in which the actions differ."""
    for field in values(actions[0]):
        distinct = {parts_of(action, field) for action in actions}
        for depth in range(max(map(len, distinct))):
            if len({each[: depth + 1] for each in distinct}) > 1:
                return field, depth
    raise ValueError("two legal actions are the same")


def closest_action(game: AnyGame, actions: Sequence[Action], select: Struct) -> Action | None:
    """Return the action closest to field values, legal or not, for explaining a refusal."""
    name = select.get(VERB)
    chosen: Mapping[str, object] = {key: value for key, value in select.items() if key != VERB}
    if name is None:
        return None
    like = next((action for action in actions if values(action)[VERB] == name), None)
    comparable = (
        {}
        if like is None
        else {field.name: getattr(like, field.name) for field in fields_of(type(like))}
    )
    return game.make_action(str(name), {**comparable, **chosen})
