"""JSON and notation of a game's records, from their field types alone."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any, Final, get_type_hints

import cattrs

from companion.engine.game import Action, Struct
from companion.engine.message import say

_NOTATION: Final = re.compile(r"([a-z_]+)(?:\(([^()]*)\))?")
_NONE: Final = "-"


def snake_case(name: str) -> str:
    """Return a class name as an action's name: ``PlaceValue`` is ``place_value``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


class Codec:
    """Writes and reads the records of one game.

    As JSON a record is an object with its fields and ``type``, its class's name in snake case.
    As notation an action is ``name(field,field)``; fields at their default are left out at the
    end, ``None`` is written ``-``.
    """

    def __init__(self, types: Iterable[type]) -> None:
        """Prepare for ``types``, frozen dataclasses with different names."""
        self._converter = cattrs.Converter(forbid_extra_keys=True)
        self._types: Mapping[str, type] = {snake_case(each.__name__): each for each in types}
        self._parsers: Mapping[str, tuple[Callable[[str], object], ...]] = {
            name: _parsers(each) for name, each in self._types.items() if issubclass(each, Action)
        }

    def to_struct(self, value: Any) -> dict[str, object]:  # noqa: ANN401 - any of the types
        """Return ``value`` as a JSON object."""
        body: dict[str, object] = self._converter.unstructure(value)
        return {"type": snake_case(type(value).__name__), **body}

    def from_struct(self, struct: Struct) -> Any:  # noqa: ANN401 - one of the types
        """Return the record in ``struct``. Raises ``ValueError`` saying what is wrong with it."""
        body = dict(struct)
        name = body.pop("type", None)
        if not isinstance(name, str) or name not in self._types:
            known = ", ".join(self._types)
            raise ValueError(
                say("unknown record type {name!r}, known: {known}", name=name, known=known)
            )
        cls = self._types[name]
        try:
            return self._converter.structure(body, cls)
        except cattrs.BaseValidationError as error:
            raise ValueError(f"{name}: {'; '.join(cattrs.transform_error(error))}") from error

    def make_action(self, name: str, values: Struct) -> Action:
        """Return the action ``name``; what ``values`` lacks is at its default, else ``None``."""
        cls = self._types[name]
        absent = {each.name: None for each in fields(cls) if each.default is MISSING}
        action: Action = cls(**{**absent, **values})
        return action

    def action_to_string(self, action: Action) -> str:
        """Return ``action``'s notation."""
        written = [(each, getattr(action, each.name)) for each in fields(action)]
        while written and written[-1][1] == written[-1][0].default:
            written.pop()
        name = snake_case(type(action).__name__)
        values = ",".join(_NONE if value is None else str(value) for _, value in written)
        return f"{name}({values})" if values else name

    def string_to_action(self, notation: str) -> Action:
        """Return the action written as ``notation``. Raises ``ValueError``."""
        match = _NOTATION.fullmatch(notation)
        if match is None or match[1] not in self._parsers:
            known = ", ".join(self._parsers)
            told = say(
                "{notation!r} is no action; write name(field,field) with {known}",
                notation=notation,
                known=known,
            )
            raise ValueError(told)
        parsers = self._parsers[match[1]]
        values = match[2].split(",") if match[2] else []
        if len(values) > len(parsers):
            told = say(
                "{notation!r} has too many fields, at most {most}",
                notation=notation,
                most=len(parsers),
            )
            raise ValueError(told)
        parsed = [parse(value) for parse, value in zip(parsers, values, strict=False)]
        try:
            action: Action = self._types[match[1]](*parsed)
        except TypeError as error:
            told = say(
                "{notation!r} lacks fields, it needs {count}",
                notation=notation,
                count=len(parsers),
            )
            raise ValueError(told) from error
        return action


def _parsers(cls: type) -> tuple[Callable[[str], object], ...]:
    hints = get_type_hints(cls)
    return tuple(_parser(hints[each.name]) for each in fields(cls))


def _parser(hint: object) -> Callable[[str], object]:
    optional = hint not in (str, int, bool)
    convert = {bool: _bool, int: int}.get(hint, str)  # type: ignore[call-overload]  # a hint

    def parse(value: str) -> object:
        return None if optional and value == _NONE else convert(value)

    return parse


def _bool(value: str) -> bool:
    try:
        return {"True": True, "False": False}[value]
    except KeyError:
        raise ValueError(say("{value!r} is neither True nor False", value=value)) from None
