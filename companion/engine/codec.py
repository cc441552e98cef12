"""JSON and notation of a game's records, derived from the types of their fields."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin

import msgspec

from companion.engine.forms import hints_of
from companion.engine.game import Action, Struct
from companion.engine.message import Message, join, say
from companion.engine.records import fields_of, replace
from companion.schema.mistakes import type_mismatches

_NOTATION: Final = re.compile(r"([a-z_]+)(?:\(([^()]*)\))?")
_NONE: Final = "-"
_SHOWN: Final = 60
"""The most characters of a value that are repeated in a message."""

R = TypeVar("R")

Kind = tuple[type, bool]
"""The type of an action's field (``str``, ``int`` or ``bool``), and whether it may be ``None``."""


# Every action that is written, matched or shown asks for the name of its type.
@lru_cache(maxsize=1024)
def snake_case(name: str) -> str:
    """Return the name of an action for its class: ``PlaceValue`` is ``place_value``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


class Codec:
    """Writes and reads the records of one game.

    In JSON, a record is an object with its fields and ``type``, the name of its class in snake
    case. In notation, an action is ``name(field,field)``: trailing fields with default values are
    omitted, and ``None`` is written ``-``. The fields of actions are strings, whole numbers or
    booleans.
    """

    def __init__(self, types: Iterable[type]) -> None:
        """Prepare for ``types``, records with different names.

        Raises ``TypeError`` if a field of an action has any other type than those.
        """
        self._types: Mapping[str, type] = {snake_case(cls.__name__): cls for cls in types}
        self._kinds: Mapping[str, Mapping[str, Kind]] = {
            name: kinds_of(cls) for name, cls in self._types.items() if issubclass(cls, Action)
        }

    @property
    def record_types(self) -> tuple[type, ...]:
        """The supported types of records."""
        return tuple(self._types.values())

    def to_struct(self, value: Any) -> dict[str, object]:  # noqa: ANN401 - any of the types
        """Return ``value`` as a JSON object."""
        name = snake_case(type(value).__name__)
        if name in self._kinds:
            return {"type": name, **{key: getattr(value, key) for key in self._kinds[name]}}
        body = msgspec.json.decode(msgspec.json.encode(value))  # lists, not tuples, as in a file
        return {"type": name, **body}

    def from_struct(self, struct: Struct) -> Any:  # noqa: ANN401 - one of the types
        """Return the record in ``struct``. Raises ``ValueError`` naming the mistake."""
        body = dict(struct)
        name = body.pop("type", None)
        if not isinstance(name, str) or name not in self._types:
            types = ", ".join(self._types)
            raise ValueError(
                say("unknown record type {name!r}, known: {known}", name=_short(name), known=types)
            )
        cls = self._types[name]
        names = _names(cls)
        for key in body:
            if key not in names:
                raise ValueError(
                    say("{name}: there is no field {key!r}", name=name, key=_short(key))
                )
        return self._action(name, body) if name in self._kinds else _converted(name, body, cls)

    def _action(self, name: str, body: Struct) -> Action:
        kinds = self._kinds[name]
        values = {key: _plain(f"{name}: {key}", value, kinds[key]) for key, value in body.items()}
        try:
            action: Action = self._types[name](**values)
        except TypeError as error:
            needed = ", ".join(kinds)
            message = say("{name} lacks fields, it needs {needed}", name=name, needed=needed)
            raise ValueError(message) from error
        return action

    def with_fields(self, record: R, struct: Struct) -> R:
        """Return a record with the fields given in a JSON object; other keys are ignored.

        Raises ``ValueError`` naming the mistake.
        """
        cls: type = type(record)
        hints = hints_of(cls)
        given = {
            name: _converted(f"{cls.__name__}: {name}", value, hints[name])
            for name, value in struct.items()
            if name in hints
        }
        return replace(record, **given)

    def make_action(self, name: str, values: Struct) -> Action:
        """Return the action ``name``; fields not in ``values`` take their default or ``None``."""
        cls = self._types[name]
        absent = {field.name: None for field in fields_of(cls) if field.is_required}
        action: Action = cls(**{**absent, **values})
        return action

    def action_to_string(self, action: Action) -> str:
        """Return the notation of ``action``, without trailing fields that have default values."""
        arguments = [(field, getattr(action, field.name)) for field in fields_of(type(action))]
        while arguments and arguments[-1][1] == arguments[-1][0].default:
            arguments.pop()
        name = snake_case(type(action).__name__)
        values = ",".join(_NONE if value is None else str(value) for _, value in arguments)
        return f"{name}({values})" if values else name

    def string_to_action(self, notation: str) -> Action:
        """Return the action written as ``notation``. Raises ``ValueError``."""
        match = _NOTATION.fullmatch(notation)
        if match is None or match[1] not in self._kinds:
            kind_names = ", ".join(self._kinds)
            message = say(
                "{notation!r} is not an action; write name(field,field) with {known}",
                notation=_short(notation),
                known=kind_names,
            )
            raise ValueError(message)
        kinds = self._kinds[match[1]].values()
        values = match[2].split(",") if match[2] else []
        if len(values) > len(kinds):
            message = say(
                "{notation!r} has too many fields, at most {most}",
                notation=_short(notation),
                most=len(kinds),
            )
            raise ValueError(message)
        parsed = [_parsed(value, kind) for value, kind in zip(values, kinds, strict=False)]
        try:
            action: Action = self._types[match[1]](*parsed)
        except TypeError as error:
            message = say(
                "{notation!r} lacks fields, it needs {count}",
                notation=_short(notation),
                count=len(kinds),
            )
            raise ValueError(message) from error
        return action


@lru_cache(maxsize=256)
def _names(cls: type) -> frozenset[str]:
    return frozenset(field.name for field in fields_of(cls))


def _short(value: object) -> object:
    """Return a value truncated for a message."""
    if isinstance(value, str):
        return value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…"
    notation = repr(value)
    return value if len(notation) <= _SHOWN else f"{notation[:_SHOWN]}…"


def _converted(what: str, value: object, hint: Any) -> object:  # noqa: ANN401 - any type
    """Return a JSON value in a type. Raises ``ValueError`` naming ``what`` and the mistake."""
    try:
        return msgspec.convert(value, hint, str_keys=True)
    except msgspec.ValidationError:
        if is_dataclass(hint) and isinstance(value, Mapping):  # the schema layer knows none
            of_any: Any = hint  # mypy takes the types of frozen records for unhashable
            hints = hints_of(of_any)
            for name, part in value.items():
                _converted(f"{what}: {name}", part, hints.get(name, Any))
        wrong = next(type_mismatches(hint, value)).mistake
        raise ValueError(join(": ", filter(None, (what, wrong.place, wrong.message)))) from None


def kinds_of(cls: type) -> Mapping[str, Kind]:
    """Return the kind of each field of an action. Raises ``TypeError`` for unsupported fields."""
    of_any: Any = cls  # mypy takes the types of frozen records for unhashable
    return _kinds(of_any)


@lru_cache(maxsize=1024)
def _kinds(cls: Any) -> Mapping[str, Kind]:  # noqa: ANN401 - a type
    hints = hints_of(cls)
    return {field.name: _kind(cls, field.name, hints[field.name]) for field in fields_of(cls)}


def _kind(cls: type, name: str, hint: object) -> Kind:
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    types = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    plain = [scalar for scalar in (str, int, bool) if scalar in types]
    optional = type(None) in types
    if len(plain) != 1 or len(types) != 1 + optional:
        raise TypeError(
            f"{cls.__name__}.{name}: a field of an action is str, int or bool, or one of them and "
            f"None, not {hint}"
        )
    return plain[0], optional


def _plain(what: str, value: object, kind: Kind) -> object:
    """Return a JSON value in the type of its field; 1 is accepted for true, as they are equal."""
    expected, optional = kind
    if value is None and optional:
        return None
    if isinstance(value, str if expected is str else int) and expected(value) == value:
        return expected(value)
    message = say(
        "{what}: expected {expected}, not {value!r}",
        what=what,
        expected=_words(expected),
        value=_short(value),
    )
    raise ValueError(message)


def _words(expected: type) -> Message:
    if expected is str:
        return say("a string")
    return say("true or false") if expected is bool else say("a whole number")


def _parsed(value: str, kind: Kind) -> object:
    expected, optional = kind
    if optional and value == _NONE:
        return None
    return _bool(value) if expected is bool else expected(value)


def _bool(value: str) -> bool:
    try:
        return {"True": True, "False": False}[value]
    except KeyError:
        raise ValueError(say("{value!r} is neither True nor False", value=_short(value))) from None
