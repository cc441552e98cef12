"""Reads external values into types: JSON, and values that a library has parsed."""

import re
from itertools import islice
from typing import Any, Final, TypeVar, overload

import msgspec

from companion.schema.message import Message, say
from companion.schema.mistakes import (
    Invalid,
    Mistake,
    describe_value,
    type_mismatches,
)
from companion.schema.type_structure import Kind
from companion.schema.writable import check_depth

T = TypeVar("T")

LARGEST: Final = 1_000_000
"""The most bytes of a JSON text, unless its caller sets a bound of its own."""
_MOST_MISTAKES: Final = 20
"""The most mistakes that are named of one value."""


@overload
def read(kind: type[T], value: object, where: str = "") -> T: ...
@overload
def read(kind: Kind, value: object, where: str = "") -> Any: ...  # noqa: ANN401 - an alias
def read(kind: Kind, value: object, where: str = "") -> Any:
    """Return a value in a type. Raises ``Invalid`` naming its mistakes; paths start with ``where``.

    Strings, numbers and booleans are never converted.
    """
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        path = (where,) if where else ()
        found = islice(type_mismatches(kind, value, path), _MOST_MISTAKES)
        raise Invalid(*(misfit.mistake for misfit in found)) from None


def fits(kind: Kind, value: object) -> bool:
    """Return whether a value matches a type."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


@overload
def read_json(kind: type[T], text: str | bytes, where: str = "", most: int = LARGEST) -> T: ...
@overload
def read_json(kind: Kind, text: str | bytes, where: str = "", most: int = LARGEST) -> Any: ...  # noqa: ANN401
def read_json(kind: Kind, text: str | bytes, where: str = "", most: int = LARGEST) -> Any:
    """Return the value in a JSON text of at most ``most`` bytes. Raises ``Invalid``.

    NaN, infinite numbers and lone surrogates are not JSON (RFC 8259, sections 6 and 8.2).
    """
    return read(kind, parse_json(text, where, most), where)


def parse_json(text: str | bytes, where: str = "", most: int = LARGEST) -> Any:  # noqa: ANN401 - JSON
    """Return the JSON value in a text of at most ``most`` bytes. Raises ``Invalid``."""
    path = (where,) if where else ()
    if len(text) > most:
        raise Invalid(Mistake(path, expected=say("JSON of at most {most} bytes", most=most)))
    try:
        value = msgspec.json.decode(text)
        check_depth(text.encode() if isinstance(text, str) else text)
        return value
    except RecursionError:
        problem = say("values are nested too deeply")
    # A lone surrogate in a text that is not encoded yet.
    except (msgspec.DecodeError, UnicodeError) as error:
        problem = _json_problem(error)
    raise Invalid(Mistake(path, remedy=say("is not JSON: {problem}", problem=problem)))


def parse_json_object(text: str | bytes, where: str = "", most: int = LARGEST) -> dict[str, Any]:
    """Return the JSON object in a text of at most ``most`` bytes. Raises ``Invalid``."""
    value = parse_json(text, where, most)
    if not isinstance(value, dict):
        raise Invalid(Mistake((where,) if where else (), describe_value(value), say("an object")))
    return value


def _json_problem(error: msgspec.DecodeError | UnicodeError) -> Message:
    """Return the mistake in a JSON text, translated from the library's English."""
    if isinstance(error, UnicodeError):
        return say("a character here cannot be written: leave out the lone surrogate")
    if isinstance(error, msgspec.ValidationError):  # the only ones without a type to fit
        return say("a number is too large")
    at = re.search(r"\(byte (\d+)\)", str(error))
    return say("mistake at byte {byte}", byte=at[1]) if at else say("it ends too early")
