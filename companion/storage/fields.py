"""Reads the fields of an external JSON object by type; errors are one sentence."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from companion.engine.message import Message, say
from companion.schema.mistakes import Invalid, Mistake, describe_type
from companion.schema.reading import read
from companion.schema.type_structure import Kind, fields
from companion.schema.writable import controlled, one_line

T = TypeVar("T")

_SHOWN: Final = 40
"""The most characters of a text that are repeated in a sentence."""


def read_fields(what: Message, data: Mapping[str, Any], kind: type[T]) -> T:
    """Return an object in a type, which forbids further fields or ignores them.

    Raises ``ValueError`` naming ``what`` it is and the first invalid field.
    """
    try:
        return read(kind, data)
    except Invalid as invalid:
        raise ValueError(_sentence(what, data, kind, invalid.mistakes[0])) from None


def refuse_unknown(what: Message, data: Mapping[str, Any], kind: type) -> None:
    """Raise ``ValueError`` if an object has an unknown field."""
    unknown = sorted(data.keys() - _kinds(kind).keys())
    if unknown:
        raise ValueError(_unknown(what, unknown[0], kind))


def refuse_controls(value: object) -> None:
    """Raise ``ValueError`` if a text in a JSON value has a control character."""
    text = controlled(value)
    if text is not None:
        shown = one_line(text, _SHOWN)
        raise ValueError(say("there is a control character in {text}: leave it out", text=shown))


def _sentence(what: Message, data: Mapping[str, Any], kind: type, mistake: Mistake) -> Message:
    name = str(mistake.path[0])
    kinds = _kinds(kind)
    if name not in kinds:
        return _unknown(what, name, kind)
    wanted = describe_type(kinds[name])
    if name not in data:
        return say("{what} lacks {field!r}, {type}", what=what, field=name, type=wanted)
    return say("{what}: {field!r} must be {type}", what=what, field=name, type=wanted)


def _unknown(what: Message, name: str, kind: type) -> Message:
    return say(
        "{what} has no field {field!r}, known are: {known}",
        what=what,
        field=name,
        known=", ".join(_kinds(kind)),
    )


def _kinds(kind: type) -> Mapping[str, Kind]:
    """Return the types of the fields, in order."""
    return {field.encode_name: field.type for field in fields(kind)}
