"""The fields of a JSON object from outside: just those that are known, each of its type."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.engine.message import Message, say

_NAMES: Final = MappingProxyType(
    {
        str: say("a string"),
        dict: say("an object"),
        list: say("a list"),
        int: say("a whole number"),
        float: say("a number"),
    }
)


def check_fields(what: Message, data: Mapping[str, Any], expected: Mapping[str, type]) -> None:
    """Raise ``ValueError`` unless exactly the ``expected`` fields are there, of their types."""
    check_types(what, data, expected)
    unknown = sorted(data.keys() - expected.keys())
    if unknown:
        message = say(
            "{what} has no field {field!r}, known are: {known}",
            what=what,
            field=unknown[0],
            known=", ".join(expected),
        )
        raise ValueError(message)


def check_types(what: Message, data: Mapping[str, Any], expected: Mapping[str, type]) -> None:
    """Raise ``ValueError`` unless the ``expected`` fields are there, of their types."""
    for key, kind in expected.items():
        if key not in data:
            raise ValueError(
                say("{what} lacks {field!r}, {type}", what=what, field=key, type=_NAMES[kind])
            )
        value = data[key]
        whole = type(value) is int and kind is float
        if type(value) is not kind and not whole:
            raise ValueError(
                say("{what}: {field!r} must be {type}", what=what, field=key, type=_NAMES[kind])
            )
